"""`forget`: ask for confirmation, then delete settings, matches, histories, files and reports.

Only files that the program itself writes are deleted, recognised by their names and folders.  A
folder that is a link to another place is only reported.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from audiogames.cli.opening import locales
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg, msg
from audiogames.shell.files import Paths, lock, patiently, user_paths
from audiogames.shell.storage import FINISHED, HISTORIES, SAVED, SUFFIX, SUMMARY

FORGET_YES: Final = frozenset({"yes", "sì", "si", "si'", "sí", "ja", "oui"})
"""The confirmations accepted in every language."""

REPORT: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d-]+\.txt")
HISTORY: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d-]+\.txt|\.\d{4}-\d\d-\d\dT[\d-]+\.txt\.\d+")
"""The name of a saved history, or of a remnant of an interrupted save."""
SAVED_FILE: Final = re.compile(r"\.?audiogames-[0-9A-Za-z-]+\.(txt|html|jsonl?)(\.\d+)?")
"""The name of an exported text, or of a remnant of an interrupted save."""
LINES: Final = re.compile(rf"\.?{SUMMARY}{re.escape(SUFFIX)}(\.\d+)?")
"""The name of the summary of finished matches, or of a remnant of an interrupted save."""


@dataclass(frozen=True)
class KeptData:
    """The program's files that the command `forget` deletes, by kind."""

    settings: tuple[Path, ...]
    matches: tuple[Path, ...]
    histories: tuple[Path, ...]
    saved: tuple[Path, ...]
    reports: tuple[Path, ...]
    elsewhere: tuple[Path, ...]
    """Folders that link to another place, whose files are not deleted."""

    @property
    def files(self) -> tuple[Path, ...]:
        """All files, in the order in which the player sees them."""
        return self.settings + self.matches + self.histories + self.saved + self.reports


def forget(given: Namespace, lang: str) -> int:
    """List the data, ask for confirmation, and delete it.

    Raises `Failure` if something could not be deleted.
    """

    def tell(message: Msg) -> None:
        print(sentence(message, locales(), lang), flush=True)

    paths = user_paths()
    kept = look(paths)
    refuse_if_played(kept.matches)
    if kept.files:
        for line in listed(kept, paths):
            tell(line)
        if not given.yes:
            tell(msg("forget-sure"))
            if not confirmed(sentence(msg("yes"), locales(), lang)):
                tell(msg("forget-kept"))
                return 0
            refuse_if_played(kept.matches)  # the question may have been open for a long time
        delete(kept, paths)
    if kept.elsewhere:
        raise Failure(msg("forget-elsewhere", paths=_joined(kept.elsewhere)))
    tell(msg("forget-done") if kept.files else msg("forget-nothing"))
    return 0


def listed(kept: KeptData, paths: Paths) -> Iterator[Msg]:
    """Yield messages that list the files to be deleted, with their folders."""
    yield msg("forget-these")
    if kept.settings:
        yield msg("doctor-settings", path=str(paths.settings))
    if kept.matches:
        number = sum(LINES.fullmatch(one.name) is None for one in kept.matches)
        yield msg("forget-matches", n=number, path=str(paths.matches))
    if kept.histories:
        folder = str(paths.data / HISTORIES)
        yield msg("forget-histories", n=len(kept.histories), path=folder)
    if kept.saved:
        yield msg("forget-saved", n=len(kept.saved), path=str(paths.data / SAVED))
    if kept.reports:
        yield msg("forget-reports", n=len(kept.reports), path=str(paths.reports))


def confirmed(yes: str) -> bool:
    """Ask for confirmation; return whether the player has typed the word for yes.

    `yes` is that word as it is used in menus, with a full stop.  Raises `Failure` if there is no
    input.
    """
    answer = ""
    with suppress(OSError, ValueError):  # closed, or not text
        answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer:
        raise Failure(msg("forget-no-answer"))
    return answer.strip().casefold() in FORGET_YES | {yes.strip(".").casefold()}


# --- Our files -----------------------------------------------------------------------------------


def look(paths: Paths) -> KeptData:
    """Find the files that the program has written into its folders."""
    inside = {
        paths.matches: paths.data,
        paths.matches / FINISHED: paths.data,
        paths.data / HISTORIES: paths.data,
        paths.data / SAVED: paths.data,
        paths.reports: paths.state,
    }
    elsewhere = tuple(folder for folder, top in inside.items() if _links_elsewhere(folder, top))
    matches, finished, histories, saved, reports = (
        () if one in elsewhere else _files(one) for one in inside
    )
    return KeptData(
        tuple(one for one in _files(paths.config) if _is_settings(one.name, paths.settings.name)),
        tuple(one for one in matches if one.suffix == SUFFIX)
        + tuple(one for one in finished if one.suffix == SUFFIX or LINES.fullmatch(one.name)),
        tuple(one for one in histories if HISTORY.fullmatch(one.name)),
        tuple(one for one in saved if SAVED_FILE.fullmatch(one.name)),
        tuple(one for one in reports if REPORT.fullmatch(one.name)),
        elsewhere,
    )


def _links_elsewhere(folder: Path, top: Path) -> bool:
    """Return whether the path of this folder contains a link that leads out of `top`."""
    return folder.exists() and folder.resolve() != top.resolve() / folder.relative_to(top)


def _files(folder: Path) -> tuple[Path, ...]:
    """Return the files of a folder; none if it cannot be read."""
    try:
        return tuple(sorted(path for path in folder.iterdir() if path.is_file()))
    except OSError:
        return ()


def _is_settings(name: str, settings: str) -> bool:
    """Return whether a file is the settings file, or an unreadable or partial copy of it."""
    known = re.escape(settings)
    return re.fullmatch(rf"{known}(\.bad)?|\.{known}\.\d+", name) is not None


# --- Deleting ------------------------------------------------------------------------------------


def refuse_if_played(matches: Iterable[Path]) -> None:
    """Raise `Failure` if any of these matches is being played."""
    for path in matches:
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            if not lock(descriptor):
                raise Failure(msg("forget-locked", name=path.stem))
        finally:
            os.close(descriptor)


def delete(kept: KeptData, paths: Paths) -> None:
    """Delete the files, then their empty folders. Raises `Failure`."""
    left = [path for path in kept.files if not _deleted(path)]
    folders = [paths.matches / FINISHED, paths.matches, paths.data / HISTORIES, paths.data / SAVED]
    folders += [paths.reports]
    if paths.own:
        folders += [paths.config, paths.data, paths.state]
    for folder in folders:
        with suppress(OSError):  # not empty, or missing
            folder.rmdir()
    if left:
        raise Failure(msg("forget-left", paths=_joined(left)))


def _deleted(path: Path) -> bool:
    """Delete a file; return whether that succeeded."""
    try:
        patiently(partial(path.unlink, missing_ok=True))
    except OSError:
        return False
    return True


def _joined(paths: Iterable[Path]) -> str:
    """Return the paths as one text, separated by commas."""
    return ", ".join(map(str, paths))
