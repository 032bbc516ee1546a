"""Follows the documents about hosting from a fresh clone: a service, moderation and a backup.

The clone is made by git, its environment by `./play`, and packages for hosts are installed as the
page says.  The people are an owner, a moderator, two players, and an offender, who is warned, muted
and banned.  Metrics are read by Prometheus' own parser.  The backup made meanwhile is restored, and
all but the offender continue there.  This is done once with a file, and once with two processes
that share a PostgreSQL database.
"""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from audiogames.net import wire
from tests.kit.databases import cluster
from tests.shell.cluster.test_peace import WORDS, news, until
from tests.shell.cluster.test_two_servers_ruled import said_goodbye
from tests.shell.server.kit import SOON, calling
from tests.shell.server.test_keeping import move

__all__ = ["cluster"]

ROOT = Path(__file__).resolve().parents[2]
INSTALLING = 600
PATIENCE = 120
SERVE = (
    *("serve", "--host", "127.0.0.1", "--port", "0", "--public", "--metrics", "0"),
    *("--speech", "none", "--braille", "off", "--log", "json"),
)
AT = re.compile(r"127\.0\.0\.1:(\d+)")
MOVES = 6


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """Return a fresh clone of the repository, with the packages of the documents installed."""
    place = tmp_path_factory.mktemp("fresh") / "audiogames"
    subprocess.run(("git", "clone", "--quiet", ROOT, place), check=True)
    for command in (
        ("./play", "--version"),
        (".venv/bin/pip", "install", "--quiet", "-e", ".[hosting]"),
        (".venv/bin/pip", "install", "--quiet", "-e", ".[postgres]"),
    ):
        subprocess.run(command, cwd=place, check=True, timeout=INSTALLING)
    return place


