"""What a round of Wist is worth to one seat: what it does for the match, not only for the round.

The part of the win that a seat may hope for falls with each point that another is ahead of it: the
more rounds are left, the less a point decides.  At equal scores that is the margin over the others,
in points; in the last round it is nearly the win itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from audiogames.games.wist import model as m

ROUND: Final = {"eight": 8.0, "cagliari": 6.0}
"""By how many points one round moves a seat against another, as a rule."""
LAST: Final = 4.0
"""So near another in points a match still counts as even when it is over."""
POINTS: Final = 0.1
"""What a point counts besides: a match that is decided is still played for the score."""
FAR: Final = 50.0
"""A lead of so many spreads is like any greater one."""


class Standing:
    """Values the points of a round, with the scores that there were before it."""

    def __init__(self, view: m.WistView) -> None:
        assert view.seat is not None
        self._seat = view.seat
        self._scores = view.scores
        left = view.rounds - view.round
        self._spread = sqrt(LAST**2 + left * ROUND[view.options.form] ** 2)

    def worth(self, points: Sequence[int]) -> float:
        """How good these points are, one number a seat; at equal scores, in points of margin."""
        seat, spread = self._seat, self._spread
        own = self._scores[seat] + points[seat]
        against = 0.0
        for score, more in zip(self._scores, points, strict=True):
            against += exp(min(FAR, (score + more - own) / spread))
        margin = points[seat] - sum(points) / len(points)
        return len(points) * spread / against + POINTS * margin
