"""Favourites: set-ups of tables, with options, seats and levels, saved in the settings by name.

Data from a file or browser is limited and validated here, except for options, which are validated
when the table is opened.  A favourite whose game is not installed stays in the settings, but is not
listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.core.contract import Refused
from audiogames.core.cues import msg
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec, game, game_ids
from audiogames.core.text import is_writable, plain
from audiogames.search.levelling import offered_levels
from audiogames.table.clock import LIMIT
from audiogames.table.foreign import LONGEST_WORD, MOST_PLAYERS
from audiogames.table.seats import BOT_NAMES, Player, bot_named
from audiogames.table.setup import Setup

LONGEST_TITLE: Final = 40
"""The most characters of the name of a favourite."""

LONGEST_SEAT: Final = 20
"""The most characters of the name of a player in a favourite."""

MOST_FAVOURITES: Final = 20
MOST_OPTIONS: Final = 40

_FIELDS: Final = {"name", "game", "options", "limit", "level", "seats"}

OptionValue = str | int | bool


@dataclass(frozen=True)
class SeatKept:
    """The bot or person on a seat of a favourite; an empty name means the player."""

    name: str
    level: str = ""
    """The level of a bot."""


@dataclass(frozen=True)
class Favourite:
    """A table saved under a name."""

    name: str
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    limit: int | None
    level: str
    seats: tuple[SeatKept, ...]
    """In the order of joining."""


def favourite_of(name: str, setup: Setup, me: Player) -> Favourite:
    """Return a favourite with this name for a set-up.

    `me` is the player, with the name that they use when playing alone.
    """
    options = plain(setup.options)
    assert isinstance(options, dict)
    seats = (
        SeatKept("" if one == setup.players[0] and one.name == me.name else one.name, one.level)
        for one in setup.players
    )
    values = tuple((key, value) for key, value in options.items() if isinstance(value, OptionValue))
    return Favourite(name, setup.spec.id, values, setup.limit, setup.level, tuple(seats))


def setup_of(favourite: Favourite, me: Player) -> Setup:
    """Return the set-up that a favourite describes.

    Raises `Refused` if this version of the program does not support it.
    """
    spec = game(favourite.game)
    try:
        options = read_options(spec.options, dict(favourite.options))
    except OptionError:
        raise _unfit(favourite) from None
    players = tuple(_seated(one, spec, me) for one in favourite.seats)
    if players[0].is_bot or len(players) not in spec.seats:
        raise _unfit(favourite)
    return Setup(spec, options, players, favourite.limit, _level(favourite.level, spec))


def _unfit(favourite: Favourite) -> Refused:
    """Return the refusal of a favourite that this version does not support."""
    return Refused("favourite-unfit", msg("favourite-unfit", name=favourite.name))


def _seated(seat: SeatKept, spec: Spec, me: Player) -> Player:
    """Return the player on a favourite's seat."""
    if seat.level:
        return bot_named(seat.name, _level(seat.level, spec), dict(BOT_NAMES).get(seat.name, ""))
    return Player(
        seat.name or me.name, gender=me.gender, auto_draw=me.auto_draw, patience=me.patience
    )


def _level(level: str, spec: Spec) -> str:
    """Return the level, or the game's default level if the game no longer has this one."""
    return level if level in offered_levels(spec) else spec.bots.default


def listed(favourites: Iterable[Favourite]) -> Sequence[Favourite]:
    """Return the favourites whose games are installed."""
    known = set(game_ids())
    return [one for one in favourites if one.game in known]


def checked_title(text: str, others: Iterable[str]) -> str:
    """Return the cleaned name of a favourite.

    Raises `Refused` if it is invalid or another favourite has it.
    """
    title = " ".join(text.split())
    if not is_title(title):
        raise Refused("favourite-nameless", msg("favourite-nameless"))
    for other in others:
        if other.casefold() == title.casefold():
            raise Refused("favourite-taken", msg("favourite-taken", name=other))
    return title


def is_title(text: str) -> bool:
    """Whether this is a valid name of a favourite."""
    return _is_line(text, LONGEST_TITLE) and any(map(str.isalnum, text))


def _is_line(text: object, longest: int) -> bool:
    """Whether this is a printable text of at most this length."""
    return (
        isinstance(text, str) and len(text) <= longest and text.isprintable() and is_writable(text)
    )


# Stored form --------------------------------------------------------------------------------------


def written_favourites(favourites: Iterable[Favourite]) -> list[dict[str, object]]:
    """Return favourites in the form stored in the settings."""
    return [
        {
            "name": one.name,
            "game": one.game,
            "options": dict(one.options),
            "limit": one.limit,
            "level": one.level,
            "seats": [f"{seat.level}:{seat.name}" for seat in one.seats],
        }
        for one in favourites
    ]


def read_favourites(given: object) -> tuple[tuple[Favourite, ...], tuple[str, ...]]:
    """Return the valid favourites, and the names of the invalid ones."""
    if not isinstance(given, list):
        return (), ("favourites",)
    good: list[Favourite] = []
    bad: list[str] = []
    for number, values in enumerate(given, start=1):
        one = _read_one(values)
        is_twin = one is not None and one.name.casefold() in {two.name.casefold() for two in good}
        if one is None or is_twin or len(good) == MOST_FAVOURITES:
            bad.append(f"favourites.{number}")
        else:
            good.append(one)
    return tuple(good), tuple(bad)


def _read_one(values: object) -> Favourite | None:
    """Parse a favourite; None if it is invalid."""
    if not isinstance(values, Mapping) or set(values) != _FIELDS:
        return None
    name, id_, level = values["name"], values["game"], values["level"]
    limit, options = values["limit"], _read_options(values["options"])
    seats = _read_seats(values["seats"])
    words = (id_, level)
    is_good = (
        isinstance(name, str)
        and is_title(name)
        and all(word and _is_line(word, LONGEST_WORD) for word in words)
        and (limit is None or (type(limit) is int and LIMIT.low <= limit <= LIMIT.high))
    )
    if not is_good or options is None or seats is None:
        return None
    return Favourite(name, id_, options, limit, level, seats)


def _read_options(given: object) -> tuple[tuple[str, OptionValue], ...] | None:
    if not isinstance(given, Mapping) or len(given) > MOST_OPTIONS:
        return None
    known = tuple(
        (name, value)
        for name, value in given.items()
        if _is_line(name, LONGEST_WORD)
        and (_is_line(value, LONGEST_WORD) or (isinstance(value, int) and abs(value) < 10**9))
    )
    return known if len(known) == len(given) else None


def _read_seats(given: object) -> tuple[SeatKept, ...] | None:
    """Parse seats written as `level:name`.

    None if one is invalid, or if two have the same name.
    """
    if not isinstance(given, list) or not 0 < len(given) <= MOST_PLAYERS:
        return None
    seats: list[SeatKept] = []
    for text in given:
        if not _is_line(text, LONGEST_WORD + 1 + LONGEST_SEAT) or ":" not in text:
            return None
        level, _, name = text.partition(":")
        if len(name) > LONGEST_SEAT or (not name and (level or seats)):
            return None
        seats.append(SeatKept(name, level))
    names = {seat.name.casefold() for seat in seats}
    return tuple(seats) if len(names) == len(seats) else None
