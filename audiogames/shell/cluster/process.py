"""Registers a process in the shared database, and shows by a lock and a lease that it is alive.

Each process holds an advisory lock with its number, on a connection outside the pool, and renews a
lease each second by the database's clock.  When the process is killed, the system closes that
connection, and the lock is free within some milliseconds; when it hangs, or its machine fails, the
lease expires.  Lock and lease only signal a failure: the epoch of a table alone decides which
process may write to it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from psycopg import AsyncConnection, Error, OperationalError
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import IdleInTransactionSessionTimeout, ReadOnlySqlTransaction
from psycopg_pool import PoolTimeout

from audiogames.core.cues import msg
from audiogames.shell.cluster import schema
from audiogames.shell.server.database import StoreError

logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
"""The pool logs every attempt to reach a database that is away; we log the first."""

PASSING: Final = (
    OperationalError,
    PoolTimeout,
    IdleInTransactionSessionTimeout,
    ReadOnlySqlTransaction,
)
"""Errors that may be temporary, such as those during a restart or failover of the database."""

LEASE: Final = 5.0
"""Seconds without a renewal after which a process counts as dead."""

RENEWAL: Final = 1.0
"""Seconds between two renewals."""

LATE: Final = 2.0
"""Seconds after the last renewal from which clients are not redirected to a process any more."""

CHECKED: Final = 5.0
"""Seconds between two checks of what this process still owns."""

CONNECTING: Final = 10
"""Seconds for opening a connection."""

KEEPALIVE: Final = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3}
"""The TCP keepalive settings, by which a vanished database is noticed."""


class Timelines:
    """Detects, by PostgreSQL's timeline, whether a standby has replaced this primary database."""

    def __init__(self) -> None:
        self._newest = 0

    async def see(self, connection: AsyncConnection[Any]) -> None:
        """Raise `OperationalError` if this database is a former primary."""
        row = await (await connection.execute(schema.TIMELINE)).fetchone()
        assert row is not None
        if row[0] < self._newest:
            raise OperationalError(f"its timeline is {row[0]}, and {self._newest} has begun")
        self._newest = row[0]


class StoreProcess:
    """Registers one process in the database, and renews its lease."""

    def __init__(self, store: str, note: Callable[[str], None]) -> None:
        """Set the database's address (`store`) and the function that logs a line (`note`)."""
        self._store = store
        self._note = note
        self._connection: AsyncConnection[Any] | None = None
        self.number = 0
        self.timelines = Timelines()

    async def begin(self) -> None:
        """Create or migrate the database's tables, and register this process.

        Raises `StoreError`.
        """
        self._connection = await connect(self._store)
        try:
            await self.timelines.see(self._connection)
            await prepare(self._connection)
            row = await self._ask(schema.REGISTER, {"lease": LEASE})
            self.number = int(row[0][0])
            await self._hold()
        except StoreError:
            await self._disconnect()
            raise
        except Error as error:
            await self._disconnect()
            raise unreachable(error) from None

    async def live(
        self,
        address: str,
        heard: Callable[[Sequence[str]], None],
        check: Callable[[], Awaitable[None]],
    ) -> None:
        """Renew the lease until cancelled; a lost connection is reopened.

        `address` is the public address of this process; `heard` is called with the addresses of the
        others. `check` finds out which tables and members this process still owns; it is called now
        and then, and before anything else if the lease was overdue or the lock was lost.
        """
        renewed = checked = boot_time()
        while True:
            try:
                is_sure = await self._is_held() and boot_time() < renewed + LEASE
                await asyncio.wait_for(self._renew(address), LEASE)
                renewed = boot_time()
                if not is_sure or renewed >= checked + CHECKED:
                    await check()
                    checked = boot_time()
                heard(await self.others())
                await self._ask(schema.CUT_OFF, {})
            except (Error, StoreError, TimeoutError) as error:
                self._note(f"The lease of process {self.number} cannot be renewed: {error!r}")
                await self._disconnect()
            await asyncio.sleep(RENEWAL)

    async def _is_held(self) -> bool:
        """Return True if this process still has its lock; otherwise acquire it and return False."""
        if self._connection is not None:
            return True
        self._connection = await connect(self._store)
        await self.timelines.see(self._connection)
        await self._hold()
        return False

    async def _hold(self) -> None:
        """Acquire the lock of this process."""
        await self._ask(schema.HOLD, {"class": schema.LOCK, "number": self.number})

    async def end(self) -> None:
        """Release the lock, so that other processes may take over."""
        if self._connection is not None:
            try:
                await self._ask(schema.RETIRE, {"number": self.number})
            except Error as error:
                self._note(f"Process {self.number} could not say that it ends: {error}")
        await self._disconnect()

    async def _renew(self, address: str) -> None:
        """Renew the lease, and publish this process's address."""
        await self._ask(schema.RENEW, {"number": self.number, "lease": LEASE, "address": address})

    async def others(self) -> list[str]:
        """Return the public addresses of the other live processes."""
        rows = await self._ask(schema.OTHERS, {"number": self.number})
        return [str(address) for (address,) in rows]

    async def _ask(self, query: str, given: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Execute a query and return its rows."""
        if self._connection is None:
            raise OperationalError("no connection")
        cursor = await self._connection.execute(query, given)
        return await cursor.fetchall() if cursor.description else []

    async def _disconnect(self) -> None:
        """Close the connection, which releases the lock."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


def boot_time() -> float:
    """Return a monotonic time in seconds that includes sleep, if the system has such a clock."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


async def connect(store: str, **more: Any) -> AsyncConnection[Any]:
    """Open a connection in which every query is a separate transaction.  Raises `StoreError`."""
    try:
        given = {**options(store), **more}
        return await AsyncConnection.connect(store, autocommit=True, **given)
    except Error as error:
        raise unreachable(error) from None


def options(store: str) -> dict[str, Any]:
    """Return the default connection options, except those that the address sets.

    Raises `StoreError` if the address is invalid.
    """
    try:
        given = conninfo_to_dict(store)
    except Error as error:
        raise StoreError(msg("cli-store-address", text=text_of(error))) from None
    usual = {"connect_timeout": CONNECTING, "target_session_attrs": "read-write", **KEEPALIVE}
    return {name: value for name, value in usual.items() if name not in given}


async def prepare(connection: AsyncConnection[Any]) -> None:
    """Create the database's tables, or migrate the tables of an older version.

    Raises `StoreError`.
    """
    try:
        async with connection.transaction():
            await connection.execute(schema.PREPARE, {"class": schema.PREPARING})
            found = await version(connection)
            if found > len(schema.VERSIONS):
                known = len(schema.VERSIONS)
                raise StoreError(msg("cli-store-newer", found=found, known=known))
            for step in schema.VERSIONS[found:]:
                await connection.execute(step)
            await connection.execute(schema.SET_VERSION, {"number": len(schema.VERSIONS)})
    except Error as error:
        raise StoreError(msg("cli-store-no-right", text=text_of(error))) from None


async def version(connection: AsyncConnection[Any]) -> int:
    """Return the schema version of the database's tables; 0 if there are none."""
    row = await (await connection.execute(schema.KNOWN)).fetchone()
    if row is None or not row[0]:
        return 0
    row = await (await connection.execute(schema.VERSION)).fetchone()
    return 0 if row is None else int(row[0])


def unreachable(error: Exception) -> StoreError:
    """Return the error for a database that cannot be reached or queried."""
    return StoreError(msg("cli-store-unreachable", text=text_of(error)))


def text_of(error: Exception) -> str:
    """Return an error's text on one line."""
    return " ".join(str(error).split())
