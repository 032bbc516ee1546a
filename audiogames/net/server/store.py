"""The protocol of a server's store, and the rules by which stores refuse rows.

A store has rows of text by kind (`Shelf`) and key, and the moves of each table's match in order.
It does not interpret them.  Several processes may share one store: then each table and each person
belongs to one of them.  Rows of a table that another process has taken over are refused, table by
table.  The other rows of the same group are stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

import msgspec

from audiogames.net.server.contests.rows import (
    ConductRow,
    ContestRow,
    DayRow,
    ForgetRatings,
    NameRatings,
    RatingQuestion,
    RatingRow,
    ResultRow,
)


class Shelf(Enum):
    """The kinds of stored rows, like the tables of a database."""

    SERVER = "server"
    TABLES = "tables"
    MEMBERS = "members"
    ACCOUNTS = "accounts"
    MODERATION = "moderation"
    """Moderation rulings: every process reads all of them, and the command `admin` writes them
    too."""
    CONTESTS = "contests"
    """Tournaments: each belongs to one process, and to another once that one has died."""


class KeepRow(msgspec.Struct, frozen=True):
    """Write a row, replacing any of the same kind (`Shelf`) with the same key."""

    shelf: Shelf
    key: str
    text: str
    table: int = 0
    """The table that the row belongs to, or 0; claiming the table claims the row too."""
    names: tuple[str, ...] = ()
    """The unique names by which the row is found: those of a code, a person or a token."""
    new: bool = False
    """Whether the row is refused if its key exists already."""
    needs: str = ""
    """For a table, the game and rules version that a process must have to own it."""
    beside: str = ""
    """The key of an account: if the account's row is refused, this row is refused too."""


class ForgetRow(msgspec.Struct, frozen=True):
    """Delete the row of this kind (`shelf`) with this key."""

    shelf: Shelf
    key: str


class BeginMatch(msgspec.Struct, frozen=True):
    """Start the log of a table's match with this header; the log of an earlier match is deleted."""

    table: int
    header: str


class EnterMove(msgspec.Struct, frozen=True):
    """Append a move to the log of a table's match; `seq` counts from 1."""

    table: int
    seq: int
    line: str


class EndMatch(msgspec.Struct, frozen=True):
    """Delete the log of a table's match."""

    table: int


class ModerationRow(msgspec.Struct, frozen=True):
    """A line of the moderation log; `at` in seconds since 1970."""

    at: float
    text: str


class TicketRow(msgspec.Struct, frozen=True):
    """A one-time ticket to a table of another process.

    The store has the ticket and the member's token only as hashes.
    """

    ticket: str
    member: str
    table: int
    caller: str
    """The client's original address, encrypted with the ticket, for limits by address."""


TICKET_SECONDS: Final = 30.0
"""How long a ticket is valid, in seconds."""


class ReleaseTable(msgspec.Struct, frozen=True):
    """Give up a table, so that the next process to claim it becomes its owner."""

    table: int


class ReleaseContest(msgspec.Struct, frozen=True):
    """Give up a tournament with its tables, so that the next process to claim it owns them."""

    contest: int


Row = (
    KeepRow | ForgetRow | BeginMatch | EnterMove | EndMatch | ModerationRow | TicketRow
    | ReleaseTable | ReleaseContest | ContestRow
)  # fmt: skip

Unit = tuple[Shelf, str]
"""The unit of acceptance: a table with its match, or any other row, by shelf and key."""

LOG: Final[Unit] = (Shelf.SERVER, "")
"""The unit of the moderation log and of tickets, which are never refused."""


def unit_of(row: Row) -> Unit:
    """Return the unit of a row; all rows of a unit are stored or refused together."""
    match row:
        case KeepRow(shelf, key) | ForgetRow(shelf, key):
            return shelf, key
        case BeginMatch(table) | EnterMove(table) | EndMatch(table) | ReleaseTable(table):
            return Shelf.TABLES, str(table)
        case ReleaseContest(contest):
            return Shelf.CONTESTS, str(contest)
        case NameRatings(who):
            return Shelf.ACCOUNTS, who
        case DayRow(who=""):
            return LOG
        case ResultRow(table=table) | ConductRow(table=table) | DayRow(table=table):
            return Shelf.TABLES, str(table)
        case ModerationRow() | TicketRow() | ForgetRatings():
            return LOG


