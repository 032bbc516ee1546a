"""What a server keeps, in one SQLite file.

Write-ahead logging with full synchronising: what `commit` has returned from is on disk, whatever
happens to the program or to the machine, and a commit that was cut short has never been.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Final

from audiogames.core.cues import Msg, msg
from audiogames.net.store import (
    Begin,
    End,
    Enter,
    Forget,
    Keep,
    Kept,
    Moderate,
    Row,
    Shelf,
    Store,
)
from audiogames.shell.locks import lock
from audiogames.shell.serving.secrecy import keep_to_oneself

NAME: Final = "tables.sqlite3"
LOCK: Final = "tables.lock"
FORMAT: Final = 1
"""Kept in the file; another number is another program's."""

MODERATION_SECONDS: Final = 90 * 24 * 3600.0
"""How long the moderation log is kept."""

AT_ONCE: Final = 100
"""Entries written by one statement: after each one the thread must wait until it may go on."""

SCHEMA: Final = """
CREATE TABLE kept (shelf TEXT, name TEXT, text TEXT NOT NULL, PRIMARY KEY (shelf, name))
    WITHOUT ROWID;
CREATE TABLE matches (place INTEGER PRIMARY KEY, header TEXT NOT NULL);
CREATE TABLE entries (place INTEGER, seq INTEGER, line TEXT NOT NULL, PRIMARY KEY (place, seq))
    WITHOUT ROWID;
CREATE TABLE moderation (at REAL NOT NULL, text TEXT NOT NULL);
"""


class StoreError(Exception):
    """The file cannot be used; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


class SqliteStore(Store):
    """The file of one server, locked while it runs.  One thread at a time may use it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            keep_to_oneself(folder, [NAME, LOCK])
            self._lock = (folder / LOCK).open("a")
        except OSError as error:
            raise StoreError(_cannot(folder, error)) from None
        if not lock(self._lock.fileno()):
            self._lock.close()
            raise StoreError(msg("cli-serve-locked", path=str(folder)))
        self._base = sqlite3.connect(folder / NAME, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except sqlite3.Error as error:
            self.close()
            raise StoreError(_cannot(folder / NAME, error)) from None

    def _prepare(self) -> None:
        base = self._base
        found = base.execute("PRAGMA user_version").fetchone()[0]
        if found not in {0, FORMAT}:
            raise sqlite3.DatabaseError(f"format {found}")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        if found == 0:
            base.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version={FORMAT};COMMIT;")

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep all of these.  Raises `StoreError`; then none is kept."""
        base = self._base
        try:
            base.execute("BEGIN IMMEDIATE")
            try:
                for several in _together(rows):
                    _execute(base, several)
            except BaseException:
                base.execute("ROLLBACK")
                raise
            base.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(_cannot(self._folder / NAME, error)) from None

    def load(self) -> Kept:
        """Everything.  Raises `StoreError`."""
        kept = Kept()
        try:
            for shelf, name, text in self._base.execute("SELECT shelf, name, text FROM kept"):
                kept.rows[Shelf(shelf)][name] = text
            kept.matches = self._matches()
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(_cannot(self._folder / NAME, error)) from None
        return kept

    def _matches(self) -> dict[int, str]:
        lines: dict[int, list[str]] = {}
        for place, header in self._base.execute("SELECT place, header FROM matches"):
            lines[place] = [header]
        entries = self._base.execute("SELECT place, line FROM entries ORDER BY place, seq")
        for place, line in entries:
            lines[place].append(line)
        return {place: "".join(match) for place, match in lines.items()}

    def tidy(self, now: float) -> None:
        """Let go of what has been kept for long enough.  Raises `StoreError`."""
        old = now - MODERATION_SECONDS
        try:
            self._base.execute("DELETE FROM moderation WHERE at < ?", (old,))
        except sqlite3.Error as error:
            raise StoreError(_cannot(self._folder / NAME, error)) from None

    def close(self) -> None:
        """Let go of the file; another server may have it."""
        with closing(self._lock), closing(self._base):
            pass


def _together(rows: Sequence[Row]) -> Iterator[Row | list[Enter]]:
    """The same in the same order, entries that follow one another as one."""
    for are_entries, several in groupby(rows, lambda row: isinstance(row, Enter)):
        if are_entries:
            entries = [row for row in several if isinstance(row, Enter)]
            yield from (entries[at : at + AT_ONCE] for at in range(0, len(entries), AT_ONCE))
        else:
            yield from several


def _execute(base: sqlite3.Connection, row: Row | list[Enter]) -> None:
    match row:
        case list():
            places = ", ".join(["(?, ?, ?)"] * len(row))
            values = [value for one in row for value in (one.table, one.seq, one.line)]
            base.execute(f"INSERT INTO entries VALUES {places}", values)  # noqa: S608 - marks alone
        case Keep(shelf, key, text):
            base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (shelf.value, key, text))
        case Forget(shelf, key):
            base.execute("DELETE FROM kept WHERE shelf = ? AND name = ?", (shelf.value, key))
        case Begin(table, header):
            _end(base, table)
            base.execute("INSERT INTO matches VALUES (?, ?)", (table, header))
        case End(table):
            _end(base, table)
        case Moderate(at, text):
            base.execute("INSERT INTO moderation VALUES (?, ?)", (at, text))


def _end(base: sqlite3.Connection, table: int) -> None:
    base.execute("DELETE FROM matches WHERE place = ?", (table,))
    base.execute("DELETE FROM entries WHERE place = ?", (table,))


def _cannot(path: Path, error: Exception) -> Msg:
    return msg("cli-serve-data", path=str(path), text=str(error))
