"""The data types of Invido: options, moves, the successive stakes, events and the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.core.contract import View
from audiogames.core.events import Event, Seat
from audiogames.core.options import number, switch
from audiogames.games.invido.plays import (
    A_MONTE,
    CALLS,
    COVERED,
    MOVES,
    NO,
    OPEN,
    PACK,
    STEPS,
    STRENGTH,
    VA_BENE,
    VADO_VIA,
    WORDS,
    Answer,
    Call,
    Play,
    next_call,
    strength,
)

__all__ = (  # names defined in `plays`
    "A_MONTE", "CALLS", "COVERED", "MOVES", "NO", "OPEN", "PACK", "STEPS", "STRENGTH", "VADO_VIA",
    "VA_BENE", "WORDS", "Answer", "Call", "Play", "next_call", "strength",
)  # fmt: skip

HAND: Final = 3
GOAL: Final = 24
LEVEL: Final = 23
"""If both players have this score, the match restarts from 0."""

SHORT_GOAL: Final = 8
SHORT_LEVEL: Final = 7
"""The goal and the level score after such a restart."""

OVET: Final = 3
"""Points marked by one ovetto (oef); a line (canèla) marks one."""


@dataclass(frozen=True)
class Options:
    """The options of a table."""

    monte_cap: int = number(3, 0, 20)
    vado_dentro: bool = switch()
    implicit_accept: bool = switch()
    implicit_no: bool = switch()


UNDECIDED: Final = -1
NOBODY: Final = -2


def deal_winner(tricks: Sequence[Seat | None]) -> int:
    """Return the seat that wins the deal, NOBODY after three ties, or UNDECIDED.

    Tied tricks are None.  Two tricks win.  If one is tied, the first trick that was won decides.
    """
    won = [seat for seat in tricks if seat is not None]
    for seat in won[:1]:
        if won.count(seat) == 2 or len(won) < len(tricks):
            return seat
    for seat in won[1:]:
        if won.count(seat) == 2:
            return seat
    return NOBODY if len(tricks) == HAND and not won else UNDECIDED


def marks(points: int) -> tuple[int, int]:
    """Return a score in the traditional units: the numbers of oef (3 points) and canèle (1)."""
    return divmod(points, OVET)


class Phase(Enum):
    """The phases of a match, each named after the action that the match waits for.

    If two questions are pending, the one to be answered first determines the phase.
    """

    CHOOSING_DEALER = auto()
    DEALING = auto()
    PLAYING = auto()
    ANSWERING_STAKE = auto()
    ANSWERING_MONTE = auto()
    OVER = auto()


@dataclass(frozen=True)
class Manner:
    """A player's record of calls and answers in the finished deals of a match.

    It is public: how many calls the player made, how many calls of the opponent they answered, and
    how many of those answers were folds.
    """

    calls: int = 0
    answers: int = 0
    folds: int = 0


@dataclass(frozen=True, kw_only=True)
class InvidoView(View):
    """A view of Invido: what one seat, or a spectator, knows.

    `asked` is the stake called and not yet answered, `asker` the seat that called it; `monte_asker`
    is the seat that asked to annul the deal.  `player` plays the next card once all questions are
    answered.  `on_table` holds the cards of the current trick, `played` those of the deal, in order
    of play; None is a card played face down, and `covered` has this seat's own face-down cards.
    `montes` is how often each seat may still ask "a monte" before the next card; None is unlimited.
    """

    score: tuple[int, int]
    goal: int
    value: int
    asked: int | None
    monte_asked: bool
    last_raiser: Seat | None
    tricks: tuple[Seat | None, ...]
    on_table: tuple[tuple[Seat, Card | None], ...]
    leader: Seat | None
    player: Seat | None
    asker: Seat | None
    monte_asker: Seat | None
    montes: tuple[int | None, ...]
    played: tuple[tuple[Seat, Card | None], ...]
    covered: tuple[Card, ...]
    deal: int
    short: bool
    """Whether the match goes to 8 after a level score."""
    raised_at: int
    """How many cards had been played when the last call was accepted."""
    calls: tuple[tuple[Seat, int], ...]
    """The caller of each call in this deal, and how many cards had been played then."""
    last_deal: Seat | None
    """Who won the last deal."""
    manners: tuple[Manner, Manner]
    """The players' records by seat, constant during a deal."""
    options: Options


@dataclass(frozen=True)
class Dealt(Event):
    """A deal begins; `leader` plays first."""

    deal: int
    dealer: Seat
    leader: Seat
    score: tuple[int, int]
    goal: int


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played face up."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class CardCovered(Event):
    """A card was played face down."""

    seat: Seat


@dataclass(frozen=True)
class TrickTaken(Event):
    """A trick (mano) is over; `winner` is None if it is tied (patta)."""

    trick: int
    winner: Seat | None


@dataclass(frozen=True)
class StakeCalled(Event):
    """A call that must be answered; `raising` is true if it accepts and raises a pending call."""

    seat: Seat
    name: str
    level: int
    raising: bool


@dataclass(frozen=True)
class StakeAccepted(Event):
    """A call was accepted in words: the deal is worth `value`."""

    seat: Seat
    value: int


@dataclass(frozen=True)
class Folded(Event):
    """A seat folded."""

    seat: Seat


@dataclass(frozen=True)
class MonteAsked(Event):
    """A seat asks to annul the deal."""

    seat: Seat


@dataclass(frozen=True)
class MonteAccepted(Event):
    """The deal is annulled."""

    seat: Seat


@dataclass(frozen=True)
class MonteRefused(Event):
    """The request to annul was refused; `by_call` means by a call, which is announced next."""

    seat: Seat
    by_call: bool = False


@dataclass(frozen=True)
class DealWon(Event):
    """The deal (giocata) is over, and `winner` scores `points`."""

    winner: Seat
    points: int
    score: tuple[int, int]


@dataclass(frozen=True)
class DealTied(Event):
    """The deal is over without points: all three tricks were tied."""


@dataclass(frozen=True)
class ScoreReset(Event):
    """Both players had the score `level`: it restarts from 0, and the match is played to `goal`."""

    level: int
    goal: int


@dataclass(frozen=True)
class MatchEnded(Event):
    """The match is over: a player reached or passed the goal."""

    winner: Seat
    score: tuple[int, int]


EVENTS: Final[tuple[type[Event], ...]] = (
    DealerChosen, Dealt, HandDealt, CardPlayed, CardCovered, TrickTaken, StakeCalled,
    StakeAccepted, Folded, MonteAsked, MonteAccepted, MonteRefused, DealWon, DealTied, ScoreReset,
    MatchEnded,
)  # fmt: skip
