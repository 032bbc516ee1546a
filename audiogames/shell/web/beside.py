"""The page for guests on the port of the tables' server: files by GET, and the pages' lines.

Every client that the tables' server admits may load the page.  A page's line has a path of its own
and needs an `Origin` of this server: a browser always sends one, and programs use another path.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from audiogames.net.server import limits
from audiogames.net.server.limits import Buckets, is_this_machine, neighbourhood
from audiogames.present.catalogue import languages
from audiogames.present.outputs import Announcement
from audiogames.shell.files import resources
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.server.callers import Callers
from audiogames.shell.server.lines import InnerConnection
from audiogames.shell.server.server import TableServer
from audiogames.shell.web.lines import SOCKET, PageLines
from audiogames.shell.web.page import PageFiles, refused
from audiogames.shell.web.sessions import Sessions
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.storage import BrowserStorage
from audiogames.shell.web.thinking import SharedBots
from audiogames.shell.web.turns import WorkBehindTables
from audiogames.table.protocol import Answer, Question

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.app.storage import Storage


def open_page(
    server: TableServer, make_app: Callable[[Storage, str], App], now: Callable[[], float]
) -> GuestPage:
    """Return the page on this server's port, with all that its sessions share.

    Guests have nothing on this machine: their data is in memory, and paths of fault reports are for
    the operator alone.
    """
    # Guests go online: loading that with the first session would delay moves at the tables.
    import audiogames.app.online.online  # noqa: F401

    locales, sounds = resources() / "locales", resources() / "sounds"
    for lang in languages(locales):  # the first session of each would take 60 milliseconds
        make_app(BrowserStorage(), lang)
    files, bots = PageFiles(sounds), SharedBots(server.bots)

    def report(error: Exception, _said: Iterable[Announcement]) -> str:
        server.report(error)
        return ""

    shared = SharedBySessions(
        bots,
        SoundFiles(sounds),
        report,
        lambda _announcement: None,
        lambda wake, address: InnerConnection(server, address, wake),
        BrowserStorage,
        WorkBehindTables(now),
        has_guests=True,
    )
    sessions = Sessions(shared, locales, make_app, lambda: None)
    lines = PageLines(sessions, locales, server.report)
    return GuestPage(files, lines, bots, server.callers, now)


class FileRequests:
    """Limits on file requests: open connections, and requests of each address."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._asked = Buckets(limits.FILES_A_SECOND, limits.FILES_AT_ONCE)
        self._open: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()

    def turned_away(self, address: str) -> HTTPStatus | None:
        """Return the status that refuses this address, if any."""
        if self._open.total() >= limits.FILE_CONNECTIONS:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if is_this_machine(address):
            return None
        many = self._open[address] >= limits.FILE_CONNECTIONS_AN_ADDRESS
        if many or not self._asked.take(address, self._now()):
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def begin(self, address: str, connection: ServerConnection) -> None:
        """Count a connection until it closes; `websockets` gives it as long as a handshake."""
        self._open[address] += 1
        closing = asyncio.get_running_loop().create_task(connection.wait_closed())
        self._closing.add(closing)

        def end(done: asyncio.Task[None]) -> None:
            self._closing.discard(done)
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

        closing.add_done_callback(end)


class GuestPage:
    """The page, as a `TableServer` uses it."""

    def __init__(
        self,
        files: PageFiles,
        lines: PageLines,
        bots: SharedBots,
        callers: Callers,
        now: Callable[[], float],
    ) -> None:
        self._files = files
        self._lines = lines
        self._bots = bots
        self._callers = callers
        self._requests = FileRequests(now)
        self._sweeping: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Note that the server is open, so that pages may be served."""
        self._sweeping = asyncio.create_task(self._lines.sweep())

    def close(self) -> None:
        """Close: all sessions end."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        self._lines.close()

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return a file or a refusal; None opens a page's line."""
        if not self._callers.is_near(connection):
            return refused(HTTPStatus.FORBIDDEN)
        if request.path != SOCKET or request.method != "GET":
            return self._file(connection, request)
        if not request.headers.get_all("Origin"):
            return refused(HTTPStatus.FORBIDDEN)
        return self._callers.refusal(connection, request)

    def _file(self, connection: ServerConnection, request: Request) -> Response:
        address = neighbourhood(self._callers.address(connection, request))
        status = self._requests.turned_away(address)
        if status is not None:
            return refused(status)
        self._requests.begin(address, connection)
        return self._files.answered(request)

    async def live(self, connection: ServerConnection, address: str) -> None:
        """Serve one line until it ends."""
        await self._lines.live(connection, address)

    def take(self, asker: Hashable, wanted: Question, answer: Answer) -> None:
        """Pass a bot's answer to its session."""
        self._bots.take(asker, wanted, answer)
