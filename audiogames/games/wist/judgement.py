"""What a hand of Wist promises, as the normal bot judges it.

Every card has two chances to take a trick: one if its owner wants as many tricks as he can get, and
one if he wants none.  Summed over a hand they are the most and the least that it promises.

The weights were fitted to rounds that the normal bot played against itself and against players by
lot: first to what became of each card and of each bid, then all of them together to what the round
brought after each card that might have been played.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from math import exp, sqrt
from operator import mul
from typing import Final, NamedTuple

from audiogames.games.wist import model as m
from audiogames.games.wist.outlook import Outlook
from audiogames.games.wist.stakes import Stake, likely, stake

Held = Mapping[str, tuple[int, ...]]
"""A hand: of each suit, the powers of its cards from the highest."""

Weights = tuple[float, ...]

TOP: Final = 1.2
"""How fast a card is less of a top card with each unseen card above it."""
GUARDS: Final = 4
"""More own cards below another guard it no better."""

WEIGHTS: Final[dict[str, Weights]] = {
    # wanted: plain, side, trump; unwanted: plain, side, trump
    "any card":            (-0.04, -0.78,  0.86, -1.67, -1.68, -0.57),
    "top":                 ( 0.23, -0.23,  3.24, -0.04, -0.33,  4.30),
    "root of those above": (-1.41, -1.07, -0.64, -0.91, -0.50, -0.58),
    "root of those below": ( 1.40,  1.27,  0.06,  1.31,  1.01,  0.07),
    "demand":              (-0.77, -2.18, -1.86, -1.02, -1.34, -0.65),
    "length a trick":      (-3.41, -1.53, -1.45, -1.19, -0.53,  0.07),
    "own above":           ( 0.54, -0.16,  0.74,  0.34, -0.02,  0.62),
    "guards":              ( 0.15,  0.37,  0.62, -1.33, -1.13, -0.10),
    "leads a trick":       ( 0.93,  0.56,  0.20,  2.72,  2.44,  0.02),
    "leads a top a trick": (10.15,  2.46,  1.26,  4.92,  0.92,  1.47),
    "above a trick":       ( 0.53, -1.62, -1.05, -1.82, -2.29, -1.38),
    "cuts a trick":        ( 0.00, -4.01,  0.00,  0.00, -1.80,  0.00),
    "own trumps a trick":  ( 0.00,  1.10, -1.45,  0.00,  0.04,  0.07),
    "short":               ( 0.00,  0.00,  0.37,  0.00,  0.00,  0.02),
}  # fmt: skip
"""What weighs how much, in log odds: of a card whose owner wants tricks, in a round without trump,
beside the trump and in it; then the same of one whose owner wants none."""

KINDS: Final = ("plain", "side", "trump")
_COLUMNS: Final = tuple(zip(*WEIGHTS.values(), strict=True))
WANTED: Final = dict(zip(KINDS, _COLUMNS[:3], strict=True))
UNWANTED: Final = dict(zip(KINDS, _COLUMNS[3:], strict=True))


class Promise(NamedTuple):
    """The tricks that a hand takes if it wants many and if it wants none, of those to come."""

    most: float
    least: float
    tricks: int


class Shape(NamedTuple):
    """What else of a hand weighs for each of its cards; `leads` is 1 or 0."""

    tricks: int
    leads: int
    trumps: int
    short: int
    """How many cards the side suits are short of two."""


class Judgement:
    """What hands promise to a seat, and what they are worth, at one decision."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._trump = outlook.view.trump
        trumps = len(outlook.unseen[self._trump]) if self._trump else 0
        self._trumps_each = trumps * outlook.share / len(outlook.others)
        self._stakes: dict[int, Stake] = {}
        self._known: dict[tuple[object, ...], tuple[float, float]] = {}

    def stake(self, bid: int) -> Stake:
        """What is at stake with a bid."""
        found = self._stakes.get(bid)
        if found is None:
            view = self._outlook.view
            plain = self._trump is None
            found = stake(bid, len(view.bids), view.options, plain=plain)
            self._stakes[bid] = found
        return found

    def worth(self, bid: int, taken: int, promise: Promise) -> float:
        """The points to be expected of a bid, with so many tricks taken."""
        return self.stake(bid).worth(taken, *promise)

    def promise(self, held: Held, leads: int, fallen: Mapping[str, float]) -> Promise:
        """What a hand promises to whoever leads (1) or does not (0).

        `fallen` is what part of a suit's unseen cards will be left, where some are about to fall.
        """
        trump = self._trump
        shape = Shape(
            tricks=sum(map(len, held.values())),
            leads=leads,
            trumps=len(held[trump]) if trump else 0,
            short=sum(max(0, 2 - len(held[suit])) for suit in m.SUITS if suit != trump),
        )
        parts = [
            self._of_suit(suit, powers, shape, fallen.get(suit, 1.0))
            for suit, powers in held.items()
            if powers
        ]
        return Promise(sum(high for high, _ in parts), sum(low for _, low in parts), shape.tricks)

    def _of_suit(
        self, suit: str, powers: tuple[int, ...], shape: Shape, left: float
    ) -> tuple[float, float]:
        """The most and the least that the cards of a suit promise."""
        key = (suit, powers, shape, left)
        found = self._known.get(key)
        if found is None:
            kind = "plain" if not self._trump else "trump" if suit == self._trump else "side"
            wanted, unwanted = WANTED[kind], UNWANTED[kind]
            cards = list(self._marks(suit, powers, shape, left))
            most = sum(chance(wanted, marks) for marks in cards)
            least = sum(chance(unwanted, marks) for marks in cards)
            found = self._known[key] = (most, least)
        return found

    def _marks(
        self, suit: str, powers: tuple[int, ...], shape: Shape, left: float
    ) -> Iterator[Weights]:
        """What weighs for each card of a suit, in the order of the weights."""
        unseen = self._outlook.unseen[suit]
        share = self._outlook.share * left
        each = 1 / shape.tricks
        for mine, power in enumerate(powers):
            lower = bisect_left(unseen, power)
            yield Marks(
                above=(len(unseen) - lower) * share,
                below=lower * share,
                guards=len(powers) - 1 - mine,
                length=len(powers),
                each=each,
                trumps=self._trumps_each,
                demand=self._outlook.demand,
                leads=shape.leads,
                own_trumps=shape.trumps,
                short=shape.short,
            ).weighed()


class Marks(NamedTuple):
    """What weighs for a card.

    `above` and `below` are the unseen cards of its suit, `guards` its own cards below, of so many
    in the suit; `each` is a trick as a part of those to come, `trumps` are those of each other.
    """

    above: float
    below: float
    guards: int
    length: int
    each: float
    trumps: float
    demand: float = 0.0
    leads: int = 0
    own_trumps: int = 0
    short: int = 0

    def weighed(self) -> Weights:
        """In the order of the weights."""
        each, top = self.each, exp(-TOP * self.above)
        return (
            1.0,
            top,
            sqrt(self.above),
            sqrt(self.below),
            self.demand,
            self.length * each,
            self.length - 1 - self.guards,
            min(self.guards, GUARDS),
            self.leads * each,
            self.leads * top * each,
            self.above * each,
            self.trumps * each,
            self.own_trumps * each,
            self.short,
        )


def chance(weights: Weights, marks: Weights) -> float:
    """The log odds, weighed and made a chance."""
    return likely(sum(map(mul, weights, marks)))
