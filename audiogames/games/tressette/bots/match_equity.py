"""Match equity: the value of a deal's result to a pair, depending on the score of the match.

While no side can reach the target in this deal, the value is linear in thirds.  If a side can, the
value is the chance to win the match.  As in a match equity table of backgammon, it is computed
backwards from the end of the match, for two pairs of equal strength.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from audiogames.games.tressette import scores
from audiogames.games.tressette.bots.rollout import LAST_TRICK
from audiogames.games.tressette.model import TressetteView, side

THIRDS: Final = 32 + LAST_TRICK
"""The thirds of a deal, for both sides together."""

POINTS: Final = (1, 5, 8, 11, 11, 14, 14, 11, 11, 8, 5, 1)
"""In how many of a hundred deals between equals a side makes 0, 1, ... 11 points."""


@lru_cache(maxsize=1 << 13)
def winning_chance(ours: int, theirs: int, target: int) -> float:
    """Return the chance, before a deal, that the side with `ours` points wins the match."""
    won = scores.winner((ours, theirs), target)
    if won is not None:
        return 1.0 - won
    if max(ours, theirs) >= target:
        return 0.5
    after = (
        winning_chance(ours + made, theirs + scores.POINTS - made, target) for made in range(12)
    )
    return sum(map(float.__mul__, map(float, POINTS), after)) / sum(POINTS)


def utilities(view: TressetteView) -> tuple[float, ...]:
    """Return the value of each possible result of a deal, for the seat's side.

    A result is the number of thirds of a point that the side takes, including the last trick.
    Only differences between the values matter.
    """
    assert view.seat is not None
    if not may_decide(view):
        return tuple(map(float, range(THIRDS + 1)))
    ours = side(view.seat)
    return tuple(_chance_after(view, ours, thirds) for thirds in range(THIRDS + 1))


def may_decide(view: TressetteView) -> bool:
    """Return True if a side can reach the target in this deal, so that match chances count."""
    most = scores.POINTS + sum(scores.worth(one.accuse) for one in view.accuse)
    return max(view.score) + most >= view.options.target


def _chance_after(view: TressetteView, ours: int, thirds: int) -> float:
    """Return side `ours`' chance to win the match, given its points from cards in this deal.

    `thirds` are these points in thirds of a point, the last trick included.
    """
    made = (thirds // 3, scores.POINTS - thirds // 3)
    points = made if ours == 0 else made[::-1]
    accuse = scores.accuse_points(view.accuse, points, kept=view.options.accuse_kept)
    score = [sum(parts) for parts in zip(view.score, points, accuse, strict=True)]
    return winning_chance(score[ours], score[1 - ours], view.options.target)
