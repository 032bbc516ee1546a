"""Tests of migrating the database schema, and of the command that checks a database."""

import asyncio
import contextlib

import pytest

from audiogames.shell.cluster import process as processes
from audiogames.shell.cluster import schema, serving
from audiogames.shell.cluster.process import prepare
from audiogames.shell.server.database import StoreError
from tests.shell.cluster.sharing import asked, asked_many, claimed, sharing
from tests.shell.server.test_stores import BEGUN


def test_processes_starting_together_create_the_tables_once(address):
    async def test():
        async with contextlib.AsyncExitStack() as stack:
            begun = [stack.enter_async_context(sharing(address)) for _ in range(4)]
            stores = await asyncio.gather(*begun)
            assert len({store.process for store in stores}) == 4

    asyncio.run(test())


def test_older_schema_is_migrated_and_a_newer_one_refused(address, monkeypatch):
    async def versions():
        return (await asked(address, schema.VERSION))[0][0]

    async def test():
        async with sharing(address) as store:
            await store.commit(BEGUN)
        later = (*schema.VERSIONS, "ALTER TABLE kept ADD COLUMN later int")
        monkeypatch.setattr(schema, "VERSIONS", later)
        async with sharing(address) as store:
            assert await versions() == len(later)
            assert await claimed(store) == {7: "header\none\n"}
        monkeypatch.undo()
        with pytest.raises(StoreError) as refused:
            async with sharing(address):
                pass
        assert refused.value.message.id == "cli-store-newer"
        assert (await said(address)) == "cli-store-newer"

    asyncio.run(test())


async def said(address):
    """Run the check of this database, and return the first sentence it prints."""
    try:
        return (await serving.check(address))[0].id
    except StoreError as error:
        return error.message.id


def test_database_check_accepts_a_good_database(address):
    async def test():
        told = await serving.check(address)
        assert [one.id for one in told] == ["cli-store-empty", "cli-store-asynchronous"]
        async with sharing(address):
            assert await said(address) == "cli-store-good"

    asyncio.run(test())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda address: address.replace("/test", "/none"), "cli-store-unreachable"),
        (lambda _: "postgresql://[bad", "cli-store-address"),
        (lambda address: address.replace("audiogames@", "nobody@"), "cli-store-no-right"),
    ],
)
def test_database_check_names_the_fault_of_a_bad_database(cluster, address, change, message):
    async def test():
        await asked_many(address, "DROP ROLE IF EXISTS nobody; CREATE ROLE nobody LOGIN")
        assert await said(change(address)) == message

    asyncio.run(test())


def test_read_only_database_is_refused(address):
    async def test():
        async with sharing(address):
            pass
        base = address.partition("@/")[2].partition("?")[0]
        await asked_many(address, f"ALTER DATABASE {base} SET default_transaction_read_only = on")
        assert await said(address) == "cli-store-read-only"
        with pytest.raises(StoreError):
            async with sharing(address):
                pass

    asyncio.run(test())


def test_database_role_that_may_not_create_tables_is_refused(address):
    async def test():
        connection = await processes.connect(address)
        await connection.execute("CREATE ROLE reader LOGIN")
        await connection.close()
        connection = await processes.connect(address.replace("audiogames@", "reader@"))
        with pytest.raises(StoreError) as refused:
            await prepare(connection)
        await connection.close()
        assert refused.value.message.id == "cli-store-no-right"

    asyncio.run(test())
