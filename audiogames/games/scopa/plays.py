"""The move that plays a card, the values of cards, and sets of cards.

This module runs interpreted or compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from audiogames.cards.card import BIT, ITALIAN, Card, Cards, set_of
from audiogames.cards.course import TrickPlay

RANKS: Final = "1234567FCR"
VALUES: Final = {card: RANKS.index(card.rank) + 1 for card in ITALIAN}
"""The capturing value of each card (2.1)."""

Profile = int
"""The number of cards of each value, as an integer with three bits per value."""

WHOLE: Final[Cards] = set_of(ITALIAN)
OF_VALUE: Final[tuple[Cards, ...]] = (
    0,
    *(set_of(card for card in ITALIAN if card.rank == rank) for rank in RANKS),
)
"""The four cards of each value."""
UNITS: Final[tuple[Profile, ...]] = (0, *(1 << 3 * place for place in range(len(RANKS))))
"""The profile of a single card of each value."""


def profile_of(cards: Iterable[Card]) -> Profile:
    """Return the profile of these cards: one number that encodes how many have each value."""
    return sum(UNITS[VALUES[card]] for card in cards)


class Play(TrickPlay):
    """Play a card and, if it may capture one of several sets, choose one: `7d`, `Fb=5c+3b`.

    For fast searches `bit` is the card as a set, and `chosen` the chosen capture; `unit` and
    `units` count the same cards by value.  `chosen` and `units` are 0 if there is no choice.
    """

    __slots__ = ("bit", "chosen", "takes", "unit", "units")

    def __init__(self, card: Card, takes: tuple[Card, ...]) -> None:
        super().__init__(card, VALUES[card])
        self.takes = takes
        self.bit, self.unit = BIT[card], UNITS[self.power]
        self.chosen, self.units = set_of(takes), profile_of(takes)

    def __str__(self) -> str:
        return f"{self.card}={'+'.join(map(str, self.takes))}" if self.takes else str(self.card)

    def __reduce__(self) -> tuple[object, tuple[Card, tuple[Card, ...]]]:
        return play, (self.card, self.takes)


@cache
def play(card: Card, takes: tuple[Card, ...]) -> Play:
    """Return the move of a card and a capture in pack order; equal moves are one object."""
    return Play(card, takes)


PLAYS: Final = {card: play(card, ()) for card in ITALIAN}
