"""Stored results of rated matches, and questions about ratings."""

from __future__ import annotations

from typing import Final

import msgspec

SURE: Final = 10
"""A rating is provisional until so many matches; lists leave out provisional ones."""

FIRST: Final = "first"
AROUND: Final = "around"
ONE: Final = "one"
SEASON: Final = "season"
HISTORY: Final = "history"
QUESTIONS: Final = (FIRST, AROUND, ONE, SEASON, HISTORY)

LISTED: Final = 20
"""Lines of a list; around a person half as many."""


class SeatResult(msgspec.Struct, frozen=True, array_like=True):
    """One seat: `who` is an account's key, empty for a bot, whose rating is then given.

    Equal sides share a rank, the best is 1.  `counts` is False if an account is not rated, as when
    the partner left.
    """

    who: str
    name: str
    side: int
    rank: int
    counts: bool = True
    mu: float = 0.0
    sigma: float = 0.0


class ResultRow(msgspec.Struct, frozen=True):
    """The result of a rated match.  The same `id` counts once, however often it is stored."""

    table: int
    id: str
    at: float
    game: str
    form: str
    season: str
    seats: tuple[SeatResult, ...]


class ForgetRatings(msgspec.Struct, frozen=True):
    """Delete an account's ratings: it was deleted, or its name is registered anew."""

    who: str


class RatingQuestion(msgspec.Struct, frozen=True):
    """A question about ratings; `who` is the key of an account."""

    about: str
    game: str
    form: str = ""
    who: str = ""
    season: str = ""


class RatingRow(msgspec.Struct, frozen=True):
    """A row of an answer.

    `place` is 0 for a provisional rating.  In a season list `won` and `matches` count that month;
    in a history they describe one match, at this time.
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
