"""Access to the server's store for the command `admin`, whether the server runs or not.

Running servers read changed rows within a second.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol

from audiogames.core.cues import msg
from audiogames.net.server.contests.rows import ForgetRatings, NameRatings
from audiogames.net.server.store import ForgetRow, KeepRow, ModerationRow, Shelf
from audiogames.shell.server import rating
from audiogames.shell.server.database import FORMAT, NAME, StoreError

PATIENCE: Final = 10.0
"""Seconds for which a write waits for the server's own writes."""

AdminRow = KeepRow | ForgetRow | ModerationRow | ForgetRatings | NameRatings


class AdminStore(Protocol):
    """The operations of a server's store that the command `admin` needs."""

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key.  Raises `StoreError`."""
        ...

    def write(self, rows: Sequence[AdminRow]) -> None:
        """Store all of these rows or none.  Raises `StoreError`."""

    def log(self, last: int) -> list[tuple[float, str]]:
        """Return the last lines of the moderation log, oldest first.  Raises `StoreError`."""
        ...

    def close(self) -> None:
        """Close the store."""


class AdminFile(AdminStore):
    """Access to a server's SQLite file for the command `admin`."""

    def __init__(self, folder: Path) -> None:
        """Open the server's SQLite file in this folder; raise `StoreError` if there is none."""
        path = folder / NAME
        if not path.is_file():
            raise StoreError(msg("admin-no-store", path=str(path)))
        self._path = path
        try:
            self._base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            found = self._base.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise self._error(error) from None
        if found != FORMAT:
            self._base.close()
            raise StoreError(msg("admin-no-store", path=str(path)))

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key."""
        try:
            query = "SELECT name, text FROM kept WHERE shelf = ?"
            return dict(self._base.execute(query, (shelf.value,)).fetchall())
        except sqlite3.Error as error:
            raise self._error(error) from None

    def write(self, rows: Sequence[AdminRow]) -> None:
        """Store all of these rows or none."""
        base = self._base
        try:
            base.execute("PRAGMA synchronous=FULL")
            base.execute("BEGIN IMMEDIATE")
            try:
                for row in rows:
                    _execute(base, row)
            except BaseException:
                base.execute("ROLLBACK")
                raise
            base.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._error(error) from None

    def log(self, last: int) -> list[tuple[float, str]]:
        """Return the last lines of the moderation log."""
        query = "SELECT at, text FROM moderation ORDER BY rowid DESC LIMIT ?"
        try:
            return self._base.execute(query, (last,)).fetchall()[::-1]
        except sqlite3.Error as error:
            raise self._error(error) from None

    def close(self) -> None:
        """Close the file."""
        with closing(self._base):
            pass

    def _error(self, error: sqlite3.Error) -> StoreError:
        """Return the error for a failed query."""
        return StoreError(msg("admin-store-fails", path=str(self._path), text=str(error)))


def _execute(base: sqlite3.Connection, row: AdminRow) -> None:
    """Store or delete one row."""
    match row:
        case KeepRow(shelf, key, text):
            base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (shelf.value, key, text))
        case ForgetRow(shelf, key):
            where = (shelf.value, key)
            base.execute("DELETE FROM kept WHERE shelf = ? AND name = ?", where)
            base.execute("DELETE FROM names WHERE shelf = ? AND name = ?", where)
        case ModerationRow(at, text):
            base.execute("INSERT INTO moderation VALUES (?, ?)", (at, text))
        case ForgetRatings() | NameRatings():
            base.execute(rating.CONDUCT_TABLE)  # a file of an older version has none
            rating.run(base, rating.kept(row))
