"""Moderation on real servers: one server with a file, and two processes with a database."""

import asyncio
import contextlib
import json

import pytest

from audiogames.net import wire
from audiogames.shell.server.database import SqliteStore
from tests.cli.kit import Inside
from tests.shell.cluster.test_two_servers import server_on
from tests.shell.cluster.test_two_servers_ruled import said_goodbye
from tests.shell.server.kit import SOON, calling, serving

WORDS = {"password": "secret words"}


@contextlib.asynccontextmanager
async def file(folder, _address):
    store = SqliteStore(folder / "data")
    try:
        async with serving(store) as server:
            yield (server, server), ("--data", folder / "data")
    finally:
        store.close()


@contextlib.asynccontextmanager
async def database(folder, address):
    notes = []
    async with (
        server_on(address, folder, notes) as one,
        server_on(address, folder, notes) as two,
    ):
        yield (one, two), ("--store", address)


async def until(ask):
    """Wait until the condition is true; fail after about `SOON` seconds.

    Another process applies a sanction within a second.
    """
    for _ in range(int(5 * SOON)):
        if await ask():
            return
        await asyncio.sleep(0.2)
    raise TimeoutError


async def news(caller, what):
    while (told := await caller.hears(wire.News)).what != what:
        pass
    return told


@pytest.mark.slow
@pytest.mark.parametrize("kind", [file, database], ids=["file", "database"])
def test_moderators_warn_mute_and_ban_a_player_on_real_servers(kind, address, tmp_path):
    program = Inside(tmp_path)

    async def command(*words):
        done = await asyncio.to_thread(program, *words)
        assert done.code == 0, done
        return done.out

    async def test():
        async with (
            kind(tmp_path, address) as ((one, two), store),
            calling(one) as pia,
            calling(two) as olga,
            calling(one) as anna,
            calling(two) as ugo,
        ):
            for person, name in ((pia, "Pia"), (olga, "Olga")):
                assert (await person.hello(name, register=True, **WORDS)).account
            await command("admin", "role", "Pia", "owner", *store)
            assert (await news(pia, "role")).args["role"] == "owner"
            done = await pia.ask(wire.Moderate, do="role", name="Olga", reason="moderator")
            assert isinstance(done, wire.Done)
            assert (await news(olga, "role")).args["role"] == "moderator"
            await anna.hello("Anna")
            await ugo.hello("Ugo")
            await anna.ask(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
            await news(olga, "reported")
            case = (await olga.ask(wire.AskCases, about="reports")).cases[0]
            assert (case.name, case.lines) == ("Ugo", ["Ugo: rude words"])
            await olga.ask(wire.Moderate, do="warn", name="Ugo", reason="insults")
            assert (await news(ugo, "warned")).args["why"] == "insults"
            await olga.ask(wire.Moderate, do="mute", case=case.id, reason="insults", seconds=600)
            await news(ugo, "muted")
            assert (await ugo.ask(wire.Chat, text="more", to="Olga")).reason == "net-muted"
            await command("backup", tmp_path / "copy", *store)
            await pia.ask(wire.Moderate, do="ban", name="Ugo", reason="insults")
            assert (await said_goodbye(ugo)).reason == "net-banned-server"
            for server in (one, two):
                async with calling(server) as again:
                    assert (await again.hello("Ugo")).reason == "net-banned-server"
            log = [
                json.loads(x)
                for x in (await command("admin", "log", "--json", *store)).split("\n")
                if x
            ]
            assert [x["what"] for x in log if x.get("who") == "Ugo"] == [
                "report", "warn", "mute", "ban",
            ]  # fmt: skip
            await command("admin", "lift", "Ugo", *store)

            async def comes_in():
                async with calling(two) as again:
                    return isinstance(await again.hello("Ugo"), wire.Welcome)

            await until(comes_in)

    asyncio.run(test())
    assert (tmp_path / "copy").stat().st_size > 0
