"""The session of a page that runs the program itself.

The page's script exchanges the same messages with a worker that it otherwise exchanges with a
server's socket.  So `WebSession` is used unchanged; this module replaces the server around it, for
one visitor whose connection is never lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from random import SystemRandom

from audiogames.app.app import App, Launch
from audiogames.app.following import open_link
from audiogames.core.cues import msg
from audiogames.present.outputs import Announcement
from audiogames.shell.browser.tables import BrowserLine
from audiogames.shell.browser.thinking import OwnBots
from audiogames.shell.files import resources
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.report import report_text
from audiogames.shell.web.bringing import bring
from audiogames.shell.web.messages import AskAlive, EndLine, PageHello, StillHere, read, written
from audiogames.shell.web.session import WebSession
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.storage import BrowserStorage
from audiogames.shell.web.words import ENGLISH, ending, spoken_language

__all__ = ["BrowserLine", "OwnBots", "PagePort", "live"]

LOCALES = resources() / "locales"


class PagePort:
    """The connection to the page: `post` passes a message to its script."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._post = post
        self._arrived: asyncio.Queue[str] = asyncio.Queue()

    def put(self, text: str) -> None:
        """Add a message of the page."""
        self._arrived.put_nowait(text)

    async def recv(self) -> str:
        """Return the next message of the page."""
        return await self._arrived.get()

    def send(self, text: str) -> None:
        """Send the page a message."""
        self._post(text)

    def close(self) -> None:
        """Do nothing: the page lives as long as this program."""


async def live(
    port: PagePort, bots: OwnBots, tables: BrowserLine, report: Callable[[str], None]
) -> None:
    """Run until the page is closed.  `report` is called with the text of an error."""
    lang = ENGLISH
    shared = _shared(bots, tables, report)
    try:
        hello = read(await port.recv())
        assert isinstance(hello, PageHello), "the page greets first"
        lang = spoken_language(LOCALES, hello.lang) or lang
        storage = BrowserStorage()
        await bring(port, port.send, storage, _at_once)
        session = WebSession(_app(storage, hello), shared, lambda _session: None)
        session.connect(port, by_touch=hello.touch, keeps=hello.keeps)
        while True:
            message = read(await port.recv())
            if isinstance(message, AskAlive):
                port.send(written(StillHere(shared.now())))
            else:
                session.take(port, message)
    except Exception as error:  # noqa: BLE001 - the page shows that it stopped
        report(report_text(error, ()))
        text = ending(LOCALES, lang, msg("page-stopped"))
        port.send(written(EndLine(text, lang, again=True)))


def _app(storage: BrowserStorage, hello: PageHello) -> App:
    """Return the app of this visitor, in their chosen language or that of their browser."""
    chosen = storage.load_settings()[0].language
    lang = "" if chosen else spoken_language(LOCALES, hello.lang)
    opening = partial(open_link, link=hello.link) if hello.link else None
    launch = Launch(lang, opening)
    app = App(storage, LOCALES, SystemRandom(), launch=launch)
    app.picks_files = True
    app.page_address = hello.page
    return app


async def _at_once(do: Callable[[], object]) -> object:
    return do()


def _shared(bots: OwnBots, tables: BrowserLine, report: Callable[[str], None]) -> SharedBySessions:
    def keep(failure: Exception, said: Iterable[Announcement]) -> str:
        report(report_text(failure, said))
        return ""

    return SharedBySessions(
        bots,
        SoundFiles(resources() / "sounds"),
        keep,
        lambda _announcement: None,
        lambda wake, _address: tables.woken_by(wake),
        BrowserStorage,
        has_guests=True,
    )
