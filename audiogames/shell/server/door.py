"""The door: accepted connections wait here for their first data, and enter one at a time.

Theory of operation.  Opening a line costs the event loop dozens of small calls.  In a burst
of new lines, a player's move would wait for the calls of all of them.  So the door itself
listens.  A new connection is only a socket in a table, and nothing is read from it.  Once
it is readable it is queued, and address blocks take turns.  The first in the queue is
handed to the loop's own server through the `Doorway`; the next one follows when that
handshake is answered, or takes too long.  If a client disconnects earlier, no line is
opened for it at all.

The number of silent connections is limited.  If there are too many, the address block that
has most of them loses its oldest one.  So a flood cannot keep out a client that sends its
request at once.  While many readable connections are queued, no more are accepted from the
operating system, whose own queue holds `QUEUE`.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from audiogames.net.server import limits
from audiogames.net.server.limits import neighbourhood
from audiogames.net.server.queues import FairQueue

QUEUE: Final = 512
"""Connections that wait in the system's queue."""

PATIENCE: Final = 0.005
"""Seconds for a handshake before the next one starts: slow clients do not delay others."""

LOOK: Final = 0.1
AT_ONCE: Final = 10
"""Seconds between two checks for silent connections, and how many are closed at each.

Closing two hundred takes some milliseconds.
"""

AGAIN: Final = 1.0
"""Seconds until the next attempt after the system could not accept another connection."""


@dataclass(eq=False, slots=True, frozen=True)
class Newcomer:
    """An accepted connection, with its address, address block and time of arrival."""

    sock: socket.socket
    address: Any
    household: str
    at: float


class Doorway(socket.socket):
    """A socket on which the event loop accepts one queued connection after another.

    New connections wait in a queue (`Door`), which passes them to this socket one at a time.
    The event loop calls `accept` only when the socket is readable; therefore `let_through`
    sends one byte to the socket for each connection.
    """

    def __init__(self) -> None:
        end, self._bell = socket.socketpair()
        super().__init__(end.family, end.type, end.proto, end.detach())
        self._coming: deque[Newcomer] = deque()

    def let_through(self, newcomer: Newcomer) -> None:
        """Queue this connection for `accept`, and wake the event loop."""
        self._coming.append(newcomer)
        self._bell.send(b"\0")

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection and its address.

        Raises `BlockingIOError` if none is waiting.
        """
        if not self._coming:
            raise BlockingIOError
        self.recv(1)
        newcomer = self._coming.popleft()
        return newcomer.sock, newcomer.address

    def listen(self, backlog: int = 0, /) -> None:
        """Do nothing: the server's admission queue (`Door`) listens instead."""

    def close(self) -> None:
        """Close the socket and the connections that wait to be accepted."""
        for newcomer in self._coming:
            newcomer.sock.close()
        self._coming.clear()
        self._bell.close()
        super().close()


class Silent:
    """Connections that have not sent anything yet, grouped by address block, oldest first."""

    def __init__(self) -> None:
        self._households: dict[str, dict[Newcomer, None]] = {}
        self._many = 0

    def __len__(self) -> int:
        return self._many

    def add(self, newcomer: Newcomer) -> Newcomer | None:
        """Add a connection; if there are too many, remove one and return it to be closed."""
        self._households.setdefault(newcomer.household, {})[newcomer] = None
        self._many += 1
        if self._many <= limits.HALF_OPEN:
            return None
        most = max(self._households, key=lambda one: len(self._households[one]))
        first = next(iter(self._households[most]))
        self.remove(first)
        return first

    def remove(self, newcomer: Newcomer) -> None:
        """Remove a connection that has sent data or was closed."""
        household = self._households[newcomer.household]
        del household[newcomer]
        self._many -= 1
        if not household:
            del self._households[newcomer.household]

    def since(self, at: float) -> list[Newcomer]:
        """Return the connections that were accepted at this time or earlier."""
        return [one for household in self._households.values() for one in household if one.at <= at]


