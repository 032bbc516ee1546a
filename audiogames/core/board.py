"""What is to be seen on a table: cards, numbers and words as data, and nothing of where they stand.

A game fills a `Board` from a view, so nothing is on it that the seat does not know.  The program
adds what is the same in every game: names, backs of cards, whose turn it is, the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic

from audiogames.core.contract import V
from audiogames.core.controls import Sheet
from audiogames.core.cues import Msg
from audiogames.core.events import Event, Seat

Laid = tuple[tuple[Seat, Any], ...]
"""Cards of the game's pack with who played each, in order of play; None is one face down."""


@dataclass(frozen=True)
class LargeNumber:
    """The number that a game is about, drawn large: "Total", 57."""

    label: Msg
    value: int | Msg
    """A message where it is no whole number: "7½"."""


@dataclass(frozen=True)
class Suit:
    """A suit that counts more than the others."""

    suit: str
    pack: str
    name: Msg


@dataclass(frozen=True)
class Signs:
    """A row of small drawn signs after what they say."""

    words: Msg
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Stake:
    """What is played for, and a sign for each part of it: won, lost or still to be played."""

    number: LargeNumber
    parts: Signs


@dataclass(frozen=True)
class Standing:
    """A side or seat in a ranking, in words, and the number that it is ranked by."""

    words: Msg
    number: float


@dataclass(frozen=True)
class Pile:
    """The cards that a side has taken; those that count by themselves lie across, face up."""

    cards: int
    across: int = 0


@dataclass(frozen=True)
class Capture:
    """The capturing card and those that it took, by whom, and the number of that play."""

    seat: Seat
    cards: tuple[Any, ...]
    number: int
    recalled: bool = True
    """Whether it may be looked at again, as the answer to the question for it says."""


@dataclass(frozen=True)
class BoardEnding:
    """How a match, or a deal, ended: a heading, and the standing of each side or seat."""

    title: Msg
    standings: tuple[Standing, ...] = ()
    """In any order; the highest number is first in the ranking, equal numbers share a place."""
    sheet: Sheet | None = None
    """What each point was for, where the game keeps no score sheet of the whole match."""

    @property
    def ranked(self) -> tuple[tuple[int, Msg], ...]:
        """Place and words of each standing, the first place first."""
        ranked = sorted(self.standings, key=lambda one: -one.number)
        numbers = [one.number for one in ranked]
        return tuple((1 + numbers.index(one.number), one.words) for one in ranked)


@dataclass(frozen=True)
class Board:
    """One table as a seat, or a spectator, may see it."""

    laid: Laid = ()
    """The trick that is being played, or the card on the pile."""
    spread: tuple[tuple[Any, ...], ...] = ()
    """Of each seat the cards that lie before it for all to see; None is one face down."""
    middle: tuple[Any, ...] = ()
    """Cards that lie open for anybody to take, as they were laid."""
    taker: Seat | None = None
    """Whose card takes it, so far."""
    last: Laid = ()
    """The trick before: it is seen until the next card comes."""
    last_taker: Seat | None = None
    notes: tuple[tuple[Msg, ...], ...] = ()
    """Of each seat in a few words, the most important first: "bid 3, took 1", "7 tokens"."""
    piles: tuple[Pile, ...] = ()
    """Of each seat, where taken cards are counted."""
    facts: tuple[Msg, ...] = ()
    """Of the whole table, the most important first: the score and what is played for."""
    capture: Capture | None = None
    """The newest one of this deal."""
    total: LargeNumber | None = None
    stake: Stake | None = None
    trump: Suit | None = None
    turned: Any = None
    """The card that was turned up."""
    stock: int | None = None
    """Cards left to be drawn; None where there is no drawing."""
    backwards: bool = False
    """Whether play goes from seat to seat in falling order now."""
    out: frozenset[Seat] = frozenset()
    """Who plays no more in this match."""
    signs: tuple[Signs, ...] = ()
    ending: BoardEnding | None = None
    """While nothing is played any more: the result."""


@dataclass(frozen=True)
class BoardSpec(Generic[V]):
    """How a game is drawn."""

    of: Callable[[V], Board] = field(default=lambda _view: Board())
    """What is on the table, by what a seat knows."""
    said: Callable[[Event, V], tuple[Seat, Msg] | None] = field(default=lambda _event, _view: None)
    """The words of a call, a bid or a declaration and who says them, drawn as a balloon beside
    their seat; None for everything else."""


NO_BOARD: BoardSpec[Any] = BoardSpec()
