"""Helpers for tests in which several server processes share a PostgreSQL database."""

import asyncio
import contextlib

import psycopg

from audiogames.shell.cluster.process import StoreProcess
from audiogames.shell.cluster.store import PostgresStore
from tests.shell.server.kit import SOON


@contextlib.asynccontextmanager
async def sharing(address, notes=None):
    notes = [] if notes is None else notes
    process = StoreProcess(address, notes.append)
    await process.begin()
    store = PostgresStore(address, process.number, notes.append, process.timelines)
    await store.open()
    store.as_process = process
    try:
        yield store
    finally:
        await process.end()
        await store.close()


async def eventually(ask):
    """Call `ask` until it returns something true, and return that; raise after a time-out."""
    async with asyncio.timeout(3 * SOON):
        while not (answer := await ask()):  # noqa: ASYNC110 - of what the database sees only
            await asyncio.sleep(0.01)
    return answer


async def claimed(store):
    taken = await store.claim([7])
    return taken[7].matches if taken else {}


async def asked(address, query):
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        return await (await connection.execute(query)).fetchall()


async def asked_many(address, queries):
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(queries)
