"""Stores the rows of several processes in one PostgreSQL database.

Each group of rows is one transaction.  It first locks the owner rows of its tables against a
takeover, and compares them with the epochs that this process knows.  Rows of tables that another
process owns are refused, and the other rows of the group are stored.  So a process that was
suspended for a minute cannot write to a table that was taken over.

If a connection breaks before the commit was sent, nothing was stored, and the group is retried
until the database is available.  If it breaks during the commit, the result is unknown: then
`Uncertain` is raised, once the database is available again.  The same is done if PostgreSQL commits
with a warning, for instance when the wait for a standby was interrupted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from msgspec.structs import astuple
from psycopg import Error
from psycopg.errors import Diagnostic, UniqueViolation
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from audiogames.core.cues import msg
from audiogames.net.server import limits
from audiogames.net.server.contests.contest import tables_of
from audiogames.net.server.contests.rows import RatingQuestion, RatingRow
from audiogames.net.server.store import (
    TICKET_SECONDS,
    Batch,
    Found,
    KeepRow,
    Known,
    Mail,
    Row,
    Shelf,
    Shown,
    StoredRows,
    Unit,
    refused,
)
from audiogames.shell.cluster import schema
from audiogames.shell.cluster.claiming import Claimed, claim
from audiogames.shell.cluster.listening import Connection, StoreMeeting
from audiogames.shell.cluster.process import (
    LATE,
    LEASE,
    PASSING,
    Timelines,
    options,
    text_of,
    unreachable,
)
from audiogames.shell.cluster.rating import rate, run
from audiogames.shell.cluster.schema import columns_of
from audiogames.shell.server import rating
from audiogames.shell.server.database import MODERATION_SECONDS, StoreError
from audiogames.shell.server.keeping import Uncertain

CONNECTIONS: Final = 4
"""Connections of one process: one writes rows, the others serve lookups."""

MOST_OVERTAKEN: Final = 100
"""Retries within one commit when other processes change the same names: more of them indicate a
bug, which must not stop all play.
"""

AGAIN: Final = 0.25
"""Seconds between two attempts to reach an unavailable database."""

PATIENCE: Final = 2.0
"""Seconds that a query waits for a connection of the pool; then it is retried."""

OPENING: Final = 10.0
"""Seconds for the first connection."""

STANDING_STILL: Final = 3_000
"""Milliseconds after which the database ends a transaction of a suspended process, so that its
locks do not block a takeover."""


class PostgresStore:
    """Reads and writes the rows of one process in the shared database."""

    gathers = 0.020
    """Seconds for which writes are gathered: a commit costs about 1 ms of processor time, and each
    process makes its own commits."""

    def __init__(
        self,
        address: str,
        process: int,
        note: Callable[[str], None],
        timelines: Timelines | None = None,
    ) -> None:
        """Set the database's address, the number of this process, and the log function `note`.

        `timelines` recognises a former primary database that a standby has replaced.
        """
        self.process = process
        self._timelines = timelines or Timelines()
        self._note = note
        self._epochs: dict[int, int] = {}
        """The epochs of the tables that this process believes to own."""
        self._meeting = StoreMeeting(process)
        self._warnings: list[str] = []
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            address,
            min_size=1,
            max_size=CONNECTIONS,
            open=False,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE,
            kwargs={
                **options(address),
                "options": f"-c idle_in_transaction_session_timeout={STANDING_STILL}",
            },
            configure=self._listen_to,
        )

    async def open(self) -> None:
        """Open the connections.  Raises `StoreError`."""
        try:
            await self._pool.open(wait=True, timeout=OPENING)
        except (PoolTimeout, Error) as error:
            raise unreachable(error) from None

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.close()

    async def _listen_to(self, connection: Connection) -> None:
        """Prepare a new connection of the pool: check the database, and collect its warnings."""
        await self._timelines.see(connection)
        await connection.execute(schema.NAME_CONNECTION, {"number": self.process})
        await connection.commit()
        connection.add_notice_handler(self._noticed)

    def _noticed(self, notice: Diagnostic) -> None:
        """Collect a warning of the database."""
        if notice.severity_nonlocalized == "WARNING":
            self._warnings.append(notice.message_primary or "")

    # Writing

    async def commit(self, rows: Sequence[Row]) -> Collection[Unit]:
        """Store the rows, and return the units that were refused.

        Retries while the database is unavailable.  Raises `Uncertain` if the result of the commit
        is unknown, and `StoreError` if the database itself refuses.
        """
        is_reported, overtaken = False, 0
        while True:
            try:
                return await self._try(rows)
            except PASSING as error:
                if not is_reported:
                    self._note(f"The database is away; play waits. {text_of(error)}")
                is_reported = True
            except (_Overtaken, UniqueViolation) as error:
                if (overtaken := overtaken + 1) < MOST_OVERTAKEN:
                    continue
                raise StoreError(msg("cli-store-refuses", text=repr(error))) from None
            except Uncertain:
                await self._answers_again()
                raise
            except Error as error:
                raise StoreError(msg("cli-store-refuses", text=text_of(error))) from None
            await asyncio.sleep(AGAIN)

    async def _try(self, rows: Sequence[Row]) -> set[Unit]:
        """Store the rows in one transaction; return the tables and members that were refused."""
        async with self._pool.connection() as connection:
            known = await self._known(connection, Batch(rows))
            bad: set[Unit] = set()
            while more := refused(batch := Batch(rows, bad), known) - bad:
                bad |= more
            await self._write(connection, batch)
            await rate(connection, batch.rated)
            await self._finish(connection)
        for table in batch.tables:
            is_gone = batch.kept.get((Shelf.TABLES, str(table)), True) is None
            if is_gone or table in batch.released:
                self._epochs.pop(table, None)
            else:
                self._epochs.setdefault(table, 1)
        return bad

    async def _finish(self, connection: Connection) -> None:
        """Commit.  Raises `Uncertain` if the commit fails or causes a warning."""
        self._warnings.clear()
        try:
            await connection.commit()
        except Error as error:
            raise Uncertain(text_of(error)) from None
        if self._warnings:
            raise Uncertain(self._warnings[0])

    async def _answers_again(self) -> None:
        """Wait until the database responds again.

        Until then this process does not know which rows were stored, so members stay at it.
        """
        while True:
            with suppress(StoreError):
                async with self._asking() as connection:
                    await connection.execute("SELECT 1")
                    return
            await asyncio.sleep(AGAIN)

    async def _known(self, connection: Connection, batch: Batch) -> Known:
        """Read the stored rows that a batch of changes depends on, and lock the owner rows.

        The lock prevents a takeover.
        """
        tables, names, new = batch.tables, [*batch.names], batch.new
        singles = columns_of([(shelf.value, key) for shelf, key in batch.singles], 2)
        shelves, keys = [shelf.value for shelf, _ in new], [key for _, key in new]
        asked = {
            schema.FENCE: ([*tables],),
            schema.LAST: ([*batch.matches],),
            schema.FOREIGN: (*singles, self.process),
            schema.HOLDERS: (names,),
            schema.THERE: (shelves, keys),
        }
        async with connection.pipeline():
            cursors = {
                query: await connection.execute(query, given)
                for query, given in asked.items()
                if given[0]
            }
            found = {query: await cursor.fetchall() for query, cursor in cursors.items()}
        owned = {table: (process, epoch) for table, process, epoch in found.get(schema.FENCE, [])}
        foreign = {(Shelf.TABLES, str(one)) for one in tables if self._is_foreign(one, owned)}
        foreign |= {(Shelf(shelf), name) for shelf, name in found.get(schema.FOREIGN, [])}
        return Known(
            foreign,
            {(Shelf(shelf), key) for shelf, key in found.get(schema.THERE, [])},
            dict(found.get(schema.LAST, [])),
            {name: (Shelf(shelf), key) for name, shelf, key in found.get(schema.HOLDERS, [])},
        )

    def _is_foreign(self, table: int, owned: dict[int, tuple[int, int]]) -> bool:
        """Return whether another process owns a table; `owned` has the stored owners and epochs."""
        if table not in owned:
            return table in self._epochs
        return owned[table] != (self.process, self._epochs.get(table))

    async def _write(self, connection: Connection, batch: Batch) -> None:
        """Store a batch of changes.  Raises `_Overtaken` if a row could not be written."""
        named = columns_of(
            [(name, unit[0].value, unit[1]) for name, unit in batch.names.items()], 3
        )
        done: dict[str, int] = {}
        cursors = {}
        async with connection.pipeline():
            for query, *columns in self._statements(batch, named):
                cursors[query] = await connection.execute(query, columns)
                done[query] = len(columns[0])
        for query in (schema.KEEP, schema.NAME):
            if query in cursors and cursors[query].rowcount != done[query]:
                raise _Overtaken

    def _statements(self, batch: Batch, named: list[list[Any]]) -> list[list[Any]]:
        """Return the queries that store a batch, each with its columns; names are written last."""
        gone = [unit for unit, row in batch.kept.items() if row is None]
        kept = [row for row in batch.kept.values() if row is not None]
        ended = [table for table, change in batch.matches.items() if change.ended]
        begun = {t: one.header for t, one in batch.matches.items() if one.header is not None}
        new = [row.table for row in kept if row.shelf is Shelf.TABLES]
        new = [table for table in new if table not in self._epochs]
        shelves, keys = [row.shelf.value for row in kept], [row.key for row in kept]
        statements: list[list[Any]] = [
            [schema.FORGET, [shelf.value for shelf, _ in gone], [key for _, key in gone]],
            [schema.DISOWN, [int(key) for shelf, key in gone if shelf is Shelf.TABLES]],
            [schema.OWN, new, self.process],
            [schema.LET_GO, shelves, keys, *named],
            [schema.END_ENTRIES, ended],
            [schema.END_MATCHES, ended],
            [schema.BEGIN_MATCHES, [*begun], [*begun.values()]],
            [schema.ENTER, *self._entries(batch)],
            [schema.MODERATE, *columns_of([(one.at, one.text) for one in batch.moderation], 2)],
            [schema.ISSUE, *columns_of([astuple(one) for one in batch.tickets], 4)],
            [schema.RELEASE, batch.released],
            [schema.KEEP, *self._rows([row for row in kept if not row.new])],
            [schema.ADD, *self._rows([row for row in kept if row.new])],
            [schema.NAME, *named],
            [schema.RELEASE_CONTESTS, batch.released_contests],
        ]
        return [statement for statement in statements if statement[1]]

    def _entries(self, batch: Batch) -> list[list[Any]]:
        """Return the log entries of a batch, with their tables' epochs, as columns for a query."""
        entries = [entry for change in batch.matches.values() for entry in change.entries]
        rows = [(one.table, one.seq, one.line, self._epochs.get(one.table, 1)) for one in entries]
        return columns_of(rows, 4)

    def _rows(self, kept: Sequence[KeepRow]) -> list[Any]:
        """Return these rows and the process number, as columns for the query that stores them."""
        rows = [(row.shelf.value, row.key, row.text, row.table, row.needs) for row in kept]
        return [*columns_of(rows, 5), self.process]

    # Lookups

    async def find(self, names: Collection[str]) -> list[Found]:
        """Return the rows with these names.  Raises `StoreError`."""
        given = {"me": self.process, "names": [*names], "late": LEASE - LATE}
        async with self._asking() as connection:
            cursor = await connection.execute(schema.FOUND, given)
            return [
                Found(name, Shelf(shelf), *rest) for name, shelf, *rest in await cursor.fetchall()
            ]

    async def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Claim those of these tables that no live process owns.  Raises `StoreError`."""
        async with self._asking() as connection:
            claimed = await claim(connection, self.process, tables, self._epochs)
        self._epochs.update(claimed.epochs)
        return claimed.rows

    async def take(self, member: str) -> StoredRows:
        """Take over a member who is at no table, and notify the member's former process.

        Raises `StoreError`.
        """
        taken, given = StoredRows(), {"me": self.process, "member": member}
        async with self._asking() as connection:
            rows = await (await connection.execute(schema.TAKE, given)).fetchall()
        for shelf, key, text, before in rows:
            taken.rows[Shelf(shelf)][key] = text
            if before != self.process:
                async with self._asking() as connection:
                    await connection.execute(schema.NOTIFY, (member, [before]))
        return taken

    async def adopt(self) -> StoredRows:
        """Take over the tournaments that no live process runs, together with their tables.

        Raises `StoreError`.
        """
        taken = StoredRows()
        async with self._asking() as connection:
            rows = await connection.execute(schema.ADOPT, {"me": self.process})
            taken.rows[Shelf.CONTESTS] = dict(await rows.fetchall())
            tables = tables_of(taken.rows[Shelf.CONTESTS].values())
            claimed = Claimed()
            if tables:
                claimed = await claim(connection, self.process, tables, self._epochs)
        self._epochs.update(claimed.epochs)
        taken.add(claimed.rows.values())
        return taken

    async def redeem(self, ticket: str, member: str) -> str:
        """Redeem a member's ticket; return the address from which the member first connected.

        Raises `StoreError`.
        """
        async with self._asking() as connection:
            given = {"me": self.process, "ticket": ticket, "member": member}
            seconds = {"seconds": TICKET_SECONDS}
            row = await (await connection.execute(schema.REDEEM, {**given, **seconds})).fetchone()
        return "" if row is None else str(row[0])

    async def meet(self, text: str) -> list[Shown]:
        """Publish a text for the other processes, and return the texts published by them.

        Raises `StoreError`.
        """
        async with self._asking() as connection:
            return await self._meeting.meet(connection, text)

    async def post(self, mail: Sequence[Mail]) -> None:
        """Deliver mail, then notify the receivers.  Raises `StoreError`."""
        async with self._asking() as connection:
            await self._meeting.post(connection, mail)
        async with self._asking() as connection:
            await self._meeting.notify(connection, mail)

    async def collect(self) -> list[Mail]:
        """Return and remove the mail for this process.  Raises `StoreError`."""
        async with self._asking() as connection:
            return await self._meeting.collect(connection)

    async def foreign(self, tables: Collection[int], members: Collection[str]) -> Collection[Unit]:
        """Return which of these tables and members another process owns. Raises `StoreError`.

        This process's own epochs are noted before the query and compared afterwards.  So a table
        that is opened during the query does not count as lost, although the result does not
        contain it.
        """
        believed = {one: self._epochs[one] for one in tables if one in self._epochs}
        async with self._asking() as connection:
            given = {"me": self.process, "members": [*members]}
            owned = await connection.execute(schema.OWNED, given) if tables else None
            rows = [] if owned is None else await owned.fetchall()
            gone = await (await connection.execute(schema.AWAY, given)).fetchall()
        epochs = dict(rows)
        units: set[Unit] = {
            (Shelf.TABLES, str(one))
            for one, epoch in believed.items()
            if epochs.get(one) != epoch == self._epochs.get(one)
        }
        return units | {(Shelf.MEMBERS, name) for (name,) in gone}

    async def code(self, drawn: str) -> str:
        """Return the guests' code that all processes share; if none is stored, store `drawn`."""
        async with self._asking() as connection:
            await connection.execute(schema.CODE, {"me": self.process, "code": drawn})
            row = await (await connection.execute(schema.KEPT_CODE)).fetchone()
        assert row is not None
        return str(row[0])

    async def salt(self, drawn: str) -> str:
        """Return the salt that all processes share; if none is stored yet, store `drawn`."""
        async with self._asking() as connection:
            await connection.execute(schema.SALT, {"me": self.process, "salt": drawn})
            row = await (await connection.execute(schema.KEPT_SALT)).fetchone()
        assert row is not None
        return str(row[0])

    async def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key.  Raises `StoreError`."""
        async with self._asking() as connection:
            rows = await (await connection.execute(schema.SHELF, (shelf.value,))).fetchall()
        return dict(rows)

    async def mark(self) -> object:
        """Return the number of moderation rulings and the sum of their times, to detect changes.

        The time of the last change is not enough, because an older change may be committed later.
        Raises `StoreError`.
        """
        async with self._asking() as connection:
            return await (await connection.execute(schema.RULED)).fetchone()

    async def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the ratings that match a query.  Raises `StoreError`."""
        async with self._asking() as connection:
            return await run(connection, rating.answered(question))

    async def tidy(self, now: float) -> None:
        """Delete expired moderation records, tickets, published texts and mail.

        Raises `StoreError`.
        """
        async with self._asking() as connection:
            await connection.execute(schema.TIDY_MODERATION, (now - MODERATION_SECONDS,))
            for query in (schema.TIDY_TICKETS, schema.TIDY_SHOWN, schema.TIDY_MAIL):
                await connection.execute(query)
            await connection.execute(schema.TIDY_PEOPLE, (limits.FORGOTTEN_AFTER,))
            rows = await connection.execute(schema.ABANDONED, (limits.SAVED_SECONDS,))
            gone = [table for (table,) in await rows.fetchall()]
            for query in schema.TIDY_TABLES if gone else ():
                await connection.execute(query, (gone,))

    @asynccontextmanager
    async def _asking(self) -> AsyncIterator[Connection]:
        """Open a transaction.  Raises `StoreError`."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (Error, PoolTimeout) as error:
            raise unreachable(error) from None


class _Overtaken(Exception):
    """Another process has taken a name between check and write, so the write is retried."""
