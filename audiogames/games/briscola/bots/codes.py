"""Cards as small integers: faster for bots that simulate a deal hundreds of times for one decision.

The codes depend on the deal: the trump suit (briscola) is always the last one, so that codes from
30 up are trumps.  Within a suit a stronger card has a greater code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.briscola import model as m

BRISCOLA: Final = 30
"""The lowest code of a trump."""

MANY: Final = len(m.RANKS)
POINTS: Final[tuple[int, ...]] = tuple(m.POINTS.get(rank, 0) for _ in m.SUITS for rank in m.RANKS)
SUIT: Final[tuple[int, ...]] = tuple(place // MANY for place in range(len(POINTS)))


class Codes:
    """Converts cards to codes and back, for deals with this trump suit."""

    def __init__(self, briscola: str) -> None:
        self._start = {
            suit: place * MANY
            for place, suit in enumerate((*m.SUITS.replace(briscola, ""), briscola))
        }
        self._cards = {self.of(card): card for card in m.POWER}

    def of(self, card: Card) -> int:
        """Return the code of a card."""
        return self._start[card.suit] + m.POWER[card]

    def all_of(self, cards: Iterable[Card]) -> list[int]:
        """Return the codes of these cards, in the same order."""
        return [self.of(card) for card in cards]

    def card(self, code: int) -> Card:
        """Return the card that this code stands for."""
        return self._cards[code]


def beats(code: int, best: int) -> bool:
    """Return True if a card beats `best`, the card that is winning the trick."""
    return code > best if SUIT[code] == SUIT[best] else code >= BRISCOLA
