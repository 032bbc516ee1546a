"""Admits connections, and limits incomplete handshakes and the data read at a time.

Web pages may connect only if they come from this server, from an origin that the server
names (`web`), or from the player's own machine: a page of that machine is as trustworthy as
a program there.  A browser lets every page open a connection to any machine that it can
reach, also in the local network, and sends the page's origin in the header `Origin`.  Other
programs send none.

A connection that has sent nothing is kept as a mere socket (`door`).  The number of
unfinished handshakes is limited, and the oldest is aborted first, so that a flood of them
keeps out no client that sends its request at once.

The first part of a known client's data is read immediately, which is enough for any honest
request.  An urgent request is answered immediately if nothing is queued before it, without
waking a task.  All other data, and all data of strangers, is read in pieces, each in its
turn, and the end of a connection also waits for its turn.  Too many WebSocket pings end
the connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.frames import CLOSE, PING, PONG, TEXT, Frame
from websockets.http11 import Request, Response
from websockets.protocol import State

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.limits import (
    Bucket,
    Buckets,
    is_address,
    is_local,
    is_this_machine,
    neighbourhood,
)
from audiogames.shell.server.door import Door
from audiogames.shell.server.listening import Listening
from audiogames.shell.server.loop import Turns, is_urgent

PIECE: Final = 512
"""Bytes that are read of one connection immediately, and then in each turn.

All pings among them are answered before they can be counted.
"""

STRANGERS_PIECE: Final = 128
"""The same before the client's greeting, which takes two or three pieces."""

MOST_WAITING: Final = 4 * wire.LARGEST
"""Received bytes that may wait unread; a program that sends more is disconnected."""


class HalfOpen:
    """The connections whose handshake is not complete, oldest first."""

    def __init__(self) -> None:
        self._waiting: dict[GuardedLine, None] = {}
        self._open = 0

    def came(self, line: GuardedLine) -> None:
        """Add a connection; abort the oldest one if there are too many."""
        self._open += 1
        self._waiting[line] = None
        full = self._open > limits.CONNECTIONS + limits.HALF_OPEN
        if full or len(self._waiting) > limits.HALF_OPEN:
            first = next(iter(self._waiting))
            del self._waiting[first]
            first.transport.abort()

    def spoke(self, line: GuardedLine) -> None:
        """Remove a connection whose handshake is complete."""
        self._waiting.pop(line, None)

    def went(self, line: GuardedLine) -> None:
        """Remove a connection that was closed."""
        self._open -= 1
        self._waiting.pop(line, None)


