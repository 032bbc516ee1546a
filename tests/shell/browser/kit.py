"""The program of a page in this process, with a test in the place of the page."""

import asyncio
import contextlib
import json
import time
from random import Random

from audiogames.app.app import App, Launch
from audiogames.shell.browser.messages import read
from audiogames.shell.browser.page import BrowserLine, OwnBots, PageOrigin, PagePort, live
from audiogames.shell.browser.session import PageSession, SessionParts
from audiogames.shell.connection import NoLines
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.report import write_report
from audiogames.shell.thinker import BotReply, Replies, think
from tests.kit.pilot import LOCALES, MemoryStorage

SOUNDS = LOCALES.parent / "sounds"
SOON = 20.0
"""Seconds for whatever should happen at once, long because the machine may be busy."""


class InlineThinker:
    """Computes bots' moves in the test itself, when the loop has time."""

    def __init__(self, wake):
        self._replies = Replies(wake)

    def think(self, wanted):
        asyncio.get_running_loop().call_soon(
            lambda: self._replies.put(BotReply(wanted, think(wanted)))
        )

    def prepare(self, game_id):
        """Do nothing, as everything is loaded."""

    def cancel(self):
        self._replies.take()

    def answers(self):
        return self._replies.take()

    def close(self):
        """Do nothing, as nothing runs."""


def session_parts(tmp_path, *, line=None, now=time.monotonic):
    """The parts of a session, with reports in a folder; `line` leads to a server of tables."""
    return SessionParts(
        InlineThinker,
        lambda _wake: NoLines() if line is None else line,
        SoundFiles(SOUNDS),
        lambda failure, said: write_report(tmp_path / "reports", failure, said),
        now,
    )


def program(storage, lang, opening=None):
    """The app of a session, in which the player begins by these shuffles."""
    return App(storage, LOCALES, Random(5), launch=Launch(lang, opening))


class Page:
    """A page that places everything at once; `program` receives what it sends."""

    def __init__(self, program=None):
        self.program = program
        self.said = []
        self.frame = {}
        self.last = {}
        """The last message of each kind."""
        self._arrived = asyncio.Queue()

    def hear(self, text):
        """Receive a message of the program."""
        self._arrived.put_nowait(json.loads(text))

    async def send(self, t, **fields):
        self.program(json.dumps({"t": t, **fields}))

    async def key(self, *names):
        for name in names:
            await self.send("key", key=name)

    async def click(self, target):
        """Click what is drawn, as the page last received it."""
        kind, place = target.split()
        await self.send("click", number=self.frame[f"{kind}s"][int(place)]["click"])

    async def next(self):
        message = await asyncio.wait_for(self._arrived.get(), SOON)
        self.last[message["t"]] = message
        if message["t"] == "frame":
            self.frame = message["frame"]
        if message["t"] == "say":
            self.said.append(message["text"])
            await self.send("placed", n=message["n"])
        return message

    async def until(self, t, words=""):
        """Wait for the next message of this kind with these words in it."""
        while (message := await self.next())["t"] != t or words not in json.dumps(
            message, ensure_ascii=False
        ):
            pass
        return message


class _Line:
    """The session's end of the line."""

    def __init__(self, page):
        self.send = page.hear


@contextlib.asynccontextmanager
async def visiting(tmp_path, make_app=program, *, storage=None, lang="it", touch=False, **parts):
    """A page with its session, whose app the test makes."""
    page = Page()
    app = make_app(MemoryStorage() if storage is None else storage, lang)
    page.session = PageSession(app, _Line(page), session_parts(tmp_path, **parts), by_touch=touch)
    page.program = lambda text: page.session.take(read(text))
    yield page


class _NoSocket:
    """A socket of the browser that connects to nothing."""

    def __init__(self, _told):
        pass

    def disconnect(self):
        """Do nothing, as nothing is open."""


@contextlib.asynccontextmanager
async def living(server="", seed="", **hello):
    """A page with the whole program as its worker runs it; `page.faults` are its reports."""
    page, faults = Page(), []
    port = PagePort(page.hear)
    page.program, page.faults = port.put, faults
    bots = OwnBots(lambda _data: None, lambda: None)
    tables, origin = BrowserLine(_NoSocket), PageOrigin(server, seed)
    running = asyncio.create_task(live(port, bots, tables, faults.append, origin))
    await page.send("hello", **{"lang": "it-IT", **hello})
    try:
        yield page
    finally:
        running.cancel()


def played(scenario):
    """Run a scenario on an event loop of its own."""
    asyncio.run(asyncio.wait_for(scenario, 3 * SOON))
