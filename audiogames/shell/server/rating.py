"""Stores results and ratings in SQL, in the same way for SQLite and PostgreSQL.

Each task is a generator: it yields a query with its parameters and is sent the rows.  So
the SQLite store can run a task in a thread, and the PostgreSQL store can await each answer.
Parameters are written `:name`.

A result is stored by its id: a known id is not rated again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable
from functools import cache
from typing import Any, Final, TypeVar

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

TABLES: Final = """
CREATE TABLE IF NOT EXISTS results (id text PRIMARY KEY, at double precision NOT NULL);
CREATE TABLE IF NOT EXISTS ratings (
    game text, form text, who text, name text NOT NULL, mu double precision NOT NULL,
    sigma double precision NOT NULL, worth double precision NOT NULL, matches integer NOT NULL,
    PRIMARY KEY (game, form, who)
);
CREATE INDEX IF NOT EXISTS ratings_by_worth ON ratings (game, form, worth DESC, who);
CREATE TABLE IF NOT EXISTS rated (
    who text, id text, name text NOT NULL, at double precision NOT NULL, game text NOT NULL,
    form text NOT NULL, season text NOT NULL, won double precision NOT NULL,
    mu double precision NOT NULL, sigma double precision NOT NULL, PRIMARY KEY (who, id)
);
CREATE INDEX IF NOT EXISTS rated_by_season ON rated (game, form, season);
CREATE TABLE IF NOT EXISTS days (
    game text, date text, who text, place bigint NOT NULL, secret text NOT NULL,
    own integer, other integer, PRIMARY KEY (game, date, who)
);
CREATE INDEX IF NOT EXISTS days_by_who ON days (who, date);
"""

CONDUCT_TABLE: Final = """
CREATE TABLE IF NOT EXISTS conduct (
    who text PRIMARY KEY, finished integer NOT NULL, gone integer NOT NULL,
    timeouts integer NOT NULL
);
"""
"""The counts of accounts, over rated and unrated matches."""

NOTE: Final = "INSERT INTO results VALUES (:id, :at) ON CONFLICT DO NOTHING RETURNING id"
KNOWN: Final = """
SELECT who, mu, sigma, matches FROM ratings
WHERE game = :game AND form = :form AND who IN ({seats}) ORDER BY who
"""
KEEP: Final = """
INSERT INTO ratings VALUES {seats}
ON CONFLICT (game, form, who) DO UPDATE SET name = excluded.name, mu = excluded.mu,
    sigma = excluded.sigma, worth = excluded.worth, matches = excluded.matches
"""
ADD: Final = """
INSERT INTO rated VALUES {seats}
ON CONFLICT DO NOTHING
"""
KEPT_SEAT: Final = "(:game, :form, :who{n}, :name{n}, :mu{n}, :sigma{n}, :worth{n}, :matches{n})"
ADDED_SEAT: Final = (
    "(:who{n}, :id, :name{n}, :at, :game, :form, :season, :won{n}, :mu{n}, :sigma{n})"
)
"""One statement reads or writes all seats of a match, to save network round trips."""
FORGET: Final = "DELETE FROM ratings WHERE who = :who"
FORGET_PAST: Final = "DELETE FROM rated WHERE who = :who"
FORGET_CONDUCT: Final = "DELETE FROM conduct WHERE who = :who"
FORGET_DAYS: Final = "DELETE FROM days WHERE who = :who"
RENAME: Final = "UPDATE ratings SET name = :name WHERE who = :who"
RENAME_PAST: Final = "UPDATE rated SET name = :name WHERE who = :who"

BEGIN_DAY: Final = """
INSERT INTO days (game, date, who, place, secret) VALUES (:game, :date, :who, :place, :secret)
ON CONFLICT DO NOTHING
"""
END_DAY: Final = """
UPDATE days SET own = :own, other = :other
WHERE game = :game AND date = :date AND who = :who AND place = :place AND own IS NULL
"""
DAY_FIRST: Final = (
    "SELECT secret FROM days WHERE game = :game AND date = :date ORDER BY who LIMIT 1"
)
DAY_OWN: Final = """
SELECT own, other, place FROM days WHERE game = :game AND date = :date AND who = :who
"""
DAY_OTHERS: Final = """
SELECT count(*), coalesce(sum(CASE WHEN own - other > :lead THEN 1 ELSE 0 END), 0) FROM days
WHERE game = :game AND date = :date AND own IS NOT NULL AND who <> :who AND who <> ''
"""
DAYS_PLAYED: Final = """
SELECT DISTINCT date FROM days WHERE who = :who AND own IS NOT NULL AND date < :date
ORDER BY date DESC LIMIT :many
"""
MOST_DAYS: Final = 400
"""The greatest number of consecutive days that is counted."""

COUNT: Final = """
INSERT INTO conduct VALUES (:who, :finished, :gone, :timeouts)
ON CONFLICT (who) DO UPDATE SET finished = conduct.finished + excluded.finished,
    gone = conduct.gone + excluded.gone, timeouts = conduct.timeouts + excluded.timeouts
