"""What is at stake with a bid: what it is worth to a hand that promises so many tricks.

A bid between the most and the least that a hand promises is likely to come true, since one may
steer; how likely, says `STEERING`.  It was fitted together with the weights of `judgement`.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, NamedTuple

from audiogames.games.wist import scores
from audiogames.games.wist.model import Options


class Steering(NamedTuple):
    """How likely a bid is missed, as log odds.

    `over` and `under` weigh how far the tricks needed lie from the middle of what the hand
    promises, in square roots of the tricks to come; `zero` weighs the least and the middle.
    """

    zero: tuple[float, float, float]
    over: tuple[float, float]
    under: tuple[float, float]


STEERING: Final = {
    True: Steering((-2.91, 2.51, 0.29), (-0.90, -2.31), (-1.09, 3.64)),
    False: Steering((-3.04, 4.92, -0.38), (-1.12, -3.13), (-1.65, 5.10)),
}
"""By whether the round is plain, without a trump."""


def likely(odds: float) -> float:
    """The chance with these log odds."""
    return 1 / (1 + exp(-odds))


class Stake:
    """What one bid brings, as the rounds of eight are scored; `plain` is a round without trump."""

    __slots__ = ("_more_pays", "_steering", "_trick", "bid", "made")

    def __init__(self, bid: int, seats: int, *, plain: bool) -> None:
        self.bid = bid
        self._steering = STEERING[plain]
        self._more_pays = bid > 0
        self._trick = 1 if bid else scores.WIST_TRICK
        self.made: int = scores.eight(bid, bid, seats)
        """The points if it comes true."""

    def missed(self, tricks: float) -> float:
        """The points otherwise; tricks that are to be expected need not be a whole number."""
        return self._trick * tricks

    def worth(self, taken: int, most: float, least: float, left: int) -> float:
        """The points to be expected with so many tricks taken and so many left.

        `most` and `least` are what the hand takes of those if it wants many and if it wants none.
        """
        bid = self.bid
        need = bid - taken
        if need > left:
            return self.missed(taken + most)
        over = self.missed(max(bid + 1, taken + (most if self._more_pays else least)))
        if need < 0:
            return over
        if not left:
            return self.made
        zero, higher, lower = self._steering
        middle, spread = (most + least) / 2, sqrt(left)
        if need == 0:
            too_many = likely(zero[0] + zero[1] * least + zero[2] * middle / spread)
            return (1 - too_many) * self.made + too_many * over
        far = (need - middle) / spread
        too_many = likely(higher[0] + higher[1] * far) if need < left else 0.0
        too_few = likely(lower[0] + lower[1] * far)
        under = self.missed(min(bid - 1, taken + most))
        return max(0.0, 1 - too_many - too_few) * self.made + too_many * over + too_few * under


class CagliariStake(Stake):
    """The same, as the Cagliari way is scored; `always` pays the contract also when missed."""

    __slots__ = ("_always",)

    def __init__(self, bid: int, seats: int, *, plain: bool, always: bool) -> None:
        super().__init__(bid, seats, plain=plain)
        self._more_pays = False
        self.made = scores.cagliari(bid, bid, always=always)
        self._always = self.made if always else 0

    def missed(self, tricks: float) -> float:
        """The points otherwise."""
        return self._always + scores.CAGLIARI_MISS * abs(tricks - self.bid)


def stake(bid: int, seats: int, options: Options, *, plain: bool) -> Stake:
    """What is at stake with a bid at a table with these options."""
    if options.form == "cagliari":
        return CagliariStake(bid, seats, plain=plain, always=options.cagliari_points == "always")
    return Stake(bid, seats, plain=plain)
