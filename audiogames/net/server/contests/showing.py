"""A tournament as clients are shown it: its line in the list, its standings, its results."""

from __future__ import annotations

from audiogames.net import wire
from audiogames.net.server.contests.contest import ServerContest


def line_of(contest: ServerContest, key: str, now: float, *, mine: bool) -> wire.ContestLine:
    """Return the tournament's line for the member with this key; `mine`: they may run it."""
    tournament = contest.tournament
    state = "over" if contest.is_over else "on" if tournament.has_begun else "open"
    return wire.ContestLine(
        contest=contest.id,
        name=contest.name,
        game=contest.spec.id,
        form=tournament.plan.form,
        pairs=contest.pairs,
        entrants=len(tournament.active),
        round=len(tournament.rounds),
        rounds=tournament.count_of_rounds if contest.contestants else 0,
        state=state,
        seconds=max(0.0, contest.starts - now) if contest.starts else 0.0,
        entered=contest.entrant_of(key) is not None,
        mine=mine,
    )


def standing_of(contest: ServerContest) -> wire.ContestTable:
    """Return its standings, and the meetings of its newest round."""
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
