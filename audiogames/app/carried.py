"""The data that follow an account from one device to another: settings, favourites, results.

A server stores them as one text that it does not read: JSON, compressed.  The text comes from other
devices through a server, so everything in it is validated like all untrusted data.

Settings are merged field by field in a three-way merge: a field keeps this device's value if the
device has changed it since it last synchronised with the account; otherwise it gets the account's
value.  The results of the device and of the account are combined; two results with the same game
and start time count as one.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from audiogames.app.records import Summary
from audiogames.app.settings import Settings, read_settings, written
from audiogames.table.foreign import Points, Stamp, Word

LONGEST: Final = 8192
"""The most characters of the text, because a server limits each text of a message."""

UNPACKED: Final = 100_000
"""The most bytes of the uncompressed text."""

MATCHES: Final = 300
"""The most results that an account carries: the newest ones."""

OF_A_DEVICE: Final = frozenset({
    "language", "speech", "braille", "rate", "rate_of", "voice_volume", "game_volume",
    "notices_volume", "music_volume", "voice_rate", "voice_pitch", "voice", "seat_voices", "scale",
    "theme", "terminal_table", "newer", "looked_on", "newest_told", "server", "nickname",
    "welcomed",
})  # fmt: skip
"""Settings that belong to a device: its language, voice, screen, and the server that it uses."""

CARRIED: Final = tuple(one.name for one in fields(Settings) if one.name not in OF_A_DEVICE)
"""The names of the settings that are carried."""


class MatchLine(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The result of one match in an account, without the names of the other players."""

    game: Word
    started: Stamp
    level: Word
    points: Points
    has_won: bool = False
    has_shared: bool = False
    is_open: bool = False
    is_shared: bool = False


class _Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the text stored in an account, after decompression: settings and results."""

    settings: dict[str, Any] = {}
    matches: Annotated[list[MatchLine], Meta(max_length=MATCHES)] = []


@dataclass(frozen=True)
class Carried:
    """The data of an account: settings in their stored form, by name, and results."""

    settings: Mapping[str, object]
    matches: tuple[MatchLine, ...]


def carried_by(settings: Settings, summaries: Iterable[Summary]) -> Carried:
    """Return the settings and results of this device to be stored in its account."""
    plain = written(settings)
    newest = sorted(summaries, key=lambda one: one.started)[-MATCHES:]
    return Carried({name: plain[name] for name in CARRIED}, tuple(map(_line, newest)))


def _line(one: Summary) -> MatchLine:
    """Return a result in the form that is stored in an account."""
    return MatchLine(
        one.game,
        one.started,
        one.level,
        one.points,
        one.has_won,
        one.has_shared,
        one.is_open,
        one.is_shared,
    )


def packed(carried: Carried) -> str:
    """Return the data as a text for the server.

    The oldest results are left out if the text would be too long.
    """
    matches = list(carried.matches)
    while True:
        whole = {"settings": carried.settings, "matches": matches}
        text = b64encode(zlib.compress(msgspec.json.encode(whole), 9)).decode()
        if len(text) <= LONGEST or not matches:
            return text if len(text) <= LONGEST else ""
        del matches[: max(1, len(matches) // 8)]


def unpacked(text: str) -> Carried | None:
    """Parse the text of an account and drop invalid settings; None if the text is unusable."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(b64decode(text, validate=True), UNPACKED)
        whole = msgspec.json.decode(data, type=_Whole)
    except (ValueError, zlib.error, RecursionError, msgspec.MsgspecError):
        return None
    given = {name: value for name, value in whole.settings.items() if name in CARRIED}
    settings, _ = read_settings(given)
    plain = written(settings)
    return Carried({name: plain[name] for name in given if name in plain}, tuple(whole.matches))


def merged(
    settings: Settings, account: Mapping[str, object], base: Mapping[str, object] | None
) -> Settings:
    """Merge the settings of this device with the settings of the account.

    `base` holds the settings after the last synchronisation.  Without it, the account's values
    win.
    """
    mine = written(settings)
    taken = {
        name: value
        for name, value in account.items()
        if base is None or _is_same(mine[name], base.get(name))
    }
    changed, _ = read_settings({**mine, **taken})
    return replace(changed, language=settings.language, welcomed=settings.welcomed)


def _is_same(one: object, other: object) -> bool:
    """Compare two values as JSON, so that a list equals a tuple."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def missing_here(matches: Iterable[MatchLine], known: Iterable[Summary]) -> dict[str, Summary]:
    """Return the account's results that this device lacks, keyed by file names unused here."""
    here = {(one.game, one.started) for one in known}
    return {
        name: Summary(
            name=name,
            game=one.game,
            started=one.started,
            others=(),
            level=one.level,
            has_won=one.has_won,
            has_shared=one.has_shared,
            points=one.points,
            is_open=one.is_open,
            is_shared=one.is_shared,
        )
        for one in matches
        if (one.game, one.started) not in here
        for name in (f"elsewhere {one.started} {one.game}",)
    }


def base_text(who: str, settings: Mapping[str, object]) -> str:
    """Return the settings after a synchronisation with this account, as a text to be stored."""
    return json.dumps({"who": who, "settings": settings}) + "\n"


def read_base(text: str, who: str) -> Mapping[str, object] | None:
    """Return the settings as they were after the last synchronisation with the account `who`.

    Return None if the stored text has no synchronisation with this account.
    """
    try:
        whole = json.loads(text or "null")
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict) or whole.get("who") != who:
        return None
    settings = whole.get("settings")
    return settings if isinstance(settings, dict) else None
