"""The listener's cards as his fingers walk them: the focus stays on a card, not on a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from audiogames.cards.card import Card

ORDERS: Final[tuple[tuple[str, Callable[[Card], tuple[int, ...]] | None], ...]] = (
    ("dealt", None),
    ("suit", lambda card: (card.order,)),
    (
        "rank",
        lambda card: (card.order % 13 if card.pack == "french" else card.order % 10, card.order),
    ),
)
"""The ways to hold one's cards."""


class Hand:
    """A sorted hand with a focus, which is None until a card is looked at."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.place: int | None = None
        self._order = 0

    def update(self, cards: Sequence[Card]) -> None:
        """Take the cards that are held now; the focus stays on its card while that is held."""
        focused = self.focused
        self.cards = self._sorted(cards)
        if focused is None or focused not in self.cards:
            self.place = None
        elif self.focused is not focused:
            self.place = self.cards.index(focused)

    @property
    def focused(self) -> Card | None:
        """The card under the focus."""
        if self.place is None or self.place >= len(self.cards):
            return None
        return self.cards[self.place]

    def step(self, by: int) -> bool:
        """To the next (1) or previous (-1) card; False at an edge."""
        if self.place is None:
            return self.go(0 if by > 0 else len(self.cards) - 1)
        return self.go(self.place + by)

    def go(self, place: int) -> bool:
        """To this place, or to the nearest; False where there was none."""
        inside = max(0, min(len(self.cards) - 1, place))
        self.place = inside
        return inside == place

    def step_suit(self, by: int) -> bool:
        """To the next or previous card of another suit; False where there is none."""
        if self.place is None:
            return self.step(by)
        suit = self.cards[self.place].suit
        ahead = range(self.place + by, len(self.cards) if by > 0 else -1, by)
        found = next((place for place in ahead if self.cards[place].suit != suit), None)
        return found is not None and self.go(found)

    def next_order(self) -> str:
        """Hold the cards in the next order; its id."""
        focused = self.focused
        self._order = (self._order + 1) % len(ORDERS)
        self.cards = self._sorted(self.cards)
        self.place = None if focused is None else self.cards.index(focused)
        return ORDERS[self._order][0]

    def _sorted(self, cards: Sequence[Card]) -> list[Card]:
        key = ORDERS[self._order][1]
        return list(cards) if key is None else sorted(cards, key=key)
