"""The page's server on one port: files by GET, and at one path the lines of the pages.

Only this machine is served, and only pages of this server's own may open a line.  A browser sends
requests for any page that asks it to; so the name by which it calls us must be one of this machine
(`Host`), else a foreign name that points here would pass for ours, and the page that opens a line
must be ours (`Origin`).  The key that lets a page in stands in the fragment of its address, which
no request carries.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Final

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from audiogames.core.cues import msg
from audiogames.net.server.limits import Bucket
from audiogames.shell.ending import ENDING
from audiogames.shell.server.listening import CannotListen
from audiogames.shell.server.loop import end_on, report_unforeseen
from audiogames.shell.web.bringing import bring
from audiogames.shell.web.messages import (
    LARGEST,
    EndLine,
    PageHello,
    WrongMessage,
    read,
    written,
)
from audiogames.shell.web.page import PageFiles, refused
from audiogames.shell.web.session import WebSession
from audiogames.shell.web.sessions import NotLetIn, Sessions
from audiogames.shell.web.storage import BrowserStorage
from audiogames.shell.web.words import ENGLISH, ending, spoken_language

_noise = logging.getLogger(f"{__name__}.noise")
"""Port scanners send nonsense, which needs no line in the log."""
_noise.setLevel(logging.CRITICAL + 1)

HERE: Final = "127.0.0.1"
NAMES_OF_HERE: Final = (HERE, "localhost")
SOCKET: Final = "/play"

GREETING_SECONDS: Final = 15.0
"""Until the first message must have come."""

HANDSHAKE_SECONDS: Final = 5.0
PING: Final = 15.0
"""Seconds between two pings of a line, and until one must be answered."""

CLOSING: Final = 1.0
SWEEP_SECONDS: Final = 5.0

MESSAGES_A_SECOND: Final = 60.0
MESSAGES_AT_ONCE: Final = 200.0
"""Of one page; a key that is held down sends some thirty a second."""

BACKLOG: Final = 1024 * 1024
"""Bytes that wait for a page that does not read before its line is given up."""


class SocketLine:
    """The line to a page, over a socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        """Send a message; a page that reads nothing for long loses its line."""
        broadcast([self._connection], text)
        if self._connection.transport.get_write_buffer_size() > BACKLOG:
            self._connection.transport.abort()

    def close(self) -> None:
        """Close it, after what was sent."""
        self._closing = asyncio.get_running_loop().create_task(self._connection.close())


class PageServer:
    """Serves the page until it is told to end, at the first of these ports that is free.

    Port 0 is any that is.
    """

    def __init__(
        self,
        files: PageFiles,
        locales: Path,
        ports: Sequence[int],
        report: Callable[[Exception], object],
    ) -> None:
        self.port = ports[0]
        """Where it listens."""
        self._ports = ports
        self._files = files
        self._locales = locales
        self._report = report
        self._ending = asyncio.Event()

    async def run(self, sessions: Sessions, opened: Callable[[], None]) -> None:
        """Serve until `end` is called or a signal comes.  Raises `CannotListen`."""
        self._sessions = sessions
        report_unforeseen(self._report)
        sockets = await self._listen()
        end_on(_not_ignored(ENDING), self.end)
        sweeping = asyncio.create_task(self._sweep())
        opened()
        try:
            await self._ending.wait()
        finally:
            sweeping.cancel()
            sessions.close()
            sockets.close()
            await sockets.wait_closed()

    def end(self) -> None:
        """Keep everything and stop."""
        self._ending.set()

    async def _listen(self) -> SocketServer:
        reason = None
        for port in self._ports:
            try:
                return await self._listen_at(port)
            except OSError as error:
                reason = reason or error
        assert reason is not None
        raise CannotListen(reason.errno) from reason

    async def _listen_at(self, port: int) -> SocketServer:
        sockets = await serve(
            self._line,
            HERE,
            port,
            process_request=self._answer,
            open_timeout=HANDSHAKE_SECONDS,
            compression=None,
            max_size=LARGEST,
            ping_interval=PING,
            ping_timeout=PING,
            close_timeout=CLOSING,
            server_header=None,
            logger=_noise,
        )
        self.port = next(iter(sockets.sockets)).getsockname()[1]
        return sockets

    # Requests

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """A file, or nothing where a page of ours opens its line."""
        del connection
        host = request.headers.get_all("Host")
        if len(host) != 1 or host[0] not in self._own_names():
            return refused(HTTPStatus.FORBIDDEN)
        if request.path != SOCKET or request.method != "GET":
            return self._files.answer(request.method, request.path)
        if request.headers.get_all("Origin") != [f"http://{host[0]}"]:
            return refused(HTTPStatus.FORBIDDEN)
        return None

    def _own_names(self) -> tuple[str, ...]:
        """How a browser may call us; it leaves out the port where that is the usual one."""
        ports = (f":{self.port}", "") if self.port == 80 else (f":{self.port}",)
        return tuple(f"{name}{port}" for name in NAMES_OF_HERE for port in ports)

    # Lines

    async def _line(self, connection: ServerConnection) -> None:
        """The life of one line."""
        line, lang, session = SocketLine(connection), ENGLISH, None
        try:
            hello = await self._greeting(connection)
            lang = spoken_language(self._locales, hello.lang) or lang
            session = self._sessions.find(hello.token)
            session = session or await self._open(connection, line, hello)
            session.connect(line)
            await self._listen_to_page(connection, line, session)
        except ConnectionClosed:
            pass
        except TimeoutError:
            self._refuse(line, lang, "page-no-greeting")
        except NotLetIn as error:
            self._refuse(line, lang, error.reason)
        except WrongMessage:
            self._refuse(line, lang, "page-wrong-message")
        except Exception as error:  # noqa: BLE001 - this line ends, and no other
            self._report(error)
            self._refuse(line, lang, "page-fault")
        finally:
            if session is not None:
                session.disconnect(line)

    async def _greeting(self, connection: ServerConnection) -> PageHello:
        async with asyncio.timeout(GREETING_SECONDS):
            hello = read(await connection.recv())
        if not isinstance(hello, PageHello):
            raise WrongMessage("no greeting")
        return hello

    async def _open(
        self, connection: ServerConnection, line: SocketLine, hello: PageHello
    ) -> WebSession:
        """A new session, with what the page's browser keeps where it keeps it.

        Raises `NotLetIn`, `WrongMessage`, `TimeoutError`.
        """
        storage = self._sessions.admit(hello)
        if isinstance(storage, BrowserStorage):
            await bring(connection, line.send, storage)
        return self._sessions.open(hello, storage)

    async def _listen_to_page(
        self, connection: ServerConnection, line: SocketLine, session: WebSession
    ) -> None:
        now = asyncio.get_running_loop().time
        share = Bucket.full(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now())
        async for data in connection:
            message = read(data)
            if not share.take(now()):
                raise WrongMessage("too many")
            session.take(line, message)

    def _refuse(self, line: SocketLine, lang: str, why: str) -> None:
        line.send(written(EndLine(ending(self._locales, lang, msg(why)), lang)))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self._sessions.sweep()


def _not_ignored(names: Sequence[str]) -> list[int]:
    """The signals of these names that this system has and that nobody let the program ignore."""
    numbers = (getattr(signal, name, None) for name in names)
    return [one for one in numbers if one and signal.getsignal(one) is not signal.SIG_IGN]
