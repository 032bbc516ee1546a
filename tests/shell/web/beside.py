"""A real server of tables with the page beside, guests at pages, and programs at its tables."""

import asyncio
import contextlib
import json
import logging
import re
from dataclasses import replace
from random import Random
from types import MappingProxyType

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from audiogames.app.app import App, Launch
from audiogames.core.registry import games
from audiogames.net.address import HERE
from audiogames.net.server.core import Access, ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.shell.server.keeping import ThreadedStore
from audiogames.shell.server.listening import Listening, SteadyTime
from audiogames.shell.server.logs import Logs
from audiogames.shell.server.secrecy import SystemSecrets
from audiogames.shell.server.server import Means, TableServer
from audiogames.shell.web.beside import open_page
from tests.kit.pilot import LOCALES
from tests.shell.web.kit import SOON

log = logging.getLogger(__name__)


WORDS = {
    "en": {
        "menu": "Play", "type": "Type your name", "enter": "Connect", "in": "as guest {}",
        "code": "Code", "type-code": "Type the code", "seated": "host Anna",
    },
    "it": {
        "menu": "Gioca", "type": "Scrivi il tuo nome", "enter": "Collegati",
        "in": "come ospite {}", "code": "Codice", "type-code": "Scrivi il codice",
        "seated": "ospita Anna",
    },
}  # fmt: skip


NOTHING = MappingProxyType({})


def guest_app(storage, lang):
    """An app that asks nothing about its player, and does not wait for slow ears."""
    quick = {"welcomed": True, "gender": "unsaid", "rate": 900}
    storage.save_settings(replace(storage.load_settings()[0], language=lang, **quick))
    return App(storage, LOCALES, Random(5), launch=Launch(server=HERE))


@contextlib.asynccontextmanager
async def serving_both(make_app=guest_app, code="", report=log.exception, **place):
    """The server; `code` is what it asks of everybody, `later` seconds its time is ahead."""
    steady = SteadyTime()

    def now():
        return steady() + server.later if server else steady()

    server = None
    store = MemoryStore()
    core = ServerCore(SystemSecrets(), now(), Access(code), store.load())
    server = TableServer(
        core,
        ThreadedStore(store),
        Listening("127.0.0.1", 0, **place),
        Means(now, logs=Logs(log.warning, report)),
    )
    server.later, server.now = 0.0, now
    server.page = open_page(server, make_app, now)
    opened = asyncio.Event()
    run = asyncio.create_task(server.run(opened.set))
    waits = asyncio.create_task(opened.wait())
    await asyncio.wait([run, waits], return_when=asyncio.FIRST_COMPLETED)
    server.ran = run
    try:
        yield server
    finally:
        server.end()
        await run


class Guest:
    """Somebody at a page: it is read all the time, and what was waited for is not heard again."""

    def __init__(self, line, lang, kept):
        self.line = line
        self.lang = lang
        self.words = WORDS[lang]
        self.kept = dict(kept)
        """By their names, the texts that the browser keeps."""
        self.heard = []
        """All messages so far."""
        self._place = 0
        self._news = asyncio.Event()

    async def read(self):
        with contextlib.suppress(ConnectionClosed):
            async for data in self.line:
                message = json.loads(data)
                self.heard.append(message)
                self._news.set()
                await self._answer(message)

    async def _answer(self, message):
        """What a page says by itself, and what its browser keeps."""
        if message["t"] == "say":
            await self.send("placed", n=message["n"])
        elif message["t"] == "bring":
            for name, text in self.kept.items():
                for place in range(0, len(text), 600):
                    await self.send("kept", name=name, text=text[place : place + 600])
            await self.send("kept-all", there=True)
        elif message["t"] == "keep":
            before = self.kept.get(message["name"], "") if message["more"] else ""
            self.kept[message["name"]] = before + message["text"]
            await self.send("written", n=message["n"], done=True)

    async def send(self, t, **fields):
        with contextlib.suppress(ConnectionClosed):
            await self.line.send(json.dumps({"t": t, **fields}))

    async def key(self, *names):
        for name in names:
            await self.send("key", key=name)

    async def type(self, text):
        await self.send("text", text=text)
        await self.key("enter")

    async def waits_for(self, words, kind="say"):
        """The next message of a kind with these words in its text."""

        def found():
            for place, one in enumerate(self.heard[self._place :], self._place + 1):
                if one["t"] == kind and words in one.get("text", ""):
                    self._place = place
                    return one
            return None

        return await self.until(found)

    async def until(self, found):
        """Look with each message until this finds something; what it finds."""
        async with asyncio.timeout(SOON):
            while not (what := found()):
                self._news.clear()
                await self._news.wait()
        return what

    @property
    def token(self):
        """What brings this page back to its session."""
        return next(one["token"] for one in self.heard if one["t"] == "welcome")

    @property
    def frame(self):
        """What is drawn now."""
        frames = [one["frame"] for one in self.heard if one["t"] == "frame"]
        return frames[-1] if frames else {}

    def texts(self):
        """What was said so far, as one text."""
        return " ".join(one["text"] for one in self.heard if one["t"] == "say")

    async def goes_online(self, name):
        """From the main menu to the room of tables."""
        await self.waits_for(self.words["menu"])
        await self.key("down", "enter", "enter")
        await self.waits_for(self.words["type"])
        await self.type(name)
        await self.waits_for(self.words["enter"])
        await self.key("enter")
        await self.waits_for(self.words["in"].format(name))

    async def opens(self, game_id):
        """A private table of a game; its code."""
        place = [spec.id for spec in games()].index(game_id)
        await self.key("enter", *["down"] * place, "enter")
        told = (await self.waits_for(self.words["code"]))["text"]
        digits = re.search(rf"{self.words['code']} ((?:\d ?)+)", told)[1]
        return "".join(digits.split())

    async def sits_down(self, code):
        """At the table with this code."""
        await self.key("down", "down", "enter")
        await self.waits_for(self.words["type-code"])
        await self.type(code)
        await self.waits_for(self.words["seated"])


@contextlib.asynccontextmanager
async def guest(
    server,
    lang="en-GB",
    *,
    address=None,
    origin="here",
    token="",
    kept=NOTHING,
    scheme="http",
    **encrypted,
):
    """A page, from this address as a proxy tells it."""
    here = f"127.0.0.1:{server.port}"
    more = {} if address is None else {"additional_headers": {"X-Forwarded-For": address}}
    origin = f"{scheme}://{here}" if origin == "here" else origin
    url = f"{scheme.replace('http', 'ws')}://{here}/play"
    async with connect(
        url, origin=origin, ping_interval=None, compression=None, **more, **encrypted
    ) as line:
        page = Guest(line, lang[:2], kept)
        reading = asyncio.create_task(page.read())
        await page.send("hello", lang=lang, token=token)
        yield page
        await line.close()
        await reading
