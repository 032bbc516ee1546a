"""All stored data as one file, for another device or as a backup of a browser's storage.

The file is JSON: a version, the entries by name, and a hash that detects a truncated or changed
file.  The hash proves nothing about the author, so imported entries are validated like all
untrusted data (`Storage.take_things`).  Seats on servers are left out, since the file would let
another person take the player's seat.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from audiogames.app.settings import Settings, read_settings
from audiogames.app.storage import DAYS, PUZZLES, Storage
from audiogames.core.cues import Msg, msg

MARK: Final = "audiogames"
"""The name of the field with the version, which identifies a file of this kind."""

VERSION: Final = 1
LARGEST: Final = 4_000_000
"""The most characters of a bundle."""

LONGEST_RESULTS: Final = 30_000
"""The most characters of results of one kind, as in the browser's storage."""

SETTINGS: Final = "settings"
STATISTICS: Final = "statistics"
KINDS: Final = ("match ", "journal ")
"""The prefixes of the names of matches and journals."""


class BundleError(Exception):
    """The file cannot be imported; `message` is the sentence for the player."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Taken:
    """The result of an import: the settings, and numbers of new matches and unusable entries."""

    settings: Settings | None
    matches: int
    refused: int

    @property
    def message(self) -> Msg:
        """The result of the import as a sentence for the player."""
        taken = msg("things-taken", self.matches)
        return msg("things-refused", self.refused, taken=taken) if self.refused else taken


def bundle_name(stamp: str) -> str:
    """Return the file name for a bundle made at this time."""
    return f"audiogames-{stamp[:10]}.json"


def bundle_of(storage: Storage) -> tuple[str, int]:
    """Return the bundle of all stored data, and the number of matches left out of it.

    The oldest matches are left out if the file would be too large.
    """
    things, length, left_out = {}, 0, 0
    results = [(kind, storage.load_results(kind)) for kind in (DAYS, PUZZLES)]
    for name, text in chain(filter(_has_text, results), storage.kept_things()):
        length += len(name) + len(text)
        if length <= LARGEST // 2:  # a letter may be written as two
            things[name] = text
        else:
            left_out += 1
    whole = {MARK: VERSION, "check": _check(things), "things": things}
    return json.dumps(whole, ensure_ascii=False, indent=0) + "\n", left_out


def take_in(storage: Storage, text: str, languages: Collection[str]) -> Taken:
    """Import a bundle; existing entries are kept.  Raises `BundleError`.

    The bundle's language is ignored, because the player has already chosen one.
    """
    things = read_bundle(text)
    settings, refused = None, 0
    if SETTINGS in things:
        settings, is_whole = _settings(things.pop(SETTINGS), languages)
        refused += not is_whole
    for kind in (DAYS, PUZZLES):
        _add_results(storage, kind, things.pop(kind, ""))
    is_ours = {name: name.startswith(KINDS) or name == STATISTICS for name in things}
    refused += sum(not one for one in is_ours.values())
    matches, more = storage.take_things({name: things[name] for name in things if is_ours[name]})
    return Taken(settings, matches, refused + more)


def read_bundle(text: str) -> dict[str, str]:
    """Return the entries of a bundle by name.  Raises `BundleError`."""
    if len(text) > LARGEST:
        raise BundleError(msg("things-too-large"))
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        is_ours = text.lstrip()[:40].partition(":")[0].strip(' \n{"') == MARK
        raise BundleError(msg("things-damaged" if is_ours else "things-foreign")) from None
    version = whole.get(MARK) if isinstance(whole, dict) else None
    if not isinstance(version, int):
        raise BundleError(msg("things-foreign"))
    if version > VERSION:
        raise BundleError(msg("things-newer"))
    things = whole.get("things")
    is_sound = isinstance(things, dict) and all(isinstance(one, str) for one in things.values())
    if not is_sound or whole.get("check") != _check(things):
        raise BundleError(msg("things-damaged"))
    return dict(things)


def _has_text(named: tuple[str, str]) -> bool:
    return bool(named[1])


def _add_results(storage: Storage, kind: str, text: str) -> None:
    """Store results that this device lacks; invalid ones are skipped later, when they are read."""
    here = storage.load_results(kind).splitlines()
    new = [line for line in text[-LONGEST_RESULTS:].splitlines() if line and line not in here]
    if new:
        storage.save_results(kind, "".join(f"{line}\n" for line in [*new, *here]))


def _settings(text: str, languages: Collection[str]) -> tuple[Settings | None, bool]:
    """Parse the settings, except the language, and return whether all were valid."""
    try:
        given: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None, False
    if not isinstance(given, dict):
        return None, False
    given.pop("language", None)
    settings, bad = read_settings(given, tuple(languages))
    return replace(settings, welcomed=True), not bad


def _check(things: Mapping[str, str]) -> str:
    """Return a hash of the entries, which detects a damaged file."""
    plain = json.dumps(things, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()
