"""The listener's hand with a focused card, which stays focused even if its position changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from audiogames.cards.card import Card

Standing = Callable[[Card], tuple[int, int]]
"""The sort key of a card: the rank of its suit, and its own rank within the suit."""

SortKey = Callable[[Card], tuple[int, ...]]
Order = tuple[str, SortKey | None]
"""An order of the hand: its name and sort key; None for the order of dealing."""

AS_DEALT: Final[Order] = ("dealt", None)

UNSORTED: Final[tuple[Order, ...]] = (
    AS_DEALT,
    ("suit", lambda card: (card.order,)),
    (
        "rank",
        lambda card: (card.order % 13 if card.pack == "french" else card.order % 10, card.order),
    ),
)
"""The orders of the hand in a game that does not sort hands, the default first."""


def sorted_by(standing: Standing) -> tuple[Order, ...]:
    """Return the orders in which a hand can be sorted, the default first."""
    return ("suit", standing), ("rank", lambda card: standing(card)[::-1]), AS_DEALT


class Hand:
    """A hand with a focused card; none is focused until the player moves to one.

    `standing` is the sort key, in games that sort hands.
    """

    def __init__(self, standing: Standing | None = None) -> None:
        self.cards: list[Card] = []
        self.place: int | None = None
        self._orders = UNSORTED if standing is None else sorted_by(standing)
        self._order = 0

    def update(self, cards: Sequence[Card]) -> None:
        """Replace the cards; the focused card stays focused if it is still in the hand."""
        focused = self.focused
        self.cards = self._sorted(cards)
        if focused is None or focused not in self.cards:
            self.place = None
        elif self.focused is not focused:
            self.place = self.cards.index(focused)

    @property
    def focused(self) -> Card | None:
        """The focused card, or None."""
        if self.place is None or self.place >= len(self.cards):
            return None
        return self.cards[self.place]

    @property
    def is_by_suit(self) -> bool:
        """Whether the hand is now sorted by suit."""
        return self._orders is not UNSORTED and self._orders[self._order][0] == "suit"

    def step(self, by: int) -> bool:
        """Move to the next (1) or previous (-1) card; return False at an edge."""
        if self.place is None:
            return self.go(0 if by > 0 else len(self.cards) - 1)
        return self.go(self.place + by)

    def go(self, place: int) -> bool:
        """Focus the card at this position, or the nearest one.

        Return False if there is no such position.
        """
        inside = max(0, min(len(self.cards) - 1, place))
        self.place = inside
        return inside == place

    def step_suit(self, by: int) -> bool:
        """Move to the first card of the next or previous suit; return False if there is none."""
        firsts = self._firsts()
        if self.place is None:
            return self.go(firsts[0 if by > 0 else -1])
        suit = bisect_right(firsts, self.place) - 1 + by
        return 0 <= suit < len(firsts) and self.go(firsts[suit])

    def _firsts(self) -> list[int]:
        """Return the position of the first card of each suit."""
        suits = [card.suit for card in self.cards]
        return [place for place, suit in enumerate(suits) if place == 0 or suits[place - 1] != suit]

    def next_order(self) -> str:
        """Sort the hand in the next of its orders, and return the name of that order."""
        focused = self.focused
        self._order = (self._order + 1) % len(self._orders)
        self.cards = self._sorted(self.cards)
        self.place = None if focused is None else self.cards.index(focused)
        return self._orders[self._order][0]

    def _sorted(self, cards: Sequence[Card]) -> list[Card]:
        key = self._orders[self._order][1]
        return list(cards) if key is None else sorted(cards, key=key)
