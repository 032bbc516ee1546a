"""Simulated server processes with one store in memory, for tools that examine all messages.

Rows are stored at once, the store answers at once, and mail arrives at once.  The caller handles
only the messages to people and the bots' moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from audiogames.core.contract import Move
from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.cluster.lookups import StoreAnswer, look_up
from audiogames.net.server.core import Access, ServerCore
from audiogames.net.server.memory_store import MemoryStore, Shared
from audiogames.net.server.outputs import (
    AskStore,
    CheckPassword,
    DiscardOutputs,
    Drop,
    FaultFound,
    Output,
    PostMail,
    RequestBotMove,
    Send,
    Write,
)
from audiogames.net.server.people.member import Conn
from audiogames.net.server.people.registry import Secrets
from audiogames.net.server.store import Row, Shelf, StoredRows, TicketRow, unit_of
from audiogames.net.server.tables.table import OnlineTable

ADDRESS: Final = "ws://process"


class OneServer:
    """A server of one process, with the same interface as `ServerProcesses`."""

    def __init__(
        self, secrets: Secrets, now: float, kept: StoredRows | None = None, *, code: str = ""
    ) -> None:
        core = self.core = ServerCore(secrets, now, Access(code), kept)
        self.received, self.closed, self.tick = core.received, core.closed, core.tick
        self.slow, self.verified = core.slow, core.verified

    def connected(self, conn: int, address: str, now: float, _place: object) -> list[Output]:
        """Connect a client."""
        return self.core.connected(conn, address, now)

    def thought(self, wanted: RequestBotMove, move: Move, now: float) -> list[Output]:
        """Deliver a bot's move."""
        return self.core.thought(wanted.table, wanted.wanted, move, now)

    def core_of(self, _conn: Conn) -> ServerCore:
        """Return the core of the only server process."""
        return self.core

    @property
    def deadline(self) -> float | None:
        """Return when to call `tick`."""
        return self.core.deadline

    @property
    def tables(self) -> Iterator[OnlineTable]:
        """Return the server's tables."""
        return iter(self.core.lobby.tables.values())


@dataclass
class OneOfThem:
    """One of several simulated processes."""

    number: int
    core: ServerCore
    cluster: ClusterProcess
    store: MemoryStore

    @property
    def address(self) -> str:
        """Return the address of this process."""
        return f"{ADDRESS}{self.number}"


