"""Sampling of a random deal of the unseen cards, given which cards each hand may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from audiogames.cards.card import Card
from audiogames.core.contract import Impossible

MayHold = Callable[[int, Card], bool]
"""Whether the hand with this index may hold a card."""


def deal_hidden(
    cards: Sequence[Card], sizes: Sequence[int], may_hold: MayHold, rng: Random
) -> list[list[Card]]:
    """Deal random hands of these sizes; the last list returned holds the cards that are in no hand.

    At least one deal must satisfy `may_hold`, as the true deal always does.
    """
    return _Deal(cards, sizes, may_hold).dealt(rng)


class _Deal:
    """A deal in progress: cards are assigned to hands one by one.

    If no hand with room may hold a card, cards assigned earlier are moved to other hands.
    """

    def __init__(self, cards: Sequence[Card], sizes: Sequence[int], may_hold: MayHold) -> None:
        self._rest = len(sizes)
        self._room = [*sizes, len(cards) - sum(sizes)]
        self._hands: list[list[Card]] = [[] for _ in self._room]
        self._homes = {
            card: [
                place
                for place in range(len(self._room))
                if place == self._rest or may_hold(place, card)
            ]
            for card in cards
        }

    def dealt(self, rng: Random) -> list[list[Card]]:
        cards = sorted(self._homes)
        rng.shuffle(cards)
        # The most constrained cards first, so that cards rarely have to be moved.
        for card in sorted(cards, key=lambda one: len(self._homes[one])):
            self._put(card, rng)
        return self._hands

    def _put(self, card: Card, rng: Random) -> None:
        free = [place for place in self._homes[card] if self._free(place) > 0]
        if free:
            place = rng.choices(free, [self._free(place) for place in free])[0]
            self._hands[place].append(card)
            return
        if not self._make_room(card, set()):
            raise Impossible("the true deal would fit")

    def _free(self, place: int) -> int:
        return self._room[place] - len(self._hands[place])

    def _make_room(self, card: Card, tried: set[int]) -> bool:
        """Make room for the card in a full hand by moving another card of that hand elsewhere.

        This searches for an augmenting path of a bipartite matching (Berge 1957): if there is none,
        no deal satisfies the constraints.
        """
        for place in self._homes[card]:
            if place in tried:
                continue
            tried.add(place)
            if self._free(place) > 0:
                self._hands[place].append(card)
                return True
            for other in self._hands[place][:]:
                if self._make_room(other, tried):
                    self._hands[place].remove(other)
                    self._hands[place].append(card)
                    return True
        return False
