"""Two owners of a service act at the same moment, at two processes that share a database.

The processes are started by `audiogames serve`.  The tests check that each owner gets one answer,
that both processes agree afterwards, and that the log has each action once.
"""

import asyncio
import contextlib
import itertools
import json
import os
import re
import sys
from collections import Counter
from types import SimpleNamespace

import pytest

from audiogames.net import wire
from tests.cli.kit import Inside, Program
from tests.shell.cluster.test_peace import WORDS, news, until
from tests.shell.server.kit import SOON, calling

AT = re.compile(r"127\.0\.0\.1:(\d+)")
SERVE = ("serve", "--host", "127.0.0.1", "--port", "0", "--public", "--speech", "none")


@contextlib.asynccontextmanager
async def process(address, home):
    """Run a server as a separate program, and yield its port."""
    environ = {**os.environ, "AUDIOGAMES_HOME": str(home), "LC_ALL": "C.UTF-8"}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "audiogames", *SERVE, "--store", address, env=environ,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        found = None
        while found is None:
            line = await asyncio.wait_for(program.stdout.readline(), 3 * SOON)
            assert line, "the server has ended"
            found = AT.search(line.decode())
        yield SimpleNamespace(port=int(found[1]))
    finally:
        with contextlib.suppress(ProcessLookupError):
            program.terminate()
        await program.communicate()


class Owners:
    """The clients of two owners of the server: Pia's at one process, Olga's at the other."""

    def __init__(self, pia, olga):
        self.callers = {"Pia": pia, "Olga": olga}
        self.done = Counter()
        """How often each act was done, by action and owner."""

    async def act(self, **acts):
        """Send one action from each owner of the server, all at the same moment.

        Return the reasons of the refused actions.
        """
        answers = await asyncio.gather(
            *(self.callers[name].ask(kind, **asked) for name, (kind, asked) in acts.items())
        )
        refused = []
        for (name, (_, asked)), answer in zip(acts.items(), answers, strict=True):
            if isinstance(answer, wire.No):
                refused.append(answer.reason)
            else:  # the news that all people get may be the answer
                self.done[asked["do"], name] += 1
        return refused

    async def agree(self, about):
        """Wait until both processes list the same reports or sanctions, and return them."""
        found = []

        async def same():
            lists = [await one.ask(wire.AskCases, about=about) for one in self.callers.values()]
            found[:] = [{(x.id, x.kind, x.by) for x in one.cases} for one in lists]
            return found[0] == found[1]

        await until(same)
        return found[0]


def moderate(**asked):
    return wire.Moderate, asked


def run_server(**asked):
    return wire.RunServer, asked


@contextlib.asynccontextmanager
async def owners_at(one, two, command):
    async with calling(one) as pia, calling(two) as olga:
        for caller, name in ((pia, "Pia"), (olga, "Olga")):
            assert (await caller.hello(name, register=True, **WORDS)).account
            await command("admin", "role", name, "owner")
            await news(caller, "role")
        yield Owners(pia, olga)


