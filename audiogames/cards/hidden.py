"""Dealing cards that nobody has seen again, under what is known of who cannot hold them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from audiogames.cards.card import Card
from audiogames.core.contract import Impossible

MayHold = Callable[[int, Card], bool]
"""Whether a hand, by its place, may hold a card."""


def deal_hidden(
    cards: Sequence[Card], sizes: Sequence[int], may_hold: MayHold, rng: Random
) -> list[list[Card]]:
    """Deal hands of these sizes by lot, and as one more hand the cards that nobody holds.

    There must be some deal that fits, as there always is one: the true deal.
    """
    return _Deal(cards, sizes, may_hold).dealt(rng)


class _Deal:
    """Cards put one by one where they may be; one that fits nowhere makes others move."""

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
        # Those that fit in fewest places first: there is seldom anything to put back then.
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
        """Put the card in a full hand, whose some other card finds a place elsewhere.

        This is the augmenting path of bipartite matching (Berge 1957): where it finds none, no deal
        fits at all.
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
