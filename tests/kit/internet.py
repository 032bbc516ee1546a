"""A simulated network of servers, connections and programs with one common clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from audiogames.app.outputs import Output
from audiogames.app.settings import Settings
from audiogames.net import wire
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from tests.kit.languages import ONLINE
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.serving import NOON, Person, Served

NOTICED = 20.0
"""Seconds after which a server notices a pulled cable, because its pings are not answered."""


class Wire(Person):
    """A simulated connection that delivers the server's messages to a program."""

    def __init__(self, net: Internet, conn: int, pilot: OnlinePilot) -> None:
        super().__init__(net.served, conn, "192.168.1.9")
        self.net = net
        self.pilot = pilot

    def hears(self, data: bytes) -> None:
        super().hears(data)
        told = self.told[-1]
        over = isinstance(told, wire.MatchUpdate) and told.over
        self.net.is_dead |= self.net.dies_at_end and over
        if self.pilot.wire is self and self.pilot.plugged and not self.net.is_dead:
            self.net.later(lambda: self.pilot.receive(data))

    def drop(self) -> None:
        super().drop()
        if self.pilot.plugged:
            self.net.later(lambda: self.net.end(self))


class Internet:
    """The simulated network of a test: its server, connections and programs, and the clock."""

    def __init__(self, code: str = "", **more: object) -> None:
        self.served = Served(code=code, **more)
        self.now = 100.0
        self.served.now = NOON
        self.pilots: list[OnlinePilot] = []
        self._queue: deque[Callable[[], None]] = deque()
        self._lost: list[tuple[float, Wire]] = []
        self._running = False
        self.dies_at_end = False
        """Whether the server dies after it has stored the last move of a match but not announced
        it."""
        self.is_dead = False
        """Whether messages of the server no longer arrive."""

    def player(self, lang: str = "it", name: str = "", **settings: object) -> OnlinePilot:
        """Add a program on another computer, and return the pilot that controls it."""
        given = {"language": lang, "nickname": name, "gender": "unsaid", **settings}
        storage = MemoryStorage(Settings(**given))
        pilot = OnlinePilot(self, storage, lang=lang)
        self.pilots.append(pilot)
        return pilot

    def later(self, do: Callable[[], None]) -> None:
        """Call a function once all messages sent before have been delivered."""
        self._queue.append(do)

    def settle(self) -> None:
        """Deliver all messages that are on their way."""
        if self._running:
            return
        self._running = True
        while self._queue:
            self._queue.popleft()()
        self._running = False

    def advance(self, seconds: float) -> None:
        """Advance the clock of server and programs, stopping at every deadline."""
        end = self.now + seconds
        while (at := self._next()) is not None and at <= end:
            self._turn(max(self.now, at))
        self._turn(end)

    def _next(self) -> float | None:
        core = self.served.core.deadline
        times = [pilot.app.deadline for pilot in self.pilots]
        times += [None if core is None else core - NOON + 100.0]
        times += [at for at, _ in self._lost]
        return min((time for time in times if time is not None), default=None)

    def _turn(self, now: float) -> None:
        """Advance the clock to `now`; let the server and all programs handle their deadlines."""
        self.now = now
        self.served.now = NOON + now - 100.0
        due = [one for one in self._lost if one[0] <= now]
        for one in due:
            self._lost.remove(one)
            self.served.lose(one[1])
        core = self.served.core
        if core.deadline is not None and core.deadline <= self.served.now:
            self.served.do(core.tick(self.served.now))
        self.settle()
        for pilot in self.pilots:
            deadline = pilot.app.deadline
            if deadline is not None and deadline <= now:
                pilot.perform(pilot.app.tick(now))
            self.settle()

    # The lines

    def connect(self, pilot: OnlinePilot) -> None:
        """Connect a program to the server."""
        if not pilot.plugged or pilot.address != "192.168.1.5":
            self.later(lambda: pilot.report(LineStatus.NO_ANSWER))
            return
        self.served.conns += 1
        line = Wire(self, self.served.conns, pilot)
        self.served.people[line.conn] = line
        pilot.wire = line
        self.later(lambda: pilot.report(LineStatus.OPEN))
        self.later(lambda: self._connected(line))

    def _connected(self, wire: Wire) -> None:
        self.served.do(self.served.core.connected(wire.conn, wire.address, self.served.now))

    def transmit(self, pilot: OnlinePilot, data: bytes) -> None:
        """Send a program's message to the server."""
        wire = pilot.wire
        if wire is not None and pilot.plugged:
            self.later(lambda: self.served.receive(wire, data))

    def hang_up(self, pilot: OnlinePilot) -> None:
        """Close a program's connection; the server notices this only if the cable is plugged in."""
        wire, pilot.wire = pilot.wire, None
        if wire is not None and pilot.plugged:
            self.later(lambda: self.served.lose(wire))

    def end(self, wire: Wire) -> None:
        """Notify a program that the server has closed its connection."""
        if wire.pilot.wire is wire and wire.pilot.plugged:
            wire.pilot.wire = None
            wire.pilot.report(LineStatus.LOST)

    def taken_over(self) -> None:
        """Kill the server, and start another one with the data that the first had stored."""
        self.served = self.served.again(code="")
        self.dies_at_end = self.is_dead = False
        for pilot in self.pilots:
            if pilot.wire is not None:
                self.end(pilot.wire)
        self.settle()

    def unplug(self, pilot: OnlinePilot) -> None:
        """Unplug a program's cable, without telling program or server."""
        pilot.plugged = False
        if pilot.wire is not None:
            self._lost.append((self.now + NOTICED, pilot.wire))

    def plug(self, pilot: OnlinePilot) -> None:
        """Plug a program's cable in again."""
        pilot.plugged = True