@dataclass
class Service:
    """The owner of a server, who runs its commands in a fresh clone of the repository.

    `where` are the options that name the server's store.
    """

    clone: Path
    home: Path
    where: tuple

    @property
    def environ(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8"}

    async def type(self, *words):
        """Run a command to its end, check that it succeeded, and return its output."""
        command = ("./play", *map(str, words), *map(str, self.where))
        done = await asyncio.to_thread(
            subprocess.run, command, cwd=self.clone, env=self.environ, capture_output=True,
            text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    @contextlib.asynccontextmanager
    async def serving(self):
        """Run a server process within this context; yield its port and its metrics port."""
        process = await asyncio.create_subprocess_exec(
            "./play", *SERVE, *map(str, self.where), cwd=self.clone, env=self.environ,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        try:
            said = {}
            while len(said) < 2:
                line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
                text = json.loads(line)["text"]
                if found := AT.search(text):
                    said["metrics" if "/metrics" in text else "port"] = int(found[1])
            yield SimpleNamespace(**said)
        finally:
            process.terminate()
            await process.communicate()
        assert process.returncode == 0


async def metrics(served):
    """Return the metrics of a server process, by name and labels."""
    address = f"http://127.0.0.1:{served.metrics}/metrics"

    def fetch():
        with urllib.request.urlopen(address, timeout=SOON) as answer:
            return answer.read().decode()

    families = text_string_to_metric_families(await asyncio.to_thread(fetch))
    return {
        (one.name, *sorted(one.labels.values())): one.value
        for family in families
        for one in family.samples
    }


async def play(*callers):
    """Let these people play legal moves until `MOVES` are made; return the last move's number."""
    made = []

    async def life(caller):
        while len(made) < MOVES:
            update = await caller.hears(wire.MatchUpdate)
            if update.view["to_act"] == update.seat and update.view["legal"]:
                await move(caller, update)
                made.append(update.seq)

    lives = [asyncio.create_task(life(caller)) for caller in callers]
    await asyncio.wait(lives, return_when=asyncio.FIRST_COMPLETED)
    for one in lives:
        one.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return max(made)


@contextlib.asynccontextmanager
async def everybody(one, two):
    async with (
        calling(one) as pia,
        calling(two) as olga,
        calling(one) as anna,
        calling(one) as bruno,
        calling(two) as ugo,
    ):
        yield SimpleNamespace(pia=pia, olga=olga, anna=anna, bruno=bruno, ugo=ugo)


async def begin(service, who):
    """Register the owner and the moderator, and let Anna and Bruno play.

    Return Anna's token and the last move.
    """
    for person, name in ((who.pia, "Pia"), (who.olga, "Olga")):
        assert (await person.hello(name, register=True, **WORDS)).account
    assert await service.type("admin", "role", "Pia", "owner") == "Pia is owner now.\n"
    assert (await news(who.pia, "role")).args["role"] == "owner"
    await who.pia.ask(wire.Moderate, do="role", name="Olga", reason="moderator")
    assert (await news(who.olga, "role")).args["role"] == "moderator"
    token = (await who.anna.hello("Anna")).token
    await who.anna.ask(wire.TellWishes, auto_draw=True)
    code = (await who.anna.ask(wire.Open, game="novantanove")).code
    await who.bruno.hello("Bruno", code=code)
    await who.bruno.ask(wire.TellWishes, auto_draw=True)
    update = await who.anna.ask(wire.StartMatch)  # the answer is the first update
    if isinstance(update, wire.MatchUpdate) and update.view["to_act"] == update.seat:
        await move(who.anna, update)
    return token, await play(who.anna, who.bruno)


async def keep_the_peace(who):
    """Report the offender, who is then warned and muted by the moderator."""
    await who.ugo.hello("Ugo")
    await who.anna.ask(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
    await news(who.olga, "reported")
    (case,) = (await who.olga.ask(wire.AskCases, about="reports")).cases
    await who.olga.ask(wire.Moderate, do="warn", name="Ugo", reason="insults")
    assert (await news(who.ugo, "warned")).args["why"] == "insults"
    await who.olga.ask(wire.Moderate, do="mute", case=case.id, reason="insults", seconds=600)
    await news(who.ugo, "muted")
    assert (await who.ugo.ask(wire.Chat, text="more", to="Anna")).reason == "net-muted"


async def kept_out(*servers):
    """Check that every server process soon refuses the banned person."""
    for served in servers:
        for name in ("Ugo", "Ug0"):

            async def refused(served=served, name=name):
                async with calling(served) as again:
                    told = await again.hello(name)
                    return isinstance(told, wire.No) and told.reason == "net-banned-server"

            await until(refused)


async def walk(service, processes, copy):
    """Use the service as players do in one evening, and back it up.

    Return a player's token and the last move.
    """
    async with contextlib.AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(service.serving()) for _ in range(processes)]
        one, two = servers[0], servers[-1]
        async with everybody(one, two) as who:
            token, last = await begin(service, who)
            await keep_the_peace(who)
            numbers = await metrics(two)
            assert numbers["audiogames_sanctions", "mute"] == 1
            assert numbers["audiogames_ready",] == 1
            assert (await metrics(one))["audiogames_tables", "playing"] == 1
            await service.type("admin", "ban", "Ugo", "--reason", "insults", "--for", "7d")
            assert (await said_goodbye(who.ugo)).reason == "net-banned-server"
            await kept_out(*servers)
            assert "Ugo" in await service.type("admin", "sanctions")
            await service.type("backup", copy)
    return token, last


async def goes_on(service, token, last):
    """Check that a restored server still has the match and still bans the offender."""
    async with service.serving() as served, calling(served) as anna:
        welcome = await anna.ask(wire.Hello, version=wire.VERSION, token=token, heard=0)
        assert welcome.back
        assert (await anna.hears(wire.MatchUpdate)).seq >= last
        await kept_out(served)
        numbers = await metrics(served)
        assert numbers["audiogames_sanctions", "ban"] == 1


@pytest.mark.parametrize("kind", ["file", "database"])
def test_every_step_of_the_hosting_page_works(kind, clone, request, tmp_path):
    copy = tmp_path / "copy"
    if kind == "file":
        first, second, processes = ("--data", tmp_path / "a"), ("--data", tmp_path / "b"), 1
    else:
        made = request.getfixturevalue("cluster")
        first = "--store", made.make_base("first_evening")
        second = "--store", made.make_base("second_evening")
        processes = 2
    service = Service(clone, tmp_path, first)
    token, last = asyncio.run(walk(service, processes, copy))
    again = Service(clone, tmp_path, second)
    asyncio.run(again.type("restore", copy))
    asyncio.run(goes_on(again, token, last))