class ServerProcesses:
    """Several simulated processes that can be used like one.

    Each call returns messages to send and requests for bots' moves.
    """

    def __init__(
        self,
        secrets: Secrets,
        now: float,
        look: Callable[[str], None] = lambda _: None,
        *,
        kept: Callable[[Row], None] = lambda _: None,
        code: str = "",
    ) -> None:
        """Create two processes.

        `look` receives all texts that they exchange, and `kept` each row that was stored.
        """
        self._secrets = secrets
        self._look = look
        self._kept = kept
        self._code = code
        self.redeemed = 0
        """The number of valid tickets."""
        self._shared = Shared()
        self._began = 0
        self._at: dict[Conn, OneOfThem] = {}
        self.all: list[OneOfThem] = []
        for _ in range(2):
            self.begin(now)

    def begin(self, now: float) -> None:
        """Start another process."""
        self._began += 1
        number = self._began
        self._shared.addresses[number] = f"{ADDRESS}{number}"
        cluster = ClusterProcess(number)
        core = ServerCore(self._secrets, now, Access(self._code), others=cluster)
        cluster.join(core)
        self.all.append(OneOfThem(number, core, cluster, MemoryStore(number, self._shared)))

    def at(self, address: str) -> OneOfThem:
        """Return the process with this address."""
        return next(one for one in self.all if one.address == address)

    @property
    def tables(self) -> Iterator[OnlineTable]:
        """Return the tables of all processes."""
        return (table for one in self.all for table in one.core.lobby.tables.values())

    def owner_of(self, number: int) -> OneOfThem | None:
        """Return the process that owns this table, or None."""
        return next((one for one in self.all if one.cluster.has_table(number)), None)

    def place_of(self, conn: Conn) -> OneOfThem:
        """Return the process that has this connection."""
        return self._at[conn]

    def core_of(self, conn: Conn) -> ServerCore:
        """Return the core that has this connection."""
        return self._at[conn].core

    @property
    def deadline(self) -> float | None:
        """Return when to call `tick`."""
        times = [one.core.deadline for one in self.all]
        return min((time for time in times if time is not None), default=None)

    # Events

    def connected(self, conn: Conn, address: str, now: float, place: OneOfThem) -> list[Output]:
        """Connect a client to this process."""
        self._at[conn] = place
        return self._do(place, place.core.connected(conn, address, now), now)

    def received(self, conn: Conn, data: bytes, now: float) -> list[Output]:
        """Deliver a message."""
        place = self._at[conn]
        return self._do(place, place.core.received(conn, data, now), now)

    def closed(self, conn: Conn, now: float) -> list[Output]:
        """Close a connection."""
        place = self._at.pop(conn)
        return self._do(place, place.core.closed(conn, now), now)

    def slow(self, conn: Conn, now: float) -> list[Output]:
        """Report that a client reads too slowly."""
        place = self._at[conn]
        return self._do(place, place.core.slow(conn, now), now)

    def verified(self, conn: Conn, hashed: str | None, now: float) -> list[Output]:
        """Deliver the result of a password check: a hash if the password is right, else None."""
        place = self._at[conn]
        return self._do(place, place.core.verified(conn, hashed, now), now)

    def tick(self, now: float) -> list[Output]:
        """Advance the clock: processes publish, read mail and run their alarms."""
        left: list[Output] = []
        for one in self.all:
            shown = one.cluster.shown()
            self._look(shown)
            left += self._do(one, one.cluster.know(one.store.meet(shown)), now)
            for mail in one.store.collect():
                self._look(mail.text)
                left += self._do(one, one.cluster.hear(mail, now), now)
            left += self._do(one, one.core.tick(now), now)
        return left

    def _let_go(self, now: float) -> list[Output]:
        """Report to each process the tables and people that other processes have taken over."""
        left: list[Output] = []
        for one in self.all:
            people = one.core.people.by_token.items()
            its = [(Shelf.MEMBERS, token) for token, member in people if not member.table]
            its += [(Shelf.TABLES, str(number)) for number in one.core.lobby.tables]
            foreign = one.store.foreign(its)
            if foreign:
                left += self._do(one, one.cluster.refused(foreign, now), now)
        return left

    def thought(self, wanted: RequestBotMove, move: Move, now: float) -> list[Output]:
        """Deliver a bot's move to the process that owns the table now, if there is one."""
        one = self.owner_of(wanted.table)
        if one is None:
            return []
        return self._do(one, one.core.thought(wanted.table, wanted.wanted, move, now), now)

    def hand_over(self, number: int, now: float) -> list[Output]:
        """Hand this table over from the process that owns it to another one."""
        one = self.owner_of(number)
        return [] if one is None else self._do(one, one.cluster.hand_over(number), now)

    def kill(self, number: int, now: float) -> list[Conn]:
        """Kill the process that owns this table, start another, and return the lost connections."""
        dead = self.owner_of(number)
        return [] if dead is None else self.die(dead, now)

    def die(self, dead: OneOfThem, now: float) -> list[Conn]:
        """Kill one of the processes, start another, and return the lost connections."""
        self._shared.dead.add(dead.number)
        self.all.remove(dead)
        self.begin(now)
        lost = [conn for conn, place in self._at.items() if place is dead]
        for conn in lost:
            del self._at[conn]
        return lost

    # Requests

    def _do(self, one: OneOfThem, outputs: Iterable[Output], now: float) -> list[Output]:
        waiting, left = [*outputs], list[Output]()
        while waiting:
            match output := waiting.pop(0):
                case Write(row):
                    self._look(row.caller if isinstance(row, TicketRow) else "")
                    refused = one.store.commit([row])
                    if not refused:
                        self._kept(row)
                    else:
                        waiting = self._remaining(one, refused, waiting, now)
                case AskStore(conn, question):
                    answer = self._answer(one, question, now)
                    self.redeemed += bool(answer.caller)
                    left += self._let_go(now)
                    waiting = [*one.cluster.answered(conn, answer, now), *waiting]
                case PostMail(mail):
                    one.store.post([mail])
                case FaultFound(error):
                    raise error
                case Send() | Drop() | RequestBotMove() | CheckPassword():
                    left.append(output)
        return left

    def _remaining(
        self, one: OneOfThem, refused: Any, waiting: list[Output], now: float
    ) -> list[Output]:
        for output in one.cluster.refused(refused, now):
            if isinstance(output, DiscardOutputs):
                waiting = [other for other in waiting if not _is_discarded(output, other)]
            else:
                waiting.append(output)
        return waiting

    def _answer(self, one: OneOfThem, question: Any, now: float) -> StoreAnswer:
        steps = look_up(question, one.number, now, one.cluster)
        try:
            step = next(steps)
            while True:
                step = steps.send(step(one.store))
        except StopIteration as end:
            answer: StoreAnswer = end.value
            return answer


def _is_discarded(what: DiscardOutputs, output: Output) -> bool:
    if isinstance(output, Write):
        return unit_of(output.row) in what.units
    if isinstance(output, PostMail):
        return output.unit in what.units
    return isinstance(output, Send | Drop) and output.conn in what.conns
