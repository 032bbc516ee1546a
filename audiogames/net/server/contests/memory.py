"""Ratings stored in memory for tests and tools, by the same rules as in SQL."""

from __future__ import annotations

from collections import defaultdict

from audiogames.net.server.contests.rating import Skill, can_rate, rated
from audiogames.net.server.contests.rows import (
    AROUND,
    CONDUCT,
    DAY,
    FIRST,
    LISTED,
    MOST_OWNED,
    ONE,
    OWNED,
    SEASON,
    SURE,
    ConductRow,
    ContestRow,
    DayRow,
    ForgetRatings,
    NameRatings,
    RatingQuestion,
    RatingRow,
    ResultRow,
)

Kind = tuple[str, str]
"""A game and its form."""


class RatingsInMemory:
    """Stores results, ratings, conduct and deals of the day, and answers queries about them."""

    def __init__(self) -> None:
        self.results: dict[str, ResultRow] = {}
        self.skills: defaultdict[Kind, dict[str, Skill]] = defaultdict(dict)
        self.conduct: dict[str, tuple[int, int, int]] = {}
        """For each account, the numbers of matches finished, matches left and time-outs."""
        self.days: dict[tuple[str, str, str], DayRow] = {}
        """By game, date and account."""
        self._counted: set[str] = set()
        self.names: dict[str, str] = {}
        self._past: list[tuple[str, str, RatingRow, str]] = []
        """Account key, season, and line of each rated match."""

    def keep(self, row: ContestRow) -> None:
        """Store a result (only once), a conduct row or a deal of the day.

        Rows of two other types erase or rename an account in the stored data.
        """
        if isinstance(row, ForgetRatings):
            for skills in self.skills.values():
                skills.pop(row.who, None)
            self._past = [one for one in self._past if one[0] != row.who]
            self.conduct.pop(row.who, None)
            self.days = {key: one for key, one in self.days.items() if one.who != row.who}
            return
        if isinstance(row, NameRatings):
            self.names[row.who] = row.name
            return
        if isinstance(row, DayRow):
            self._keep_day(row)
            return
        if isinstance(row, ConductRow):
            self._count(row)
            return
        if row.id in self.results or not can_rate():
            return
        self.results[row.id] = row
        known = self.skills[row.game, row.form]
        after = rated(row, known)
        known.update(after)
        best = min(one.rank for one in row.seats)
        sides = {one.side for one in row.seats if one.rank == best}
        for seat in row.seats:
            if seat.who in after:
                self.names[seat.who] = seat.name
                skill, won = after[seat.who], (seat.rank == best) / len(sides)
                line = RatingRow(
                    seat.name, 0, skill.mu, skill.sigma, 1, won, row.at, row.game, row.form
                )
                self._past.append((seat.who, row.season, line, row.id))

    def _keep_day(self, row: DayRow) -> None:
        """Store the start or the end of an account's deal of the day, each only once.

        The end counts only at the table where the deal was started (see `DayRow`).
        """
        key = row.game, row.date, row.who
        known = self.days.get(key)
        if known is None:
            is_kept = not (row.over and row.who)
        else:
            is_kept = row.over and known.table == row.table and not known.over
        if is_kept:
            self.days[key] = row

    def _of_day(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the rows that answer a query about a deal of the day."""
        those = [
            one
            for _, one in sorted(self.days.items())
            if (one.game, one.date) == (question.game, question.season)
        ]
        found = [RatingRow("secret", form=one.secret) for one in those[:1]]
        lead = question.lead
        for name, who in (("own", question.who), ("bot", "")):
            for one in (one for one in those if one.who == who):
                line = RatingRow(
                    name, one.table, matches=one.own, left=one.other, won=float(one.over)
                )
                found.append(line)
                if one.over and name == "own":
                    lead = one.own - one.other
        others = [one for one in those if one.over and one.who not in {"", question.who}]
        better = sum(one.own - one.other > lead for one in others)
        found.append(RatingRow("others", better + 1, matches=len(others)))
        played = {
            one.date
            for one in self.days.values()
            if one.who == question.who and one.over and one.date < question.season
        }
        return found + [RatingRow("day", form=date) for date in sorted(played, reverse=True)]

    def _count(self, row: ConductRow) -> None:
        """Add a match to the conduct of its accounts, unless it was counted before."""
        if row.id in self._counted:
            return
        self._counted.add(row.id)
        for seat in row.seats:
            finished, left, timeouts = self.conduct.get(seat.who, (0, 0, 0))
            stayed = not seat.left
            sums = finished + stayed, left + seat.left, timeouts + seat.timeouts
            self.conduct[seat.who] = sums

    def answer(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the rows that answer a query about ratings, conduct or the deal of the day."""
        if question.about == CONDUCT:
            finished, left, timeouts = self.conduct.get(question.who, (0, 0, 0))
            return [RatingRow("", matches=finished, left=left, timeouts=timeouts)]
        if question.about == DAY:
            return self._of_day(question)
        if question.about == OWNED:
            return self._owned(question.who)
        known = self.skills[question.game, question.form]
        order = sorted(
            (who for who, skill in known.items() if skill.matches >= SURE),
            key=lambda who: (-known[who].worth, who),
        )
        lines = [self._line(who, place, known[who]) for place, who in enumerate(order, 1)]
        if question.about == FIRST:
            return lines[:LISTED]
        if question.about in {AROUND, ONE}:
            who = question.who
            if who not in order or question.about == ONE:
                place = order.index(who) + 1 if who in order else 0
                return [self._line(who, place, known[who])] if who in known else []
            first = max(0, order.index(who) - LISTED // 4)
            return lines[first : first + LISTED // 2]
        if question.about == SEASON:
            return self._season(question)
        mine = [line for who, _, line, _ in self._past if who == question.who]
        return sorted(mine, key=lambda line: -line.at)[:LISTED]

    def _owned(self, who: str) -> list[RatingRow]:
        """Return everything stored about an account: the answer to a query of the type `OWNED`."""
        finished, left, timeouts = self.conduct.get(who, (0, 0, 0))
        conduct = RatingRow("conduct", matches=finished, left=left, timeouts=timeouts)
        ratings = [
            RatingRow("rating", 0, one.mu, one.sigma, one.matches, game=game, form=form)
            for (game, form), skills in sorted(self.skills.items())
            for one in [skills.get(who)]
            if one is not None
        ]
        past = sorted((line for key, _, line, _ in self._past if key == who), key=lambda x: -x.at)
        rated = [RatingRow("rated", won=x.won, at=x.at, game=x.game, form=x.form) for x in past]
        days = [
            RatingRow("day", matches=one.own, left=one.other, game=one.game, form=one.date)
            for one in sorted(self.days.values(), key=lambda day: (day.date, day.game))[::-1]
            if one.who == who and one.over
        ]
        return [conduct, *ratings, *rated[:MOST_OWNED], *days[:MOST_OWNED]]

    def _line(self, who: str, place: int, skill: Skill) -> RatingRow:
        return RatingRow(self.names[who], place, skill.mu, skill.sigma, skill.matches)

    def _season(self, question: RatingQuestion) -> list[RatingRow]:
        sums: dict[str, tuple[float, int]] = {}
        for who, season, line, _ in self._past:
            if (line.game, line.form, season) == (question.game, question.form, question.season):
                won, many = sums.get(who, (0.0, 0))
                sums[who] = won + line.won, many + 1
        order = sorted(sums, key=lambda who: (-sums[who][0], sums[who][1], self.names[who]))
        return [
            RatingRow(self.names[who], place, won=sums[who][0], matches=sums[who][1])
            for place, who in enumerate(order[:LISTED], 1)
        ]
