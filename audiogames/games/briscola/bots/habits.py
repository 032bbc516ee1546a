"""A rollout policy for Briscola: play the card with the highest estimated value.

The value is the points that the trick is likely to bring, minus the value of keeping the card.
Played cards are not remembered.  The normal bot plays like this, and so do the strong bot's
rollouts.
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
    """The parameters of `CardHabits`.

    Tuples have one value for each rank, from the two to the ace.  Values are in points, chances are
    fractions.
    """

    plain: tuple[float, ...]
    """The value of holding a card of a plain suit."""
    briscola: tuple[float, ...]
    """The value of holding a trump."""
    lead: float
    """How much better it is if another player leads the next trick."""
    risk: float
    """The chance that an opponent who plays later beats a plain card."""
    greed: float
    """How much that chance rises with each point in the trick."""
    cut: float
    """The chance that such an opponent beats the lowest trump."""
    mate: float
    """The chance that a partner who plays later takes a trick from the opponents."""


CAREFUL: Final = Weights(
    plain=(0, 0.1, 0.2, 0.3, 0.4, 1, 1.2, 1.5, 4, 5),
    briscola=(3, 3.2, 3.4, 3.6, 3.8, 6, 7, 8, 14, 17),
    lead=1,
    risk=0.2,
    greed=0.03,
    cut=0.15,
    mate=0.3,
)
"""The habits of players who keep their trumps for high cards."""


class Spot(NamedTuple):
    """The state of the trick for the player who is about to play a card."""

    best: int
    """The card that is winning the trick; -1 before the first card."""
    lies: int
    """The points in the trick."""
    is_ours: bool
    """Whether the partner is winning it."""
    opponents: int
    """How many opponents play later."""
    mates: int


def spot(trick: Sequence[int], seats: int) -> Spot:
    """Return the state of this trick for the player of its next card."""
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
    """Chooses cards by the value of playing them, computed from `Weights`."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.worth = (*weights.plain * 3, *weights.briscola)
        self.values = cache(self._values)  # a few thousand spots, each evaluated very often

    def choose(self, hand: Sequence[int], at: Spot) -> int:
        """Return the code of the card in hand with the highest value."""
        return max(hand, key=self.values(at).__getitem__)

    def _values(self, at: Spot) -> tuple[float, ...]:
        """Return the values of all cards in this state of the trick, indexed by the card's code."""
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
        """Return the chance that a winning card is not beaten by the opponents who play later."""
        w = self.weights
        if code >= BRISCOLA:
            once = 1 - w.cut * (1 - code % MANY / MANY)
        else:
            once = max(0.1, 1 - w.risk - w.greed * points)
        return float(once**opponents)
