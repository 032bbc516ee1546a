"""Standings: each entrant's totals, ordered by points and tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from audiogames.tournaments.model import (
    BUCHHOLZ,
    BYE,
    DIFFERENCE,
    DIRECT,
    WINS,
    MeetingHeld,
    Pairing,
    Plan,
)


@dataclass
class Tallied:
    """One entrant's totals over all meetings, such as points, wins and scores."""

    entrant: int
    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    against: int = 0
    byes: int = 0
    met: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class StandingLine:
    """A line of the standings.

    `place` counts from 1; entrants with equal tie-breaks have the same place.
    """

    place: int
    entrant: int
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    difference: int
    buchholz: int


def points_of(plan: Plan, meeting: MeetingHeld, seat: int) -> int:
    """Return the points that the first (`seat` 0) or second (1) entrant gets for a meeting."""
    outcome = meeting.outcome
    if outcome is None or outcome.is_void:
        return 0
    if outcome.won is None:
        return plan.draw
    return plan.win if outcome.won == seat else 0


def tallies(
    plan: Plan, entrants: Iterable[int], meetings: Iterable[MeetingHeld]
) -> dict[int, Tallied]:
    """Return each entrant's totals over these meetings."""
    found = {one: Tallied(one) for one in entrants}
    for meeting in meetings:
        outcome, pairing = meeting.outcome, meeting.pairing
        if outcome is None:
            continue
        for seat, one in enumerate((pairing.first, pairing.second)):
            if one is None or one not in found:
                continue
            mine = found[one]
            mine.points += points_of(plan, meeting, seat)
            if outcome.how == BYE:
                mine.byes += 1
                continue
            mine.played += 1
            mine.won += outcome.won == seat
            mine.lost += outcome.is_void or outcome.won == 1 - seat
            mine.drawn += outcome.won is None and not outcome.is_void
            mine.scored += outcome.score[seat]
            mine.against += outcome.score[1 - seat]
            other = pairing.first if seat else pairing.second
            if other is not None:
                mine.met.append(other)
    return found


class TieBreaks:
    """Computes the values that order entrants with equal points, the larger first."""

    def __init__(
        self, plan: Plan, found: dict[int, Tallied], meetings: Collection[MeetingHeld]
    ) -> None:
        self._plan = plan
        self._found = found
        self._meetings = meetings

    def values(self, name: str, tied: Collection[int]) -> dict[int, int]:
        """Return each entrant's value of the tie-break `name`, among entrants with equal points."""
        of: dict[str, Callable[[int], int]] = {
            DIRECT: lambda one: self.direct(one, tied),
            BUCHHOLZ: self.buchholz,
            DIFFERENCE: lambda one: self._found[one].scored - self._found[one].against,
            WINS: lambda one: self._found[one].won,
        }
        return {one: of[name](one) for one in tied}

    def buchholz(self, entrant: int) -> int:
        """Return the sum of the points of all opponents."""
        return sum(self._found[other].points for other in self._found[entrant].met)

    def direct(self, entrant: int, tied: Collection[int]) -> int:
        """Return an entrant's points from the meetings with the tied entrants.

        Return 0 unless the tied entrants have all met each other.
        """
        held = [one for one in self._meetings if _among(one.pairing, tied)]
        if len(held) < len(tied) * (len(tied) - 1) // 2:
            return 0
        return sum(
            points_of(self._plan, one, int(one.pairing.second == entrant))
            for one in held
            if entrant in one.pairing
        )


def _among(pairing: Pairing, tied: Collection[int]) -> bool:
    return pairing.first in tied and pairing.second is not None and pairing.second in tied


LAST: Final = "entrant"
"""The last criterion: of entrants on one place the earlier is listed first."""


def standings(
    plan: Plan, entrants: Sequence[int], meetings: Collection[MeetingHeld]
) -> tuple[StandingLine, ...]:
    """Return the standings, the best first."""
    found = tallies(plan, entrants, meetings)
    breaks = TieBreaks(plan, found, meetings)
    groups = _split(list(entrants), {one: found[one].points for one in entrants})
    for name in plan.tie_breaks:
        groups = [
            part
            for group in groups
            for part in (_split(group, breaks.values(name, group)) if len(group) > 1 else [group])
        ]
    lines: list[StandingLine] = []
    for group in groups:
        place = len(lines) + 1
        for one in sorted(group):
            mine = found[one]
            lines.append(
                StandingLine(
                    place,
                    one,
                    mine.points,
                    mine.played,
                    mine.won,
                    mine.drawn,
                    mine.lost,
                    mine.scored - mine.against,
                    breaks.buchholz(one),
                )
            )
    return tuple(lines)


def _split(group: Sequence[int], values: dict[int, int]) -> list[list[int]]:
    """Split a group into groups of equal value, the highest value first."""
    return [
        [one for one in group if values[one] == value]
        for value in sorted({values[one] for one in group}, reverse=True)
    ]
