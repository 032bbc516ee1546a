"""The client's side of the line: what is sent, what it is the answer to, and coming back.

Theory of operation: this core is told what the line does (`linked`), what arrives (`received`) and
what time it is (`tick`), and it returns what has happened; what is to be done with the socket
collects in `drain`.  It knows five states:

- out: there is no server, and none is wanted;
- connecting: a line was asked for;
- greeting: the line is there, `Hello` is sent, and `Welcome` or a refusal is awaited;
- in: requests and tellings;
- lost: the line broke while a token was held.  It is tried again at once, then ever more rarely
  down to every 5 seconds, until it is there or the player leaves.

No error tells of a pulled cable, so silence is timed: after 5 seconds of it the server is asked
whether it is there, and after 10 the line counts as lost; sooner where the server has other
processes, since one of them can go on.  The server times silence too, so that who only listens says
now and then that they are here.

Of a match a server tells mostly what has changed; whoever reads what has happened gets whole
updates (`following`).

A server may send us on to another of its processes (`GoTo`).  A greeting is said again there.  Who
was in greets with their token and then asks once more what they had asked for: of all that the
player hears nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from audiogames.net.address import Address
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
from audiogames.net.wire import (
    VERSION,
    AddBot,
    Agree,
    Arrange,
    Asked,
    AskStanding,
    AskView,
    Bye,
    Chat,
    Extend,
    Goodbye,
    GoTo,
    Hello,
    Join,
    ListPeople,
    ListTables,
    MakeMove,
    MatchChange,
    MatchUpdate,
    No,
    Open,
    Others,
    Ping,
    RemoveBot,
    Request,
    ServerMessage,
    StartMatch,
    TellWishes,
    Watch,
    Welcome,
    WireError,
    encode,
    read_told,
)

RETRIES: Final = (0.0, 1.0, 2.0, 3.0, 5.0)
"""Seconds before each attempt to come back; the last one counts for all that follow."""

CONNECTING: Final = 10.0
"""Seconds that a line may take to come about, and a greeting to be answered."""

CONNECTING_OF_MANY: Final = 4.0
"""The same for who comes back, where another process of the server can be tried next."""

LONGEST_PLEA: Final = 300.0
"""Seconds that a server may have a player wait for what others at a table say."""

QUIET: Final = 5.0
"""After so many seconds of silence the server is asked whether it is there."""

DEAD: Final = 10.0
"""After so many the line counts as lost."""

MUTE: Final = 30.0
"""After so many seconds without a word of ours the server is asked too: it lets go after 75."""
QUIET_OF_MANY: Final = 2.0
DEAD_OF_MANY: Final = 5.0
"""The same where the server has other processes."""

SLOW: Final = 1.0
"""After so many seconds the player is told that the answer is awaited."""

REMEMBERED: Final = 64
"""Requests whose answers are still recognised."""

RESTARTS: Final = ("net-shuts-down", "net-table-moves")
"""The reasons of a `Bye` after which the server, or another process of it, takes us back."""

ANSWERED: Final = (
    AddBot, Agree, Arrange, AskStanding, AskView, Chat, Extend, Join, ListPeople, ListTables,
    MakeMove, Open, Ping, RemoveBot, StartMatch, Watch,
)  # fmt: skip
"""Requests that a player waits for."""


class LineState(Enum):
    """See the theory of operation."""

    OUT = "out"
    CONNECTING = "connecting"
    GREETING = "greeting"
    IN = "in"
    LOST = "lost"


@dataclass
class MovingOn:
    """Who was in goes to another process of the server, to ask there what they had asked for."""

    ticket: str
    request: Request | None
    hello: int = 0
    """The greeting there, once it was answered: what it brings is nothing new."""


class ClientCore:
    """One player's line to one server."""

    def __init__(self) -> None:
        self.state = LineState.OUT
        self.entry: Login | None = None
        self._route: Route | None = None
        self._moving: MovingOn | None = None
        self._wishes: TellWishes | None = None
        self._leaves = False
        """Whether the order to go elsewhere was not carried out yet."""
        self.token = ""
        self.heard = 0
        """The last number that arrived."""
        self.comes_back_quietly = False
        """Whether the line was let go while nobody was here, and is being opened again."""
        self._next_id = 1
        self._orders: list[SocketOrder] = []
        self._asked: OrderedDict[int, Request] = OrderedDict()
        self._awaited: dict[int, float] = {}
        """Since when answers are awaited."""
        self._since = 0.0
        """When this state began, or the line was heard from last."""
        self._spoke = 0.0
        """When something was asked last."""
        self._views = ViewFollower()
        self._pinged = False
        self._attempts = 0
        self._patience = CONNECTING
        """How long the line and the greeting may take."""
        self._retry_at: float | None = None

    @property
    def places(self) -> list[Address]:
        """Where the server may be reached."""
        return [] if self._route is None else self._route.places

    # What the player does

    def enter(self, entry: Login, now: float) -> None:
        """Go to a server."""
        self.entry, self.token, self.heard, self._attempts = entry, "", 0, 0
        self._route, self._moving = Route(entry.address), None
        self._connect(now)

    def greet(self, entry: Login, now: float) -> None:
        """Try again with another name, code or password; no line waits while they are typed."""
        self._stop()
        self.enter(entry, now)

    def ask(self, kind: type[Request], now: float, /, **given: Any) -> int:
        """Send a request; its number.  Without a line it goes nowhere."""
        request = kind(self._next_id, **given)
        self._next_id += 1
        if isinstance(request, TellWishes):
            self._wishes = request
        if self.state is not LineState.IN:
            return request.id
        self._send(request)
        self._spoke = now
        if isinstance(request, ANSWERED):
            self._awaited[request.id] = now
        return request.id

    def leave(self) -> None:
        """Go away on purpose: nobody waits, and nothing is tried again."""
        if self.state is LineState.IN:
            self._send(Goodbye(self._next_id))
            self._next_id += 1
        self._stop()

    def drain(self) -> list[SocketOrder]:
        """What is to be done with the socket, in this order."""
        orders, self._orders = self._orders, []
        self._leaves = False
        return orders

    # What the line does

    def linked(self, line: LineStatus, now: float) -> list[Happening]:
        """The line is there, or is not any more."""
        if self._leaves:
            return []  # the next line is not even begun: this is of the one before
        if line is LineStatus.RESTED:
            return self._rested(now)
        if self.state in {LineState.OUT, LineState.LOST}:
            return []
        if line is LineStatus.OPEN:
            if self.state is LineState.CONNECTING:
                self.state, self._since = LineState.GREETING, now
                self._hello()
            return []
        return self._broke(line, now)

    def received(self, data: bytes | str, now: float) -> list[Happening]:
        """A message came in.  One that is none ends the line."""
        if self.state not in {LineState.GREETING, LineState.IN}:
            return []
        try:
            message = read_told(data)
            self._since, self._pinged = now, False
            return self._take(message, now)
        except WireError as error:
            self._stop()
            return [Nonsense(str(error))]

    def refuse(self) -> None:
        """What arrived made no sense to those who know the game: no more of this server."""
        self._stop()

    def tick(self, now: float) -> list[Happening]:
        """What time alone brings."""
        if self.state is LineState.LOST and self._retry_at is not None and now >= self._retry_at:
            self._try_again(now)
        if (
            self.state in {LineState.CONNECTING, LineState.GREETING}
            and now >= self._since + self._patience
        ):
            return self._broke(LineStatus.NO_ANSWER, now)
        return self._listen(now) if self.state is LineState.IN else []

    @property
    def deadline(self) -> float | None:
        """When to call `tick`."""
        match self.state:
            case LineState.OUT:
                return None
            case LineState.LOST:
                return self._retry_at
            case LineState.IN:
                quiet = self._since + self._silence[self._pinged]
                mute = self._spoke + MUTE
                return min([quiet, mute, *(since + SLOW for since in self._awaited.values())])
        return self._since + self._patience

    # Inside

    @property
    def _silence(self) -> tuple[float, float]:
        """Seconds of it after which the server is asked, and after which the line is lost."""
        alone = len(self.places) <= 1
        return (QUIET, DEAD) if alone else (QUIET_OF_MANY, DEAD_OF_MANY)

    def _connect(self, now: float) -> None:
        assert self._route is not None
        self.state, self._since, self._retry_at = LineState.CONNECTING, now, None
        self._attempts += 1
        others = self.token and len(self.places) > 1
        self._patience = CONNECTING_OF_MANY if others else CONNECTING
        self._orders.append(Connect(self._route.address))

    def _try_again(self, now: float) -> None:
        """At another place first, if there is one: it knows whether the last one lives."""
        assert self._route is not None
        self._route.turn()
        self._connect(now)

    def _go(self, message: GoTo, now: float) -> list[Happening]:
        """The server sends us on."""
        assert self._route is not None
        hello = self._asked.get(message.re)
        if not self._route.go(message.address):
            self._stop()
            return [Arrived(No(re=message.re, reason="net-too-many-hops"), hello)]
        if self.state is LineState.IN:
            self._moving = MovingOn(message.ticket, hello)
        self._leaves = True
        self._orders.append(Disconnect())
        self._connect(now)
        return []

    def _arrive(self, moving: MovingOn, message: ServerMessage, now: float) -> bool:
        """Ask there what was asked before; whether this message is only about our moving."""
        if isinstance(message, Welcome):
            self._welcome(message, now)
            moving.hello = message.re
            if self._wishes is not None:
                self._send(self._wishes)
            if moving.request is not None:
                self._send(moving.request)
                self._awaited[moving.request.id] = now
            return True
        if message.re != moving.hello:
            self._moving = None
        return message.re == moving.hello and not isinstance(message, No | Bye | GoTo)

    def _hello(self) -> None:
        entry = self.entry
        assert entry is not None
        if self.token:
            ticket = self._moving.ticket if self._moving else ""
            hello = Hello(self._next_id, VERSION, token=self.token, heard=self.heard, ticket=ticket)
        else:
            hello = Hello(
                self._next_id,
                VERSION,
                entry.name,
                entry.gender,
                entry.code,
                entry.password,
                entry.register,
                entry.token,
                -1 if entry.token else 0,
                entry.own,
                entry.plead,
            )
        self._next_id += 1
        self._send(hello)

    def _send(self, request: Request) -> None:
        self._asked[request.id] = request
        while len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)
        self._orders.append(Transmit(encode(request)))

    def _take(self, message: ServerMessage, now: float) -> list[Happening]:
        self._awaited.pop(message.re, None)
        request = self._asked.get(message.re) if message.re else None
        if message.n:
            if message.n <= self.heard:
                return []  # told before the line broke
            self.heard = message.n
        on_the_way = self._find_way(message, now)
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
                seconds = max(0.0, min(message.seconds, LONGEST_PLEA))
                self._patience = CONNECTING + seconds
            case No() if self.state is LineState.GREETING:
                self._stop()  # a newcomer tries again once they know the code
        return [Arrived(message, request)]

    def _find_way(self, message: ServerMessage, now: float) -> list[Happening] | None:
        """What comes of a message that is about the ways to the server; None for any other."""
        if isinstance(message, GoTo):
            return self._go(message, now)
        if isinstance(message, Others):
            self._settle(message)
            return []
        is_ours = self._moving is not None and self._arrive(self._moving, message, now)
        return [] if is_ours else None

    def _follow(self, change: MatchChange, request: Request | None, now: float) -> list[Happening]:
        """The update that a change makes; where it does not fit, a whole one is asked for, once."""
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
        self.state, self.token, self._attempts = LineState.IN, message.token, 0
        self._spoke = now
        self._settle(message)
        self.comes_back_quietly = False

    def _settle(self, message: Welcome | Others) -> None:
        if self._route is not None:
            self._route.settle(message.others)

    def _rested(self, now: float) -> list[Happening]:
        """Come back at once; that there was no line is told only if that fails."""
        if self.state is LineState.OUT:
            return []
        was_in = self.state is LineState.IN
        self._lose(now)
        self._connect(now)
        self.comes_back_quietly = was_in
        return [Dropped(quietly=True)] if was_in else []

    def _goodbye(self, message: Bye, now: float) -> None:
        if message.reason in RESTARTS and self.token:
            self._lose(now)
        else:
            self._stop()

    def _broke(self, line: LineStatus, now: float) -> list[Happening]:
        """Somebody who was in comes back automatically; others are told why they are not let in."""
        self._orders.append(Disconnect())
        if not self.token or line in {LineStatus.CERTIFICATE, LineStatus.FLOOD}:
            self._stop()
            return [Failed(line)]
        was_in = self.state is LineState.IN or self.comes_back_quietly or self._moving is not None
        self._lose(now)
        return [Dropped()] if was_in else []

    def _lose(self, now: float) -> None:
        if self._orders[-1:] != [Disconnect()]:
            self._orders.append(Disconnect())
        self.state, self.comes_back_quietly = LineState.LOST, False
        self._awaited.clear()
        self._asked.clear()
        self._pinged, self._moving = False, None
        rounds = self._attempts // max(1, len(self.places))
        self._retry_at = now + RETRIES[min(rounds, len(RETRIES) - 1)]

    def _stop(self) -> None:
        if self.state is not LineState.OUT:
            self._orders.append(Disconnect())
        self.state, self.token, self._retry_at = LineState.OUT, "", None
        self.comes_back_quietly, self._moving = False, None
        self._awaited.clear()
        self._asked.clear()

    def _ping(self, now: float) -> None:
        self._send(Ping(self._next_id))
        self._next_id += 1
        self._spoke = now

    def _listen(self, now: float) -> list[Happening]:
        """Look whether anybody is there, and who waits for an answer."""
        quiet, dead = self._silence
        if now >= self._since + dead:
            return self._broke(LineStatus.LOST, now)
        if now >= self._since + quiet and not self._pinged:
            self._pinged = True
            self._ping(now)
        elif now >= self._spoke + MUTE:
            self._ping(now)
        slow = [id_ for id_, since in self._awaited.items() if now >= since + SLOW]
        for id_ in slow:
            del self._awaited[id_]
        return [Slow(self._asked[id_]) for id_ in slow if id_ in self._asked]
