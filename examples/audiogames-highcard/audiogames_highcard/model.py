"""The nouns of High card: options, moves, events, the view, and which card takes a trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.dealing import HandDealt
from audiogames.cards.tricks import TrickView
from audiogames.core.contract import Move
from audiogames.core.events import Event, Seat
from audiogames.core.options import number

RANKS: Final = "23456789TJQKA"
"""From the lowest."""


@dataclass(frozen=True)
class Options:
    """What a table may choose."""

    cards: int = number(5, 1, 13)


@dataclass(frozen=True)
class Play(Move):
    """A card: `7c`."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, kw_only=True)
class HighCardView(TrickView):
    """What a seat knows."""

    tricks: tuple[int, ...]
    """How many each seat has taken."""
    gone: tuple[Card, ...]
    """The cards of the tricks that were taken, oldest first."""
    options: Options


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class TrickTaken(Event):
    """Everybody has played; this seat leads the next trick."""

    seat: Seat


@dataclass(frozen=True)
class MatchEnded(Event):
    """All cards are played; `tricks` is what the best have."""

    winners: tuple[Seat, ...]
    tricks: int


EVENTS: Final[tuple[type[Event], ...]] = (HandDealt, CardPlayed, TrickTaken, MatchEnded)


def best_of(trick: Sequence[tuple[Seat, Card]]) -> tuple[Seat, Card]:
    """Who takes it, and with which card: of equal cards the first."""
    return max(trick, key=lambda one: RANKS.index(one[1].rank))
