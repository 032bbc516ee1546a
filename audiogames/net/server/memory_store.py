"""A store in memory, for tests and for tools whose servers need no restart.

It implements the protocol in `store` and refuses rows by the same rules as every other store.
Several processes are represented by several stores with one `Shared`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from audiogames.net.server.contests.contest import tables_of
from audiogames.net.server.contests.memory import RatingsInMemory
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
    ReleaseContest,
    ReleaseTable,
    Row,
    Shelf,
    Shown,
    Store,
    StoredRows,
    TicketRow,
    Unit,
    refused,
    unit_of,
)


@dataclass
class Shared:
    """The data that several stores in memory share."""

    kept: StoredRows = field(default_factory=StoredRows)
    moderation: list[ModerationRow] = field(default_factory=list)
    tickets: dict[str, TicketRow] = field(default_factory=dict)
    goes_with: dict[Unit, int] = field(default_factory=dict)
    """The table that each row belongs to."""
    needs: dict[Unit, str] = field(default_factory=dict)
    names: dict[str, Unit] = field(default_factory=dict)
    owners: dict[Unit, tuple[int, int]] = field(default_factory=dict)
    """The process that owns each table and person, and the number of changes of owner."""
    addresses: dict[int, str] = field(default_factory=dict)
    dead: set[int] = field(default_factory=set)
    """Processes that have ended."""
    shown: dict[int, str] = field(default_factory=dict)
    """The text that each process publishes."""
    ratings: RatingsInMemory = field(default_factory=RatingsInMemory)
    mail: dict[int, list[Mail]] = field(default_factory=dict)
    """Mail delivered to each process and not collected yet."""


class MemoryStore(Store):
    """A store for tests, lost when the program ends.

    The stores of several processes have the same `shared` object.
    """

    def __init__(self, process: int = 1, shared: Shared | None = None) -> None:
        self.process = process
        self.shared = shared or Shared()
        self.kept = self.shared.kept
        self.moderation = self.shared.moderation
        self._epochs: dict[Unit, int] = {}

    def commit(self, rows: Sequence[Row]) -> set[Unit]:
        """Return the refused units; store the rows of all other units."""
        bad: set[Unit] = set()
        while more := refused(batch := Batch(rows, bad), self._known(batch)) - bad:
            bad |= more
        for row in rows:
            if unit_of(row) not in bad:
                self._keep(row)
        return bad

    def load(self) -> StoredRows:
        """Return a copy of all rows."""
        rows = {shelf: dict(held) for shelf, held in self.kept.rows.items()}
        return StoredRows(rows, dict(self.kept.matches))

    def find(self, names: Collection[str]) -> list[Found]:
        """Return the row with each of these unique names, if there is one."""
        return [self._found(name) for name in names if name in self.shared.names]

    def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Claim tables and return them with all their rows."""
        units = {table: (Shelf.TABLES, str(table)) for table in tables}
        return {
            table: self._claim(table, unit)
            for table, unit in units.items()
            if unit[1] in self.kept.rows[Shelf.TABLES] and not self._lives(unit)
        }

    def _claim(self, table: int, unit: Unit) -> StoredRows:
        """Make this process the owner of a table; return the rows of the table and its match."""
        taken = StoredRows()
        self._own(unit)
        for (shelf, key), place in list(self.shared.goes_with.items()):
            if place == table and key in self.kept.rows[shelf]:
                taken.rows[shelf][key] = self.kept.rows[shelf][key]
                self._own((shelf, key))
        if table in self.kept.matches:
            taken.matches[table] = self.kept.matches[table]
        return taken

    def take(self, member: str) -> StoredRows:
        """Make this process the owner of a person who is at no table; return their row."""
        taken, held = StoredRows(), self.kept.rows[Shelf.MEMBERS]
        if member in held and not self.shared.goes_with.get((Shelf.MEMBERS, member)):
            self._own((Shelf.MEMBERS, member))
            taken.rows[Shelf.MEMBERS][member] = held[member]
        return taken

    def adopt(self) -> StoredRows:
        """Make this process the owner of dead processes' tournaments and their tables."""
        taken, held = StoredRows(), self.kept.rows[Shelf.CONTESTS]
        for key, text in held.items():
            unit = (Shelf.CONTESTS, key)
            if not self._lives(unit) and self.shared.owners[unit][0] != self.process:
                self._own(unit)
                taken.rows[Shelf.CONTESTS][key] = text
        tables = self.claim(tables_of(taken.rows[Shelf.CONTESTS].values()))
        taken.add(tables.values())
        return taken

    def redeem(self, ticket: str, member: str) -> str:
        """Return the address sealed in a ticket.  In this store tickets never expire."""
        kept = self.shared.tickets.pop(ticket, None)
        if kept is None or kept.member != member:
            return ""
        owned = self.shared.owners.get((Shelf.TABLES, str(kept.table)), (0, 0))[0] == self.process
        return kept.caller if owned else ""

    def foreign(self, units: Iterable[Unit]) -> set[Unit]:
        """Return the units in this list that another process has taken over from this one."""
        return {unit for unit in units if self._is_foreign(unit)}

    def meet(self, text: str) -> list[Shown]:
        """Publish a text, and return the texts that the other processes publish."""
        shared = self.shared
        shared.shown[self.process] = text
        return [
            Shown(number, shared.addresses.get(number, ""), shown)
            for number, shown in sorted(shared.shown.items())
            if number != self.process and number not in shared.dead
        ]

    def post(self, mail: Sequence[Mail]) -> None:
        """Deliver mail to one process, or to all others."""
        alive = self.shared.shown.keys() - self.shared.dead - {self.process}
        for one in mail:
            for process in alive if one.process == 0 else alive & {one.process}:
                self.shared.mail.setdefault(process, []).append(Mail(self.process, one.text))

    def collect(self) -> list[Mail]:
        """Return and remove the delivered mail."""
        return self.shared.mail.pop(self.process, [])

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return the text of all rows of this kind, by key."""
        return dict(self.kept.rows[shelf])

    def mark(self) -> object:
        """Return a value that changes with every moderation ruling."""
        return self.shelf(Shelf.MODERATION)

    def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the rows that match a query about ratings."""
        return self.shared.ratings.answer(question)

    def tidy(self, now: float) -> None:
        """Do nothing: rows in memory never expire."""

    def _known(self, batch: Batch) -> Known:
        last = {table: self._last(table) for table in batch.matches if table in self.kept.matches}
        there = {(shelf, key) for shelf, key in batch.new if key in self.kept.rows[shelf]}
        units = [(Shelf.TABLES, str(table)) for table in batch.tables]
        units += batch.singles
        return Known(self.foreign(units), there, last, self.shared.names)

    def _last(self, table: int) -> int:
        """Return the number of the last stored move of a table's match."""
        return self.kept.matches[table].count("\n") - 1

    def _is_foreign(self, unit: Unit) -> bool:
        owner = self.shared.owners.get(unit)
        return owner is not None and owner != (self.process, self._epochs.get(unit, 1))

    def _lives(self, unit: Unit) -> bool:
        """Return True if another live process owns the unit."""
        owner = self.shared.owners.get(unit, (0, 0))[0]
        return owner not in {0, self.process} and owner not in self.shared.dead

    def _own(self, unit: Unit) -> None:
        """Make this process the owner of a unit."""
        epoch = self.shared.owners.get(unit, (0, 0))[1] + 1
        self.shared.owners[unit] = self.process, epoch
        self._epochs[unit] = epoch

    def _found(self, name: str) -> Found:
        shelf, key = unit = self.shared.names[name]
        table = self.shared.goes_with.get(unit, 0)
        owner = self.shared.owners.get((Shelf.TABLES, str(table)) if table else unit, (0, 0))[0]
        text = self.kept.rows[shelf][key]
        owner = 0 if owner in self.shared.dead else owner
        address = self.shared.addresses.get(owner, "")
        needs = self.shared.needs.get((Shelf.TABLES, str(table)), "")
        return Found(name, shelf, key, text, table, owner, address, needs=needs)

    def _keep(self, row: Row) -> None:
        """Apply the change that this row describes to the stored data."""
        match row:
            case KeepRow(shelf, key, text, table, names):
                self._let_go(unit_of(row))
                self.kept.rows[shelf][key] = text
                self.shared.needs[unit_of(row)] = row.needs
                self.shared.goes_with[unit_of(row)] = table
                self.shared.names.update(dict.fromkeys(names, unit_of(row)))
                if unit_of(row) not in self.shared.owners:
                    self._own(unit_of(row))
            case ForgetRow(shelf, key):
                self._let_go(unit_of(row))
                self.shared.owners.pop(unit_of(row), None)
                self.kept.rows[shelf].pop(key, None)
            case BeginMatch(table, header):
                self.kept.matches[table] = header
            case EnterMove(table, _, line):
                self.kept.matches[table] += line
            case EndMatch(table):
                self.kept.matches.pop(table, None)
            case ModerationRow():
                self.moderation.append(row)
            case TicketRow(ticket):
                self.shared.tickets[ticket] = row
            case ResultRow() | ConductRow() | DayRow() | ForgetRatings() | NameRatings():
                self.shared.ratings.keep(row)
            case ReleaseTable() | ReleaseContest():
                self.shared.owners[unit_of(row)] = 0, self.shared.owners[unit_of(row)][1]

    def _let_go(self, unit: Unit) -> None:
        """Remove the names by which a unit (such as a table) is found, and its link to a table."""
        self.shared.goes_with.pop(unit, None)
        for name in [name for name, holder in self.shared.names.items() if holder == unit]:
            del self.shared.names[name]
