"""Encodes and decodes settings and seats on servers, in the same format for files and browsers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any, Final

import msgspec

from audiogames.app.settings import Settings, read_settings, written
from audiogames.app.storage import STAMP, KeptPlace
from audiogames.core.cues import Msg, msg
from audiogames.present.catalogue import languages
from audiogames.shell.files import resources
from audiogames.table.foreign import Address, Digits, Nickname, Token

MOST_NAMES: Final = 10
LONGEST_NAME: Final = 40
UNSAID: Final = "…"
"""Replaces the name of an unreadable option if it is unprintable or too long.

At most `MOST_NAMES` options are named.
"""


def settings_text(settings: Settings) -> str:
    """Encode the settings."""
    return json.dumps(written(settings), indent=2, ensure_ascii=False) + "\n"


def read_settings_text(text: str) -> tuple[Settings, Msg | None]:
    """Decode settings; return a message too if some or all of them are unreadable."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return Settings(), msg("settings-unreadable")
    if not isinstance(given, dict):
        return Settings(), msg("settings-unreadable")
    settings, bad = read_settings(given, languages(resources() / "locales"))
    if not bad:
        return settings, None
    names = ", ".join(name if _is_pronounceable(name) else UNSAID for name in bad[:MOST_NAMES])
    return settings, msg("settings-partly-read", names=names)


def places_text(places: Sequence[KeptPlace]) -> str:
    """Encode the player's saved seats on servers as text."""
    rows = [[one.server, one.name, one.token, one.own] for one in places]
    return json.dumps(rows, ensure_ascii=False) + "\n"


def read_places_text(text: str) -> tuple[list[KeptPlace], bool]:
    """Parse the player's saved seats; return the readable ones, and whether all are readable."""
    try:
        rows = msgspec.json.decode(text, type=list[Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return [], False
    places = [place for place in map(_place, rows) if place is not None]
    return places, len(places) == len(rows)


class _PlaceRow(msgspec.Struct, array_like=True, frozen=True):
    """A seat on a server as it is stored."""

    server: Address
    name: Nickname
    token: Token
    own: Digits = ""


def _place(row: object) -> KeptPlace | None:
    """Parse a seat on a server; return None if it is unreadable."""
    try:
        found = msgspec.convert(row, _PlaceRow)
    except msgspec.ValidationError:
        return None
    place = KeptPlace(found.server, found.name, found.token, found.own)
    return place if all(map(str.isprintable, vars(place).values())) else None


def _is_pronounceable(name: str) -> bool:
    """Return whether a name is short enough to be spoken and has only printable characters."""
    return len(name) <= LONGEST_NAME and name.isprintable()


def stamp() -> str:
    """Return the wall-clock time in the form used for names of matches."""
    return datetime.now(UTC).strftime(STAMP)


def stem(started: str) -> str:
    """Return the start time of a match as a valid file name."""
    return re.sub(r"[^0-9A-Za-z]+", "-", started).strip("-") or "match"


def numbered(stem: str) -> Iterator[str]:
    """Yield the name, then the name with the suffixes -2, -3 and so on."""
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))
