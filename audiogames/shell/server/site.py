"""Serves the files of the page, with limits, on the same port as the tables.

The page runs in its visitor's browser and connects to the tables like any other client.  So a
player without a table costs the server only these files.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from audiogames.net.server import limits
from audiogames.net.server.limits import Buckets, is_this_machine, neighbourhood
from audiogames.shell.server.callers import Callers, GuardedLine
from audiogames.shell.web.files import SiteFiles, refused


class FileRequests:
    """Limits on file requests: simultaneous connections and bytes, and requests per address."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._asked = Buckets(limits.FILES_A_SECOND, limits.FILES_AT_ONCE)
        self._open: Counter[str] = Counter()
        self._bytes = 0
        """The size of everything that is being sent."""
        self._closing: set[asyncio.Task[None]] = set()

    def refusal(self, address: str, size: int) -> HTTPStatus | None:
        """Return the HTTP status that refuses a file of `size` bytes; None if it may be served."""
        if self._open.total() >= limits.FILE_CONNECTIONS:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if self._bytes and self._bytes + size > limits.FILE_BYTES:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if is_this_machine(address):
            return None
        many = self._open[address] >= limits.FILE_CONNECTIONS_AN_ADDRESS
        if many or not self._asked.take(address, self._now()):
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def begin(self, address: str, connection: ServerConnection, size: int) -> None:
        """Count a connection and the bytes of its file until the connection is closed."""
        self._open[address] += 1
        self._bytes += size
        closing = asyncio.get_running_loop().create_task(connection.wait_closed())
        self._closing.add(closing)

        def end(done: asyncio.Task[None]) -> None:
            self._closing.discard(done)
            self._bytes -= size
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

        closing.add_done_callback(end)


class SitePage:
    """The page's files in a folder, which a `TableServer` serves."""

    def __init__(self, folder: Path, callers: Callers, now: Callable[[], float]) -> None:
        self._files = SiteFiles(folder, has_tables=True)
        self._callers = callers
        self._requests = FileRequests(now)

    def answer(self, connection: ServerConnection, request: Request) -> Response:
        """Return the requested file, or the response that refuses it."""
        if not self._callers.is_near(connection):
            return refused(HTTPStatus.FORBIDDEN)
        address = neighbourhood(self._callers.address(connection, request))
        size = self._files.size(request.path)
        status = self._requests.refusal(address, size)
        if status is not None:
            return refused(status, ("Retry-After", str(limits.FILE_RETRY_SECONDS)))
        self._requests.begin(address, connection, size)
        if isinstance(connection, GuardedLine):
            connection.be_patient(limits.FILE_SECONDS)
        return self._files.answered(request)
