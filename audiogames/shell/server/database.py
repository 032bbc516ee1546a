"""The store of a single server, in one SQLite file.

It uses write-ahead logging with full synchronising: when `commit` returns, the rows are on disk,
whatever happens to the program or to the machine, and an interrupted commit leaves no trace.

SQLite silently falls back to the last complete commit, even if the log beside the file was cut or
altered.  So commits are counted in the file, and a mark file has the number of commits that have
returned; if the file has fewer, that is noted.  A match that cannot be reassembled is set aside and
noted, and the other matches continue.

Only the server may read the files, since they contain hands and password hashes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import Final

from audiogames.core.cues import Msg, msg
from audiogames.net.server.contests.rows import (
    ConductRow,
    DayRow,
    ForgetRatings,
    NameRatings,
    RatingQuestion,
    RatingRow,
    ResultRow,
)
from audiogames.net.server.store import (
    Batch,
    BeginMatch,
    EndMatch,
    EnterMove,
    ForgetRow,
    Found,
    KeepRow,
    Known,
    Mail,
    ModerationRow,
    Row,
    Shelf,
    Shown,
    Store,
    StoredRows,
    Unit,
    refused,
    unit_of,
)
from audiogames.shell.files import keep_to_oneself, lock
from audiogames.shell.server import rating

NAME: Final = "tables.sqlite3"
LOCK: Final = "tables.lock"
MARK: Final = "tables.mark"
DIGITS: Final = 20
"""Fixed width of the number in the mark file, so that it can be overwritten in place."""

FORMAT: Final = 1
"""The format number in the file; a file with another number is refused."""

MODERATION_SECONDS: Final = 90 * 24 * 3600.0
"""Seconds for which the moderation log is kept."""

AT_ONCE: Final = 100
"""The most entries written by one statement: after each statement the thread must reacquire
Python's lock, so few large statements are better than many small ones."""

SCHEMA: Final = """
CREATE TABLE kept (shelf TEXT, name TEXT, text TEXT NOT NULL, PRIMARY KEY (shelf, name))
    WITHOUT ROWID;
CREATE TABLE matches (place INTEGER PRIMARY KEY, header TEXT NOT NULL);
CREATE TABLE entries (place INTEGER, seq INTEGER, line TEXT NOT NULL, PRIMARY KEY (place, seq))
    WITHOUT ROWID;
CREATE TABLE moderation (at REAL NOT NULL, text TEXT NOT NULL);
"""

LATER: Final = """
CREATE TABLE IF NOT EXISTS counted (commits INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS aside (place INTEGER, seq INTEGER, line);
CREATE TABLE IF NOT EXISTS names (given TEXT PRIMARY KEY, shelf TEXT NOT NULL, name TEXT NOT NULL,
    place INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_of ON names (shelf, name);
"""
"""Tables that older files lack and older versions ignore."""


LAST: Final = """
SELECT place, coalesce((SELECT max(seq) FROM entries WHERE place = matches.place), 0) FROM matches
WHERE place IN
"""
FOUND: Final = """
SELECT kept.shelf, kept.name, text, place FROM names JOIN kept USING (shelf, name) WHERE given = ?
"""
GOES_WITH: Final = """
SELECT DISTINCT kept.shelf, kept.name, text FROM kept LEFT JOIN names USING (shelf, name)
WHERE (kept.shelf = ? AND kept.name = ?) OR place = ?
"""

SHELVES: Final = frozenset(shelf.value for shelf in Shelf)


