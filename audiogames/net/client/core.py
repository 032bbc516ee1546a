"""The client side of a connection: sending requests, matching answers to them, reconnecting.

Theory of operation: the shell reports the state of the socket (`linked`), messages (`received`) and
the time (`tick`); each call returns happenings, and `drain` returns the orders to the socket. The
core has five states:

- out: there is no server, and none is wanted;

- connecting: a connection was ordered;

- greeting: the connection is open, `Hello` was sent, and `Welcome` or a refusal is awaited;

- in: requests and messages are exchanged;

- lost: the connection broke while the client held a resume token.  The client reconnects at once,
then after growing pauses of up to 5 seconds, until it succeeds or the player leaves.

`timing` decides how long a connection may be silent or take to open, and when to reconnect;
`awaiting` knows the requests and which answers are awaited.

During a match a server mostly sends changes; `following` makes whole updates of them.

A server may redirect the client to another of its processes (`GoTo`).  During the greeting, the
client repeats the greeting there.  Later, it greets there with its token and repeats its pending
request, without any announcement.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from audiogames.net.address import Address
from audiogames.net.client.awaiting import ANSWERED, SentRequests
from audiogames.net.client.following import ViewFollower
from audiogames.net.client.happenings import (
    Arrived,
    Dropped,
    Failed,
    Happening,
    Login,
    Nonsense,
    Slow,
)
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, SocketOrder, Transmit
from audiogames.net.client.route import Route
from audiogames.net.client.timing import LineTiming
from audiogames.net.wire import (
    VERSION,
    Asked,
    AskView,
    Bye,
    Goodbye,
    GoTo,
    Hello,
    MatchChange,
    MatchUpdate,
    No,
    Others,
    Ping,
    Request,
    Seated,
    ServerMessage,
    TellWishes,
    Welcome,
    WireError,
    encode,
    read_message,
)

RESTARTS: Final = ("net-shuts-down", "net-table-moves")
"""Reasons of a `Bye` after which the server, or another process of it, takes the client back."""


class LineState(Enum):
    """The five states of a client's connection, explained in the module's theory of operation."""

    OUT = "out"
    CONNECTING = "connecting"
    GREETING = "greeting"
    IN = "in"
    LOST = "lost"


@dataclass
class MovingOn:
    """The data of a redirect from one process of the server to another.

    It is used by a client that was already welcomed: at the new process, the client repeats its
    pending request.
    """

    ticket: str
    request: Request | None
    hello: int = 0
    """The number of the greeting to the new process, whose answers bring only a state that is
    already known."""


class ClientCore:
    """One player's connection to one server: a state machine without a socket."""

    def __init__(self) -> None:
        self.state = LineState.OUT
        self.entry: Login | None = None
        self._route: Route | None = None
        self._moving: MovingOn | None = None
        self._wishes: TellWishes | None = None
        self._table = 0
        self._leaves = False
        """Whether the order to disconnect for a redirect has not been carried out yet."""
        self.token = ""
        self.heard = 0
        """The number of the last message received."""
        self.comes_back_quietly = False
        """Whether a connection that was closed while the player was away is being reopened."""
        self._orders: list[SocketOrder] = []
        self._requests = SentRequests()
        self._timing = LineTiming()
        self._views = ViewFollower()

    @property
    def places(self) -> list[Address]:
        """The addresses of the server's processes; empty without a server."""
        return [] if self._route is None else self._route.places

    # Called by the player

    def enter(self, entry: Login, now: float) -> None:
        """Connect to a server."""
        self.entry, self.token, self.heard = entry, "", 0
        self._timing.enter()
        self._route, self._moving = Route(entry.address), None
        self._connect(now)

    def greet(self, entry: Login, now: float) -> None:
        """Connect to the same server again with another name, code or password."""
        self._stop()
        self.enter(entry, now)

    def ask(self, kind: type[Request], now: float, /, **given: Any) -> int:
        """Send a request and return its number.  Without a connection the request is dropped."""
        request = kind(self._requests.new_number(), **given)
        if isinstance(request, TellWishes):
            self._wishes = request
        if self.state is not LineState.IN:
            return request.id
        self._send(request)
        self._timing.speak(now)
        if isinstance(request, ANSWERED):
            self._requests.wait_for(request, now)
        return request.id

    def leave(self) -> None:
        """Leave on purpose: give up the seat and do not reconnect."""
        if self.state is LineState.IN:
            self._send(Goodbye(self._requests.new_number()))
        self._stop()

    def drain(self) -> list[SocketOrder]:
        """Return and clear the orders to the socket, in order."""
        orders, self._orders = self._orders, []
        self._leaves = False
        return orders

    # Called by the connection

    def linked(self, line: LineStatus, now: float) -> list[Happening]:
        """Handle a change of the connection's state."""
        if self._leaves:
            return []  # this is the old connection: the next one has not been ordered
        if line is LineStatus.RESTED:
            return self._handle_rest(now)
        if self.state in {LineState.OUT, LineState.LOST}:
            return []
        if line is LineStatus.OPEN:
            if self.state is LineState.CONNECTING:
                self.state = LineState.GREETING
                self._timing.greet(now)
                self._hello()
            return []
        return self._handle_broken_line(line, now)

    def received(self, data: bytes | str, now: float) -> list[Happening]:
        """Handle a message.  An invalid one closes the connection."""
        if self.state not in {LineState.GREETING, LineState.IN}:
            return []
        try:
            message = read_message(data)
            self._timing.hear(now)
            return self._take(message, now)
        except WireError as error:
            self._stop()
            return [Nonsense(str(error))]

    def refuse(self) -> None:
        """Disconnect for good: the caller found that the server sent unusable data."""
        self._stop()

    def tick(self, now: float) -> list[Happening]:
        """Handle timeouts and due reconnections."""
        retry_at = self._timing.retry_at
        if self.state is LineState.LOST and retry_at is not None and now >= retry_at:
            self._try_again(now)
        if (
            self.state in {LineState.CONNECTING, LineState.GREETING}
            and now >= self._timing.gives_up_at
        ):
            return self._handle_broken_line(LineStatus.NO_ANSWER, now)
        return self._check_silence(now) if self.state is LineState.IN else []

    @property
    def deadline(self) -> float | None:
        """The time at which to call `tick`."""
        match self.state:
            case LineState.OUT:
                return None
            case LineState.LOST:
                return self._timing.retry_at
            case LineState.IN:
                looks_at = self._timing.looks_at(of_many=self._has_others)
                return min([looks_at, *self._requests.slow_at])
        return self._timing.gives_up_at

    # Internals

    @property
    def _has_others(self) -> bool:
        """Whether the server has other processes."""
        return len(self.places) > 1

    def _connect(self, now: float) -> None:
        assert self._route is not None
        self.state = LineState.CONNECTING
        self._timing.connect(now, of_many=bool(self.token) and self._has_others)
        self._orders.append(Connect(self._route.address))

    def _try_again(self, now: float) -> None:
        """Reconnect to the next address: its process knows whether the last one is alive."""
        assert self._route is not None
        self._route.turn(self._table)
        self._connect(now)

    def _go(self, message: GoTo, now: float) -> list[Happening]:
        """Follow a redirect."""
        assert self._route is not None
        hello = self._requests.find(message.re)
        if not self._route.go(message.address):
            self._stop()
            return [Arrived(No(re=message.re, reason="net-too-many-hops"), hello)]
        if self.state is LineState.IN:
            self._moving = MovingOn(message.ticket, hello)
        self._leaves = True
        self._orders.append(Disconnect())
        self._connect(now)
        return []

    def _repeat_request(self, moving: MovingOn, message: ServerMessage, now: float) -> bool:
        """After a redirect, repeat the pending request.

        Returns whether the message is only about the redirect, and need not be reported.
        """
        if isinstance(message, Welcome):
            self._welcome(message, now)
            moving.hello = message.re
            if self._wishes is not None:
                self._send(self._wishes)
            if moving.request is not None:
                self._send(moving.request)
                self._requests.wait_for(moving.request, now)
            return True
        if message.re != moving.hello:
            self._moving = None
        return message.re == moving.hello and not isinstance(message, No | Bye | GoTo)

    def _hello(self) -> None:
        entry = self.entry
        assert entry is not None
        number = self._requests.new_number()
        if self.token:
            ticket = self._moving.ticket if self._moving else ""
            hello = Hello(number, VERSION, token=self.token, heard=self.heard, ticket=ticket)
        else:
            hello = entry.hello(number)
        self._send(hello)

    def _send(self, request: Request) -> None:
        self._requests.remember(request)
        self._orders.append(Transmit(encode(request)))

    def _take(self, message: ServerMessage, now: float) -> list[Happening]:
        """Handle a message, except a repetition of one that arrived before the connection broke."""
        self._requests.answered(message.re)
        request = self._requests.find(message.re)
        if message.n:
            if message.n <= self.heard:
                return []  # received before the connection broke
            self.heard = message.n
        on_the_way = self._handle_routing(message, now)
        if on_the_way is not None:
            return on_the_way
        match message:
            case MatchChange():
                return self._follow(message, request, now)
            case MatchUpdate() if message.n:
                message = self._views.take(message)
            case Welcome():
                self._welcome(message, now)
            case Bye():
                self._goodbye(message, now)
            case Asked():
                self._timing.plead(message.seconds)
            case No() if self.state is LineState.GREETING:
                self._stop()  # the player enters a code, and then the client connects again
        return [Arrived(message, request)]

    def _handle_routing(self, message: ServerMessage, now: float) -> list[Happening] | None:
        """Handle a message about addresses or redirects; return None for any other."""
        if isinstance(message, GoTo):
            return self._go(message, now)
        if isinstance(message, Others):
            self._settle(message)
            return []
        if isinstance(message, Seated):
            self._table = message.table
        is_ours = self._moving is not None and self._repeat_request(self._moving, message, now)
        return [] if is_ours else None

    def _follow(self, change: MatchChange, request: Request | None, now: float) -> list[Happening]:
        """Apply a change to the last view and return the update.

        If the change does not fit that view, return nothing and request a whole view, once.
        """
        doubted = self._views.doubts
        update = self._views.follow(change)
        if update is not None:
            return [Arrived(update, request)]
        if not doubted:
            self.ask(AskView, now)
        return []

    def _welcome(self, message: Welcome, now: float) -> None:
        if not message.back:
            self.heard = message.n
            self._views = ViewFollower()
        self.state, self.token = LineState.IN, message.token
        self._timing.welcome(now)
        self._settle(message)
        self.comes_back_quietly = False

    def _settle(self, message: Welcome | Others) -> None:
        """Store the addresses of the server's other processes."""
        if self._route is not None:
            self._route.settle(message.others)

    def _handle_rest(self, now: float) -> list[Happening]:
        """Reconnect, without announcements, after a rest: the player was away and has returned."""
        if self.state is LineState.OUT:
            return []
        was_in = self.state is LineState.IN
        self._lose(now)
        self._connect(now)
        self.comes_back_quietly = was_in
        return [Dropped(quietly=True)] if was_in else []

    def _goodbye(self, message: Bye, now: float) -> None:
        """Handle the server's goodbye: reconnect if the server is restarting, otherwise stop."""
        if message.reason in RESTARTS and self.token:
            self._lose(now)
        else:
            self._stop()

    def _handle_broken_line(self, line: LineStatus, now: float) -> list[Happening]:
        """Handle a failed connection: reconnect if the client has a resume token, otherwise stop.

        If there is no token, or a retry would fail too, stop and report the failure.
        """
        self._orders.append(Disconnect())
        if not self.token or line in {LineStatus.CERTIFICATE, LineStatus.FLOOD}:
            self._stop()
            return [Failed(line)]
        was_in = self.state is LineState.IN or self.comes_back_quietly or self._moving is not None
        self._lose(now)
        return [Dropped()] if was_in else []

    def _lose(self, now: float) -> None:
        """Close the connection, drop its pending requests, and schedule a reconnection."""
        if self._orders[-1:] != [Disconnect()]:
            self._orders.append(Disconnect())
        self.state, self.comes_back_quietly = LineState.LOST, False
        self._requests.forget()
        self._moving = None
        self._timing.lose(now, len(self.places))

    def _stop(self) -> None:
        """Close the connection for good, and forget the token."""
        if self.state is not LineState.OUT:
            self._orders.append(Disconnect())
        self.state, self.token, self._timing.retry_at = LineState.OUT, "", None
        self.comes_back_quietly, self._moving = False, None
        self._requests.forget()

    def _ping(self, now: float) -> None:
        self._send(Ping(self._requests.new_number()))
        self._timing.speak(now)

    def _check_silence(self, now: float) -> list[Happening]:
        """Ping a silent server, or treat it as lost; report overdue answers."""
        many = self._has_others
        if self._timing.is_dead(now, of_many=many):
            return self._handle_broken_line(LineStatus.LOST, now)
        if self._timing.asks(now, of_many=many):
            self._ping(now)
        return [Slow(request) for request in self._requests.take_slow(now)]