class GuardedLine(ServerConnection, asyncio.BufferedProtocol):
    """A connection from which only a limited amount of data is read at a time.

    All connections of a server receive into one buffer.  Without it asyncio allocates 256 KiB for
    each read and frees it again for every message of a hundred bytes.
    """

    half_open: HalfOpen
    turns: Turns
    arrived: memoryview
    """The receive buffer of this server, emptied after every read."""
    answered: Callable[[Any], None]
    """Called with the client's address when the handshake is over."""
    answer_at_once: Callable[[str], None] | None = None
    """Handles an urgent message of a tables connection immediately, without waking a task."""
    report: Callable[[Exception], None]
    """Called with unexpected exceptions."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.is_known = False
        """Whether the client has sent its greeting; messages of other clients wait for their turn.
        """
        self._waiting = 0
        """Complete messages that are not answered yet."""
        self._rest = bytearray()
        self._controls = Bucket.full(
            limits.CONTROLS_A_SECOND, limits.CONTROLS_AT_ONCE, self.loop.time()
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register a new connection."""
        super().connection_made(transport)
        self.half_open.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection.

        The callbacks of websockets run in a later turn of the event loop.
        """
        self._rest.clear()
        self.half_open.went(self)
        self.turns.wait(partial(super().connection_lost, exc))

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the buffer that all connections share; asyncio empties it before the next read."""
        del sizehint
        return self.arrived

    def buffer_updated(self, nbytes: int) -> None:
        """Handle the bytes that were received."""
        self.data_received(bytes(self.arrived[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Queue received bytes, and process a piece of them now or in a later turn."""
        waits = bool(self._rest)
        self._rest += data
        if len(self._rest) > MOST_WAITING:
            self._end()
            return
        if self.is_known and len(data) <= PIECE and not waits:
            self._take_piece()
        elif not waits:
            self.turns.wait(self._read_piece)

    async def in_turn(self) -> AsyncIterator[str | bytes]:
        """Yield the received messages, each when its turn in the server's queue comes.

        Urgent messages of known clients need no turn, since a match waits for them.
        """
        async for message in self:
            if not (self.is_known and is_urgent(message)):
                await self.turns.mine()
            yield message
            self._waiting -= 1

    def eof_received(self) -> None:
        """Before closing, read a pending HTTP request, or all remaining data of a known client."""
        while self._rest and (self.is_known or self.request is None):
            self._take_piece()
        self._rest.clear()
        super().eof_received()

    async def handshake(self, *given: Any, **named: Any) -> None:
        """Run the handshake within its time limit, and report its end to the `Door`.

        The `Door` then lets the next waiting connection in.
        """
        try:
            async with asyncio.timeout(limits.HANDSHAKE_SECONDS) as self._handshake_end:
                await super().handshake(*given, **named)
        finally:
            self.answered(self.remote_address)

    def be_patient(self, seconds: float) -> None:
        """Allow more time for this request, because its answer is a large file."""
        self.close_timeout = seconds
        self._handshake_end.reschedule(self.loop.time() + seconds)

    def process_event(self, event: Any) -> None:
        """Handle an HTTP request or a WebSocket frame."""
        if self.request is None:
            self.half_open.spoke(self)
        elif event.opcode in {PING, PONG, CLOSE}:
            if not self._controls.take(self.loop.time()):
                self._end()
        elif event.fin:
            if self._answers_at_once(event):
                return
            self._waiting += 1
        super().process_event(event)

    def _answers_at_once(self, frame: Frame) -> bool:
        """Handle an urgent request at once if no other is queued; return whether it was handled."""
        answer = self.answer_at_once
        if frame.opcode is not TEXT or self._waiting or not self.is_known or answer is None:
            return False
        try:
            text = bytes(frame.data).decode()
        except UnicodeDecodeError:
            return False  # websockets closes the connection for that
        if not is_urgent(text) or self.state is not State.OPEN:
            return False
        try:
            answer(text)
        except Exception as error:  # noqa: BLE001 - this connection ends, and its seat waits
            self.report(error)
            self._end()
        return True

    def _read_piece(self) -> None:
        """Process some of the received bytes; leave the rest to a later turn of the event loop."""
        if self.transport.is_closing():
            self._rest.clear()
        if self._rest:
            self._take_piece()
        if self._rest:
            self.turns.wait(self._read_piece)

    def _take_piece(self) -> None:
        """Pass some received bytes to the WebSocket protocol.

        Fewer are passed at a time until the client has sent its greeting.
        """
        strange = not self.is_known and self.request is not None
        size = STRANGERS_PIECE if strange else PIECE
        piece = bytes(self._rest[:size])
        del self._rest[:size]
        super().data_received(piece)

    def _end(self) -> None:
        """Abort the connection, and drop the bytes that were not processed yet."""
        self._rest.clear()
        self.transport.abort()


def guarded(
    turns_: Turns, door: Door | None, report_: Callable[[Exception], None]
) -> type[GuardedLine]:
    """Return a subclass of `GuardedLine` with the state that a server's connections share."""
    report_answer = door.answered if door is not None else lambda _address: None

    class ServerLine(GuardedLine):
        """A connection of this server."""

        half_open = HalfOpen()
        turns = turns_
        arrived = memoryview(bytearray(MOST_WAITING))
        answered = staticmethod(report_answer)
        report = staticmethod(report_)

    return ServerLine


FORWARDED: Final = "X-Forwarded-For"

TABLES: Final = "/"
"""The path of connections to the tables; without a WebSocket upgrade it is that of the page."""


class Callers:
    """Decides which connections to the server are admitted."""

    def __init__(self, place: Listening, now: Callable[[], float]) -> None:
        self._place = place
        self._now = now
        self._calls = Buckets(limits.CALLS_A_SECOND, limits.CALLS_AT_ONCE)

    def address(self, connection: ServerConnection, request: Request | None) -> str:
        """Return the client's address, which a proxy on the local network forwards in a header."""
        peer = _peer(connection)
        if not self._place.proxy or not is_local(peer) or request is None:
            return peer
        forwarded = request.headers.get_all(FORWARDED)
        return forwarded[-1].rpartition(",")[2].strip() if forwarded else peer

    def may_call_again(self, address: str) -> bool:
        """Return True unless an address has connected too often.

        Connections from this machine are not limited.
        """
        address = neighbourhood(address)
        return is_this_machine(address) or self._calls.take(address, self._now())

    def is_near(self, connection: ServerConnection) -> bool:
        """Return whether a connection is encrypted or comes from the local network."""
        return self._is_named or is_local(_peer(connection))

    def refusal(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the response that refuses a connection, or None to admit it.

        A connection is refused if its address connects too often, if it is unencrypted and comes
        from outside the local network, or if a web page of a foreign origin opens it.
        """
        if not self.may_call_again(self.address(connection, request)):
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "Too many calls.\n")
        if not self.is_near(connection):
            return connection.respond(
                HTTPStatus.FORBIDDEN, "Plain text on the local network only.\n"
            )
        host = ",".join(request.headers.get_all("Host"))
        origins = request.headers.get_all("Origin")
        is_admitted = calls_tables(request) and self._place.origins.issuperset(origins)
        if not (is_admitted or may_call(origins, host, named=self._is_named)):
            return connection.respond(HTTPStatus.FORBIDDEN, "No web page may call this server.\n")
        return None

    @property
    def _is_named(self) -> bool:
        """Whether a certificate or a proxy guarantees that the server's name is right."""
        return self._place.tls is not None or self._place.proxy


def _peer(connection: ServerConnection) -> str:
    """Return the IP address of the other end of a connection."""
    address = connection.remote_address
    return str(address[0]) if address else ""


def calls_tables(request: Request) -> bool:
    """Return True if a request opens a connection to the tables, False for a file of the page."""
    wanted = ",".join(request.headers.get_all("Upgrade")).lower()
    return request.path == TABLES and wanted == "websocket"


PORTS: Final = {"http": 80, "https": 443}

OWN_MACHINE: Final = frozenset({"127.0.0.1", "localhost"})
"""The host names at which `web` serves the page to the player's own machine.

No other machine can have such an origin.
"""


def may_call(origins: Sequence[str], host: str, *, named: bool) -> bool:
    """Return whether the `Origin` headers permit a connection to the server named in `Host`.

    If `named`, a certificate or a proxy guarantees the name in `Host`.  Otherwise only addresses
    and names of the local network are accepted: the owner of any other name could point it at this
    machine, and a page of theirs would then pass for the server's own.
    """
    if not origins:
        return True
    try:
        page, here = urlsplit(origins[0]), urlsplit(f"//{host}")
        if len(origins) == 1 and page.scheme == "http" and page.hostname in OWN_MACHINE:
            return True
        same = page.hostname == here.hostname and _same_port(page, here, named=named)
    except ValueError:  # an invalid port or address
        return False
    known = named or _is_local_name(here.hostname or "")
    web = page.scheme in PORTS and bool(page.hostname)
    return len(origins) == 1 and web and same and known


def _same_port(page: SplitResult, here: SplitResult, *, named: bool) -> bool:
    """Return whether page and server have the same port.

    If `named`, a `Host` without a port fits any page, since a proxy may have removed the port.
    """
    usual = PORTS.get(page.scheme)
    if here.port is None and named:
        return True
    return (page.port or usual) == (here.port or usual)


def _is_local_name(name: str) -> bool:
    """Return whether a host name is an IP address or a name of the local network."""
    return is_address(name) or "." not in name or name.endswith(".local")
