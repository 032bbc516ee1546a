"""Run the program of a page in the test's process, with a simulated page, bots and socket."""

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
"""Seconds for events that should happen at once, long because the machine may be busy."""


class InlineThinker:
    """Computes bots' moves in the test's own process, when the event loop is idle."""

    def __init__(self, wake):
        self._replies = Replies(wake)

    def think(self, wanted):
        asyncio.get_running_loop().call_soon(
            lambda: self._replies.put(BotReply(wanted, think(wanted)))
        )

    def prepare(self, game_id):
        """Do nothing: the games are loaded."""

    def cancel(self):
        self._replies.take()

    def answers(self):
        return self._replies.take()

    def close(self):
        """Do nothing: there is no process to end."""


def session_parts(tmp_path, *, line=None, now=time.monotonic):
    """Return the services of a `PageSession`: bots, sounds, fault reports, clock and connection."""
    return SessionParts(
        InlineThinker,
        lambda _wake: NoLines() if line is None else line,
        SoundFiles(SOUNDS),
        lambda failure, said: write_report(tmp_path / "reports", failure, said),
        now,
    )


def program(storage, lang, opening=None):
    """Return an app whose shuffles let the player begin; `opening` opens its first screen."""
    return App(storage, LOCALES, Random(5), launch=Launch(lang, opening))


class Page:
    """A simulated page that confirms every announcement; `program` is called with its messages."""

    def __init__(self, program=None):
        self.program = program
        self.said = []
        self.frame = {}
        self.last = {}
        """The last message of each kind."""
        self._arrived = asyncio.Queue()

    def hear(self, text):
        """Queue a message that the program sent to the page."""
        self._arrived.put_nowait(json.loads(text))

    async def send(self, t, **fields):
        self.program(json.dumps({"t": t, **fields}))

    async def key(self, *names):
        for name in names:
            await self.send("key", key=name)

    async def click(self, target):
        """Click a control of the last frame that the page received, such as "card 0"."""
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
        """Wait for the next message of kind `t` that contains `words`, and return it."""
        while (message := await self.next())["t"] != t or words not in json.dumps(
            message, ensure_ascii=False
        ):
            pass
        return message


class _Line:
    """The connection of a session to its simulated page."""

    def __init__(self, page):
        self.send = page.hear


@contextlib.asynccontextmanager
async def visiting(tmp_path, make_app=program, *, storage=None, lang="it", touch=False, **parts):
    """Yield a simulated page with a session of the app that `make_app` returns."""
    page = Page()
    app = make_app(MemoryStorage() if storage is None else storage, lang)
    page.session = PageSession(app, _Line(page), session_parts(tmp_path, **parts), by_touch=touch)
    page.program = lambda text: page.session.take(read(text))
    yield page


class _NoSocket:
    """A browser socket that connects to nothing."""

    def __init__(self, _told):
        pass

    def disconnect(self):
        """Do nothing: nothing is connected."""


@contextlib.asynccontextmanager
async def living(server="", seed="", **hello):
    """Yield a simulated page with the whole program that runs in a browser.

    The program's fault reports are added to `page.faults`.
    """
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
    """Run a scenario on its own event loop."""
    asyncio.run(asyncio.wait_for(scenario, 3 * SOON))
