"""The listener's cards as their fingers walk them: the focus stays on a card, not on a place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from audiogames.cards.card import Card

Standing = Callable[[Card], tuple[int, int]]
"""Where a card stands in a sorted hand: the place of its suit, and its own within the suit."""

SortKey = Callable[[Card], tuple[int, ...]]
Order = tuple[str, SortKey | None]
"""A way to hold one's cards: its name, and what they are sorted by, or None as dealt."""

AS_DEALT: Final[Order] = ("dealt", None)

UNSORTED: Final[tuple[Order, ...]] = (
    AS_DEALT,
    ("suit", lambda card: (card.order,)),
    (
        "rank",
        lambda card: (card.order % 13 if card.pack == "french" else card.order % 10, card.order),
    ),
)
"""The ways to hold one's cards in a game that does not sort them, the first one first."""


def sorted_by(standing: Standing) -> tuple[Order, ...]:
    """The ways to hold one's cards in a game that sorts them, the first one first."""
    return ("suit", standing), ("rank", lambda card: standing(card)[::-1]), AS_DEALT


class Hand:
    """A hand with a focus, which is None until a card is looked at.

    `standing` is how the game sorts its hands, where it does.
    """

    def __init__(self, standing: Standing | None = None) -> None:
        self.cards: list[Card] = []
        self.place: int | None = None
        self._orders = UNSORTED if standing is None else sorted_by(standing)
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

    @property
    def is_by_suit(self) -> bool:
        """Whether the game sorts hands, and this one now stands suit by suit."""
        return self._orders is not UNSORTED and self._orders[self._order][0] == "suit"

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
        """To the first card of the next or previous suit; False where there is none."""
        firsts = self._firsts()
        if self.place is None:
            return self.go(firsts[0 if by > 0 else -1])
        suit = bisect_right(firsts, self.place) - 1 + by
        return 0 <= suit < len(firsts) and self.go(firsts[suit])

    def _firsts(self) -> list[int]:
        """The places where a suit begins, each time that it does."""
        suits = [card.suit for card in self.cards]
        return [place for place, suit in enumerate(suits) if place == 0 or suits[place - 1] != suit]

    def next_order(self) -> str:
        """Hold the cards in the next order; its name."""
        focused = self.focused
        self._order = (self._order + 1) % len(self._orders)
        self.cards = self._sorted(self.cards)
        self.place = None if focused is None else self.cards.index(focused)
        return self._orders[self._order][0]

    def _sorted(self, cards: Sequence[Card]) -> list[Card]:
        key = self._orders[self._order][1]
        return list(cards) if key is None else sorted(cards, key=key)
