"""One process among those that share a database: known by a number, alive by a lock and a lease.

Each holds one advisory lock, with its number, on a connection of its own outside the pool, and
renews a lease each second by the database's clock.  When it is killed the system closes that
connection, and the lock is free within some thousandths of a second; when it stands still, or its
machine vanishes, the lease ends.  Both are only news of a death: what a process may write is
decided by the epoch of the table alone.
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
"""It tells of every try to reach a database that is away, of which we note the first."""

PASSING: Final = (
    OperationalError,
    PoolTimeout,
    IdleInTransactionSessionTimeout,
    ReadOnlySqlTransaction,
)
"""What may go by itself, as when the database is started again or another takes its place."""

LEASE: Final = 5.0
"""Seconds until a process that stands still counts as dead."""

RENEWAL: Final = 1.0
"""Seconds between two renewals."""

LATE: Final = 2.0
"""Seconds after the last renewal from which nobody is sent to a process any more."""

CHECKED: Final = 5.0
"""Seconds between two looks at what is still ours."""

CONNECTING: Final = 10
"""Seconds that a connection may take to come about."""

KEEPALIVE: Final = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3}
"""Seconds and probes after which a database that has vanished is given up."""


class Timelines:
    """Knows a database that a standby has taken the place of, should it come back."""

    def __init__(self) -> None:
        self._newest = 0

    async def see(self, connection: AsyncConnection[Any]) -> None:
        """Raises `OperationalError` for a server whose place was taken."""
        row = await (await connection.execute(schema.TIMELINE)).fetchone()
        assert row is not None
        if row[0] < self._newest:
            raise OperationalError(f"its timeline is {row[0]}, and {self._newest} has begun")
        self._newest = row[0]


class StoreProcess:
    """One process, as the others see it."""

    def __init__(self, store: str, note: Callable[[str], None]) -> None:
        """`store` is where the database is."""
        self._store = store
        self._note = note
        self._connection: AsyncConnection[Any] | None = None
        self.number = 0
        self.timelines = Timelines()

    async def begin(self) -> None:
        """Bring the tables forward and have a number.  Raises `StoreError`."""
        self._connection = await connect(self._store)
        try:
            await self.timelines.see(self._connection)
            await prepare(self._connection)
            row = await self._ask(schema.REGISTER, {"lease": LEASE})
            self.number = int(row[0][0])
            await self._hold()
        except StoreError:
            await self._let_go()
            raise
        except Error as error:
            await self._let_go()
            raise unreachable(error) from None

    async def live(
        self,
        address: str,
        heard: Callable[[Sequence[str]], None],
        check: Callable[[], Awaitable[None]],
    ) -> None:
        """Renew the lease, for ever; a connection that was lost is made again.

        `address` is where people reach this process; `heard` is told where they reach the others.
        `check` sees what is still ours: now and then, and before anything else once the lease was
        overdue or the lock was lost.
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
                await self._let_go()
            await asyncio.sleep(RENEWAL)

    async def _is_held(self) -> bool:
        """Whether the lock was held all the time; it is now."""
        if self._connection is not None:
            return True
        self._connection = await connect(self._store)
        await self.timelines.see(self._connection)
        await self._hold()
        return False

    async def _hold(self) -> None:
        await self._ask(schema.HOLD, {"class": schema.LOCK, "number": self.number})

    async def end(self) -> None:
        """Be dead for all others."""
        if self._connection is not None:
            try:
                await self._ask(schema.RETIRE, {"number": self.number})
            except Error as error:
                self._note(f"Process {self.number} could not say that it ends: {error}")
        await self._let_go()

    async def _renew(self, address: str) -> None:
        await self._ask(schema.RENEW, {"number": self.number, "lease": LEASE, "address": address})

    async def others(self) -> list[str]:
        """Where people reach the others that live."""
        rows = await self._ask(schema.OTHERS, {"number": self.number})
        return [str(address) for (address,) in rows]

    async def _ask(self, query: str, given: dict[str, Any]) -> list[tuple[Any, ...]]:
        if self._connection is None:
            raise OperationalError("no connection")
        cursor = await self._connection.execute(query, given)
        return await cursor.fetchall() if cursor.description else []

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


def boot_time() -> float:
    """Seconds that go on while the machine sleeps, where the system can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


async def connect(store: str, **more: Any) -> AsyncConnection[Any]:
    """A connection whose every query is a transaction.  Raises `StoreError`."""
    try:
        given = {**options(store), **more}
        return await AsyncConnection.connect(store, autocommit=True, **given)
    except Error as error:
        raise unreachable(error) from None


def options(store: str) -> dict[str, Any]:
    """What is given for each connection beside the address, which says more where it does.

    Raises `StoreError` where that is none.
    """
    try:
        given = conninfo_to_dict(store)
    except Error as error:
        raise StoreError(msg("cli-store-address", text=text_of(error))) from None
    usual = {"connect_timeout": CONNECTING, "target_session_attrs": "read-write", **KEEPALIVE}
    return {name: value for name, value in usual.items() if name not in given}


async def prepare(connection: AsyncConnection[Any]) -> None:
    """Make the tables, or bring those of an older version forward.  Raises `StoreError`."""
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
    """The version of the tables that are there; 0 where there are none."""
    row = await (await connection.execute(schema.KNOWN)).fetchone()
    if row is None or not row[0]:
        return 0
    row = await (await connection.execute(schema.VERSION)).fetchone()
    return 0 if row is None else int(row[0])


def unreachable(error: Exception) -> StoreError:
    """The database cannot be reached or asked."""
    return StoreError(msg("cli-store-unreachable", text=text_of(error)))


def text_of(error: Exception) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split())
