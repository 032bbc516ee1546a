"""Lines to the tables, as the server holds them: over a socket, or within the process.

A session of the page that this server serves reaches its tables without a socket and without a
thread: it has a line within.  To the core that is a line like any other, from the address of the
session's browser, so that names, tokens, codes and limits are the same for all.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.http11 import Request, Response

from audiogames.net.address import HERE
from audiogames.net.client.orders import LineStatus
from audiogames.net.server import limits
from audiogames.shell.connection import Connection, Incoming
from audiogames.shell.server.loop import Turns, is_urgent
from audiogames.table.protocol import Answer, Question

if TYPE_CHECKING:
    from audiogames.net.address import Address
    from audiogames.net.server.people.member import Conn
    from audiogames.shell.connection import Arrival


class ServedLine(Protocol):
    """A line to one person."""

    @property
    def is_open(self) -> bool:
        """Whether anything can still be sent."""
        ...

    def send(self, data: bytes) -> bool:
        """Send a message; whether its reader keeps up."""
        ...

    def close(self) -> None:
        """Close it, after what was sent."""

    def abort(self) -> None:
        """End it at once."""


class OuterLine:
    """A line over a socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the socket takes anything."""
        return not self._connection.transport.is_closing()

    def send(self, data: bytes) -> bool:
        """Send a message; too much must not wait."""
        broadcast((self._connection,), data, text=True)
        return self._connection.transport.get_write_buffer_size() <= limits.BACKLOG

    def close(self) -> None:
        """Say goodbye to the socket, which nobody waits for."""
        self._closing = asyncio.get_running_loop().create_task(self._connection.close())

    def abort(self) -> None:
        """Drop the socket."""
        self._connection.transport.abort()


class Tables(Protocol):
    """The tables' server, as lines within see it."""

    turns: Turns

    def come(self, line: ServedLine, address: str) -> Conn | None:
        """A line has come from there; None where it may not."""
        ...

    def hear(self, conn: Conn, data: bytes | str) -> None:
        """A message has come on it."""

    def go(self, conn: Conn) -> None:
        """It has ended."""

    def report(self, error: Exception) -> None:
        """A fault ends this line and no other."""


class InnerLine:
    """A line within: messages go both ways on the server's own loop.

    As on a socket, what a match waits for is taken as it comes, and of everything else one message
    when its turn comes, in order.
    """

    def __init__(self, tables: Tables, address: str, wake: Callable[[], None]) -> None:
        self.incoming = Incoming(wake)
        self.is_open = True
        self._tables = tables
        self._waiting: deque[bytes | None] = deque()
        self.incoming.put(LineStatus.OPEN)
        self._conn = tables.come(self, address)
        if self._conn is None:
            self.is_open = False
            self.incoming.take()
            self.incoming.put(LineStatus.NO_ANSWER)

    # The session's end

    def transmit(self, data: bytes | None) -> None:
        """Send a message to the tables; None is the end, after what was sent before."""
        self._waiting.append(data)
        if len(self._waiting) == 1:
            self._go_on()

    def _go_on(self) -> None:
        """Take what may be taken at once; the first of the rest waits for its turn."""
        while self._waiting:
            first = self._waiting[0]
            if first is not None and not is_urgent(first.decode()):
                self._tables.turns.wait(self._take_turn)
                return
            self._take()

    def _take_turn(self) -> None:
        self._take()
        self._go_on()

    def _take(self) -> None:
        data = self._waiting[0]
        try:
            if data is None:
                self._end()
            elif self._conn is not None and self.is_open:
                self._tables.hear(self._conn, data.decode())
        except Exception as error:  # noqa: BLE001 - this line ends, and its seat waits
            self._tables.report(error)
            self.close()
        finally:
            self._waiting.popleft()

    # The server's end

    def send(self, data: bytes) -> bool:
        """A message for the session, which takes it when the loop comes to it."""
        return self.incoming.put(data.decode())

    def close(self) -> None:
        """The server ends it; the session hears of it after what was sent."""
        if self.is_open:
            self.incoming.put(LineStatus.LOST)
            asyncio.get_running_loop().call_soon(self._end)

    def abort(self) -> None:
        """The same: nothing is on its way here."""
        self.close()

    def _end(self) -> None:
        self.is_open = False
        conn, self._conn = self._conn, None
        if conn is not None:
            self._tables.go(conn)


class InnerConnection:
    """What a session has in the place of a `Connection`: to the tables of this server.

    Where other processes share its store, the tables' server may send the session on to one of
    these: there it goes by a line of its own, as any program does.
    """

    def __init__(self, tables: Tables, address: str, wake: Callable[[], None]) -> None:
        self._tables = tables
        self._address = address
        self._wake = wake
        self._line: InnerLine | None = None
        self._elsewhere = Connection(self._wake_from_thread)
        self._loop = asyncio.get_running_loop()

    def connect(self, address: Address) -> None:
        """Open a line, in the place of any other."""
        self.disconnect()
        if address == HERE:
            self._line = InnerLine(self._tables, self._address, self._wake)
        else:
            self._elsewhere.connect(address)

    def transmit(self, data: bytes) -> None:
        """Send a message; returns at once."""
        if self._line is not None:
            self._line.transmit(data)
        else:
            self._elsewhere.transmit(data)

    def disconnect(self) -> None:
        """Close the line, after what was to be sent."""
        line, self._line = self._line, None
        if line is not None:
            line.transmit(None)
        self._elsewhere.disconnect()

    def arrival(self) -> Arrival | None:
        """What has come on the line and was not taken yet: the oldest of it."""
        return self._elsewhere.arrival() if self._line is None else self._line.incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether something has come that was not taken yet."""
        if self._line is None:
            return self._elsewhere.has_more
        return self._line.incoming.has_more

    def close(self) -> None:
        """The session ends; a goodbye that is under way still reaches the tables."""
        self.disconnect()

    def _wake_from_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._wake)


class PageBeside(Protocol):
    """The page for guests, which may be served on the port of the tables."""

    def begin(self) -> None:
        """The server is open."""

    def close(self) -> None:
        """The server closes: all sessions end."""

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """What a request that is none of the tables' is answered with; nothing for a line."""
        ...

    async def live(self, connection: ServerConnection, address: str) -> None:
        """The life of one line of a page."""

    def take(self, asker: Hashable, wanted: Question, answer: Answer) -> None:
        """A bot has thought for a session."""
