"""Bans, changes of name and backups with two server processes that share a database."""

import asyncio
import contextlib
import json
from itertools import count

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from audiogames.net import wire
from audiogames.net.server.store import BeginMatch, EnterMove, KeepRow, ModerationRow, Shelf
from audiogames.shell.cluster.backup import backup_database, restore_database
from audiogames.shell.cluster.process import StoreProcess
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server import keeping
from audiogames.shell.server import server as server_module
from audiogames.shell.server.database import StoreError
from tests.cli.kit import Inside
from tests.kit import postgres
from tests.shell.cluster.test_two_servers import server_on
from tests.shell.server.kit import SOON, calling

NOT_COPIED = {"shown", "mail"}
"""Tables in which processes send each other messages."""


async def said_goodbye(caller):
    """Wait for the server's goodbye message and return it, or None if there is none."""
    with contextlib.suppress(ConnectionClosed):
        return await asyncio.wait_for(caller.hears(wire.Bye), SOON)
    return None


def tables(address):
    """Return the rows of each table in this database, by the table's name."""
    with psycopg.connect(address) as base:
        named = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace"
        names = [name for (name,) in base.execute(f"{named} = current_schema()::regnamespace")]
        return {
            name: sorted(base.execute(f"SELECT t::text FROM {name} AS t").fetchall(), key=repr)  # noqa: S608
            for name in names
            if name not in NOT_COPIED
        }


