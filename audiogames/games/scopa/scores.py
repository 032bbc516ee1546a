"""The points of a deal (2.7), from the cards that each side has captured."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Final

from audiogames.cards.card import BIT, ITALIAN, Cards
from audiogames.cards.sides import most
from audiogames.games.scopa.model import COINS, RANKS, DealScored, Options

PRIME: Final = (16, 12, 13, 14, 15, 18, 21, 10, 10, 10)
"""The primiera value of each rank."""
SIZE: Final = len(RANKS)
SUITS: Final = range(0, len(ITALIAN), SIZE)
"""The index of the first card of each suit."""
OF_SUIT: Final = (1 << SIZE) - 1
BEST: Final = tuple(
    max((prime for place, prime in enumerate(PRIME) if ranks >> place & 1), default=0)
    for ranks in range(OF_SUIT + 1)
)
"""The primiera value of the best card of a suit, by the set of its ranks."""

SEQUENCE: Final = tuple(BIT[card] for card in ITALIAN if card.suit == COINS)
"""The coins from the ace up."""
ALL_COINS: Final = sum(SEQUENCE)
SETTEBELLO: Final = SEQUENCE[RANKS.index("7")]
REBELLO: Final = SEQUENCE[RANKS.index("R")]
NAPOLA: Final = 3
"""The shortest sequence of coins that counts."""


def primiera(cards: Cards) -> int | None:
    """Return the primiera: the sum of the best card of each suit, or None if a suit is missing."""
    best = [BEST[cards >> place & OF_SUIT] for place in SUITS]
    return sum(best) if all(best) else None


def napola(cards: Cards) -> int:
    """Return the number of coins in sequence from the ace up, or 0 if fewer than three."""
    gap = next((place for place, coin in enumerate(SEQUENCE) if not cards & coin), SIZE)
    return gap if gap >= NAPOLA else 0


def count(
    piles: Sequence[Cards], scope: Sequence[int], options: Options, before: Sequence[int]
) -> DealScored:
    """Return the result of a deal; `before` is the score of the match before it."""
    none = (0,) * len(piles)
    cards = tuple([pile.bit_count() for pile in piles])
    coins = tuple([(pile & ALL_COINS).bit_count() for pile in piles])
    settebello = tuple([(pile & SETTEBELLO).bit_count() for pile in piles])
    primes = tuple(map(primiera, piles))
    napole = tuple(map(napola, piles)) if options.napola else none
    rebello = tuple([(p & REBELLO).bit_count() for p in piles]) if options.rebello else none
    points = list(map(sum, zip(settebello, scope, napole, rebello, strict=True)))
    for numbers in (cards, coins, primes):
        if (side := most(numbers)) is not None:
            points[side] += 1
    score = tuple(map(add, before, points))
    counted = (cards, coins, settebello, primes, tuple(scope), napole, rebello)
    return DealScored(*counted, tuple(points), score)
