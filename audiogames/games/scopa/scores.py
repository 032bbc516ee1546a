"""The points of a deal (2.7), from the cards that each side has captured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.cards.card import ITALIAN, Card, Cards
from audiogames.cards.sides import most
from audiogames.games.scopa.model import RANKS, DealScored, Options

PRIME: Final = (16, 12, 13, 14, 15, 18, 21, 10, 10, 10)
"""The primiera value of each rank."""
SIZE: Final = len(RANKS)
OF_SUIT: Final = (1 << SIZE) - 1
SUITS: Final = range(0, len(ITALIAN), SIZE)
"""The index of the first card of each suit."""
BEST: Final[tuple[int, ...]] = tuple(
    max((prime for place, prime in enumerate(PRIME) if ranks >> place & 1), default=0)
    for ranks in range(OF_SUIT + 1)
)
"""The primiera value of the best card of a suit, by the set of its ranks."""

COINS_FROM: Final = ITALIAN.index(Card.read("1d", "italian"))
"""The index of the first coin; the others follow in order of rank."""
ALL_COINS: Final[Cards] = OF_SUIT << COINS_FROM
SETTEBELLO: Final[Cards] = 1 << COINS_FROM + RANKS.index("7")
REBELLO: Final[Cards] = 1 << COINS_FROM + RANKS.index("R")
LEAST_NAPOLA: Final = 3
"""The shortest sequence of coins that counts."""

Counts = tuple[list[int], list[int], list[int], list[int], list[int], list[int], list[int]]
"""The numbers of each side, as in `DealScored`: cards, coins, settebello, primiera (0 if a suit is
missing), scope, napola and rebello."""


def primiera(cards: Cards) -> int:
    """Return the primiera: the sum of the best card of each suit; 0 if a suit is missing."""
    total = 0
    for place in range(0, len(ITALIAN), SIZE):
        best = BEST[cards >> place & OF_SUIT]
        if not best:
            return 0
        total += best
    return total


def napola(cards: Cards) -> int:
    """Return the number of coins in sequence from the ace up, or 0 if fewer than three."""
    coins, length = cards >> COINS_FROM & OF_SUIT, 0
    while coins & 1:
        coins >>= 1
        length += 1
    return length if length >= LEAST_NAPOLA else 0


def counts_of(piles: Sequence[Cards], scope: Sequence[int], options: Options) -> Counts:
    """Count the cards that each side has captured."""
    return (
        [pile.bit_count() for pile in piles],
        [(pile & ALL_COINS).bit_count() for pile in piles],
        [1 if pile & SETTEBELLO else 0 for pile in piles],
        [primiera(pile) for pile in piles],
        list(scope),
        [napola(pile) for pile in piles] if options.napola else [0] * len(piles),
        [1 if options.rebello and pile & REBELLO else 0 for pile in piles],
    )


def points_of(counts: Counts) -> list[int]:
    """Return the points that each side scores."""
    cards, coins, settebello, primes, scope, napole, rebello = counts
    points = [
        settebello[side] + scope[side] + napole[side] + rebello[side] for side in range(len(cards))
    ]
    for numbers in (cards, coins, primes):
        side = most(numbers)
        if side is not None:
            points[side] += 1
    return points


def scored(counts: Counts, points: Sequence[int], score: Sequence[int]) -> DealScored:
    """Build the event that announces these counts and points, and the score after them."""
    cards, coins, settebello, primes, scope, napole, rebello = counts
    return DealScored(
        tuple(cards),
        tuple(coins),
        tuple(settebello),
        tuple([prime or None for prime in primes]),
        tuple(scope),
        tuple(napole),
        tuple(rebello),
        tuple(points),
        tuple(score),
    )
