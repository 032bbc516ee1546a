"""The drawing of a table as data: cards, numbers and words, without any coordinates.

A game fills a `Board` from a view, so a board shows only what the seat knows.  The program adds
what is the same in every game: names, card backs, whose turn it is, the clock.
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
"""Cards of the game's pack, each with the seat that played it, in order of play; None is face
down."""


@dataclass(frozen=True)
class LargeNumber:
    """The main number of a game, to be drawn large, and its label: "Total", 57."""

    label: Msg
    value: int | Msg
    """A message if it is not a whole number: "7½"."""


@dataclass(frozen=True)
class Suit:
    """The trump suit, or another suit that ranks above the rest."""

    suit: str
    pack: str
    name: Msg


@dataclass(frozen=True)
class Signs:
    """A row of small drawn signs, with the label that precedes it."""

    words: Msg
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Stake:
    """The stake as a number, and a sign for each trick: won, lost, tied or not played yet."""

    number: LargeNumber
    parts: Signs


@dataclass(frozen=True)
class Standing:
    """A side or seat in a ranking: its description, and the number that decides its rank."""

    words: Msg
    number: float


@dataclass(frozen=True)
class Pile:
    """The cards that a side has taken; `across` of them are drawn crosswise, face up."""

    cards: int
    across: int = 0


@dataclass(frozen=True)
class Capture:
    """A capture: the seat, the cards (the capturing one first), and the number of the capture."""

    seat: Seat
    cards: tuple[Any, ...]
    number: int
    recalled: bool = True
    """Whether the player may look at this capture again."""


@dataclass(frozen=True)
class BoardEnding:
    """The result of a match or a deal: a heading, and the ranking of the sides or seats."""

    title: Msg
    standings: tuple[Standing, ...] = ()
    """In any order; the highest number ranks first, equal numbers share a place."""
    sheet: Sheet | None = None
    """What each point was for, in games without a score sheet of the whole match."""

    @property
    def ranked(self) -> tuple[tuple[int, Msg], ...]:
        """Return the rank and the description of each side or seat, the winner first."""
        ranked = sorted(self.standings, key=lambda one: -one.number)
        numbers = [one.number for one in ranked]
        return tuple((1 + numbers.index(one.number), one.words) for one in ranked)


@dataclass(frozen=True)
class Board:
    """The content of a table as a game displays it to one seat or to a spectator."""

    laid: Laid = ()
    """The current trick, or the card on the pile."""
    spread: tuple[tuple[Any, ...], ...] = ()
    """For each seat, its cards exposed to everyone; None is face down."""
    middle: tuple[Any, ...] = ()
    """Face-up cards that any seat may take, in the order in which they were laid."""
    taker: Seat | None = None
    """The seat that is winning the current trick."""
    last: Laid = ()
    """The previous trick, shown until the next card is played."""
    last_taker: Seat | None = None
    notes: tuple[tuple[Msg, ...], ...] = ()
    """For each seat, a few short notes, the most important first: "bid 3, took 1", "7 tokens"."""
    piles: tuple[Pile, ...] = ()
    """For each seat, in games that count taken cards."""
    facts: tuple[Msg, ...] = ()
    """Facts about the whole table, the most important first: the score, the stake."""
    capture: Capture | None = None
    """The newest capture of this deal."""
    total: LargeNumber | None = None
    stake: Stake | None = None
    trump: Suit | None = None
    turned: Any = None
    """The turned-up card."""
    stock: int | None = None
    """Cards left to draw; None in games without a stock."""
    backwards: bool = False
    """Whether play now proceeds in descending seat order."""
    out: frozenset[Seat] = frozenset()
    """The seats that are out of this match."""
    signs: tuple[Signs, ...] = ()
    ending: BoardEnding | None = None
    """The result, shown while nothing is being played."""


@dataclass(frozen=True)
class BoardSpec(Generic[V]):
    """A game's functions that fill its board and choose the events drawn as balloons."""

    of: Callable[[V], Board] = field(default=lambda _view: Board())
    """Return the board of this view."""
    said: Callable[[Event, V], tuple[Seat, Msg] | None] = field(default=lambda _event, _view: None)
    """Return the seat and the words of a call, bid or declaration, drawn as a balloon beside the
    seat; None for every other event."""


NO_BOARD: BoardSpec[Any] = BoardSpec()
