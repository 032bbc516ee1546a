"""A walk through the deals that a seat thinks possible, longest among the likely ones.

At each step two cards of two hands change places, if their new holders may have them, and as often
as bids and signs are likelier then: Metropolis's way of drawing deals by their likelihood.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import NamedTuple

from audiogames.cards.card import Card
from audiogames.games.wist.beliefs import Beliefs, Hopes
from audiogames.games.wist.signs import Odds

Hands = list[list[Card]]
Place = tuple[int, Card]
"""Who holds a card."""


class Evidence(NamedTuple):
    """What is known of the hands."""

    lacks: Collection[tuple[int, str]]
    """Which place may not hold which suit."""
    odds: Odds
    beliefs: Beliefs
    bids: Mapping[int, int]
    """By place."""
    played: Sequence[Sequence[Card]]
    """The cards that belonged to a hand when it was bid on."""


class Walk:
    """Where the walk is now: a hand for each place, some of whose holders have bid."""

    def __init__(self, deal: Hands, evidence: Evidence) -> None:
        self._cards = [card for hand in deal for card in hand]
        self._owners = [place for place, hand in enumerate(deal) for _ in hand]
        self._sizes = [len(hand) for hand in deal]
        self._lacks, self._odds, self._beliefs, self._bids, played = evidence
        hopes, likely = self._beliefs.hopes, self._beliefs.likelihood
        self._hopes = {seat: hopes([*deal[seat], *played[seat]]) for seat in self._bids}
        self._likely = {seat: likely(self._hopes[seat], bid) for seat, bid in self._bids.items()}

    def hands(self) -> Hands:
        """The deal where the walk is."""
        hands, begin = [], 0
        for size in self._sizes:
            hands.append(self._cards[begin : begin + size])
            begin += size
        return hands

    def go(self, steps: int, rng: Random) -> None:
        """Walk on."""
        lot, cards, owners, lacks, odds = (
            rng.random,
            self._cards,
            self._owners,
            self._lacks,
            self._odds,
        )
        number = len(cards)
        for _ in range(steps if number else 0):
            one, other = int(number * lot()), int(number * lot())
            seat, partner = owners[one], owners[other]
            if seat == partner:
                continue
            mine, theirs = cards[one], cards[other]
            if lacks and ((seat, theirs.suit) in lacks or (partner, mine.suit) in lacks):
                continue
            now = odds[seat][mine] * odds[partner][theirs]
            then = odds[seat][theirs] * odds[partner][mine]
            if self._changes((seat, mine), (partner, theirs), lot() * now / then):
                cards[one], cards[other] = theirs, mine

    def _changes(self, one: Place, other: Place, mark: float) -> bool:
        """Whether two hands change cards: as likely as their bids are then, beside now."""
        ratio = 1.0
        new: list[tuple[int, Hopes, float]] = []
        for (place, lost), (_, got) in ((one, other), (other, one)):
            if place in self._bids:
                hopes = self._beliefs.exchanged(self._hopes[place], lost, got)
                likelihood = self._beliefs.likelihood(hopes, self._bids[place])
                ratio *= likelihood / self._likely[place]
                new.append((place, hopes, likelihood))
        if mark >= ratio:
            return False
        for place, hopes, likelihood in new:
            self._hopes[place], self._likely[place] = hopes, likelihood
        return True
