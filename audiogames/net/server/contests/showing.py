"""A tournament as clients and other processes see it: its line in the list, standings, results."""

from __future__ import annotations

import msgspec

from audiogames.net import wire
from audiogames.net.server.contests.contest import ServerContest


class ShownContest(msgspec.Struct, frozen=True):
    """A tournament's line in the list, with the data needed to adapt it to one person."""

    line: wire.ContestLine
    starts: float
    opener: str
    entered: list[str]
    """Name keys of the people in it."""
    withdrawn: list[str]

    def line_for(self, key: str, now: float, *, mine: bool) -> wire.ContestLine:
        """Return the tournament's line in the list, as the person with this key receives it.

        `mine` is true if they may manage the tournament.
        """
        return msgspec.structs.replace(
            self.line,
            seconds=max(0.0, self.starts - now) if self.starts else 0.0,
            entered=key in self.entered,
            mine=mine,
        )

    @property
    def is_over(self) -> bool:
        """Whether the tournament has ended."""
        return self.line.state == "over"


def shown_of(contest: ServerContest) -> ShownContest:
    """Return the part of a tournament that clients may see."""
    tournament = contest.tournament
    line = wire.ContestLine(
        contest=contest.id,
        name=contest.name,
        game=contest.spec.id,
        form=tournament.plan.form,
        pairs=contest.pairs,
        entrants=len(tournament.active),
        round=len(tournament.rounds),
        rounds=tournament.count_of_rounds if contest.contestants else 0,
        state="over" if contest.is_over else "on" if tournament.has_begun else "open",
    )
    entered: list[str] = []
    withdrawn: list[str] = []
    for number, one in enumerate(contest.contestants):
        keys = withdrawn if number in tournament.withdrawn else entered
        keys.extend(filter(None, one.keys))
    return ShownContest(line, contest.starts, contest.opener, entered, withdrawn)


def standing_of(contest: ServerContest) -> wire.ContestTable:
    """Return a tournament's standings, and the meetings of its newest round."""
    names = [one.name for one in contest.contestants]
    lines = [
        wire.ContestPlace(
            line.place,
            names[line.entrant],
            line.points,
            line.played,
            line.won,
            line.drawn,
            line.lost,
            line.difference,
            line.buchholz,
        )
        for line in contest.tournament.standings()
    ]
    held = [
        wire.ContestMeeting(
            names[one.pairing.first],
            "" if one.pairing.second is None else names[one.pairing.second],
            "" if one.outcome is None else one.outcome.how,
            [] if one.outcome is None else [*one.outcome.score],
            "" if one.outcome is None else one.outcome.reason,
        )
        for one in contest.meetings
    ]
    number = len(contest.tournament.rounds)
    return wire.ContestTable(contest=contest.id, round=number, lines=lines, meetings=held)


def results_of(contest: ServerContest) -> str:
    """Return all results of the newest round, in one text."""
    meetings = []
    for one in contest.meetings:
        if one.outcome is not None and one.pairing.second is not None:
            first, second = one.pairing.first, one.pairing.second
            own, other = one.outcome.score
            names = contest.contestants[first].name, contest.contestants[second].name
            meetings.append(f"{names[0]} {own}, {names[1]} {other}")
    return "; ".join(meetings)
