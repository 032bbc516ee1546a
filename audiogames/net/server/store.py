"""What a server keeps, and the two small protocols behind which it is kept.

A store holds rows of text by shelf and key, and the entries of each table's match in their order;
it knows nothing of what they mean.  A directory knows which tables there are and by which code
they are found.  With both behind protocols, tables can be spread over several processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from audiogames.net.wire import TableLine


class Shelf(Enum):
    """What kinds of rows there are."""

    SERVER = "server"
    TABLES = "tables"
    MEMBERS = "members"
    ACCOUNTS = "accounts"


@dataclass(frozen=True, slots=True)
class KeepRow:
    """A row, in place of what stood under its key."""

    shelf: Shelf
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class ForgetRow:
    """No row under this key any more."""

    shelf: Shelf
    key: str


@dataclass(frozen=True, slots=True)
class BeginMatch:
    """A table's match begins with this header; what was kept of one before is gone."""

    table: int
    header: str


@dataclass(frozen=True, slots=True)
class EnterMove:
    """One more entry of a table's match."""

    table: int
    seq: int
    line: str


@dataclass(frozen=True, slots=True)
class EndMatch:
    """A table's match need not be kept any more."""

    table: int


@dataclass(frozen=True, slots=True)
class ModerationRow:
    """A line of the moderation log; `at` in seconds since 1970."""

    at: float
    text: str


Row = KeepRow | ForgetRow | BeginMatch | EnterMove | EndMatch | ModerationRow


@dataclass
class StoredRows:
    """Everything that a store holds: rows by shelf and key, and the matches as text."""

    rows: dict[Shelf, dict[str, str]] = field(
        default_factory=lambda: {shelf: {} for shelf in Shelf}
    )
    matches: dict[int, str] = field(default_factory=dict)


class Store(Protocol):
    """Where rows are kept."""

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep all of these or, should the machine stop meanwhile, none."""
        ...

    def load(self) -> StoredRows:
        """Everything that is kept."""
        ...

    def tidy(self, now: float) -> None:
        """Let go of what has been kept for long enough."""
        ...


class MemoryStore(Store):
    """A store for tests: it forgets when the program ends."""

    def __init__(self) -> None:
        self.kept = StoredRows()
        self.moderation: list[ModerationRow] = []

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep these."""
        for row in rows:
            self._keep(row)

    def load(self) -> StoredRows:
        """A copy of what is kept."""
        rows = {shelf: dict(held) for shelf, held in self.kept.rows.items()}
        return StoredRows(rows, dict(self.kept.matches))

    def tidy(self, now: float) -> None:
        """Nothing here is ever old."""

    def _keep(self, row: Row) -> None:
        match row:
            case KeepRow(shelf, key, text):
                self.kept.rows[shelf][key] = text
            case ForgetRow(shelf, key):
                self.kept.rows[shelf].pop(key, None)
            case BeginMatch(table, header):
                self.kept.matches[table] = header
            case EnterMove(table, _, line):
                self.kept.matches[table] += line
            case EndMatch(table):
                self.kept.matches.pop(table, None)
            case ModerationRow():
                self.moderation.append(row)


class Directory(Protocol):
    """Which tables there are, on whichever process they are played."""

    def enter(self, line: TableLine, code: str, *, public: bool) -> None:
        """A table as it is now; it is found by this code and by no other."""
        ...

    def leave(self, table: int) -> None:
        """The table is no more."""
        ...

    def find(self, code: str) -> int | None:
        """The table with this code."""
        ...

    def public(self) -> Iterable[TableLine]:
        """The public tables, the oldest first."""
        ...


class OneProcess(Directory):
    """The directory of a server whose tables are all its own."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._entered: dict[int, tuple[TableLine, str, bool]] = {}

    def enter(self, line: TableLine, code: str, *, public: bool) -> None:
        """A table as it is now."""
        known = self._entered.get(line.table)
        if known is not None and known[1] != code:
            del self._codes[known[1]]
        self._codes[code] = line.table
        self._entered[line.table] = line, code, public

    def leave(self, table: int) -> None:
        """The table is no more."""
        known = self._entered.pop(table, None)
        if known is not None:
            del self._codes[known[1]]

    def find(self, code: str) -> int | None:
        """The table with this code."""
        return self._codes.get(code)

    def public(self) -> Iterator[TableLine]:
        """The public tables."""
        return (line for line, _, public in self._entered.values() if public)
