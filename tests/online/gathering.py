"""A simulated server whose guests may send it anything, and a check of all it sends.

The server is a core in memory, or two that share a store.  An onlooker sees everything that
is stored.  Every message that is sent is judged at once: it must be valid, not too large,
and numbered without a gap; it must go to the right seat and show no hidden card; and if it
claims to answer a request, there must be that request.  It is also a fault if a core raises
an exception, reports a fault, or disconnects a guest who did nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from audiogames.core.contract import Move
from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from audiogames.net.server import limits, outputs
from audiogames.net.server.memory_store import MemoryStore
from audiogames.net.server.outputs import CheckPassword, Drop, Output, RequestBotMove, Send, Write
from audiogames.search.arena import RandomBot
from audiogames.table.protocol import BotRequest
from tests.online.onlooker import Onlooker
from tests.online.processes import OneOfThem, OneServer, ServerProcesses

NOON = 1_000_000.0
CODE = "4271"
PING_SECONDS = 25.0


class Fault(AssertionError):
    """Raised when the server does something that it must not do."""


class Lots:
    """A source of tokens, codes and random generators that is the same in each run."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def token(self) -> str:
        return f"{self._rng.getrandbits(128):032x}"

    def digits(self, many: int) -> str:
        return "".join(str(self._rng.randrange(10)) for _ in range(many))

    def random(self) -> Random:
        return Random(self._rng.getrandbits(32))


class Guest:
    """A connection to the simulated server, with the last message of each type received on it."""

    def __init__(self, conn: int, address: str) -> None:
        self.conn = conn
        self.address = address
        self.open = True
        self.back = False
        """Whether messages kept for this guest may be arriving now."""
        self.asked = 0
        self.heard: int | None = None
        self.welcome: wire.Welcome | None = None
        self.seated: wire.Seated | None = None
        self.update: wire.MatchUpdate | None = None
        self.hello: wire.Hello | None = None
        self.sent_on: wire.GoTo | None = None
        """The address to which the server sent this guest."""
        self.waits: dict[int, float] = {}
        """Requests that wait for another process: their numbers, and since when."""
        self.far: set[int] = set()
        """The numbers of all requests to another process, answered or not."""
        self.views = ViewFollower()
        self.said: list[wire.ServerMessage] = []
        """The messages received during the current call."""

    @property
    def token(self) -> str:
        return self.welcome.token if self.welcome else ""

    @property
    def legal(self) -> Sequence[str]:
        """Return the legal moves of this guest, as of the last update."""
        return self.update.view["legal"] if self.update and self.update.seat is not None else ()

    def request(self, kind: type[wire.Request], **fields: object) -> bytes:
        self.asked += 1
        return wire.encode(kind(id=self.asked, **fields))


