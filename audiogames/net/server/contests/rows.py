"""Database rows of rated matches, conduct and deals of the day, and queries about them."""

from __future__ import annotations

from typing import Final

import msgspec

SURE: Final = 10
"""A rating is provisional before this many matches; lists omit provisional ratings."""

FIRST: Final = "first"
AROUND: Final = "around"
ONE: Final = "one"
SEASON: Final = "season"
HISTORY: Final = "history"
CONDUCT: Final = "conduct"
DAY: Final = "day"
"""A query about the deal of the day, which only the server itself makes."""
OWNED: Final = "owned"
"""A query about everything of one account, made by the server for the account's owner.  The name of
each row is its kind: conduct, rating, rated or day.
"""
MOST_OWNED: Final = 200
"""The most rows of each kind in that answer; the newest are returned."""

QUESTIONS: Final = (FIRST, AROUND, ONE, SEASON, HISTORY, CONDUCT)

LISTED: Final = 20
"""Lines of a list; half as many for a list around one person."""


class SeatResult(msgspec.Struct, frozen=True, array_like=True):
    """The result of one seat in a rated match.

    `who` is the key of an account, or empty for a bot, whose rating is then given.  The best side
    has rank 1, and equal sides share a rank.  `counts` is False if the account is not rated, for
    example because the partner left.
    """

    who: str
    name: str
    side: int
    rank: int
    counts: bool = True
    mu: float = 0.0
    sigma: float = 0.0


class ResultRow(msgspec.Struct, frozen=True):
    """The result of a rated match.  Of the rows with the same `id`, only one counts."""

    table: int
    id: str
    at: float
    game: str
    form: str
    season: str
    seats: tuple[SeatResult, ...]


class SeatConduct(msgspec.Struct, frozen=True, array_like=True):
    """The conduct of one account in a match; `who` is the key of the account."""

    who: str
    left: bool
    timeouts: int


class ConductRow(msgspec.Struct, frozen=True):
    """The conduct of the players in a match: early departures and exceeded time limits.

    Of the rows with the same `id`, only one counts.
    """

    table: int
    id: str
    at: float
    seats: tuple[SeatConduct, ...]


class DayRow(msgspec.Struct, frozen=True):
    """The start of an account's deal of the day or, if `over`, its end with the points.

    The start counts once for each account.  The end counts once, and only at the table where the
    deal was started.  If `who` is empty, the row is the result of a bot in the player's seat.
    """

    table: int
    game: str
    date: str
    who: str
    secret: str
    over: bool = False
    own: int = 0
    other: int = 0


class ForgetRatings(msgspec.Struct, frozen=True):
    """A command to delete all rating data of an account.

    It is given when the account is deleted or its name gets a new owner.
    """

    who: str


class NameRatings(msgspec.Struct, frozen=True):
    """A new name of an account, which rating lists show from now on."""

    who: str
    name: str


ContestRow = ResultRow | ConductRow | DayRow | ForgetRatings | NameRatings
"""Rows that change ratings, or the recorded conduct and days of accounts."""


class RatingQuestion(msgspec.Struct, frozen=True):
    """A query about ratings, conduct or the deal of the day; `who` is the key of an account.

    For the deal of the day `season` is the date, and `lead` the points by which `who` is ahead.
    """

    about: str
    game: str
    form: str = ""
    who: str = ""
    season: str = ""
    lead: int = 0


class RatingRow(msgspec.Struct, frozen=True):
    """A row in the answer to a `RatingQuestion`.

    `place` is 0 for a provisional rating.  For a season, `won` and `matches` count that month.  In
    a history they describe one match, played at the time `at`.  For conduct, `matches` is the
    number of finished ones.  For the deal of the day see `DayFacts.of`.
    """

    name: str
    place: int = 0
    mu: float = 0.0
    sigma: float = 0.0
    matches: int = 0
    won: float = 0.0
    at: float = 0.0
    game: str = ""
    form: str = ""
    left: int = 0
    timeouts: int = 0
