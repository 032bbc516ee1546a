"""The program of a page, in a web worker that runs Pyodide.

It exchanges the messages of `messages` with the page's script.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom

from audiogames.app.app import App, Launch
from audiogames.app.following import open_link
from audiogames.core.cues import msg
from audiogames.net.address import Address, AddressError, read_address
from audiogames.present.outputs import Announcement
from audiogames.shell.browser.bringing import bring
from audiogames.shell.browser.messages import EndLine, PageHello, read, written
from audiogames.shell.browser.session import PageSession, SessionParts
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.shell.browser.tables import BrowserLine
from audiogames.shell.browser.thinking import OwnBots
from audiogames.shell.browser.words import ENGLISH, ending, spoken_language
from audiogames.shell.files import resources
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.report import report_text

__all__ = ["BrowserLine", "OwnBots", "PageOrigin", "PagePort", "live"]

LOCALES = resources() / "locales"


@dataclass(frozen=True)
class PageOrigin:
    """The server that sent the page, and the seed in the page's address.

    `server` is the address of the server of tables that sent the page, or empty; if set, the page
    connects to no other.  If `seed` is a whole number, it seeds the shuffles; otherwise they are
    unpredictable.
    """

    server: str = ""
    seed: str = ""


class PagePort:
    """The connection to the page: `post` passes a message to its script."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._post = post
        self._arrived: asyncio.Queue[str] = asyncio.Queue()

    def put(self, text: str) -> None:
        """Queue a message that the page has sent."""
        self._arrived.put_nowait(text)

    async def recv(self) -> str:
        """Return the next message of the page."""
        return await self._arrived.get()

    def send(self, text: str) -> None:
        """Send the page a message."""
        self._post(text)


async def live(
    port: PagePort,
    bots: OwnBots,
    tables: BrowserLine,
    report: Callable[[str], None],
    origin: PageOrigin,
) -> None:
    """Run the program of a page until it ends; `report` receives the text of an error."""
    lang = ENGLISH
    try:
        hello = read(await port.recv())
        assert isinstance(hello, PageHello), "the page greets first"
        lang = spoken_language(LOCALES, hello.lang) or lang
        storage = BrowserStorage()
        await bring(port, storage)
        session = PageSession(
            _app(storage, hello, origin),
            port,
            _parts(bots, tables, report),
            by_touch=hello.touch,
        )
        while not session.is_over:
            session.take(read(await port.recv()))
    except Exception as error:  # noqa: BLE001 - the page shows that it stopped
        report(report_text(error, ()))
        port.send(written(EndLine(ending(LOCALES, lang, msg("page-stopped")), lang)))


def _shuffler(seed: str) -> Random:
    """Return the random generator for all shuffles, seeded if `seed` is a whole number."""
    try:
        return Random(int(seed))
    except ValueError:
        return SystemRandom()


def _app(storage: BrowserStorage, hello: PageHello, origin: PageOrigin) -> App:
    """Create the app of a page, in the language that the player or else the browser has chosen."""
    chosen = storage.load_settings()[0].language
    lang = "" if chosen else spoken_language(LOCALES, hello.lang)
    opening = partial(open_link, link=hello.link) if hello.link else None
    launch = Launch(lang, opening, server=_own_server(origin.server))
    app = App(storage, LOCALES, _shuffler(origin.seed), launch=launch)
    app.picks_files = True
    app.page_address = hello.page
    return app


def _own_server(address: str) -> Address | None:
    """Return the address of the server that sent this page; None if there is no valid one."""
    try:
        return read_address(address) if address else None
    except AddressError:
        return None


def _parts(bots: OwnBots, tables: BrowserLine, report: Callable[[str], None]) -> SessionParts:
    """Return what a session needs besides its app: bots, connection, sounds, error reports.

    `report` is called with the text of an error.
    """

    def keep(failure: Exception, said: Iterable[Announcement]) -> str:
        report(report_text(failure, said))
        return ""

    return SessionParts(bots.thinker, tables.woken_by, SoundFiles(resources() / "sounds"), keep)
