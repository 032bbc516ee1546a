"""Ratings by openskill's Plackett-Luce model, for two to thirteen players and for pairs.

The model is from Weng and Lin, "A Bayesian approximation method for online ranking", 2011.  A
rating is an estimate (`mu`) with its uncertainty (`sigma`).  The published number combines both, so
that one lucky match gives no high rank.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from audiogames.net.server.contests.rows import ResultRow, SeatResult

MU: Final = 25.0
SIGMA: Final = MU / 3
"""The uncertainty of a new rating."""

BOT_SIGMA: Final = 0.5
"""The uncertainty of a bot, whose strength never changes."""

POINTS: Final = 40
AT_FIRST: Final = 1000
"""A newcomer's published number, and the published points for one of openskill's."""


class Skill(msgspec.Struct, frozen=True):
    """A rating, with the number of rated matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def worth(self) -> float:
        """The value by which people are ranked: three sigmas below the estimate."""
        return self.mu - 3 * self.sigma


NEW: Final = Skill()


def told(mu: float, sigma: float) -> int:
    """Return a rating as the published number, which is low while the rating is uncertain."""
    return round(AT_FIRST + POINTS * (mu - 3 * sigma))


def can_rate() -> bool:
    """Return whether openskill is installed."""
    return find_spec("openskill") is not None


def rated(result: ResultRow, known: Mapping[str, Skill]) -> dict[str, Skill]:
    """Return the new ratings of the accounts in a rated match."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - servers without ratings lack it

    model = PlackettLuce()
    sides: dict[int, list[int]] = {}
    for seat, one in enumerate(result.seats):
        sides.setdefault(one.side, []).append(seat)
    teams = [
        [_rating(model, result.seats[seat], known) for seat in seats] for seats in sides.values()
    ]
    ranks = [float(result.seats[seats[0]].rank) for seats in sides.values()]
    after = model.rate(teams, ranks=ranks)
    found: dict[str, Skill] = {}
    for seats, team in zip(sides.values(), after, strict=True):
        for seat, rating in zip(seats, team, strict=True):
            one = result.seats[seat]
            if one.who and one.counts:
                before = known.get(one.who, NEW)
                found[one.who] = Skill(rating.mu, rating.sigma, before.matches + 1)
    return found


def _rating(model: Any, seat: SeatResult, known: Mapping[str, Skill]) -> Any:
    """Return openskill's rating of the bot or account in a seat, or a new one."""
    if not seat.who:
        return model.rating(mu=seat.mu, sigma=seat.sigma)
    skill = known.get(seat.who, NEW)
    return model.rating(mu=skill.mu, sigma=skill.sigma)


def ranks(winners: Collection[int], points: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each side: 1 for all winners, then by points.  Ties share a rank."""
    keys = [(side not in winners, -one) for side, one in enumerate(points)]
    keys = [(lost, 0 if not lost else own) for lost, own in keys]
    order = sorted(set(keys))
    return tuple(1 + order.index(one) for one in keys)