class OnlinePilot(Pilot):
    """The pilot of a program that is connected to the simulated network."""

    def __init__(self, net: Internet, storage: MemoryStorage, *, lang: str) -> None:
        self.net = net
        self.plugged = True
        self.wire: Wire | None = None
        self.address = "192.168.1.5"
        super().__init__(storage, lang=lang)

    @property
    def now(self) -> float:
        """Return the time of the common clock."""
        return self.net.now

    @now.setter
    def now(self, now: float) -> None:
        self.net.now = max(self.net.now, now)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.net.advance(0.1)
            self.perform(self.app.handle(key, self.now))

    def type(self, text: str) -> None:
        assert self.app.wants_text
        for letter in text:
            self.net.advance(0.1)
            self.perform(self.app.type_text(letter, self.now))

    def wait(self, seconds: float) -> None:
        self.net.advance(seconds)

    def write(self, text: str) -> None:
        """Type a chat line and send it."""
        self.type(text)
        self.press("enter")

    def receive(self, data: bytes) -> None:
        self.perform(self.app.received(data, self.now))

    def report(self, line: LineStatus) -> None:
        self.perform(self.app.linked(line, self.now))

    def perform(self, outputs: Sequence[Output]) -> None:
        for output in outputs:
            match output:
                case Connect(address):
                    self.address = address.host
                    self.net.connect(self)
                case Transmit(data):
                    self.net.transmit(self, data)
                case Disconnect():
                    self.net.hang_up(self)
                case _:
                    super().perform([output])
        self.net.settle()

    # Shortcuts

    def enter(self, name: str, code: str = "") -> None:
        """Enter the card room (the list of online tables) from the main menu."""
        self.press("home", ONLINE[self.lang], "enter")
        self.press("home", "enter")
        self.write("192.168.1.5")
        self.write(name)
        self.press("enter")
        if code:
            self.write(code)

    def open(self, game: str) -> str:
        """Open a private table of this game from the server's menu and return its code."""
        self.press("home", "enter")
        self.type_ahead(game)
        self.press("enter")
        seated = self.app.online.seated
        assert seated is not None, self.heard()
        return seated.code

    def type_ahead(self, text: str) -> None:
        """Jump to an item of a list by typing its first letters."""
        for letter in text:
            self.press(letter)

    def join(self, code: str) -> None:
        """Join the table with this code from the card room."""
        self.press("home", "down", "down", "enter")
        self.write(code)
