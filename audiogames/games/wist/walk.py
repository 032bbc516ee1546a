"""A walk through the deals that a seat thinks possible, longest among the likely ones.

At each step two cards of two hands change places, if their new holders may have them, and as often
as the bids are likelier then: Metropolis's way of drawing deals by their likelihood.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from audiogames.cards.card import Card
from audiogames.games.wist.beliefs import Beliefs

Hands = list[list[Card]]


class Walk:
    """Where the walk is now: a hand for each place, some of whose holders have bid.

    `lacks` says which place may not hold which suit; `played` are the cards that belonged to a hand
    when it was bid on.
    """

    def __init__(
        self,
        deal: Hands,
        lacks: Collection[tuple[int, str]],
        beliefs: Beliefs,
        bids: Mapping[int, int],
        played: Sequence[Sequence[Card]],
    ) -> None:
        self._cards = [card for hand in deal for card in hand]
        self._owners = [place for place, hand in enumerate(deal) for _ in hand]
        self._sizes = [len(hand) for hand in deal]
        self._lacks = lacks
        self._beliefs = beliefs
        self._bids = bids
        self._hopes = {seat: beliefs.hopes([*deal[seat], *played[seat]]) for seat in bids}
        self._likely = {seat: beliefs.likelihood(self._hopes[seat], bids[seat]) for seat in bids}

    def hands(self) -> Hands:
        """The deal where the walk is."""
        hands, begin = [], 0
        for size in self._sizes:
            hands.append(self._cards[begin : begin + size])
            begin += size
        return hands

    def go(self, steps: int, rng: Random) -> None:
        """Walk on."""
        lot, cards, owners, lacks = rng.random, self._cards, self._owners, self._lacks
        number = len(cards)
        for _ in range(steps):
            one, other = int(number * lot()), int(number * lot())
            seat, partner = owners[one], owners[other]
            if seat == partner:
                continue
            mine, theirs = cards[one], cards[other]
            if lacks and ((seat, theirs.suit) in lacks or (partner, mine.suit) in lacks):
                continue
            if self._changes(seat, partner, self._beliefs.gain(mine, theirs), lot()):
                cards[one], cards[other] = theirs, mine

    def _changes(self, seat: int, partner: int, gain: float, mark: float) -> bool:
        """Whether two hands change, of which one hopes for so much more then, the other less."""
        bids, hopes, likely = self._bids, self._hopes, self._likely
        ratio = 1.0
        new: list[tuple[int, float, float]] = []
        for place, more in ((seat, gain), (partner, -gain)):
            if place in bids:
                hope = hopes[place] + more
                likelihood = self._beliefs.likelihood(hope, bids[place])
                ratio *= likelihood / likely[place]
                new.append((place, hope, likelihood))
        if mark >= ratio:
            return False
        for place, hope, likelihood in new:
            hopes[place], likely[place] = hope, likelihood
        return True
