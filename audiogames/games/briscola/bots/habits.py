"""The usual habits of Briscola, as numbers: what a card is worth in hand, and what a play brings.

A card is chosen by what the trick is likely to bring, less what the card would be worth if it were
kept.  No card is remembered: so plays the normal bot, and so the strong one plays deals out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from audiogames.cards.sides import PAIRS
from audiogames.games.briscola.bots.codes import BRISCOLA, MANY, POINTS, beats


@dataclass(frozen=True)
class Weights:
    """What several are for goes from the two to the ace; all but chances are in points."""

    plain: tuple[float, ...]
    """What a card of a plain suit is worth in hand."""
    briscola: tuple[float, ...]
    """The same of briscola."""
    lead: float
    """How much better it is that another leads the next trick."""
    risk: float
    """The chance that one opponent who plays later takes a plain card's trick."""
    greed: float
    """How much that chance rises with each point that lies there."""
    cut: float
    """The chance that they take it from the lowest briscola."""
    mate: float
    """The chance that the partner, who plays later, takes a trick from the others."""


CAREFUL: Final = Weights(
    plain=(0, 0.1, 0.2, 0.3, 0.4, 1, 1.2, 1.5, 4, 5),
    briscola=(3, 3.2, 3.4, 3.6, 3.8, 6, 7, 8, 14, 17),
    lead=1,
    risk=0.2,
    greed=0.03,
    cut=0.15,
    mate=0.3,
)
"""As people play who keep their briscole for loads."""


class Spot(NamedTuple):
    """Where a card is played."""

    best: int
    """What takes the trick so far; -1: nothing lies."""
    lies: int
    """In points."""
    is_ours: bool
    """Whether the partner takes it so far."""
    opponents: int
    """How many of them play later."""
    mates: int


def spot(trick: Sequence[int], seats: int) -> Spot:
    """Where the next card of this trick is played."""
    best, lies, taker = -1, 0, 0
    for place, code in enumerate(trick):
        lies += POINTS[code]
        if best < 0 or beats(code, best):
            best, taker = code, place
    after = seats - 1 - len(trick)
    if seats != PAIRS:
        return Spot(best, lies, False, after, 0)
    is_ours = bool(trick) and (len(trick) - taker) % 2 == 0
    return Spot(best, lies, is_ours, (after + 1) // 2, after // 2)


class CardHabits:
    """How somebody with these weights chooses a card."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.worth = (*weights.plain * 3, *weights.briscola)
        self.values = cache(self._values)  # a few thousand spots, each asked for all the time

    def choose(self, hand: Sequence[int], at: Spot) -> int:
        """The card to play, by its code."""
        return max(hand, key=self.values(at).__getitem__)

    def _values(self, at: Spot) -> tuple[float, ...]:
        """What each card brings at a spot, by its code."""
        return tuple(self._value(code, at) for code in range(len(POINTS)))

    def _value(self, code: int, at: Spot) -> float:
        w, points = self.weights, at.lies + POINTS[code]
        if at.best < 0 or beats(code, at.best):
            stays = self._stays(code, points, at.opponents)
            return (2 * stays - 1) * points - w.lead * stays - self.worth[code]
        if at.is_ours:
            return (2 * self._stays(at.best, points, at.opponents) - 1) * points - self.worth[code]
        return (2 * w.mate * at.mates - 1) * points - self.worth[code]

    def _stays(self, code: int, points: int, opponents: int) -> float:
        """The chance that this card still takes the trick when the opponents have played."""
        w = self.weights
        if code >= BRISCOLA:
            once = 1 - w.cut * (1 - code % MANY / MANY)
        else:
            once = max(0.1, 1 - w.risk - w.greed * points)
        return float(once**opponents)
