"""What a hand of Wist promises, and what a bid is worth with it.

Every card has two chances to take a trick: one if its owner wants as many tricks as he can get, and
one if he wants none.  Summed over a hand they are the most and the least that it promises.  A bid
that lies between them is likely to come true, since one may steer; how likely, says `STEERING`.

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
from audiogames.games.wist import scores
from audiogames.games.wist.outlook import Outlook

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


class Steering(NamedTuple):
    """How likely a bid is missed, as log odds.

    `over` and `under` weigh how far the tricks needed lie from the middle of what the hand
    promises, in square roots of the tricks to come; `zero` weighs the least and the middle.
    """

    zero: Weights
    over: Weights
    under: Weights


STEERING: Final = {
    True: Steering((-2.91, 2.51, 0.29), (-0.90, -2.31), (-1.09, 3.64)),
    False: Steering((-3.04, 4.92, -0.38), (-1.12, -3.13), (-1.65, 5.10)),
}
"""By whether there is a trump."""


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
        self._view = outlook.view
        self._trump = outlook.view.trump
        trumps = len(outlook.unseen[self._trump]) if self._trump else 0
        self._trumps_each = trumps * outlook.share / len(outlook.others)
        self._known: dict[tuple[object, ...], tuple[float, float]] = {}

    def worth(self, bid: int, taken: int, promise: Promise) -> float:
        """The points to be expected of a bid, with so many tricks taken."""
        view = self._view
        need = bid - taken
        over = missed(view, bid, max(bid + 1, taken + _afterwards(view, bid, promise)))
        if need < 0:
            return over
        if need > promise.tricks:
            return missed(view, bid, taken + promise.most)
        under = missed(view, bid, min(bid - 1, taken + promise.most))
        too_many, too_few = misses(need, promise, plain=self._trump is None)
        made = max(0.0, 1 - too_many - too_few)
        return made * points(view, bid) + too_many * over + too_few * under

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
            most = sum(_chance(wanted, marks) for marks in cards)
            least = sum(_chance(unwanted, marks) for marks in cards)
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
            above = (len(unseen) - lower) * share
            top = exp(-TOP * above)
            yield (
                1.0,
                top,
                sqrt(above),
                sqrt(lower * share),
                self._outlook.demand,
                len(powers) * each,
                mine,
                min(len(powers) - 1 - mine, GUARDS),
                shape.leads * each,
                shape.leads * top * each,
                above * each,
                self._trumps_each * each,
                shape.trumps * each,
                shape.short,
            )


def _chance(weights: Weights, marks: Weights) -> float:
    """The log odds, weighed and made a chance."""
    return likely(sum(map(mul, weights, marks)))


def likely(odds: float) -> float:
    """The chance with these log odds."""
    return 1 / (1 + exp(-odds))


def misses(need: int, promise: Promise, *, plain: bool) -> tuple[float, float]:
    """How likely too many tricks are taken, and too few."""
    if not promise.tricks:
        return 0.0, 0.0
    steering = STEERING[plain]
    spread = sqrt(promise.tricks)
    middle = (promise.most + promise.least) / 2
    if need == 0:
        base, least, mid = steering.zero
        return likely(base + least * promise.least + mid * middle / spread), 0.0
    far = (need - middle) / spread
    too_many = likely(steering.over[0] + steering.over[1] * far) if need < promise.tricks else 0.0
    return too_many, likely(steering.under[0] + steering.under[1] * far)


def _afterwards(view: m.WistView, bid: int, promise: Promise) -> float:
    """What is still taken once there are too many: all, where a trick pays, else the least."""
    return promise.most if bid and view.options.form == "eight" else promise.least


def points(view: m.WistView, bid: int) -> int:
    """What a bid pays that comes true."""
    if view.options.form == "cagliari":
        return scores.BONUS + scores.CAGLIARI_BID * bid
    return scores.eight(bid, bid, len(view.bids))


def missed(view: m.WistView, bid: int, tricks: float) -> float:
    """What it pays otherwise; tricks that are to be expected need not be a whole number."""
    if view.options.form == "eight":
        return tricks if bid else scores.WIST_TRICK * tricks
    always = points(view, bid) if view.options.cagliari_points == "always" else 0
    return always + scores.CAGLIARI_MISS * abs(tricks - bid)
