"""Backs up a running server's file, and restores it into an empty folder.

SQLite's backup reads the file as of one moment while the server keeps writing.  A copy is
written to a partial file, which is renamed when it is complete and on disk.  So a file with
the target's name is never incomplete.
"""

from __future__ import annotations

import glob
import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from audiogames.core.cues import msg
from audiogames.shell.files import keep_to_oneself
from audiogames.shell.server.database import FORMAT, LOCK, MARK, NAME, StoreError

SQLITE: Final = b"SQLite format 3\x00"
"""The first bytes of an SQLite file."""

DUMP: Final = b"PGDMP"
"""The first bytes of a pg_dump file."""

PARTIAL: Final = ".partial"
"""The suffix of unfinished copies, whose names also have a random part.  So simultaneous copies to
one target do not mix, and the target is one of them."""

ABANDONED: Final = 24 * 3600.0
"""Seconds after which an unfinished copy, left by a program that was killed, is deleted."""


def backup_file(folder: Path, target: Path) -> None:
    """Copy the store's file in this folder to `target`.  Raises `StoreError`."""
    source = folder / NAME
    if not source.is_file():
        raise StoreError(msg("admin-no-store", path=str(source)))
    written(target, lambda partial: _copy(source, partial))


def restore_file(source: Path, folder: Path) -> None:
    """Restore a copy into a folder that has no store yet.  Raises `StoreError`."""
    check_kind(source, SQLITE)
    target = folder / NAME
    left = [one for one in (NAME, f"{NAME}-wal", MARK) if _has_something(folder / one)]
    if left:
        raise StoreError(msg("restore-not-empty", path=str(folder)))
    try:
        keep_to_oneself(folder, [LOCK])
    except OSError as error:
        raise StoreError(msg("backup-fails", path=str(folder), text=str(error))) from None
    written(target, lambda partial: _copy(source, partial))


def _has_something(path: Path) -> bool:
    """Return whether a file exists and is not empty."""
    return path.is_file() and path.stat().st_size > 0


def check_kind(source: Path, kind: bytes) -> None:
    """Raise `StoreError` unless a file is a backup of this kind of store."""
    try:
        with source.open("rb") as file:
            begins = file.read(len(kind))
    except OSError as error:
        raise StoreError(msg("backup-fails", path=str(source), text=str(error))) from None
    if begins != kind:
        raise StoreError(msg("restore-other-kind", path=str(source)))


def written(target: Path, write: Callable[[Path], None]) -> None:
    """Call `write` with the path of a partial file, and rename that file to `target` afterwards.

    Raises `StoreError`; then there is no new file, and an old one is unchanged.
    """
    partial = target.with_name(f"{target.name}.{secrets.token_hex(4)}{PARTIAL}")
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _delete_abandoned(target, partial.stat().st_mtime)
        write(partial)
        _to_disk(partial)
        partial.replace(target)
        _to_disk(target.parent)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise StoreError(msg("backup-fails", path=str(target), text=str(error))) from None
    except BaseException:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise


def _delete_abandoned(target: Path, now: float) -> None:
    """Delete partial files of this target that earlier backups left behind."""
    for left in target.parent.glob(f"{glob.escape(target.name)}.*{PARTIAL}"):
        with suppress(OSError):  # another backup deletes it, too
            if left.stat().st_mtime < now - ABANDONED:
                left.unlink()


def _copy(source: Path, target: Path) -> None:
    """Copy the database as of one moment.  Raises `sqlite3.Error`."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as read,
        closing(sqlite3.connect(target)) as write,
    ):
        if read.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            raise sqlite3.DatabaseError("no file of this version of the server")
        read.backup(write)
        write.execute("PRAGMA journal_mode=DELETE")  # a single file, without a write-ahead log
        found = write.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(str(found))


def _to_disk(path: Path) -> None:
    """Flush a file to disk, or a folder on systems that support that."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        if not path.is_dir():  # Windows cannot open a folder
            raise
