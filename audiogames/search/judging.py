"""Reviews one decision: whether another move was better, and how lucky the cards were.

A move is better if it gains by more than chance explains.  The rival move is chosen in one sample
of worlds and evaluated in a second, independent one: the best of several estimates is biased
upwards, and that bias must not count against the player.  Both moves are tried in the same worlds,
so that the difference in each world counts (a paired comparison).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import fmean
from typing import Any, Final, Protocol, TypeVar

from audiogames.core.contract import Move, View
from audiogames.core.cues import Msg
from audiogames.core.registry import Spec
from audiogames.core.review import Hindsight, Judgement, Luck, Stop, World
from audiogames.core.telling import in_tenths
from audiogames.search.arena import BUDGET

LIKELY: Final = 2.576
"""The number of standard errors on each side of the mean that gives 99 %."""

FACTOR: Final = 10
"""A review samples this many times as many worlds as a bot during play."""


class DecisionMade(Protocol):
    """A decision to be reviewed: the `move`, and the `view` of the seat that made it."""

    @property
    def view(self) -> View: ...
    @property
    def move(self) -> Move: ...
    @property
    def seed(self) -> str: ...
    @property
    def factor(self) -> int: ...
    @property
    def opens(self) -> bool: ...
    @property
    def before(self) -> View | None: ...


class PairedGain:
    """Accumulates the mean gain of one move over another, tried in the same weighted worlds."""

    def __init__(self) -> None:
        self.worlds = 0
        self._weight = self._sum = 0.0
        self._squares = [0.0, 0.0, 0.0]
        """The sums of squared weights, times the difference to the power of 0, 1 and 2."""

    def add(self, weight: float, difference: float) -> None:
        """Add a world, in which the two moves differ by `difference`."""
        self.worlds += 1
        self._weight += weight
        self._sum += weight * difference
        for power in range(3):
            self._squares[power] += weight**2 * difference**power

    @property
    def mean(self) -> float:
        """The weighted mean, over all added worlds, of how much better the first move did."""
        return self._sum / self._weight

    @property
    def half(self) -> float:
        """Half the width of the mean's 99 % interval; infinite for fewer than two worlds."""
        if self.worlds < 2:
            return inf
        none, one, two = self._squares
        spread = max(0.0, two - 2 * self.mean * one + self.mean**2 * none) / self._weight**2
        return LIKELY * sqrt(spread * self.worlds / (self.worlds - 1))

    def judgement(self, move: Move, rival: Move) -> Judgement:
        """Return the judgement of `move` compared with `rival`, from all added worlds."""
        return Judgement(move, rival, self.mean, self.mean - self.half)


@dataclass(frozen=True)
class Reviewer:
    """Judges decisions of one game, until `stop` returns True.

    If another move looks better in the first sample, the two are compared again in `factor` times
    as many worlds.
    """

    spec: Spec
    stop: Stop
    factor: int = FACTOR

    def judge(self, view: View, move: Move, rng: Random) -> Judgement | None:
        """Compare a legal move with the best other move.

        Return None if there was no choice, or if `stop` returned True.
        """
        review = self.spec.bots.review
        if review is None:
            return None
        judged, moves = review.stands_for(move, view), list(review.candidates(view))
        if judged is not None and moves and judged not in moves:
            moves.append(judged)
        if judged is None or len(moves) < 2:
            return None
        worlds = review.worlds(view, len(moves), BUDGET)
        first = list(review.weigh(view, moves, worlds, rng, self.stop))
        if not first or self.stop():
            return None
        rival = _best_but(moves, judged, first)
        seen = _paired(first, moves.index(judged), moves.index(rival))
        if review.is_sound(judged, view):
            return Judgement(judged, rival, min(0.0, seen.mean), -inf)
        if seen.mean > 0 and self.factor:
            again = review.weigh(view, (judged, rival), worlds * self.factor, rng, self.stop)
            seen = weighed_again(again, len(first), review.least(view))
        return None if self.stop() or not seen.worlds else seen.judgement(judged, rival)


def look_back(spec: Spec, wanted: DecisionMade, stop: Stop) -> Hindsight:
    """Review one decision: judge its move, and compute the luck of the cards that led to it.

    The decision's seed makes the result repeatable.
    """
    review, rng = spec.bots.review, Random(wanted.seed)
    judgement = Reviewer(spec, stop, wanted.factor).judge(wanted.view, wanted.move, rng)
    luck = None
    if review is not None and review.luck is not None and (wanted.opens or wanted.before):
        luck = review.luck.of(wanted.view, wanted.before, rng, stop)
    return Hindsight(judgement, luck)


def _best_but(moves: list[Any], judged: Any, worlds: Iterable[World]) -> Any:
    sums = [0.0] * len(moves)
    for weight, values in worlds:
        for place, value in enumerate(values):
            sums[place] += weight * value
    return max((one for one in moves if one != judged), key=lambda one: sums[moves.index(one)])


def _paired(worlds: Iterable[World], judged: int, rival: int) -> PairedGain:
    seen = PairedGain()
    for weight, values in worlds:
        seen.add(weight, values[rival] - values[judged])
    return seen


def weighed_again(worlds: Iterable[World], enough: int, least: float) -> PairedGain:
    """Compare two moves in new worlds, and return the gain of the second over the first.

    After every `enough` worlds the comparison ends if a gain of at least `least` is unlikely.
    """
    seen = PairedGain()
    for weight, (judged, rival) in worlds:
        seen.add(weight, rival - judged)
        if seen.worlds % enough == 0 and seen.mean + seen.half < least:
            break
    return seen


def is_mistake(spec: Spec, view: View, judged: Judgement) -> bool:
    """Return whether a move was a mistake: its cost is significant and large enough."""
    review = spec.bots.review
    return review is not None and judged.low > 0 and judged.gain >= review.least(view)


# Luck

C = TypeVar("C")  # a card


def luck_of(come: Collection[C], unseen: Collection[C], worth: Callable[[C], float]) -> Luck | None:
    """Return how much more the received cards are worth than as many average cards.

    As far as the player knows, each received card (`come`) might have been any `unseen` card.
    Cards that the player had already seen are in neither set, because receiving them was no luck.
    Return None if no card was received.
    """
    if not come:
        return None
    average = fmean(map(worth, (*come, *unseen)))
    return Luck(sum(worth(card) - average for card in come))


def luck_in_points(points: float) -> Msg:
    """Return a message that says by how many points the received cards were better or worse."""
    return in_tenths("luck-points-less" if points < 0 else "luck-points-more", points)
