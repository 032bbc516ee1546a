"""The page's real server in this process, and somebody at the other end of a real line."""

import asyncio
import contextlib
import json
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from audiogames.app.app import App, Launch
from audiogames.shell.connection import NoLines
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.report import write_report
from audiogames.shell.thinker import think
from audiogames.shell.web.page import PageFiles
from audiogames.shell.web.server import PageServer
from audiogames.shell.web.sessions import Sessions
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.thinking import SharedBots
from tests.kit.pilot import LOCALES, MemoryStorage

SOUNDS = LOCALES.parent / "sounds"
SOON = 20.0
"""Seconds for whatever should happen at once: the machine may be busy."""


class InlineBots:
    """Bots that think in the test itself, when the loop has time."""

    def __init__(self):
        self.thoughts = []
        self.asked = []

    def think(self, table, wanted, address=""):
        self.asked.append(wanted)
        self.thoughts.append((table, wanted))
        asyncio.get_running_loop().call_soon(self.wake)

    def prepare(self, game_id):
        """Everything is loaded."""

    def cancel(self, table, address=""):
        self.thoughts = [one for one in self.thoughts if one[0] != table]

    def answers(self):
        thoughts, self.thoughts = self.thoughts, []
        return [(table, wanted, think(wanted)) for table, wanted in thoughts]

    def close(self):
        """Nothing runs."""


def shared_by_sessions(tmp_path, **more):
    bots = InlineBots()
    bots_for_all = SharedBots(bots)
    bots.wake = bots_for_all.hand_out
    reports = tmp_path / "reports"
    parts = {
        "report": lambda failure, said: write_report(reports, failure, said),
        "record": lambda _announcement: None,
        "open_line": lambda _wake, _address: NoLines(),
        "open_storage": MemoryStorage,
        **more,
    }
    return SharedBySessions(bots_for_all, SoundFiles(SOUNDS), **parts)


def program(storage, lang, opening=None):
    """The app of a session; the player of these shuffles begins."""
    return App(storage, LOCALES, Random(5), launch=Launch(lang, opening))


@contextlib.asynccontextmanager
async def serving(tmp_path, make_app=program, **more):
    shared = shared_by_sessions(tmp_path, **more)
    faults = []
    server = PageServer(PageFiles(SOUNDS), LOCALES, (0,), faults.append)
    server.sessions = Sessions(shared, LOCALES, make_app, server.end)
    server.faults = faults
    opened = asyncio.Event()
    server.ran = asyncio.create_task(server.run(server.sessions, opened.set))
    await opened.wait()
    try:
        yield server
    finally:
        server.end()
        await server.ran


class Page:
    """A page that places everything at once."""

    def __init__(self, line):
        self.line = line
        self.said = []
        self.frame = {}
        self.last = {}
        """The last message of each kind."""

    async def send(self, t, **fields):
        with contextlib.suppress(ConnectionClosed):
            await self.line.send(json.dumps({"t": t, **fields}))

    async def key(self, *names):
        for name in names:
            await self.send("key", key=name)

    async def click(self, target):
        """Click what is drawn, as the page was told of it last."""
        kind, place = target.split()
        await self.send("click", number=self.frame[f"{kind}s"][int(place)]["click"])

    async def next(self, *, places=True):
        message = json.loads(await asyncio.wait_for(self.line.recv(), SOON))
        self.last[message["t"]] = message
        if message["t"] == "frame":
            self.frame = message["frame"]
        if message["t"] == "say":
            self.said.append(message["text"])
            if places:
                await self.send("placed", n=message["n"])
        return message

    async def until(self, t, words=""):
        """The next message of this kind with these words in it."""
        while (message := await self.next())["t"] != t or words not in json.dumps(
            message, ensure_ascii=False
        ):
            pass
        return message


@contextlib.asynccontextmanager
async def visiting(server, *, greets=True, origin="here", host=None, **hello):
    here = f"127.0.0.1:{server.port}"
    more = {} if host is None else {"additional_headers": {"Host": host}}
    async with connect(
        f"ws://{here}/play",
        origin=f"http://{here}" if origin == "here" else origin,
        ping_interval=None,
        compression=None,
        **more,
    ) as line:
        page = Page(line)
        if greets:
            known = {} if "token" in hello or "key" in hello else {"key": server.sessions.invite()}
            await page.send("hello", **{"lang": "it-IT", **known, **hello})
        yield page


def played(scenario):
    """Run a scenario on an event loop of its own."""
    asyncio.run(asyncio.wait_for(scenario, 3 * SOON))
