"""Connections to the tables: over a socket, or inside the process.

A session of the page on this server reaches its tables without a socket and without a thread, by an
inner line.  To the core that is a line like any other, from the address of the session's browser,
so that names, tokens, codes and limits apply equally.
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
    """The server's end of one client's connection."""

    @property
    def is_open(self) -> bool:
        """Whether anything can still be sent."""
        ...

    def send(self, data: bytes) -> bool:
        """Send a message; return whether the reader keeps up."""
        ...

    def close(self) -> None:
        """Close it after sending what is pending."""

    def abort(self) -> None:
        """Close it at once."""


class OuterLine:
    """A connection over a socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the socket can still send."""
        return not self._connection.transport.is_closing()

    def send(self, data: bytes) -> bool:
        """Send a message; return False if too many bytes are unsent."""
        broadcast((self._connection,), data, text=True)
        return self._connection.transport.get_write_buffer_size() <= limits.BACKLOG

    def close(self) -> None:
        """Start closing the socket, without waiting."""
        self._closing = asyncio.get_running_loop().create_task(self._connection.close())

    def abort(self) -> None:
        """Abort the socket."""
        self._connection.transport.abort()


class Tables(Protocol):
    """The tables' server, as inner lines see it."""

    turns: Turns

    def come(self, line: ServedLine, address: str) -> Conn | None:
        """Register a new line from this address; None if it is refused."""
        ...

    def hear(self, conn: Conn, data: bytes | str) -> None:
        """Take a message of a line."""

    def go(self, conn: Conn) -> None:
        """Unregister a line that has ended."""

    def report(self, error: Exception) -> None:
        """Report a fault, which ends this line and no other."""


class InnerLine:
    """A connection inside the process: messages go both ways on the server's own loop.

    As on a socket, urgent messages are handled at once, and of everything else one message in each
    turn, in order.
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
        """Send a message to the tables; None closes the line after what was sent before."""
        self._waiting.append(data)
        if len(self._waiting) == 1:
            self._go_on()

    def _go_on(self) -> None:
        """Handle urgent messages at once; the first of the others waits for its turn."""
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
        """Pass a message to the session, which takes it in its own turn."""
        return self.incoming.put(data.decode())

    def close(self) -> None:
        """Close the line; the session is notified after what was sent."""
        if self.is_open:
            self.incoming.put(LineStatus.LOST)
            asyncio.get_running_loop().call_soon(self._end)

    def abort(self) -> None:
        """Close the line; it never has data in transit."""
        self.close()

    def _end(self) -> None:
        self.is_open = False
        conn, self._conn = self._conn, None
        if conn is not None:
            self._tables.go(conn)


class InnerConnection:
    """Replaces a session's `Connection` with an inner line to the tables of this server.

    Where other processes share the store, the tables' server may redirect the session to one of
    them, by a connection of its own, as for any client.
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
        """Send a message without waiting."""
        if self._line is not None:
            self._line.transmit(data)
        else:
            self._elsewhere.transmit(data)

    def disconnect(self) -> None:
        """Close the line after sending what is pending."""
        line, self._line = self._line, None
        if line is not None:
            line.transmit(None)
        self._elsewhere.disconnect()

    def arrival(self) -> Arrival | None:
        """Return the oldest arrival that was not taken yet."""
        return self._elsewhere.arrival() if self._line is None else self._line.incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether there are arrivals that were not taken yet."""
        if self._line is None:
            return self._elsewhere.has_more
        return self._line.incoming.has_more

    def close(self) -> None:
        """End the session; a pending goodbye still reaches the tables."""
        self.disconnect()

    def _wake_from_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._wake)


class PageBeside(Protocol):
    """The page for guests, served on the port of the tables."""

    def begin(self) -> None:
        """Note that the server is open, so that pages may be served."""

    def close(self) -> None:
        """Close: all sessions end."""

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request that is not for the tables; None opens a page's connection."""
        ...

    async def live(self, connection: ServerConnection, address: str) -> None:
        """Serve one page's connection until it ends."""

    def take(self, asker: Hashable, wanted: Question, answer: Answer) -> None:
        """Pass a bot's answer to its session."""