async def rule_on_people(owners, two, command):
    """Let two owners of the server act at the same moment on a report, a ban and a role.

    Their actions contradict each other.
    """
    async with calling(two) as anna, calling(two) as carla:
        await anna.hello("Anna")
        await anna.ask(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
        await carla.hello("Carla", register=True, **WORDS)
        ((case, _, _),) = await owners.agree("reports")
        refused = await owners.act(
            Pia=moderate(do="mute", case=case, reason="insults", name="Ugo"),
            Olga=moderate(do="close", case=case),
        )
        assert set(refused) <= {"net-no-such-case"}
        assert await owners.agree("reports") == set()
        ((_, kind, by),) = await owners.agree("sanctions")
        assert (kind, by) == ("mute", "Pia")
        refused = await owners.act(
            Pia=moderate(do="lift", name="Ugo"),
            Olga=moderate(do="ban", name="Ugo", reason="spam"),
        )
        assert refused == []
        assert {(kind, by) for _, kind, by in await owners.agree("sanctions")} == {("ban", "Olga")}
        refused = await owners.act(
            Pia=moderate(do="lift", name="Ugo"), Olga=moderate(do="lift", name="Ugo")
        )
        assert set(refused) <= {"net-nothing-to-lift"}
        assert await owners.agree("sanctions") == set()
        assert await owners.act(
            Pia=moderate(do="role", name="Carla", reason="moderator"),
            Olga=moderate(do="role", name="Carla", reason="owner"),
        ) == []  # fmt: skip
        given = json.loads((await command("admin", "roles", "--json")).splitlines()[-1])
        assert given["role"] in {"moderator", "owner"}
        while (await news(carla, "role")).args["role"] != given["role"]:
            pass


async def plan_restarts(owners, one, two):
    """Let both owners set a message of the day and plan a restart at once; then cancel it."""
    texts = {"Pia": "Tournament on Friday", "Olga": "Tournament on Saturday"}
    acts = {name: run_server(do="motd", text=text) for name, text in texts.items()}
    assert await owners.act(**acts) == []
    heard = []
    names = (f"Guest {number}" for number in itertools.count(1))  # each hears it once a day

    async def same():
        heard.clear()
        for served in (one, two):
            async with calling(served) as guest:
                await guest.hello(next(names))
                heard.append((await news(guest, "motd")).args["text"])
                await guest.ask(wire.Goodbye)
        return heard[0] == heard[1]

    await until(same)
    assert heard[0] in texts.values()
    restart = run_server(do="restart", seconds=3000)
    assert await owners.act(Pia=restart, Olga=run_server(do="restart", seconds=3600)) == []
    assert await owners.act(Pia=run_server(do="stay-open")) == []
    await news(owners.callers["Olga"], "restart-off")


async def demote_each_other(owners, command):
    """Let each owner demote the other at the same moment; check that one remains an owner."""
    asked = {"Pia": "Olga", "Olga": "Pia"}
    acts = {by: moderate(do="role", name=who, reason="player") for by, who in asked.items()}
    assert set(await owners.act(**acts)) <= {"net-not-owner"}

    async def one_left():
        lines = map(json.loads, (await command("admin", "roles", "--json")).splitlines())
        left = {one["name"] for one in lines if one["role"] == "owner"} - {"Carla"}
        answers = [await one.ask(wire.RunServer, do="stay-open") for one in owners.callers.values()]
        return len(left) == 1 and sum(not isinstance(one, wire.No) for one in answers) == 1

    await until(one_left)


@pytest.mark.slow
def test_simultaneous_actions_of_two_server_owners_are_each_logged_once(address, tmp_path):
    program = Inside(tmp_path)

    async def command(*words):
        done = await asyncio.to_thread(program, *words, "--store", address)
        assert done.code == 0, done
        return done.out

    async def test():
        async with (
            process(address, tmp_path / "one") as one,
            process(address, tmp_path / "two") as two,
            owners_at(one, two, command) as owners,
        ):
            await rule_on_people(owners, two, command)
            await plan_restarts(owners, one, two)
            await command("backup", tmp_path / "before")
            log = map(json.loads, (await command("admin", "log", "--json")).splitlines())
            logged = Counter((x["what"], x["by"]) for x in log if x["by"] in owners.callers)
            assert logged == owners.done
            await demote_each_other(owners, command)

    asyncio.run(test())


@pytest.mark.slow
def test_simultaneous_backups_of_a_database_into_one_file_are_complete(cluster, address, tmp_path):
    copy, program = tmp_path / "copy", Program(tmp_path)

    async def command(*words):
        return await asyncio.to_thread(program, *words)

    async def test():
        async with process(address, tmp_path / "one"):
            asked = ("backup", copy, "--store", address)
            done = await asyncio.gather(command(*asked), command(*asked))
            assert [one.code for one in done] == [0, 0]
            assert len({one.out for one in done}) == 1
            restored = await command("restore", copy, "--store", cluster.make_base("restored"))
            assert restored.code == 0, restored

    asyncio.run(test())
    assert [one.name for one in tmp_path.glob("copy*")] == ["copy"]
