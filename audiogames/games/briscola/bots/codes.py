"""Cards as small numbers, for bots that play a deal to its end hundreds of times for one card.

Each decision has numbers of its own: the suit of briscola is always the last one, so that
30 and more is briscola.  Within a suit a stronger card has a greater number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.briscola import model as m

BRISCOLA: Final = 30
"""From this number on a card is briscola."""

MANY: Final = len(m.RANKS)
POINTS: Final[tuple[int, ...]] = tuple(m.POINTS.get(rank, 0) for _ in m.SUITS for rank in m.RANKS)
SUIT: Final[tuple[int, ...]] = tuple(place // MANY for place in range(len(POINTS)))


class Codes:
    """The numbers of the cards in a deal with this briscola."""

    def __init__(self, briscola: str) -> None:
        self._start = {
            suit: place * MANY
            for place, suit in enumerate((*m.SUITS.replace(briscola, ""), briscola))
        }
        self._cards = {self.of(card): card for card in m.POWER}

    def of(self, card: Card) -> int:
        """The number of a card."""
        return self._start[card.suit] + m.POWER[card]

    def all_of(self, cards: Iterable[Card]) -> list[int]:
        """The numbers of cards."""
        return [self.of(card) for card in cards]

    def card(self, code: int) -> Card:
        """The card of a number."""
        return self._cards[code]


def beats(code: int, best: int) -> bool:
    """Whether a card takes a trick that another one would have taken."""
    return code > best if SUIT[code] == SUIT[best] else code >= BRISCOLA
