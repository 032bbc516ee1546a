"""The move that plays a card, the values of cards, and sets of cards.

This module runs interpreted or compiled.
"""

from __future__ import annotations

from typing import Final

from audiogames.cards.card import BIT, ITALIAN, Card, Cards, cards_of, set_of
from audiogames.cards.course import TrickPlay

RANKS: Final = "1234567FCR"
VALUES: Final = {card: RANKS.index(card.rank) + 1 for card in ITALIAN}
"""The capturing value of each card (2.1)."""

VALUE_AT: Final[tuple[int, ...]] = (0, *VALUES.values())
"""The value of each card by the length in bits of its set."""

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


def profile_of(cards: Cards) -> Profile:
    """Return the profile of these cards: one number that encodes how many have each value."""
    profile = 0
    while cards:
        card = cards & -cards
        profile += UNITS[VALUE_AT[card.bit_length()]]
        cards ^= card
    return profile


class Play(TrickPlay):
    """Play a card and, if it may capture one of several sets, choose one: `7d`, `Fb=5c+3b`.

    `bit` is the card as a set.  If there is a choice, `chosen` is the chosen capture as a set,
    and `units` has the number of its cards of each value, packed into one integer; otherwise
    both are 0.
    """

    __slots__ = ("_choices", "bit", "chosen", "takes", "units")

    def __init__(self, card: Card, chosen: Cards) -> None:
        super().__init__(card, VALUES[card])
        self.takes = cards_of(chosen)
        self.bit = BIT[card]
        self.chosen, self.units = chosen, profile_of(chosen)
        self._choices: dict[Cards, Play] = {}
        """The moves that `choosing` has returned."""

    def choosing(self, chosen: Cards) -> Play:
        """Return the move that plays the same card and captures these cards."""
        if chosen not in self._choices:
            self._choices[chosen] = Play(self.card, chosen)
        return self._choices[chosen]

    def __str__(self) -> str:
        return f"{self.card}={'+'.join(map(str, self.takes))}" if self.takes else str(self.card)

    def __reduce__(self) -> tuple[object, tuple[Card, tuple[Card, ...]]]:
        return play, (self.card, self.takes)


PLAYS: Final = {card: Play(card, 0) for card in ITALIAN}
"""The moves of all cards without a chosen capture, in pack order."""
IN_ORDER: Final = tuple(PLAYS.values())
"""The same moves by `Card.order`."""


def play(card: Card, takes: tuple[Card, ...]) -> Play:
    """Return the move of playing this card with this capture; equal moves are one object."""
    return PLAYS[card].choosing(set_of(takes)) if takes else PLAYS[card]
