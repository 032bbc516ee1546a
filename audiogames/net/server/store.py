"""What a server keeps, and the protocol behind which it is kept.

A store holds rows of text by shelf and key, and the entries of each table's match in their order;
it knows nothing of what they mean.  Several processes may share one: each table then belongs to
one of them, and so does each person.  What a process writes of a table that is not its own any
more is refused, table by table, and everything else of the same group is kept.
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
    ForgetRatings,
    RatingQuestion,
    RatingRow,
    ResultRow,
)


class Shelf(Enum):
    """What kinds of rows there are."""

    SERVER = "server"
    TABLES = "tables"
    MEMBERS = "members"
    ACCOUNTS = "accounts"
    MODERATION = "moderation"
    """What was ruled: read whole by every process, and written by the command `admin` as well."""
    CONTESTS = "contests"


class KeepRow(msgspec.Struct, frozen=True):
    """A row, in place of what stood under its key."""

    shelf: Shelf
    key: str
    text: str
    table: int = 0
    """The table that it goes with, or 0: whoever claims that table has this row too."""
    names: tuple[str, ...] = ()
    """By which it is found, and which no other row has: a code, a name, a token."""
    new: bool = False
    """Whether it is refused where a row stands under its key already."""
    needs: str = ""
    """Of a table: the rules that a process must know to have it, where several share the store."""


class ForgetRow(msgspec.Struct, frozen=True):
    """No row under this key any more."""

    shelf: Shelf
    key: str


class BeginMatch(msgspec.Struct, frozen=True):
    """A table's match begins with this header; what was kept of one before is gone."""

    table: int
    header: str


class EnterMove(msgspec.Struct, frozen=True):
    """One more entry of a table's match; `seq` counts from 1."""

    table: int
    seq: int
    line: str


class EndMatch(msgspec.Struct, frozen=True):
    """A table's match need not be kept any more."""

    table: int


class ModerationRow(msgspec.Struct, frozen=True):
    """A line of the moderation log; `at` in seconds since 1970."""

    at: float
    text: str


class TicketRow(msgspec.Struct, frozen=True):
    """What takes a person to a table of another process, once and soon; secrets by their hashes."""

    ticket: str
    member: str
    table: int
    caller: str
    """From where they called first, sealed with the ticket: limits count by it."""


TICKET_SECONDS: Final = 30.0
"""How long a ticket is good."""


class ReleaseTable(msgspec.Struct, frozen=True):
    """A table is nobody's from now on: who comes to it next has it."""

    table: int


Row = (
    KeepRow | ForgetRow | BeginMatch | EnterMove | EndMatch | ModerationRow | TicketRow
    | ReleaseTable | ContestRow
)  # fmt: skip

Unit = tuple[Shelf, str]
"""What is kept or refused as one: a table with its match, or any other row, by shelf and key."""

LOG: Final[Unit] = (Shelf.SERVER, "")
"""The unit of the moderation log and of tickets, which is never refused."""


def unit_of(row: Row) -> Unit:
    """What a row is kept or refused with."""
    match row:
        case KeepRow(shelf, key) | ForgetRow(shelf, key):
            return shelf, key
        case BeginMatch(table) | EnterMove(table) | EndMatch(table) | ReleaseTable(table):
            return Shelf.TABLES, str(table)
        case ResultRow(table=table) | ConductRow(table=table):
            return Shelf.TABLES, str(table)
        case ModerationRow() | TicketRow() | ForgetRatings():
            return LOG


@dataclass
class StoredRows:
    """Rows by shelf and key, and matches as text."""

    rows: dict[Shelf, dict[str, str]] = field(
        default_factory=lambda: {shelf: {} for shelf in Shelf}
    )
    matches: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StoreQuestion:
    """What a request names: tokens and tickets as their hashes, a name by its key and sounds."""

    token: str = ""
    name: str = ""
    sound: str = ""
    account: str = ""
    """The sound under which an account of this name is stored."""
    code: str = ""
    table: int = 0
    proves: bool = False
    """Whether a password came with the name, so that it may be the owner of the account."""
    ticket: str = ""
    whose: str = ""
    """The key of a person of whom is asked only where they are: nothing becomes this process's."""


@dataclass(frozen=True, slots=True)
class Found:
    """A row that was looked for by a name."""

    name: str
    shelf: Shelf
    key: str
    text: str
    table: int
    owner: int
    """The process that has it, or its table; 0 where none that lives has."""
    address: str = ""
    """Where people reach that process."""
    is_late: bool = False
    """Whether that process has not been heard of for a moment, and may live no more."""
    needs: str = ""
    """The rules that a process must know to have the table with which it goes."""


