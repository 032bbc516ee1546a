"""What a bid tells of a hand, and a hand of a bid: how strong plays the others' part.

The tricks that a hand hopes for are a sum over its cards, in each manner another.  That of a shrewd
player is set off so that an average hand hopes for a fair share; its weights were fitted by least
squares to what the normal bot bids as the first.  A plain player counts honours, and trumps a
little.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.wist import model as m
from audiogames.games.wist.playout import Manner

# From the two to the ace.
SIDE: Final = (0.0, 0.0, 0.02, 0.04, 0.07, 0.1, 0.15, 0.25, 0.3, 0.42, 0.52, 0.65, 0.78)
TRUMP: Final = (0.6, 0.7, 0.7, 0.77, 0.83, 0.88, 0.93, 1.0, 1.1, 1.23, 1.42, 1.73, 2.0)
NO_TRUMP: Final = (0.0, 0.04, 0.15, 0.25, 0.35, 0.45, 0.6, 0.75, 0.9, 1.06, 1.26, 1.46, 1.75)
"""In rounds without trump."""

HONOURS: Final = (*(0.0,) * 10, 0.3, 0.6, 0.9)
"""What a plain player counts, without trump or beside it."""
TRUMP_HONOURS: Final = (*(0.15,) * 9, 0.5, 0.7, 0.9, 1.0)

DOUBT: Final = {True: 0.9, False: 1.3}
"""How far, in tricks, shrewd bids stray from these hopes; by whether there is a trump."""
PLAIN_DOUBT: Final = 0.7
ANY: Final = 0.05
"""How likely any bid is whatever the hand, beside one that says just what is hoped for."""

Hopes = tuple[float, float]
"""By manner: the tricks that a hand hopes for."""


class Beliefs:
    """What bids and hands say of each other in one round."""

    def __init__(self, view: m.WistView) -> None:
        self._cards = view.cards
        self._fair = view.cards / len(view.bids)
        pack = m.PACKS[len(view.bids)]
        shrewd = {card: _shrewd(card, view.trump) for card in pack}
        base = (self._fair - sum(shrewd.values()) * view.cards / len(pack)) / view.cards
        self._worth = {card: (base + shrewd[card], _plain(card, view.trump)) for card in pack}
        self._doubts = (DOUBT[view.trump is not None], PLAIN_DOUBT)
        self.dark = view.round_name == "buio"
        """Whether bids are made unseen and tell nothing."""

    def hopes(self, hand: Iterable[Card]) -> Hopes:
        """How many tricks a whole hand hopes for."""
        shrewd = plain = 0.0
        for card in hand:
            of_shrewd, of_plain = self._worth[card]
            shrewd += of_shrewd
            plain += of_plain
        return shrewd, plain

    def exchanged(self, hopes: Hopes, lost: Card, got: Card) -> Hopes:
        """What a hand hopes for with another card instead of one."""
        less, more = self._worth[lost], self._worth[got]
        return hopes[0] - less[0] + more[0], hopes[1] - less[1] + more[1]

    def likelihoods(self, hopes: Hopes, bid: int) -> tuple[float, float]:
        """By manner: how likely a hand of these hopes makes this bid, on one scale."""
        shrewd, plain = hopes
        doubt, less = self._doubts
        return self._likely(shrewd, bid, doubt), self._likely(plain, bid, less)

    def likelihood(self, hopes: Hopes, bid: int) -> float:
        """The same where the manner is not known."""
        shrewd, plain = self.likelihoods(hopes, bid)
        return (shrewd + plain) / 2

    def _likely(self, hopes: float, bid: int, doubt: float) -> float:
        far = (bid - min(max(hopes, 0.0), self._cards)) / doubt
        return (exp(-far * far / 2) + ANY) / doubt

    def bid(self, hand: Iterable[Card], manner: Manner) -> float:
        """What its holder means to bid."""
        return self._fair if self.dark else self.hopes(hand)[manner]

    def ticket(self, hand: Iterable[Card], manner: Manner, rng: Random) -> int:
        """A bid that nobody saw."""
        number = round(rng.gauss(self.bid(hand, manner), self._doubts[manner]))
        return min(max(number, 1 if self.dark else 0), self._cards)


def _shrewd(card: Card, trump: str | None) -> float:
    table = NO_TRUMP if trump is None else TRUMP if card.suit == trump else SIDE
    return table[m.POWER[card]]


def _plain(card: Card, trump: str | None) -> float:
    return (TRUMP_HONOURS if card.suit == trump else HONOURS)[m.POWER[card]]
