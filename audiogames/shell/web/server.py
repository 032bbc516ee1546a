"""The page's server on one port: files by GET, and the pages' lines at one path.

Only this machine is served, and only this server's own pages may open a line.  A browser sends
requests for any page that asks it to; so the host name it uses must be one of this machine
(`Host`), otherwise a foreign name that points here would pass for ours, and the page that opens a
line must be ours (`Origin`).  The key that admits a page is in the fragment of its address, which
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
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from audiogames.shell.ending import ENDING
from audiogames.shell.server.listening import CannotListen
from audiogames.shell.server.loop import end_on, report_unforeseen
from audiogames.shell.web.lines import SOCKET, PageLines
from audiogames.shell.web.messages import LARGEST
from audiogames.shell.web.page import PageFiles, refused
from audiogames.shell.web.sessions import Sessions

_noise = logging.getLogger(f"{__name__}.noise")
"""Port scanners send invalid requests, which need no log line."""
_noise.setLevel(logging.CRITICAL + 1)

HERE: Final = "127.0.0.1"
NAMES_OF_HERE: Final = (HERE, "localhost")

HANDSHAKE_SECONDS: Final = 5.0
PING: Final = 15.0
"""Seconds between two WebSocket pings, and until one must be answered."""

CLOSING: Final = 1.0


class PageServer:
    """Serves the page until it is told to end, on the first of these ports that is free.

    Port 0 is any free one.
    """

    def __init__(
        self,
        files: PageFiles,
        locales: Path,
        ports: Sequence[int],
        report: Callable[[Exception], object],
    ) -> None:
        self.port = ports[0]
        """The port on which it listens."""
        self._ports = ports
        self._files = files
        self._locales = locales
        self._report = report
        self._ending = asyncio.Event()

    async def run(self, sessions: Sessions, opened: Callable[[], None]) -> None:
        """Serve until `end` is called or a signal arrives.  Raises `CannotListen`."""
        self._lines = PageLines(sessions, self._locales, self._report)
        report_unforeseen(self._report)
        sockets = await self._listen()
        with end_on(_not_ignored(ENDING), self.end):
            sweeping = asyncio.create_task(self._lines.sweep())
            opened()
            try:
                await self._ending.wait()
            finally:
                sweeping.cancel()
                self._lines.close()
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
            self._lines.live,
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
        """Return a file or a refusal; None opens a page's line."""
        del connection
        host = request.headers.get_all("Host")
        if len(host) != 1 or host[0] not in self._own_names():
            return refused(HTTPStatus.FORBIDDEN)
        if request.path != SOCKET or request.method != "GET":
            return self._files.answered(request)
        if request.headers.get_all("Origin") != [f"http://{host[0]}"]:
            return refused(HTTPStatus.FORBIDDEN)
        return None

    def _own_names(self) -> tuple[str, ...]:
        """Return this server's names in `Host`; a browser leaves out the default port."""
        ports = (f":{self.port}", "") if self.port == 80 else (f":{self.port}",)
        return tuple(f"{name}{port}" for name in NAMES_OF_HERE for port in ports)


def _not_ignored(names: Sequence[str]) -> list[int]:
    """Return the numbers of these signals that exist here and are not ignored."""
    numbers = (getattr(signal, name, None) for name in names)
    return [one for one in numbers if one and signal.getsignal(one) is not signal.SIG_IGN]