class StoreError(Exception):
    """The store cannot be used; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


class SqliteStore(Store):
    """The SQLite store of one server; its file is locked while the server runs.

    Only one thread at a time may use it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.notes: list[str] = []
        """Problems found, for the operator."""
        try:
            keep_to_oneself(folder, [NAME, LOCK, MARK])
            self._lock = (folder / LOCK).open("a")
        except OSError as error:
            raise StoreError(_unusable_message(folder, error)) from None
        if not lock(self._lock.fileno()):
            self._lock.close()
            raise StoreError(msg("cli-serve-locked", path=str(folder)))
        self._mark = _Mark(folder / MARK)
        self._base = sqlite3.connect(folder / NAME, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except sqlite3.Error as error:
            self.close()
            raise StoreError(_unusable_message(folder / NAME, error)) from None

    def _prepare(self) -> None:
        """Check the file's format, create missing tables, and count the commits."""
        base = self._base
        found = base.execute("PRAGMA user_version").fetchone()[0]
        if found not in {0, FORMAT}:
            raise sqlite3.DatabaseError(f"format {found}")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        if found == 0:
            base.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version={FORMAT};COMMIT;")
        base.executescript(f"BEGIN;{LATER}{rating.TABLES}{rating.CONDUCT_TABLE}COMMIT;")
        base.text_factory = lambda data: data.decode("utf-8", "replace")
        self._count()

    def _count(self) -> None:
        """Read the number of commits from the file, and log a note if commits are missing."""
        row = self._base.execute("SELECT commits FROM counted").fetchone()
        self._commits = 0 if row is None else int(row[0])
        missing = self._mark.read() - self._commits
        if missing > 0:
            self.notes.append(
                f"The last {missing} changes that were kept are gone: {NAME}, or {NAME}-wal beside"
                " it, was cut, altered or put back"
            )
        if row is None:
            self._base.execute("INSERT INTO counted VALUES (0)")
        self._mark.write(self._commits)

    def commit(self, rows: Sequence[Row]) -> set[Unit]:
        """Store the rows, and return the units that were refused.

        Raises `StoreError` if nothing was stored.
        """
        base = self._base
        bad: set[Unit] = set()
        try:
            base.execute("BEGIN IMMEDIATE")
            try:
                while more := refused(batch := Batch(rows, bad), self._known(batch)) - bad:
                    bad |= more
                kept = [row for row in rows if unit_of(row) not in bad] if bad else rows
                for several in _grouped_rows(kept):
                    _execute(base, several)
                base.execute("UPDATE counted SET commits = ?", (self._commits + 1,))
            except BaseException:
                base.execute("ROLLBACK")
                raise
            base.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None
        self._commits += 1
        self._mark.write(self._commits)
        return bad

    def _known(self, batch: Batch) -> Known:
        """Read the stored rows that a batch of changes depends on.

        No row is foreign, since no other process can own one.
        """
        base, there = self._base, set()
        names: dict[str, Unit] = {}
        going_on = [
            table for table, change in batch.matches.items() if change.entries and not change.ended
        ]
        for name in batch.names:
            holder = base.execute("SELECT shelf, name FROM names WHERE given = ?", (name,))
            names.update((name, (Shelf(shelf), key)) for shelf, key in holder)
        for shelf, key in batch.new:
            where = (shelf.value, key)
            if base.execute("SELECT 1 FROM kept WHERE shelf = ? AND name = ?", where).fetchone():
                there.add((shelf, key))
        return Known(set(), there, self._last_entries(going_on), names)

    def _last_entries(self, tables: Sequence[int]) -> dict[int, int]:
        """Return the number of each match's last entry, by table; 0 for a match without entries."""
        last: dict[int, int] = {}
        for at in range(0, len(tables), AT_ONCE):
            some = tables[at : at + AT_ONCE]
            marks = ", ".join("?" * len(some))
            last.update(self._base.execute(f"{LAST} ({marks})", some))
        return last

    def find(self, names: Collection[str]) -> list[Found]:
        """Return the rows with these names.  Raises `StoreError`."""
        found = []
        try:
            for name in names:
                for shelf, key, text, table in self._base.execute(FOUND, (name,)):
                    found.append(Found(name, Shelf(shelf), key, text, table, owner=1))
        except sqlite3.Error as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None
        return found

    def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Return these tables with all their rows; no other process can own one.

        Raises `StoreError`.
        """
        kept = self.load()
        there = kept.rows[Shelf.TABLES]
        return {table: self._rows_of_table(table, kept) for table in tables if str(table) in there}

    def _rows_of_table(self, table: int, kept: StoredRows) -> StoredRows:
        """Return the rows of a table, and the log of its match if `kept` has it."""
        taken, its = StoredRows(), (Shelf.TABLES.value, str(table), table)
        for shelf, name, text in self._base.execute(GOES_WITH, its):
            taken.rows[Shelf(shelf)][name] = text
        if table in kept.matches:
            taken.matches[table] = kept.matches[table]
        return taken

    def take(self, member: str) -> StoredRows:
        """Return the rows of a member who is at no table.  Raises `StoreError`."""
        taken, members = StoredRows(), self.load().rows[Shelf.MEMBERS]
        if member in members:
            taken.rows[Shelf.MEMBERS][member] = members[member]
        return taken

    def adopt(self) -> StoredRows:
        """Return no rows: there is no other process that could fail."""
        return StoredRows()

    def redeem(self, ticket: str, member: str) -> str:
        """Return an empty address: a single process issues no tickets."""
        return ""

    def meet(self, text: str) -> list[Shown]:
        """Exchange texts with other processes: there are none, so return none."""
        return []

    def post(self, mail: Sequence[Mail]) -> None:
        """Do nothing: there is no other process."""

    def collect(self) -> list[Mail]:
        """Return no mail: there is no other process."""
        return []

    def load(self) -> StoredRows:
        """Return all stored rows.  Raises `StoreError`."""
        kept = StoredRows()
        try:
            for shelf, name, text in self._base.execute("SELECT shelf, name, text FROM kept"):
                if shelf in SHELVES:
                    kept.rows[Shelf(shelf)][name] = text
                else:
                    self.notes.append(f"A row of an unknown kind was left alone: {shelf}")
            kept.matches = self._matches()
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None
        return kept

    def _matches(self) -> dict[int, str]:
        """Return the log of each match, by table; a match with missing rows is set aside."""
        lines: dict[int, list[object]] = {}
        headers = self._base.execute("SELECT place, header FROM matches")
        entries = self._base.execute("SELECT place, line FROM entries ORDER BY place, seq")
        for place, line in (*headers, *entries):
            lines.setdefault(place, []).append(line)
        begun = {place for (place,) in self._base.execute("SELECT place FROM matches")}
        whole = {
            place: "".join(map(str, match))
            for place, match in lines.items()
            if place in begun and all(isinstance(one, str) for one in match)
        }
        for place in lines.keys() - whole.keys():
            self._put_aside(place)
        return whole

    def _put_aside(self, place: int) -> None:
        """Move the rows of a match that cannot be reassembled into the table `aside`."""
        base, its = self._base, (place,)
        base.execute("BEGIN IMMEDIATE")
        base.execute("INSERT INTO aside SELECT place, 0, header FROM matches WHERE place = ?", its)
        base.execute("INSERT INTO aside SELECT place, seq, line FROM entries WHERE place = ?", its)
        _end(base, place)
        base.execute("COMMIT")
        self.notes.append(
            f"The match of table {place} cannot be put together and was put aside: the table"
            f" 'aside' of {NAME} has its rows"
        )

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key.  Raises `StoreError`."""
        query = "SELECT name, text FROM kept WHERE shelf = ?"
        try:
            return dict(self._base.execute(query, (shelf.value,)).fetchall())
        except sqlite3.Error as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None

    def mark(self) -> object:
        """Return a number that changes when another connection, such as `admin`, has written.

        Raises `StoreError`.
        """
        try:
            return self._base.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None

    def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the ratings that match a query.  Raises `StoreError`."""
        try:
            return rating.run(self._base, rating.answered(question))
        except sqlite3.Error as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None

    def tidy(self, now: float) -> None:
        """Delete expired moderation records.  Raises `StoreError`."""
        old = now - MODERATION_SECONDS
        try:
            self._base.execute("DELETE FROM moderation WHERE at < ?", (old,))
        except sqlite3.Error as error:
            raise StoreError(_unusable_message(self._folder / NAME, error)) from None

    def close(self) -> None:
        """Close the file and release its lock."""
        with closing(self._lock), closing(self._mark), closing(self._base):
            pass


class _Mark:
    """A file with the number of commits that have returned; it is not synchronised to disk.

    After a power failure the number may be lower than the count in the store's file, but never
    higher.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("r+b", buffering=0)

    def read(self) -> int:
        """Return the number of commits stored in the file; 0 if there is none."""
        text = self._file.read(DIGITS + 1)
        return int(text) if text.isdigit() and len(text) <= DIGITS else 0

    def write(self, commits: int) -> None:
        """Write the number of commits to the file; errors are ignored."""
        with suppress(OSError):
            self._file.seek(0)
            self._file.write(b"%0*d" % (DIGITS, commits))

    def close(self) -> None:
        """Close the file that holds the number of commits."""
        self._file.close()


def _grouped_rows(rows: Sequence[Row]) -> Iterator[Row | list[EnterMove]]:
    """Yield the rows in order; consecutive log entries are grouped into lists."""
    for are_entries, several in groupby(rows, lambda row: isinstance(row, EnterMove)):
        if are_entries:
            entries = [row for row in several if isinstance(row, EnterMove)]
            yield from (entries[at : at + AT_ONCE] for at in range(0, len(entries), AT_ONCE))
        else:
            yield from several


def _execute(base: sqlite3.Connection, row: Row | list[EnterMove]) -> None:
    """Execute the statements for one row, or for several log entries."""
    match row:
        case list():
            places = ", ".join(["(?, ?, ?)"] * len(row))
            values = [value for one in row for value in (one.table, one.seq, one.line)]
            base.execute(f"INSERT INTO entries VALUES {places}", values)  # noqa: S608 - marks alone
        case KeepRow(shelf, key, text, table, names):
            base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (shelf.value, key, text))
            _let_go(base, shelf, key)
            given = [(name, shelf.value, key, table) for name in names]
            base.executemany("INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)", given)
        case ForgetRow(shelf, key):
            base.execute("DELETE FROM kept WHERE shelf = ? AND name = ?", (shelf.value, key))
            _let_go(base, shelf, key)
        case BeginMatch(table, header):
            _end(base, table)
            base.execute("INSERT INTO matches VALUES (?, ?)", (table, header))
        case EndMatch(table):
            _end(base, table)
        case ResultRow() | ConductRow() | DayRow() | ForgetRatings() | NameRatings():
            rating.run(base, rating.kept(row))
        case ModerationRow(at, text):
            base.execute("INSERT INTO moderation VALUES (?, ?)", (at, text))


def _let_go(base: sqlite3.Connection, shelf: Shelf, key: str) -> None:
    """Delete the entries of a row in the table of unique names."""
    base.execute("DELETE FROM names WHERE shelf = ? AND name = ?", (shelf.value, key))


def _end(base: sqlite3.Connection, table: int) -> None:
    """Delete a table's match with its entries."""
    base.execute("DELETE FROM matches WHERE place = ?", (table,))
    base.execute("DELETE FROM entries WHERE place = ?", (table,))


def _unusable_message(path: Path, error: Exception) -> Msg:
    """Return the message which reports that the store's file cannot be used."""
    return msg("cli-serve-data", path=str(path), text=str(error))
