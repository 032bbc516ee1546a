"""Runs a server on a shared database, and checks whether a database can be used."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from psycopg import Error

from audiogames.core.cues import Msg, msg
from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.server.store import Shelf
from audiogames.shell.cluster import schema
from audiogames.shell.cluster.link import ServedCluster
from audiogames.shell.cluster.listening import listen
from audiogames.shell.cluster.process import (
    LEASE,
    RENEWAL,
    StoreProcess,
    connect,
    unreachable,
    version,
)
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server.database import StoreError

if TYPE_CHECKING:
    from audiogames.shell.server.opening import Opening

OLDEST: Final = 130_000
"""The oldest PostgreSQL known to work, as a server version number."""


async def serve(opening: Opening, address: str) -> bool:
    """Run the server until it ends; return whether it ended for a planned restart.

    Raises `StoreError`, and the exceptions of `TableServer.run`.
    """
    process = StoreProcess(address, opening.note)
    await process.begin()
    store = PostgresStore(address, process.number, opening.note, process.timelines)
    try:
        await require_sole_address(process, opening.wish.advertise)
        code, cluster = await _open_store(opening, store, process.number)
        server = opening.server(store, code, others=cluster)
        link = ServedCluster(cluster, server, store, opening.now)
        beside: set[asyncio.Task[None]] = set()

        async def check() -> None:
            link.discard(await store.foreign(*link.its_own()))

        async def check_one(token: str) -> None:
            with suppress(StoreError):  # otherwise `check` finds it
                link.discard(await store.foreign([], [token]))

        def noticed(said: str) -> None:
            """Handle a notification: an empty text means new mail.

            Any other text is the token of a member who may have moved to another process.
            """
            if said:
                begin(check_one(said))
            else:
                link.meeting.look()

        def begin(what: Coroutine[Any, Any, None]) -> None:
            task = asyncio.create_task(what)
            beside.add(task)
            task.add_done_callback(beside.discard)

        def opened() -> None:
            begin(process.live(opening.advertised(server), link.know_others, check))
            begin(listen(address, process.number, noticed, opening.note))
            opening.opened(server, code)

        server.core.learn_rulings(await store.shelf(Shelf.MODERATION), opening.now())
        await opening.run(server, opened)
        for task in [*beside]:
            task.cancel()
        return server.starts_again
    finally:
        await process.end()
        await store.close()


async def _open_store(
    opening: Opening, store: PostgresStore, number: int
) -> tuple[str, ClusterProcess]:
    """Open the store and delete expired rows; return the server's code and a `ClusterProcess`."""
    await store.open()
    await store.tidy(opening.now())
    code = await store.code(opening.code(""))
    return code, ClusterProcess(number, await store.salt(opening.salt()))


async def require_sole_address(
    process: StoreProcess, address: str | None, patience: float = LEASE
) -> None:
    """Raise `StoreError` if another live process has this address.

    The check is repeated for `patience` seconds: a process that has just failed seems alive until
    its lease expires.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + patience
    while address is not None and address in await process.others():
        if loop.time() >= until:
            raise StoreError(msg("cli-store-same-address", address=address))
        await asyncio.sleep(RENEWAL)


async def check(address: str) -> list[Msg]:
    """Check whether a database can be used, without changing it; return messages about it.

    Raises `StoreError`.
    """
    try:
        connection = await connect(address)
    except StoreError:  # perhaps it is readable, which gives more to report
        connection = await connect(address, target_session_attrs="any")
    try:
        if connection.info.server_version < OLDEST:
            found, oldest = connection.info.server_version // 10_000, OLDEST // 10_000
            raise StoreError(msg("cli-store-old", found=found, oldest=oldest))
        row = await (await connection.execute(schema.STANDING)).fetchone()
        assert row is not None
        is_read_only, may_create, may_write, waits = row
        found = await version(connection)
        if is_read_only:
            raise StoreError(msg("cli-store-read-only"))
        if found > len(schema.VERSIONS):
            raise StoreError(msg("cli-store-newer", found=found, known=len(schema.VERSIONS)))
        if not (may_write if found == len(schema.VERSIONS) else may_create):
            raise StoreError(msg("cli-store-no-right", text=connection.info.user))
    except Error as error:
        raise unreachable(error) from None
    finally:
        await connection.close()
    said = msg("cli-store-good", found=found) if found else msg("cli-store-empty")
    return [said] if waits else [said, msg("cli-store-asynchronous")]