@dataclass
class StoredRows:
    """Rows by shelf (the kind of row) and key, and the log of each table's match as text."""

    rows: dict[Shelf, dict[str, str]] = field(
        default_factory=lambda: {shelf: {} for shelf in Shelf}
    )
    matches: dict[int, str] = field(default_factory=dict)

    def add(self, others: Iterable[StoredRows]) -> None:
        """Add the rows and matches of these objects."""
        for one in others:
            for shelf, held in one.rows.items():
                self.rows[shelf].update(held)
            self.matches.update(one.matches)


@dataclass(frozen=True)
class StoreQuestion:
    """A query by which a process finds the table or person that a request is about.

    Tokens and tickets are given as hashes.  A name is given by its key and by its phonetic key
    (`sound`), which is equal for names that sound alike.
    """

    token: str = ""
    name: str = ""
    sound: str = ""
    account: str = ""
    """The sound key under which an account of this name is stored."""
    code: str = ""
    table: int = 0
    proves: bool = False
    """Whether a password came with the name, so that the client may own the account."""
    ticket: str = ""
    whose: str = ""
    """The name key of a person who is only located, not taken over."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a lookup by name: a row, and the process that owns it."""

    name: str
    shelf: Shelf
    key: str
    text: str
    table: int
    owner: int
    """The process that owns the row or its table; 0 if no live process does."""
    address: str = ""
    """The public address of that process."""
    is_late: bool = False
    """Whether that process has missed its last heartbeats and may have ended."""
    needs: str = ""
    """The game and rules version that the row's table needs."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A message from process to process, delivered once and soon, and omitted from backups."""

    process: int
    """The receiver, 0 for all live processes; in delivered mail, the sender."""
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The text and public address that a live process publishes to other processes."""

    process: int
    address: str
    text: str


class Store(Protocol):
    """The interface of a server's store, which processes may share."""

    def commit(self, rows: Sequence[Row]) -> Collection[Unit]:
        """Store all rows except refused ones, and return the refused units.

        After a crash, either all of these rows are stored or none.  A unit is refused if another
        process has taken over that table, person or tournament, if its moves do not follow the last
        stored one, or if the name of a row is in use.
        """
        ...

    def load(self) -> StoredRows:
        """Return everything stored."""
        ...

    def find(self, names: Collection[str]) -> list[Found]:
        """Return the stored rows that have one of these unique names."""
        ...

    def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Make this process the owner of tables, and return each with all its rows.

        Missing tables, and tables of another live process, are omitted.
        """
        ...

    def take(self, member: str) -> StoredRows:
        """Make this process the owner of a person who is at no table; return their row."""
        ...

    def adopt(self) -> StoredRows:
        """Make this process the owner of dead processes' tournaments, with their tables."""
        ...

    def redeem(self, ticket: str, member: str) -> str:
        """Use up a ticket, and return the address from which its owner first connected.

        Returns an empty text if the ticket has expired, was used, belongs to another member, or if
        its table has changed owner.
        """
        ...

    def meet(self, text: str) -> list[Shown]:
        """Publish a text for the other processes, and return the texts published by them."""
        ...

    def post(self, mail: Sequence[Mail]) -> None:
        """Store letters until the receiving processes collect them."""
        ...

    def collect(self) -> list[Mail]:
        """Return and remove the mail delivered to this process, oldest first."""
        ...

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of one kind that every process may read, as texts by key."""
        ...

    def mark(self) -> object:
        """Return a value that changes when another process may have written a ruling."""
        ...

    def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the rows that match a query about ratings."""
        ...

    def tidy(self, now: float) -> None:
        """Delete expired rows."""
        ...


# --- The net effect of a group of rows ------------------------------------------------------------


@dataclass
class MatchRows:
    """The changes to a table's stored log: a new header, the match's end, or more moves."""

    header: str | None = None
    ended: bool = False
    entries: list[EnterMove] = field(default_factory=list)


