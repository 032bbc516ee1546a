"""Who may call, how many connections may be half open, and how much of one is read in a turn.

No web page may call but the server's own.  A browser lets every page open a line to any machine
that it can reach, one in the own network too, and says in the header `Origin` whose page it is.
Programs that are no browser send none.

Whoever has said nothing waits at the door, and is no line yet.  Whoever has begun a handshake and
does not end it takes up a place; of those there are few, and the one that was taken first is given
up first, so that a flood of them keeps nobody out who speaks at once.

Of what has come from somebody who is known a little is read at once, which is enough for any
honest request; one that a match waits for, where nothing stands before it, is answered where it
arrives, and wakes no task.  The rest, and all that strangers send, is read by pieces
when their turns come, and what the end of a line wakes has its turn too; pings of the protocol
beyond what a program sends end the line.
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
"""Bytes of one line that are read as they come, and then in a turn.

All pings among them are answered before anybody can count them.
"""

STRANGERS_PIECE: Final = 128
"""The same of a line that is open and has not said who it is: a greeting has two or three."""

MOST_WAITING: Final = 4 * wire.LARGEST
"""Bytes that may have come and not been read: the system hands over no more at once.

A program that sends more has its line ended.  A page is slowed down: what its browser keeps may be
more, and comes as fast as it can be sent.
"""


class HalfOpen:
    """Connections whose handshake is not over, the first first."""

    def __init__(self) -> None:
        self._waiting: dict[GuardedLine, None] = {}
        self._open = 0

    def came(self, line: GuardedLine) -> None:
        """One more; the first gives way where there are too many."""
        self._open += 1
        self._waiting[line] = None
        full = self._open > limits.CONNECTIONS + limits.HALF_OPEN
        if full or len(self._waiting) > limits.HALF_OPEN:
            first = next(iter(self._waiting))
            del self._waiting[first]
            first.transport.abort()

    def spoke(self, line: GuardedLine) -> None:
        """Its handshake is over."""
        self._waiting.pop(line, None)

    def went(self, line: GuardedLine) -> None:
        """It has ended."""
        self._open -= 1
        self._waiting.pop(line, None)


class GuardedLine(ServerConnection, asyncio.BufferedProtocol):
    """A connection that takes no more than its share.

    What comes is put into one buffer for all lines of a server.  Without it asyncio makes room for
    256 KiB each time, asked of the system and given back for every message of a hundred bytes.
    """

    half_open: HalfOpen
    turns: Turns
    arrived: memoryview
    """What has just come on a line of this server, until it is taken out at once."""
    answered: Callable[[Any], None]
    """Is told from where the line came once its handshake is over."""
    answer_at_once: Callable[[str], None] | None = None
    """Is handed what a match waits for, where the line is one to the tables."""
    report: Callable[[Exception], None]
    """Is told what nobody foresaw."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.is_known = False
        """Whether it has said who it is: whatever others send waits for its turn."""
        self.is_slowed = False
        """Whether a sender who is too fast is slowed down; all others lose their line."""
        self._is_held = False
        """Whether nothing more is taken from the system for now."""
        self._waiting = 0
        """Messages that have come whole and are not answered yet."""
        self._rest = bytearray()
        self._controls = Bucket.full(
            limits.CONTROLS_A_SECOND, limits.CONTROLS_AT_ONCE, self.loop.time()
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        super().connection_made(transport)
        self.half_open.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended; what that wakes has its turn, as many may end at once."""
        self._rest.clear()
        self.half_open.went(self)
        self.turns.wait(partial(super().connection_lost, exc))

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the system puts what has come; it is taken out before anything else happens."""
        del sizehint
        return self.arrived

    def buffer_updated(self, nbytes: int) -> None:
        """So much has come."""
        self.data_received(bytes(self.arrived[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Bytes have come: a piece of them is read now."""
        waits = bool(self._rest)
        self._rest += data
        if len(self._rest) > MOST_WAITING and not self.is_slowed:
            self._end()
            return
        if len(self._rest) > MOST_WAITING:
            self._is_held = True
            self.transport.pause_reading()
        if self.is_known and len(data) <= PIECE and not waits:
            self._take_piece()
        elif not waits:
            self.turns.wait(self._read_piece)

    async def in_turn(self) -> AsyncIterator[str | bytes]:
        """What comes and is not answered at once, each when its turn has come.

        What a match waits for has no turn to wait for.
        """
        async for message in self:
            if not (self.is_known and is_urgent(message)):
                await self.turns.mine()
            yield message
            self._waiting -= 1

    def eof_received(self) -> None:
        """Nothing more will come; a request, and what somebody said who is known, is read first."""
        while self._rest and (self.is_known or self.request is None):
            self._take_piece()
        self._rest.clear()
        super().eof_received()

    async def handshake(self, *given: Any, **named: Any) -> None:
        """Take part in the opening; the door waits for its end."""
        try:
            await super().handshake(*given, **named)
        finally:
            self.answered(self.remote_address)

    def process_event(self, event: Any) -> None:
        """A request or a frame."""
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
        """Whether this was a request that a match waits for, with nothing before it: it is done."""
        answer = self.answer_at_once
        if frame.opcode is not TEXT or self._waiting or not self.is_known or answer is None:
            return False
        try:
            text = bytes(frame.data).decode()
        except UnicodeDecodeError:
            return False  # websockets ends the line for that
        if not is_urgent(text) or self.state is not State.OPEN:
            return False
        try:
            answer(text)
        except Exception as error:  # noqa: BLE001 - this line ends, and its seat waits
            self.report(error)
            self._end()
        return True

    def _read_piece(self) -> None:
        if self.transport.is_closing():
            self._rest.clear()
        if self._rest:
            self._take_piece()
        if self._is_held and len(self._rest) < MOST_WAITING // 2:
            self._go_on()
        if self._rest:
            self.turns.wait(self._read_piece)

    def _go_on(self) -> None:
        """Take more from the system, unless those who read messages have enough."""
        self._is_held = False
        if not (self.recv_messages.paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def _take_piece(self) -> None:
        strange = not self.is_known and self.request is not None
        size = STRANGERS_PIECE if strange else PIECE
        piece = bytes(self._rest[:size])
        del self._rest[:size]
        super().data_received(piece)

    def _end(self) -> None:
        self._rest.clear()
        self.transport.abort()


def guarded(
    turns_: Turns, door: Door | None, report_: Callable[[Exception], None]
) -> type[GuardedLine]:
    """The class of one server's lines, which know of one another and of their door."""
    told = door.answered if door is not None else lambda _address: None

    class ServerLine(GuardedLine):
        """A line of this server."""

        half_open = HalfOpen()
        turns = turns_
        arrived = memoryview(bytearray(MOST_WAITING))
        answered = staticmethod(told)
        report = staticmethod(report_)

    return ServerLine


FORWARDED: Final = "X-Forwarded-For"

TABLES: Final = "/"
"""The path of lines to the tables; a browser that asks for it without a line gets the page."""


class Callers:
    """Who calls at this place, and whether they may."""

    def __init__(self, place: Listening, now: Callable[[], float]) -> None:
        self._place = place
        self._now = now
        self._calls = Buckets(limits.CALLS_A_SECOND, limits.CALLS_AT_ONCE)

    def address(self, connection: ServerConnection, request: Request | None) -> str:
        """Where somebody calls from; a proxy on the local network says it for them."""
        peer = _peer(connection)
        if not self._place.proxy or not is_local(peer) or request is None:
            return peer
        forwarded = request.headers.get_all(FORWARDED)
        return forwarded[-1].rpartition(",")[2].strip() if forwarded else peer

    def may_call_again(self, address: str) -> bool:
        """Whether an address has not asked for too many lines; the own machine never has."""
        address = neighbourhood(address)
        return is_this_machine(address) or self._calls.take(address, self._now())

    def is_near(self, connection: ServerConnection) -> bool:
        """Whether what is sent may be read on the way: it is encrypted, or stays near."""
        return self._is_named or is_local(_peer(connection))

    def refusal(self, connection: ServerConnection, request: Request) -> Response | None:
        """Nobody calls without end, plain text stays near, and only admitted web pages come in."""
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
        return self._place.tls is not None or self._place.proxy


def _peer(connection: ServerConnection) -> str:
    address = connection.remote_address
    return str(address[0]) if address else ""


def calls_tables(request: Request) -> bool:
    """Whether this asks for a line to the tables; all else is the page's, where there is one."""
    wanted = ",".join(request.headers.get_all("Upgrade")).lower()
    return request.path == TABLES and wanted == "websocket"


PORTS: Final = {"http": 80, "https": 443}


def may_call(origins: Sequence[str], host: str, *, named: bool) -> bool:
    """Whether a line with these `Origin` headers may be opened to what `Host` calls this server.

    `named` says that something vouches for the name in `Host`: a certificate, or a proxy.  Without
    it only addresses and names of the own network count: whoever owns any other name can let it
    point at this machine, and their page would then pass for ours.
    """
    if not origins:
        return True
    try:
        page, here = urlsplit(origins[0]), urlsplit(f"//{host}")
        same = page.hostname == here.hostname and _same_port(page, here, named=named)
    except ValueError:  # a port or an address that is none
        return False
    known = named or _is_of_the_own_network(here.hostname or "")
    web = page.scheme in PORTS and bool(page.hostname)
    return len(origins) == 1 and web and same and known


def _same_port(page: SplitResult, here: SplitResult, *, named: bool) -> bool:
    """A proxy may have left the port out; without one, another port is another server."""
    usual = PORTS.get(page.scheme)
    if here.port is None and named:
        return True
    return (page.port or usual) == (here.port or usual)


def _is_of_the_own_network(name: str) -> bool:
    return is_address(name) or "." not in name or name.endswith(".local")