@pytest.mark.slow
def test_ban_by_command_disconnects_at_either_process(address, tmp_path):
    admin = Inside(tmp_path)

    async def test():
        notes = []
        async with (
            server_on(address, tmp_path, notes) as one,
            server_on(address, tmp_path, notes) as two,
            calling(one) as anna,
            calling(two) as ugo,
        ):
            await anna.hello("Anna")
            await ugo.hello("Ugo")
            done = await asyncio.to_thread(
                admin, "admin", "ban", "Ugo", "--reason", "spam", "--store", address, "--json"
            )
            assert json.loads(done.out)["done"] == "ban"
            bye = await said_goodbye(ugo)
            assert (bye.reason, bye.args["why"]) == ("net-banned-server", "spam")
            async with calling(one) as again:
                assert (await again.hello("Ugo")).reason == "net-banned-server"
            await anna.ask(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
            done = await asyncio.to_thread(admin, "admin", "reports", "--store", address, "--json")
            assert json.loads(done.out)["lines"] == ["Ugo: rude words"]

    asyncio.run(test())


@pytest.mark.slow
def test_account_renamed_at_one_process_and_by_command_is_known_at_both(address, tmp_path):
    admin, words = Inside(tmp_path), {"password": "secret words"}

    async def test():
        notes = []
        async with (
            server_on(address, tmp_path, notes) as one,
            server_on(address, tmp_path, notes) as two,
        ):
            async with calling(one) as carla:
                await carla.hello("Carla", register=True, **words)
                page = await carla.ask(wire.ManageAccount, do="rename", new="Benita", **words)
                assert page.data == {"name": "Benita"}
                await carla.ask(wire.Goodbye)
            async with calling(two) as guest:
                assert (await guest.hello("Benita")).reason == "net-name-reserved"
                assert (await guest.hello("Bènita")).reason == "net-name-alike"
            async with calling(two) as carla:
                welcome = await carla.hello("Carla", **words)
                assert (welcome.name, welcome.account) == ("Benita", True)
                again = await carla.ask(wire.ManageAccount, do="rename", new="Dora", **words)
                assert again.reason == "net-rename-lately"
                done = await asyncio.to_thread(
                    admin, "admin", "rename", "Carla", "Dora", "--store", address, "--json"
                )
                assert json.loads(done.out) == {"done": "rename", "old": "Benita", "name": "Dora"}
                assert (await said_goodbye(carla)).reason == "net-signed-out"
            async with calling(one) as carla:
                assert (await carla.hello("Dora", **words)).name == "Dora"
            done = await asyncio.to_thread(
                admin, "admin", "record", "Dora", "--store", address, "--json"
            )
            former = [json.loads(line)["name"] for line in done.out.splitlines()]
            assert former == ["Benita", "Carla"]
        assert not [one for one in notes if "version" in one or "cannot" in one]

    asyncio.run(test())


@pytest.mark.slow
def test_database_backup_during_play_restores_every_table(cluster, address, tmp_path):
    """A backup during play has all moves up to one moment; one made after play has everything."""

    async def test():
        process = StoreProcess(address, print)
        await process.begin()
        store = PostgresStore(address, process.number, print)
        await store.open()
        await store.commit([KeepRow(Shelf.TABLES, "1", "{}", table=1)])
        await store.commit([BeginMatch(1, "header\n")])
        ends, numbers = asyncio.Event(), count(1)

        async def play():
            while not ends.is_set():
                number = next(numbers)
                rows = [EnterMove(1, number, f"move {number}\n"), ModerationRow(number, "line")]
                assert not await store.commit(rows)

        playing = asyncio.create_task(play())
        await asyncio.sleep(0)
        await asyncio.to_thread(backup_database, address, tmp_path / "under play")
        ends.set()
        await playing
        await process.end()
        await store.close()

    asyncio.run(test())
    backup_database(address, tmp_path / "at rest")
    some, all_ = cluster.make_base("some"), cluster.make_base("all_of_it")
    restore_database(tmp_path / "under play", some)
    restore_database(tmp_path / "at rest", all_)
    assert tables(all_) == tables(address)
    with psycopg.connect(some) as base:
        moves = [seq for (seq,) in base.execute("SELECT seq FROM entries ORDER BY seq")]
    assert moves == list(range(1, len(moves) + 1))
    assert len(tables(some)["moderation"]) == len(moves)
    with pytest.raises(StoreError) as caught:
        restore_database(tmp_path / "at rest", all_)
    assert caught.value.message.id == "restore-not-empty"


@contextlib.asynccontextmanager
async def at_a_match(server):
    """Yield the clients of Anna and Ugo during their match, and Ugo's resume token."""
    async with calling(server) as anna, calling(server) as ugo:
        await anna.hello("Anna")
        code = (await anna.ask(wire.Open, game="invido")).code
        token = (await ugo.hello("Ugo", code=code)).token
        await anna.ask(wire.StartMatch)
        await ugo.hears(wire.MatchUpdate)
        yield anna, ugo, token


@pytest.mark.slow
@pytest.mark.parametrize("is_away", [False, True], ids=["plays", "is away"])
def test_ban_at_one_process_disconnects_a_player_at_the_other(address, tmp_path, is_away):
    """The match continues, and no process readmits the player, even under a similar name."""

    async def ban(server):
        async with calling(server) as olga:
            await olga.hello("Olga", register=True, password="secret words")
            done = await asyncio.to_thread(
                Inside(tmp_path), "admin", "role", "Olga", "moderator", "--store", address
            )
            assert done.code == 0
            while (await olga.hears(wire.News)).what != "role":
                pass
            asked = {"do": "ban", "name": "Ugo", "reason": "insults"}
            assert isinstance(await olga.ask(wire.Moderate, **asked), wire.Done)

    async def test():
        async with (
            server_on(address, tmp_path, []) as one,
            server_on(address, tmp_path, []) as two,
            at_a_match(one) as (anna, ugo, token),
        ):
            if is_away:
                await ugo.line.close()
            await ban(two)
            if not is_away:
                assert (await said_goodbye(ugo)).reason == "net-banned-server"
            while (await anna.hears(wire.News)).what != "banned":
                pass
            for server in (one, two):
                async with calling(server) as again:
                    answer = await again.hello("", token=token)
                    assert answer.reason in {"net-banned-server", "net-unknown-token"}
                async with calling(server) as again:
                    assert (await again.hello("Ug0")).reason == "net-banned-server"
            assert isinstance(await anna.ask(wire.Ping), wire.Pong)
            (table,) = one.core.lobby.tables.values()
            assert table.playing

    asyncio.run(test())


@pytest.mark.slow
def test_server_can_be_stopped_while_its_database_is_unreachable(tmp_path, monkeypatch):
    """The server stops without releasing its tables, because it cannot write to the database."""
    monkeypatch.setattr(server_module, "LAST", 0.1)
    monkeypatch.setattr(keeping, "STALLED", 0.05)

    async def test(own):
        notes = []
        async with asyncio.timeout(4 * SOON):
            async with (
                server_on(own.make_base("gone"), tmp_path, notes) as server,
                calling(server) as anna,
            ):
                await anna.hello("Anna")
                await anna.ask(wire.Open, game="invido")
                await asyncio.to_thread(own.crash)
        assert any("given up" in str(one) for one in notes)

    with postgres.cluster() as own:
        asyncio.run(test(own))
