"""The data types of Novantanove (options, moves, events, view), and the cost of a total."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.core.contract import Move, View
from audiogames.core.events import Event, Seat
from audiogames.core.options import choice, number, switch
from audiogames.games.novantanove.plays import (
    CHOICES,
    DRAW,
    HALVES_ABOVE,
    LIMITS,
    PASSING_FROM_THE_LIMIT,
    PLAYS,
    POINTS,
    Draw,
    Play,
    next_limit,
    read_play,
    total_after,
)

__all__ = (  # names defined in `plays`
    "CHOICES", "DRAW", "HALVES_ABOVE", "LIMITS", "PASSING_FROM_THE_LIMIT", "PLAYS", "POINTS",
    "Draw", "Play", "read_play", "total_after",
)  # fmt: skip

HAND: Final = 3
"""Cards dealt to each player, who draws back up to this number."""

LAST: Final = 99
"""Reaching or passing this limit ends the round."""

TIMEOUT_COST: Final = 2
EMPTY_HAND_COST: Final = 3
FREE_TIMEOUTS: Final = 2
"""How many time-outs cost a seat nothing under the option `gentle_timeouts`."""

ACE_IS_ONE_ABOVE: Final = 88
TEN_IS_MINUS_FROM: Final = 90
"""Where `auto_choice` removes the choice, because the other value would pass 99."""

TWO_PACKS_ABOVE: Final = 6
"""With more seats than this, the automatic choice is two packs."""


@dataclass(frozen=True)
class Options:
    """The options of a table."""

    tokens: int = number(9, 1, 99)
    packs: str = choice("auto", "1", "2")
    min_zero: bool = switch()
    auto_choice: bool = switch()
    gentle_timeouts: bool = switch()


def packs_of(options: Options, seats: int) -> int:
    """Return the number of packs for this many players."""
    if options.packs == "auto":
        return 2 if seats > TWO_PACKS_ABOVE else 1
    return int(options.packs)


@dataclass(frozen=True)
class Timeout(Move):
    """`timeout 1`: the clock's move when the time of seat 1 is up."""

    seat: Seat

    def __str__(self) -> str:
        return f"timeout {self.seat}"


class Outcome(NamedTuple):
    """The tokens that a change of the total costs, and whether the change ends the round."""

    player: int
    others: int
    ends_round: bool


NOTHING: Final = Outcome(0, 0, ends_round=False)


def passed(old: int, new: int) -> tuple[int, ...]:
    """Return the limits that an increase from `old` to `new` passes."""
    return tuple(limit for limit in LIMITS if next_limit(old) <= limit < new)


def reached(old: int, new: int) -> int | None:
    """Return the limit that an increase from `old` to `new` reaches exactly, or None."""
    return new if new in LIMITS and old < new else None


@lru_cache(maxsize=4096)  # called for every card, and for every card that bots consider
def outcome(old: int, new: int) -> Outcome:
    """Return the cost of changing the total from `old` to `new`; only an increase has a cost."""
    player = sum(LIMITS[limit] for limit in passed(old, new))
    others = LIMITS[new] if reached(old, new) else 0
    return Outcome(player, others, ends_round=new >= LAST) if player or others else NOTHING


class Phase(Enum):
    """The phases of a match, each named after the action that the match waits for."""

    CHOOSING_DEALER = auto()
    DEALING = auto()
    PLAYING = auto()
    RESHUFFLING = auto()
    """The stock is empty: the discards become the stock."""
    OVER = auto()


@dataclass(frozen=True, kw_only=True)
class NovantanoveView(View):
    """A view of Novantanove: what one seat, or a spectator, knows.

    `history` has the plays and draws since the last shuffle: a seat and a card, or None for a draw.
    `reshuffled` holds the cards of the stock after the last reshuffle, sorted.
    """

    total: int
    tokens: tuple[int, ...]
    alive: tuple[bool, ...]
    direction: int
    stock: int
    may_draw: bool
    round: int
    drawer: Seat | None
    """The seat that may still draw."""
    starter: Seat | None
    resumes: Seat | None
    """The seat to play after the pending reshuffle."""
    last: tuple[Seat, Play, int] | None
    """The last card of this round: seat, play, and the total it made."""
    timeouts: tuple[int, ...]
    options: Options
    history: tuple[tuple[Seat, Card | None], ...]
    reshuffled: tuple[Card, ...]


@dataclass(frozen=True)
class Dealt(Event):
    """A round begins: tokens are in seat order, `starter` plays first."""

    round: int
    dealer: Seat
    starter: Seat
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played: its chosen value if any, and the total before and after it."""

    seat: Seat
    card: Card
    value: int | None
    before: int
    total: int


@dataclass(frozen=True)
class LimitReached(Event):
    """The total reached exactly this limit from below."""

    seat: Seat
    limit: int


@dataclass(frozen=True)
class LimitsPassed(Event):
    """A play raised the total beyond these limits; the seat pays tokens for each of them."""

    seat: Seat
    limits: tuple[int, ...]


@dataclass(frozen=True)
class TokensLost(Event):
    """These seats paid `count` tokens each; `left` are their remaining tokens, in that order."""

    seats: tuple[Seat, ...]
    count: int
    left: tuple[int, ...]


@dataclass(frozen=True)
class PlayerEliminated(Event):
    """A player has no tokens left and is out."""

    seat: Seat


@dataclass(frozen=True)
class CardsLaidDown(Event):
    """An eliminated player's cards were added, face up, to the discards."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class DirectionReversed(Event):
    """The direction of play changed: 1 clockwise, -1 counter-clockwise."""

    direction: int


@dataclass(frozen=True)
class TurnSkipped(Event):
    """A jack skipped this seat's turn."""

    seat: Seat


@dataclass(frozen=True)
class TurnRepeated(Event):
    """With two players left a jack was played: its player plays again."""

    seat: Seat


@dataclass(frozen=True)
class CardDrawn(Event):
    """A seat drew; `stock` is the number of cards left."""

    seat: Seat
    stock: int


@dataclass(frozen=True)
class CardTaken(Event):
    """The card that this seat drew, sent to that seat only."""

    card: Card


@dataclass(frozen=True)
class DrawMissed(Event):
    """The seat's draw window closed, so it holds one card less for the rest of the round."""

    cards: int


@dataclass(frozen=True)
class StockReshuffled(Event):
    """The discards became the new stock."""

    cards: int


@dataclass(frozen=True)
class HandEmpty(Event):
    """A seat had to play but held no card."""

    seat: Seat


@dataclass(frozen=True)
class TimedOut(Event):
    """A seat's time ran out.

    `free` is true if the option of gentle time-outs spared the seat the cost.
    """

    seat: Seat
    free: bool


@dataclass(frozen=True)
class TurnPassed(Event):
    """After a time-out the turn passes to this seat, without a card played."""

    seat: Seat


@dataclass(frozen=True)
class RoundEnded(Event):
    """The round is over; the next one will be dealt."""

    round: int


@dataclass(frozen=True)
class MatchEnded(Event):
    """The match is over: one player is left."""

    winner: Seat
    tokens: int


EVENTS: Final[tuple[type[Event], ...]] = (
    DealerChosen,
    Dealt,
    HandDealt,
    CardPlayed,
    LimitReached,
    LimitsPassed,
    TokensLost,
    PlayerEliminated,
    CardsLaidDown,
    DirectionReversed,
    TurnSkipped,
    TurnRepeated,
    CardDrawn,
    CardTaken,
    DrawMissed,
    StockReshuffled,
    HandEmpty,
    TimedOut,
    TurnPassed,
    RoundEnded,
    MatchEnded,
)
