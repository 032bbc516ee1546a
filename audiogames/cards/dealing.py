"""The dealer's moves.  They are logged like any other move, so replaying a match needs no seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.pack_moves import Deal, Reshuffle
from audiogames.core.contract import Move, Refused
from audiogames.core.events import Event, Seat

__all__ = (
    "Deal", "Dealer", "DealerChosen", "HandDealt", "Reshuffle", "read_cards", "read_seat",
    "same_cards",
)  # fmt: skip

_SEATS: Final = {str(seat): Seat(seat) for seat in range(100)}
"""Seats by their text forms; each has only one, so that reading and writing a log reproduces it."""


@dataclass(frozen=True)
class Dealer(Move):
    """The dealer's move that draws the first dealer: after `dealer 2`, seat 2 deals first."""

    seat: Seat

    def __str__(self) -> str:
        return f"dealer {self.seat}"


@dataclass(frozen=True)
class DealerChosen(Event):
    """The first dealer was drawn."""

    dealer: Seat


@dataclass(frozen=True)
class HandDealt(Event):
    """A hand was dealt; only the seat that holds it receives this event."""

    cards: tuple[Card, ...]


def read_cards(words: Sequence[str], pack: str) -> tuple[Card, ...]:
    """Parse cards.  Raises `Refused("malformed")`."""
    try:
        return tuple(Card.read(word, pack) for word in words)
    except KeyError:
        raise Refused("malformed") from None


def read_seat(words: Sequence[str]) -> Seat:
    """Parse exactly one seat.  Raises `Refused("malformed")`."""
    seat = _SEATS.get(" ".join(words))
    if seat is None:
        raise Refused("malformed")
    return seat


def same_cards(some: Sequence[Card], others: Sequence[Card]) -> bool:
    """Return whether both sequences hold the same cards, in any order."""
    return len(some) == len(others) and sorted(some) == sorted(others)
