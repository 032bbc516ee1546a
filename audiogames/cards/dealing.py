"""The dealer's moves, which are in the log like any other: no seed is ever needed to replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Move, Refused
from audiogames.core.events import Event, Seat

_SEATS: Final = {str(seat): Seat(seat) for seat in range(100)}
"""Seats by their text forms: one form each, so that every log reads and writes alike."""


@dataclass(frozen=True)
class Dealer(Move):
    """`dealer 2`: seat 2 deals first."""

    seat: Seat

    def __str__(self) -> str:
        return f"dealer {self.seat}"


@dataclass(frozen=True)
class Deal(Move):
    """`deal Kc 7h ...`: the whole pack in order.

    First packet to seat 0, next to seat 1, none to an eliminated seat;
    the rest is the stock, top first.
    """

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _words("deal", self.cards)


@dataclass(frozen=True)
class Reshuffle(Move):
    """`reshuffle 4d Jh ...`: the new stock, top first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _words("reshuffle", self.cards)


@dataclass(frozen=True)
class DealerChosen(Event):
    """Who deals first."""

    dealer: Seat


@dataclass(frozen=True)
class HandDealt(Event):
    """Your cards."""

    cards: tuple[Card, ...]


def _words(verb: str, cards: Sequence[Card]) -> str:
    return " ".join((verb, *map(str, cards)))


def read_cards(words: Sequence[str], pack: str) -> tuple[Card, ...]:
    """The cards with these text forms.  Raises `Refused("malformed")`."""
    try:
        return tuple(Card.read(word, pack) for word in words)
    except KeyError:
        raise Refused("malformed") from None


def read_seat(words: Sequence[str]) -> Seat:
    """The one seat that these words name.  Raises `Refused("malformed")`."""
    seat = _SEATS.get(" ".join(words))
    if seat is None:
        raise Refused("malformed")
    return seat


def shuffled(cards: Sequence[Card], rng: Random) -> tuple[Card, ...]:
    """The cards in an order drawn by lot: sorted by it, four times as quick as `rng.sample`."""
    lot = rng.random
    return tuple(sorted(cards, key=lambda _card: lot()))


def packets(cards: tuple[Card, ...], sizes: Iterable[int]) -> list[tuple[Card, ...]]:
    """Packets of these sizes from the top, and as one more the cards that are left."""
    found, top = [], 0  # bots deal thousands of times: slices are twice as quick as an iterator
    for size in sizes:
        found.append(cards[top : top + size])
        top += size
    return [*found, cards[top:]]


def same_cards(some: Sequence[Card], others: Sequence[Card]) -> bool:
    """Whether these are the same cards in any order."""
    return len(some) == len(others) and sorted(some) == sorted(others)