class Door:
    """Accepts connections from listening sockets, and passes them to the event loop (`doorway`)."""

    def __init__(self, listening: Sequence[socket.socket]) -> None:
        self.doorway = Doorway()
        self._listening = listening
        self._loop = asyncio.get_running_loop()
        self._silent = Silent()
        self._spoken: FairQueue[Newcomer] = FairQueue()
        self._entering: Newcomer | None = None
        self._impatience: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._reopening: asyncio.TimerHandle | None = None
        self._is_open = self._is_over = False
        self._open()

    @property
    def port(self) -> int:
        """The port on which the server accepts connections."""
        port: int = self._listening[0].getsockname()[1]
        return port

    def close(self) -> None:
        """Stop accepting, and close waiting connections; `doorway` is closed by the caller."""
        self._is_over = True
        self._shut()
        for timer in (self._impatience, self._looking, self._reopening):
            if timer is not None:
                timer.cancel()
        for sock in self._listening:
            sock.close()
        for newcomer in self._silent.since(self._loop.time()):
            self._turn_away(newcomer)
        while (waiting := self._spoken.next()) is not None:
            waiting.sock.close()

    def answered(self, address: Any) -> None:
        """Let the next connection through, because the handshake with this address has ended."""
        if self._entering is not None and self._entering.address == address:
            self._admit_next()

    # Listening sockets

    def _open(self) -> None:
        """Accept connections from all listening sockets."""
        self._is_open, self._reopening = True, None
        for sock in self._listening:
            self._loop.add_reader(sock, self._accept, sock)

    def _shut(self) -> None:
        """Stop accepting connections."""
        if self._is_open:
            self._is_open = False
            for sock in self._listening:
                self._loop.remove_reader(sock)

    def _accept(self, listening: socket.socket) -> None:
        """Accept one connection from a listening socket."""
        try:
            sock, address = listening.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError:  # too many open files, or memory is short: that may pass
            self._shut()
            self._reopening = self._loop.call_later(AGAIN, self._open)
            return
        sock.setblocking(False)
        newcomer = Newcomer(sock, address, neighbourhood(str(address[0])), self._loop.time())
        gives_way = self._silent.add(newcomer)
        self._loop.add_reader(sock, self._queue_readable, newcomer)
        if gives_way is not None:
            self._close(gives_way)
        if self._looking is None:
            self._looking = self._loop.call_later(LOOK, self._close_silent)

    # Silent connections

    def _queue_readable(self, newcomer: Newcomer) -> None:
        """Queue a connection that has sent data; close it if the client has disconnected."""
        try:
            there = newcomer.sock.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            there = b""
        if not there:
            self._turn_away(newcomer)
            return
        self._loop.remove_reader(newcomer.sock)
        self._silent.remove(newcomer)
        self._spoken.put(newcomer.household, newcomer)
        if len(self._spoken) >= limits.AT_THE_DOOR:
            self._shut()
        if self._entering is None:
            self._admit_next()

    def _close_silent(self) -> None:
        """Close connections that have been silent for too long."""
        late = self._silent.since(self._loop.time() - limits.HANDSHAKE_SECONDS)
        for newcomer in late[:AT_ONCE]:
            self._turn_away(newcomer)
        self._looking = self._loop.call_later(LOOK, self._close_silent) if self._silent else None

    def _turn_away(self, newcomer: Newcomer) -> None:
        """Close a silent connection and remove it from `Silent`."""
        self._silent.remove(newcomer)
        self._close(newcomer)

    def _close(self, newcomer: Newcomer) -> None:
        """Close a connection, and stop waiting for its data."""
        self._loop.remove_reader(newcomer.sock)
        newcomer.sock.close()

    # Connections that have spoken

    def _admit_next(self) -> None:
        """Pass the next queued connection to the server, and set a time limit for its handshake.

        The server accepts it from the `Doorway`.  If the queue has room again, accepting resumes.
        """
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None
        self._entering = self._spoken.next()
        if self._entering is not None:
            self._impatience = self._loop.call_later(PATIENCE, self._admit_next)
            self.doorway.let_through(self._entering)
        stays = self._is_open or self._is_over or self._reopening is not None
        if not stays and len(self._spoken) < limits.AT_THE_DOOR:
            self._open()


async def door_at(host: str | None, port: int) -> Door | None:
    """Return a `Door`, which listens at this address for new connections.  Raises `OSError`.

    A `Door` queues connections and passes them one at a time to the server.  Return None if the
    event loop cannot report readable sockets, as on Windows; there the system itself hands over
    one connection at a time.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.SelectorEventLoop):
        return None
    bound = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
    listening = [sock.dup() for sock in bound.sockets]
    bound.close()
    try:
        for sock in listening:
            sock.setblocking(False)
            sock.listen(QUEUE)
        return Door(listening)
    except OSError:
        for sock in listening:
            with suppress(OSError):
                sock.close()
        raise