@dataclass(frozen=True, slots=True)
class Mail:
    """What one process writes to another: delivered once and soon, and in no copy of the store."""

    process: int
    """To whom, 0 being all others that live; of mail that has arrived, from whom."""
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What a process that lives shows to the others, and where people reach it."""

    process: int
    address: str
    text: str


class Store(Protocol):
    """Where rows are kept."""

    def commit(self, rows: Sequence[Row]) -> Collection[Unit]:
        """Keep all of these but what is refused or, should the machine stop meanwhile, none.

        Refused, each for itself, are tables and people that are another process's by now, entries
        that do not follow the last one, and rows with a name that is taken.
        """
        ...

    def load(self) -> StoredRows:
        """Everything that is kept."""
        ...

    def find(self, names: Collection[str]) -> list[Found]:
        """The rows that have these names, each once a name."""
        ...

    def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Have these tables from now on, and nobody else: each with all that goes with it.

        Without those that are not there, or are a living process's.
        """
        ...

    def take(self, member: str) -> StoredRows:
        """Take over a person who is at no table, from whichever member had them."""
        ...

    def redeem(self, ticket: str, member: str) -> str:
        """The address from which the owner of this ticket called; it is gone then.

        Empty where it is too late, was used, or is of somebody else, or of another table's time.
        """
        ...

    def meet(self, text: str) -> list[Shown]:
        """Show this to the other processes, and see what those that live show, by their numbers."""
        ...

    def post(self, mail: Sequence[Mail]) -> None:
        """Have this delivered."""
        ...

    def collect(self) -> list[Mail]:
        """What has been delivered to this process, the oldest first; it is gone then."""
        ...

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """All rows of a shelf that every process may read."""
        ...

    def mark(self) -> object:
        """What is another whenever somebody else may have written rows of `MODERATION`."""
        ...

    def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """The lines that answer a question about ratings."""
        ...

    def tidy(self, now: float) -> None:
        """Let go of what has been kept for long enough."""
        ...


# --- What a group of rows comes to ----------------------------------------------------------------


@dataclass
class MatchRows:
    """What becomes of one table's match: begun anew, ended, or gone on with."""

    header: str | None = None
    ended: bool = False
    entries: list[EnterMove] = field(default_factory=list)


class Batch:
    """A group of rows as what it comes to: of rows under one key the last one counts."""

    def __init__(self, rows: Iterable[Row], without: Collection[Unit] = ()) -> None:
        self.kept: dict[Unit, KeepRow | None] = {}
        """By shelf and key; None where the row is to be forgotten."""
        self.matches: dict[int, MatchRows] = {}
        self.moderation: list[ModerationRow] = []
        self.tickets: list[TicketRow] = []
        self.released: list[int] = []
        self.rated: list[ContestRow] = []
        """Results, rated or counted, in their order, and accounts that are forgotten."""
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
            case ResultRow() | ConductRow() | ForgetRatings():
                self.rated.append(row)

    @property
    def tables(self) -> set[int]:
        """The tables that it changes anything of."""
        named = {*self.matches, *self.released}
        named |= {row.table for row in self.rated if isinstance(row, ResultRow | ConductRow)}
        return named | {int(key) for shelf, key in self.kept if shelf is Shelf.TABLES}

    @property
    def members(self) -> list[str]:
        """The people whose rows it changes."""
        return [key for shelf, key in self.kept if shelf is Shelf.MEMBERS]

    @property
    def new(self) -> list[Unit]:
        """The rows that must not be there yet."""
        return [unit for unit, row in self.kept.items() if row is not None and row.new]

    @property
    def names(self) -> dict[str, Unit]:
        """Which names it gives to which row; where two want one, the first has it."""
        given: dict[str, Unit] = {}
        for unit, row in self.kept.items():
            for name in row.names if row is not None else ():
                given.setdefault(name, unit)
        return given


def _as_new(row: KeepRow) -> KeepRow:
    return msgspec.structs.replace(row, new=True)


@dataclass
class Known:
    """How things stand with what a batch is about, before it."""

    foreign: set[Unit]
    """Tables and people that are another process's."""
    there: set[Unit]
    """Of the rows that must be new those that are there."""
    last: Mapping[int, int]
    """The number of the last entry of each match."""
    names: Mapping[str, Unit]
    """Which row has each of the names."""


def refused(batch: Batch, known: Known) -> set[Unit]:
    """What of a batch must not be kept.  Without it the rest must be looked at once more."""
    bad = {*known.foreign, *known.there}
    for table, change in batch.matches.items():
        if not _follows(change, known.last.get(table)):
            bad.add((Shelf.TABLES, str(table)))
    given = batch.names
    for unit, row in batch.kept.items():
        for name in row.names if row is not None else ():
            holder = known.names.get(name, unit)
            is_free = holder == unit or (holder in batch.kept and _lets_go(batch, holder, name))
            if not is_free or given[name] != unit:
                bad.add(unit)
    return bad


def _follows(change: MatchRows, last: int | None) -> bool:
    if not change.entries:
        return True
    if change.ended:
        last = None if change.header is None else 0
    return last is not None and [one.seq for one in change.entries] == list(
        range(last + 1, last + 1 + len(change.entries))
    )


def _lets_go(batch: Batch, unit: Unit, name: str) -> bool:
    row = batch.kept[unit]
    return row is None or name not in row.names