class Gathering:
    """A simulated server with its store, clock and guests; with `several`, two processes."""

    def __init__(self, seed: int = 1, *, several: bool = False) -> None:
        self.now = NOON
        self._ping_at = NOON + PING_SECONDS
        self.store = MemoryStore()
        self.onlooker = Onlooker()
        self.guests: dict[int, Guest] = {}
        self._told: list[Guest] = []
        """The guests who received a message during the current call."""
        self._views: dict[str, ViewFollower] = {}
        """The views of their matches that the guests hold, by token."""
        self.bystanders: list[Guest] = []
        """Guests whose connections nothing may close except the death of a process."""
        self.thoughts: tuple[int, BotRequest, Move] | None = None
        self.password_is_right = True
        self.rng = Random(seed)
        self._seed = seed
        self.several: ServerProcesses | None = None
        if several:
            kept = self.onlooker.row
            self.several = ServerProcesses(Lots(seed), self.now, kept=kept, code=CODE)
            self.server: OneServer | ServerProcesses = self.several
            self._do(self.server.tick(self.now))
        else:
            self._begin()

    def _begin(self) -> None:
        alone = OneServer(Lots(self._seed), self.now, self.store.load(), code=CODE)
        self.server = alone
        self._do(alone.core.begin())
        self._resumed(alone)

    def again(self) -> None:
        """Kill the server, and restart it from its store."""
        for guest in self.guests.values():
            guest.open = False
        if self.several is not None:
            for one in [*self.several.all]:
                self.several.die(one, self.now)
            self._did(None, self.several.tick(self.now))
            return
        self._seed += 1
        self._begin()

    def dies(self, place: OneOfThem) -> None:
        """Kill one of two processes and start another."""
        assert self.several is not None
        for conn in self.several.die(place, self.now):
            self.guests[conn].open = False
        self._did(None, self.several.tick(self.now))

    def _resumed(self, alone: OneServer) -> None:
        tables = alone.core.lobby.tables
        for place, match in self.onlooker.matches.items():
            resumed = tables[place].match if place in tables else None
            if resumed is None or len(resumed.served.log.entries) != match.entries:
                raise Fault(f"table {place} was not resumed at entry {match.entries}")

    # Actions of guests

    def call(self, address: str = "192.168.1.9", place: OneOfThem | None = None) -> Guest:
        """Connect a guest.

        With several processes, the guest connects to the process `place`, by default to the first.
        """
        guest = Guest(len(self.guests) + 1, address)
        self.guests[guest.conn] = guest
        if self.several is not None:
            place = place or self.several.all[0]
            self._did(None, self.several.connected(guest.conn, address, self.now, place))
        else:
            assert isinstance(self.server, OneServer)
            self._did(None, self.server.connected(guest.conn, address, self.now, place))
        return guest

    def follow(self, guest: Guest) -> Guest:
        """Connect a redirected guest to their new process, with token and ticket."""
        to = guest.sent_on
        assert self.several is not None
        assert to is not None
        place = next((one for one in self.several.all if to.address == one.address), None)
        again = self.call(guest.address, place)
        if guest.token:
            known = {"token": guest.token, "ticket": to.ticket, "heard": guest.heard or 0}
            self.ask(again, wire.Hello, version=wire.VERSION, **known)
        elif guest.hello is not None:
            self.send(again, wire.encode(guest.hello))
        return again

    def come_back(self, guest: Guest, place: OneOfThem | None = None) -> Guest:
        """Reconnect a guest whose connection has ended, with their token."""
        again = self.call(guest.address, place)
        self.ask(again, wire.Hello, version=wire.VERSION, token=guest.token, heard=guest.heard or 0)
        again.welcome = again.welcome or guest.welcome  # still the same person
        return again

    def hand_over(self, table: int) -> None:
        """Hand this table over from the process that owns it to another one."""
        assert self.several is not None
        self._did(None, self.several.hand_over(table, self.now))

    def send(self, guest: Guest, data: bytes) -> list[wire.ServerMessage]:
        """Send bytes as this guest, and return the messages that the guest receives."""
        was_open = guest.open
        request = _request_in(data)
        number = request.id if request else 0
        if isinstance(request, wire.Hello):
            guest.hello = request
        self._did(guest, self.server.received(guest.conn, data, self.now), number)
        # Every request is answered, except one kind that has no answer.
        if was_open and not (guest.said or isinstance(request, wire.Heard)):
            if self.several is None or request is None:
                raise Fault(f"no answer to {data!r}")
            guest.waits[number] = self.now  # another process must answer
            guest.far.add(number)
        return guest.said

    def ask(
        self, guest: Guest, kind: type[wire.Request], **fields: object
    ) -> list[wire.ServerMessage]:
        """Send a request as this guest, and return the messages that the guest receives."""
        return self.send(guest, guest.request(kind, **fields))

    def enter(self, name: str, **more: object) -> Guest:
        """Return a new guest who has entered with this name."""
        guest = self.call()
        fields = {"name": name, "code": CODE, **more}
        self.ask(guest, wire.Hello, version=wire.VERSION, **fields)
        return guest

    def lose(self, guest: Guest) -> None:
        """Cut this guest's connection."""
        guest.open = False
        self._did(guest, self.server.closed(guest.conn, self.now))

    def slow(self, guest: Guest) -> None:
        """Report to the server that this guest reads too slowly."""
        self._did(guest, self.server.slow(guest.conn, self.now))

    def think_again(self) -> None:
        """Deliver the last move of a bot a second time."""
        if self.thoughts is not None:
            number, wanted, move = self.thoughts
            self._did(None, self.server.thought(RequestBotMove(number, wanted), move, self.now))

    def wait(self, seconds: float) -> None:
        """Advance the clock, stopping at each deadline; the bystanders send pings meanwhile."""
        until = self.now + seconds
        while (at := min(self._ping_at, self.server.deadline or self._ping_at)) <= until:
            self.now = max(self.now, at)
            if at >= self._ping_at:
                self._ping_at = self.now + PING_SECONDS
                for guest in [one for one in self.bystanders if one.open]:
                    self.ask(guest, wire.Ping)
            else:
                self._did(None, self.server.tick(self.now))
        self.now = until
        self._did(None, self.server.tick(self.now))
        self._assert_all_answered()

    def _assert_all_answered(self) -> None:
        for guest in self.guests.values():
            late = min(guest.waits.values(), default=self.now) + 2 * limits.LETTER_SECONDS
            if guest.open and late < self.now:
                raise Fault(f"no answer to {guest.waits}")

    # Actions of the server

    def _did(self, guest: Guest | None, outputs: list[Output], number: int = 0) -> None:
        for one in self._told:
            one.said, one.back = [], False
        self._told.clear()
        self._do(outputs)
        for one in self._told:
            # A number may be used twice, and each request is answered.
            allowed = {0, *one.far} | ({number} if one is guest else set())
            told = [] if one.back else one.said  # kept messages answer old requests
            if any(message.re not in allowed for message in told):
                raise Fault(f"{told} answers what was not asked")
            for message in told:
                one.waits.pop(message.re, None)

    def _do(self, given: list[Output]) -> None:
        later: list[Output] = []
        for output in given:
            match output:
                case Write(row):
                    self.store.commit([row])
                    self.onlooker.row(row)
                case Send(conn, data):
                    self._hears(self.guests[conn], data)
                case Drop(conn):
                    self._dropped(self.guests[conn])
                case outputs.FaultFound(error):
                    raise Fault(repr(error)) from error
                case CheckPassword(conn):
                    hashed = (output.hashed or "hash") if self.password_is_right else None
                    later += self.server.verified(conn, hashed, self.now)
                case RequestBotMove(table, wanted):
                    move = RandomBot().choose(wanted.view, self.rng, 1, lambda: False)
                    self.thoughts = table, wanted, move
                    later += self.server.thought(output, move, self.now)
        if later:
            self._do(later)

    def _dropped(self, guest: Guest) -> None:
        guest.open = False
        if guest in self.bystanders:
            raise Fault(f"a bystander was dropped: {guest.said}")

    def _hears(self, guest: Guest, data: bytes) -> None:
        if len(data) > wire.LARGEST:
            raise Fault(f"{len(data)} bytes to one guest")
        told = self._followed(guest, wire.read_message(data))
        guest.said.append(told)
        self._told.append(guest)
        match told:
            case wire.Welcome():
                guest.welcome, guest.back, guest.heard = told, told.back, None
                if told.back and told.token in self._views:
                    guest.views = self._views[told.token]
                self._views[told.token] = guest.views
            case wire.Seated():
                guest.seated = told
            case wire.GoTo():
                guest.sent_on = told
            case wire.Unseated():
                guest.seated = guest.update = None
            case wire.MatchUpdate():
                self._judge(guest, told, data)
        if told.n:
            if guest.heard is not None and told.n != guest.heard + 1:
                raise Fault(f"number {told.n} after {guest.heard}")
            guest.heard = told.n

    def _followed(self, guest: Guest, told: wire.ServerMessage) -> wire.ServerMessage:
        """Return a received message; a change of a view is replaced by the full update.

        The full update results from applying the change to the guest's last view.
        """
        if isinstance(told, wire.MatchUpdate) and told.n:
            return guest.views.take(told)
        if isinstance(told, wire.MatchChange):
            return guest.views.follow(told) or self._unfollowed(guest, told)
        return told

    def _unfollowed(self, guest: Guest, change: wire.MatchChange) -> wire.MatchUpdate:
        """Return an update without a view for a change that does not fit the guest's last view.

        This may happen only to a guest who has just reconnected.

        Raises `Fault` for any other guest.
        """
        if not guest.back:
            raise Fault(f"{change} does not fit")
        guest.views = self._views[guest.token] = ViewFollower()
        core = self.server.core_of(guest.conn)
        member = core.connections.by_conn[guest.conn].member
        assert member is not None
        table = core.lobby.table_of(member)
        seat = table.match.seat_of(member) if table and table.match else None
        return wire.MatchUpdate(n=change.n, re=change.re, table=table.id if table else 0, seat=seat)

    def _judge(self, guest: Guest, update: wire.MatchUpdate, data: bytes) -> None:
        self.onlooker.told(update, data, late=guest.back)
        if update.n == 0:  # the state of a public match, on request
            if update.seat is not None:
                raise Fault(f"the standing as seat {update.seat} sees it")
            return
        if not guest.back and guest.seated and update.seat != guest.seated.me:
            raise Fault(f"seat {update.seat} told to {guest.seated}")
        if update.view:
            guest.update = update


def _request_in(data: bytes) -> wire.Request | None:
    try:
        return wire.read_request(data)
    except wire.WireError:
        return None
