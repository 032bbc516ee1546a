"""What a bid tells of a hand, and a hand of a bid: how strong plays the others' part.

The tricks that a hand hopes for are a sum over its cards, set off so that an average hand hopes for
a fair share.  The weights were fitted by least squares to what the normal bot bids as the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.wist import model as m

# From the two to the ace.
SIDE: Final = (0.0, 0.0, 0.02, 0.04, 0.07, 0.1, 0.15, 0.25, 0.3, 0.42, 0.52, 0.65, 0.78)
TRUMP: Final = (0.6, 0.7, 0.7, 0.77, 0.83, 0.88, 0.93, 1.0, 1.1, 1.23, 1.42, 1.73, 2.0)
PLAIN: Final = (0.0, 0.04, 0.15, 0.25, 0.35, 0.45, 0.6, 0.75, 0.9, 1.06, 1.26, 1.46, 1.75)
"""In rounds without trump."""

DOUBT: Final = {True: 0.9, False: 1.3}
"""How far, in tricks, bids stray from these hopes; by whether there is a trump."""
ANY: Final = 0.05
"""How likely any bid is whatever the hand, beside one that says just what is hoped for."""


class Beliefs:
    """What bids and hands say of each other in one round."""

    def __init__(self, view: m.WistView) -> None:
        trump = view.trump
        pack = m.PACKS[len(view.bids)]
        self._cards = view.cards
        fair = view.cards / len(view.bids)
        worth = {card: _worth(card, trump) for card in pack}
        mean = sum(worth.values()) / len(pack)
        base = fair / view.cards - mean
        self._worth = {card: base + worth[card] for card in pack}
        self._doubt = DOUBT[trump is not None]
        self.dark = view.round_name == "buio"
        """Whether bids are made unseen and tell nothing."""
        self._fair = fair

    def hopes(self, hand: Iterable[Card]) -> float:
        """How many tricks a whole hand hopes for."""
        return sum(map(self._worth.__getitem__, hand))

    def gain(self, lost: Card, got: Card) -> float:
        """How much more a hand hopes for with another card instead of one."""
        return self._worth[got] - self._worth[lost]

    def likelihood(self, hopes: float, bid: int) -> float:
        """How likely a hand of these hopes makes this bid, on no particular scale."""
        far = (bid - min(max(hopes, 0.0), self._cards)) / self._doubt
        return exp(-far * far / 2) + ANY

    def bid(self, hand: Iterable[Card]) -> float:
        """What its holder means to bid."""
        return self._fair if self.dark else self.hopes(hand)

    def ticket(self, hand: Iterable[Card], rng: Random) -> int:
        """A bid that nobody saw."""
        number = round(rng.gauss(self.bid(hand), self._doubt))
        return min(max(number, 1 if self.dark else 0), self._cards)


def _worth(card: Card, trump: str | None) -> float:
    table = PLAIN if trump is None else TRUMP if card.suit == trump else SIDE
    return table[m.POWER[card]]