"""
COUNTED: Final = "SELECT finished, gone, timeouts FROM conduct WHERE who = :who"

LIST: Final = """
SELECT name, mu, sigma, matches FROM ratings
WHERE game = :game AND form = :form AND matches >= :sure
ORDER BY worth DESC, who LIMIT :many OFFSET :skip
"""
OWN: Final = """
SELECT name, mu, sigma, matches, worth FROM ratings
WHERE game = :game AND form = :form AND who = :who
"""
ABOVE: Final = """
SELECT count(*) FROM ratings WHERE game = :game AND form = :form AND matches >= :sure
    AND (worth > :worth OR (worth = :worth AND who < :who))
"""
MONTH: Final = """
SELECT name, sum(won), count(*) FROM rated
WHERE game = :game AND form = :form AND season = :season
GROUP BY who, name ORDER BY sum(won) DESC, count(*), name LIMIT :many
"""
PAST: Final = """
SELECT name, mu, sigma, won, at, game, form FROM rated WHERE who = :who
ORDER BY at DESC LIMIT :many
"""

OWN_RATINGS: Final = """
SELECT game, form, mu, sigma, matches FROM ratings WHERE who = :who ORDER BY game, form
"""
OWN_DAYS: Final = """
SELECT game, date, own, other FROM days WHERE who = :who AND own IS NOT NULL
ORDER BY date DESC, game DESC LIMIT :many
"""

T = TypeVar("T")
Task = Generator[tuple[str, dict[str, Any]], list[Any], T]


def kept(row: ContestRow, lock: str = "") -> Task[None]:
    """Return the task that stores a row: a result, a count of conduct, or a change of an account.

    `lock` is appended to queries whose rows must be locked.
    """
    if isinstance(row, ForgetRatings):
        for query in (FORGET, FORGET_PAST, FORGET_CONDUCT, FORGET_DAYS):
            yield query, {"who": row.who}
        return
    if isinstance(row, NameRatings):
        for query in (RENAME, RENAME_PAST):
            yield query, {"who": row.who, "name": row.name}
        return
    if isinstance(row, DayRow):
        yield from _day_kept(row)
        return
    new = yield NOTE, {"id": row.id, "at": row.at}
    if not new:
        return
    if isinstance(row, ConductRow):
        yield from _counted(row)
    elif can_rate():
        yield from _rated(row, lock)


def _day_kept(row: DayRow) -> Task[None]:
    """Record that an account has begun a deal of the day, or its first result of that deal.

    Only a result at the table where the deal was begun counts.
    """
    key = {"game": row.game, "date": row.date, "who": row.who, "place": row.table}
    if not row.over or not row.who:
        yield BEGIN_DAY, {**key, "secret": row.secret}
    if row.over:
        yield END_DAY, {**key, "own": row.own, "other": row.other}


def _of_day(question: RatingQuestion) -> Task[list[RatingRow]]:
    """Return the stored facts about a deal of the day, as rows for `DayFacts.of`."""
    day = {"game": question.game, "date": question.season}
    found: list[RatingRow] = []
    for (secret,) in (yield DAY_FIRST, day):
        found.append(RatingRow("secret", form=secret))
    for name, who in (("own", question.who), ("bot", "")):
        for own, other, place in (yield DAY_OWN, {**day, "who": who}):
            is_over = own is not None
            line = RatingRow(name, place, matches=own or 0, left=other or 0, won=float(is_over))
            found.append(line)
    lead = question.lead
    for line in found:
        if line.name == "own" and line.won:
            lead = line.matches - line.left
    counts = yield DAY_OTHERS, {**day, "who": question.who, "lead": lead}
    others, better = counts[0]
    found.append(RatingRow("others", int(better) + 1, matches=others))
    played = yield DAYS_PLAYED, {"who": question.who, "date": question.season, "many": MOST_DAYS}
    found += [RatingRow("day", form=date) for (date,) in played]
    return found


def _counted(row: ConductRow) -> Task[None]:
    """Add a match to each account's counts of finished and left matches and of time-outs.

    Accounts are updated in sorted order, so that no two processes deadlock.
    """
    for seat in sorted(row.seats, key=lambda seat: seat.who):
        counts = {"finished": int(not seat.left), "gone": int(seat.left)}
        yield COUNT, {"who": seat.who, **counts, "timeouts": seat.timeouts}


def _rated(row: ResultRow, lock: str) -> Task[None]:
    """Rate a result: update the ratings of its players, and store how each has changed."""
    people = sorted({one.who for one in row.seats if one.who})
    if not people:
        return
    whose = {"game": row.game, "form": row.form}
    asked = {f"who{n}": who for n, who in enumerate(people)}
    known = yield _each(KNOWN, ":who{n}", len(people)) + lock, {**whose, **asked}
    after = rated(row, {who: Skill(*skill) for who, *skill in known})
    best = min(one.rank for one in row.seats)
    sides = {one.side for one in row.seats if one.rank == best}
    seats = sorted((one for one in row.seats if one.who in after), key=lambda one: one.who)
    if not seats:
        return
    given: dict[str, Any] = {**whose, "id": row.id, "at": row.at, "season": row.season}
    for n, seat in enumerate(seats):
        skill = after[seat.who]
        given |= {f"who{n}": seat.who, f"name{n}": seat.name, f"mu{n}": skill.mu}
        given |= {f"sigma{n}": skill.sigma, f"worth{n}": skill.worth, f"matches{n}": skill.matches}
        given[f"won{n}"] = 1 / len(sides) if seat.rank == best else 0.0
    for query, of_seat in ((KEEP, KEPT_SEAT), (ADD, ADDED_SEAT)):
        yield _each(query, of_seat, len(seats)), given


@cache
def _each(query: str, of_seat: str, seats: int) -> str:
    """Fill in the query for this number of seats, with one copy of `of_seat` for each seat."""
    return query.format(seats=", ".join(of_seat.format(n=n) for n in range(seats)))


def answered(question: RatingQuestion) -> Task[list[RatingRow]]:
    """Return the rows that answer a question about ratings, conduct or a deal of the day."""
    if question.about == CONDUCT:
        found = yield COUNTED, {"who": question.who}
        finished, gone, timeouts = found[0] if found else (0, 0, 0)
        return [RatingRow("", matches=finished, left=gone, timeouts=timeouts)]
    if question.about == DAY:
        return (yield from _of_day(question))
    if question.about == OWNED:
        return (yield from _owned(question.who))
    whose: dict[str, Any] = {"game": question.game, "form": question.form, "sure": SURE}
    if question.about == FIRST:
        return (yield from _listed(whose, 0, LISTED))
    if question.about in {AROUND, ONE}:
        own = yield from _own({**whose, "who": question.who})
        if question.about == ONE or not own or not own[0].place:
            return own
        return (yield from _listed(whose, max(0, own[0].place - 1 - LISTED // 4), LISTED // 2))
    if question.about == SEASON:
        month = {"game": question.game, "form": question.form, "season": question.season}
        found = yield MONTH, {**month, "many": LISTED}
        return [
            RatingRow(name, place, won=float(won), matches=many)
            for place, (name, won, many) in enumerate(found, 1)
        ]
    found = yield PAST, {"who": question.who, "many": LISTED}
    return [
        RatingRow(name, 0, mu, sigma, 1, won, at, game, form)
        for name, mu, sigma, won, at, game, form in found
    ]


def _owned(who: str) -> Task[list[RatingRow]]:
    """Return all rating data that belongs to an account."""
    whose = {"who": who}
    counted = yield COUNTED, whose
    finished, gone, timeouts = counted[0] if counted else (0, 0, 0)
    rows = [RatingRow("conduct", matches=finished, left=gone, timeouts=timeouts)]
    for game, form, mu, sigma, matches in (yield OWN_RATINGS, whose):
        rows.append(RatingRow("rating", 0, mu, sigma, matches, game=game, form=form))
    for _name, _mu, _sigma, won, at, game, form in (yield PAST, {**whose, "many": MOST_OWNED}):
        rows.append(RatingRow("rated", won=won, at=at, game=game, form=form))
    for game, date, own, other in (yield OWN_DAYS, {**whose, "many": MOST_OWNED}):
        rows.append(RatingRow("day", matches=own, left=other, game=game, form=date))
    return rows


def _listed(whose: dict[str, Any], skip: int, many: int) -> Task[list[RatingRow]]:
    """Return `many` lines of the ranking, after the first `skip`."""
    found = yield LIST, {**whose, "skip": skip, "many": many}
    return [
        RatingRow(name, place, mu, sigma, matches)
        for place, (name, mu, sigma, matches) in enumerate(found, skip + 1)
    ]


def _own(whose: dict[str, Any]) -> Task[list[RatingRow]]:
    """Return the rating and rank of one account; an empty list if it has no rating."""
    found = yield OWN, {name: whose[name] for name in ("game", "form", "who")}
    if not found:
        return []
    name, mu, sigma, matches, worth = found[0]
    place = 0
    if matches >= SURE:
        above = yield ABOVE, {**whose, "worth": worth}
        place = above[0][0] + 1
    return [RatingRow(name, place, mu, sigma, matches)]


def run(base: sqlite3.Connection, task: Task[T]) -> T:
    """Run a task in SQLite: execute each query that it yields, and send it the rows."""
    rows: list[Any] = []
    try:
        query, given = next(task)
        while True:
            rows = base.execute(query, given).fetchall()
            query, given = task.send(rows)
    except StopIteration as done:
        result: T = done.value
        return result


def results_in(rows: Iterable[object]) -> list[ContestRow]:
    """Return only the rows about results and ratings."""
    return [row for row in rows if isinstance(row, ContestRow)]