class Batch:
    """The combined effect of a group of rows: for each key, the last row counts."""

    def __init__(self, rows: Iterable[Row], without: Collection[Unit] = ()) -> None:
        self.kept: dict[Unit, KeepRow | None] = {}
        """The rows to write, by shelf and key; None to delete the row."""
        self.matches: dict[int, MatchRows] = {}
        self.moderation: list[ModerationRow] = []
        self.tickets: list[TicketRow] = []
        self.released: list[int] = []
        """Tables and tournaments that are given up."""
        self.released_contests: list[str] = []
        self.rated: list[ContestRow] = []
        """Rows for ratings and conduct, in order: results, and accounts forgotten or renamed."""
        self.without = without
        for row in rows:
            if not (without and unit_of(row) in without):
                self._add(row)

    def _add(self, row: Row) -> None:
        match row:
            case KeepRow():
                before = self.kept.get(unit_of(row))
                self.kept[unit_of(row)] = _as_new(row) if before and before.new else row
            case ForgetRow():
                self.kept[unit_of(row)] = None
            case BeginMatch(table, header):
                self.matches[table] = MatchRows(header, ended=True)
            case EnterMove(table):
                self.matches.setdefault(table, MatchRows()).entries.append(row)
            case EndMatch(table):
                self.matches[table] = MatchRows(ended=True)
            case ModerationRow():
                self.moderation.append(row)
            case TicketRow():
                self.tickets.append(row)
            case ReleaseTable(table):
                self.released.append(table)
            case ReleaseContest(contest):
                self.released_contests.append(str(contest))
            case ResultRow() | ConductRow() | DayRow() | ForgetRatings() | NameRatings():
                self.rated.append(row)

    @property
    def tables(self) -> set[int]:
        """The tables that the batch changes."""
        named = {*self.matches, *self.released}
        of_tables = (one for one in self.rated if isinstance(one, ResultRow | ConductRow | DayRow))
        named |= {one.table for one in of_tables if unit_of(one) != LOG}
        return named | {int(key) for shelf, key in self.kept if shelf is Shelf.TABLES}

    @property
    def singles(self) -> list[Unit]:
        """The people and tournaments whose rows the batch changes.  Each belongs to one process."""
        singles = [unit for unit in self.kept if unit[0] in {Shelf.MEMBERS, Shelf.CONTESTS}]
        given_up = [(Shelf.CONTESTS, key) for key in self.released_contests]
        return [*singles, *(one for one in given_up if one not in self.kept)]

    @property
    def new(self) -> list[Unit]:
        """The rows of the batch that must not exist yet."""
        return [unit for unit, row in self.kept.items() if row is not None and row.new]

    @property
    def names(self) -> dict[str, Unit]:
        """The unique names of the rows, each with the unit (shelf and key of a row) that has it.

        If two rows have the same name, the first one counts.
        """
        given: dict[str, Unit] = {}
        for unit, row in self.kept.items():
            for name in row.names if row is not None else ():
                given.setdefault(name, unit)
        return given


def _as_new(row: KeepRow) -> KeepRow:
    """Return a copy of the row that the store refuses if the row's key exists already."""
    return msgspec.structs.replace(row, new=True)


@dataclass
class Known:
    """The stored data that decides which units of a batch are refused."""

    foreign: set[Unit]
    """Tables and people that another process owns."""
    there: set[Unit]
    """Rows that must be new but exist."""
    last: Mapping[int, int]
    """The number of the last entry of each match."""
    names: Mapping[str, Unit]
    """The row that has each name."""


def refused(batch: Batch, known: Known) -> set[Unit]:
    """Return the units of a batch that must be refused.

    The caller removes these and calls again, until nothing is refused.
    """
    bad = {*known.foreign, *known.there}
    for table, change in batch.matches.items():
        if not _follows(change, known.last.get(table)):
            bad.add((Shelf.TABLES, str(table)))
    given = batch.names
    for unit, row in batch.kept.items():
        if row is not None and row.beside and (Shelf.ACCOUNTS, row.beside) in batch.without:
            bad.add(unit)
        for name in row.names if row is not None else ():
            holder = known.names.get(name, unit)
            is_free = holder == unit or (holder in batch.kept and _lets_go(batch, holder, name))
            if not is_free or given[name] != unit:
                bad.add(unit)
    return bad


def _follows(change: MatchRows, last: int | None) -> bool:
    """Whether the new moves of a match continue its stored log without a gap."""
    if not change.entries:
        return True
    if change.ended:
        last = None if change.header is None else 0
    return last is not None and [one.seq for one in change.entries] == list(
        range(last + 1, last + 1 + len(change.entries))
    )


def _lets_go(batch: Batch, unit: Unit, name: str) -> bool:
    """Whether the batch removes this unique name from the row that has it."""
    row = batch.kept[unit]
    return row is None or name not in row.names
