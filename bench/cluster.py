"""Kills processes of a server under play, again and again, and sees what the database says of it.

    python -m bench.cluster --kills 200 --tables 60 --processes 3
    python -m bench.cluster --kills 20 --stop
    python -m bench.cluster --kills 20 --drain

Processes of `serve` share a PostgreSQL that is made for the run.  People play at random, each with
the program's own client core.  At a random moment one process is killed with SIGKILL and started
again; with `--drain` it is told to end in order, and with `--stop` only stopped with SIGSTOP until
its lease is over and its tables are others', then woken.  Everybody must find their way by
themselves.  Told are the times from then until all people of each table that was there are at it
again, and until its next accepted move.

Afterwards the database's own rows are asked: that no acknowledged move is missing, that no number
is there twice, that entries follow one another, and that the epochs of a table never go back, each
of one process.  The first thing that is not so is printed, and the program ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from audiogames.net import wire
from audiogames.net.address import Address, read_address
from audiogames.net.client.core import ClientCore, LineState
from audiogames.net.client.happenings import Arrived, Dropped, Failed, Login, Nonsense
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from tools.postgres import Cluster, cluster

LONG: Final = {"tokens": 99}
"""A match that does not end meanwhile."""

PATIENCE: Final = 120.0
"""Seconds for whatever should happen at once: the machine may be very busy."""

SHARES: Final = (0.5, 0.9, 0.99, 1.0)

STANDSTILL: Final = 8.0
"""Seconds that a stopped process stands still: longer than its lease."""

SERVE: Final = (
    "-m", "audiogames", "--lang", "en", "--speech", "none", "--braille", "off", "serve",
    "--host", "127.0.0.1", "--public",
)  # fmt: skip


class Lost(Exception):
    """Something is not as it must be."""


class Server:
    """One process of the server."""

    def __init__(self, store: str) -> None:
        self._store = store
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> Address:
        """Where it listens."""
        return read_address(f"ws://127.0.0.1:{self.port}")

    async def start(self) -> None:
        """Start it and wait until it has said its address."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *SERVE,
            "--port",
            str(self.port),
            "--store",
            self._store,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        line = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode()
        found = re.search(r"127\.0\.0\.1(?::(\d+))?", line)
        if found is None:
            raise Lost(f"A server did not start: {line!r}")
        self.port = int(found[1] or wire.PORT)

    def signal(self, number: signal.Signals) -> None:
        """Kill, stop or wake it, if it was ever started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)

    async def kill(self) -> None:
        """End it without a word."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            await self.process.wait()


@dataclass
class Player:
    """A person who plays at random as soon as they are asked, with the program's own core."""

    name: str
    rng: Random
    core: ClientCore = field(default_factory=ClientCore)
    place: Address | None = None
    """Where the line is, or was last."""
    table: int = 0
    code: str = ""
    seat: int | None = None
    seq: int = 0
    sent: dict[int, str] = field(default_factory=dict)
    moves: Counter[str] = field(default_factory=Counter)
    """Moves that were acknowledged."""
    back_at: float = 0.0
    accepted_at: float = 0.0
    drops: int = 0
    refused: str = ""
    """Why the last thing was that was."""
    line: asyncio.Task[None] | None = None
    socket: ClientConnection | None = None
    fault: Lost | None = None
    wakes: asyncio.Event = field(default_factory=asyncio.Event)
    pace: float = 0.0

    @property
    def state(self) -> str:
        """How they stand, for whoever looks for a fault."""
        seat = f"table {self.table} seq {self.seq} {self.sent} {self.refused}"
        return f"{self.name} {self.core.state.value} at {self.place} {seat}"

    async def live(self, address: Address) -> None:
        """Come in, and stay until cancelled.  Raises `Lost`."""
        self.core.enter(Login(address, self.name), time.monotonic())
        while True:
            self.wakes.clear()
            for order in self.core.drain():
                await self._carry_out(order)
            if self.fault is not None:
                raise self.fault
            at = self.core.deadline
            wait = None if at is None else max(0.0, at - time.monotonic())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wakes.wait(), wait)
            self._take(self.core.tick(time.monotonic()))

    async def _carry_out(self, order: Connect | Transmit | Disconnect) -> None:
        match order:
            case Connect(place):
                self.place = place
                self._let_go()
                self.line = asyncio.create_task(self._line(place))
            case Transmit(data):
                if self.socket is not None:
                    with suppress(ConnectionClosed):
                        await self.socket.send(data.decode())
            case Disconnect():
                self._let_go()

    def _let_go(self) -> None:
        """Nobody waits until a line is closed."""
        line, self.line, self.socket = self.line, None, None
        if line is not None:
            line.cancel()

    async def _line(self, place: Address) -> None:
        mine, status = asyncio.current_task(), LineStatus.NO_ANSWER
        try:
            async with connect(place.url, compression=None, ping_interval=None) as socket:
                self.socket = socket
                self._happened(LineStatus.OPEN)
                status = LineStatus.LOST
                async for message in socket:
                    if self.line is not mine:
                        return
                    self._take(self.core.received(message, time.monotonic()))
                    self.wakes.set()
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            pass
        except Lost as lost:
            self.fault = lost
        if self.line is mine:
            self._happened(status)

    def _happened(self, status: LineStatus) -> None:
        self._take(self.core.linked(status, time.monotonic()))
        self.wakes.set()

    def _take(self, happenings: list[Any]) -> None:
        for happening in happenings:
            match happening:
                case Arrived(message):
                    self._hear(message)
                case Dropped():
                    self.drops += 1
                    self.sent.clear()
                case Failed(why):
                    raise Lost(f"{self.name}: {why}")
                case Nonsense(why):
                    raise Lost(f"{self.name}: {why}")

    def ask(self, kind: type[wire.Request], **given: Any) -> int:
        """A request."""
        asked = self.core.ask(kind, time.monotonic(), **given)
        self.wakes.set()
        return asked

    def _hear(self, told: Any) -> None:
        match told:
            case wire.Welcome():
                self.back_at = time.monotonic()
                self.ask(wire.TellWishes, auto_draw=True)
            case wire.No(reason="net-unknown-token" | "net-too-many-hops" as reason):
                raise Lost(f"{self.name}: {reason}")
            case wire.No():
                self.refused = told.reason
                self.sent.pop(told.re, None)
            case wire.Bye(reason="net-fault" | "net-malformed" | "net-elsewhere" as reason):
                raise Lost(f"{self.name}: {reason}")
            case wire.Bye():
                self.sent.clear()
            case wire.Seated(table=table, code=code):
                self.table, self.code = table, code
            case wire.MatchUpdate():
                self._play(told)

    def _play(self, update: wire.MatchUpdate) -> None:
        if update.re in self.sent:
            self.moves[self.sent.pop(update.re)] += 1
            self.accepted_at = time.monotonic()
        if update.seq < self.seq:
            raise Lost(f"{self.name} was at decision {self.seq} and is at {update.seq}")
        if update.over:
            raise Lost("A match has ended, and its rows with it: kill less often, at more tables")
        self.seq, self.seat = update.seq, update.seat
        if update.waiting:
            self.ask(wire.Ready)
        elif update.view["to_act"] == update.seat and not self.sent:
            move = self.rng.choice(update.view["legal"])
            asyncio.get_running_loop().call_later(
                self.rng.uniform(0, 2 * self.pace), self._move, update.seq, move
            )

    def _move(self, seq: int, move: str) -> None:
        if seq == self.seq and self.core.state is LineState.IN and not self.sent:
            self.sent[self.ask(wire.MakeMove, seq=seq, move=move)] = move


@dataclass
class Outcome:
    """What came of a run."""

    kills: int = 0
    moves: int = 0
    entries: int = 0
    takeovers: list[float] = field(default_factory=list)
    """Seconds from each kill to the next accepted move, a table."""
    returns: list[float] = field(default_factory=list)
    """The same until all its people were at it again."""


class Run:
    """Servers, people and a database."""

    def __init__(self, database: Cluster, processes: int, tables: int, seed: int) -> None:
        self._database = database
        self._store = database.make_base("cluster")
        self._rng = Random(seed)
        self._servers = [Server(self._store) for _ in range(processes)]
        self._players = [
            Player(f"Guest{_word(n)}", Random(seed + n), pace=max(0.2, tables / 100))
            for n in range(2 * tables)
        ]
        self._lives: list[asyncio.Task[None]] = []
        self.outcome = Outcome()

    async def play(self, kills: int, how: signal.Signals) -> None:
        """Play, and send so many processes this signal.  Raises `Lost`."""
        try:
            for server in self._servers:
                await server.start()
            for player in self._players:
                address = self._rng.choice(self._servers).address
                self._lives.append(asyncio.create_task(player.live(address)))
            await self._sit_down()
            for _ in range(kills):
                await asyncio.sleep(self._rng.uniform(0.2, 1.2))
                await self._strike(how)
        finally:
            for life in self._lives:
                life.cancel()
            for server in self._servers:
                server.signal(signal.SIGCONT)
                await server.kill()
        self.outcome.moves = sum(player.moves.total() for player in self._players)

    async def _sit_down(self) -> None:
        """Tables of two who came in at any process, some with a bot."""
        await self._until(lambda: all(one.core.state is LineState.IN for one in self._players))
        for place in range(0, len(self._players), 2):
            host, other = self._players[place : place + 2]
            host.ask(wire.Open, game="novantanove", options=LONG)
            await self._until(lambda host=host: host.code)
            other.ask(wire.Join, code=host.code)
            await self._until(lambda other=other: other.code)
            if place % 6 == 4:
                host.ask(wire.AddBot, level="easy")
            host.ask(wire.StartMatch)
        await self._until(lambda: all(player.seq for player in self._players))
        many = len(self._servers)
        await self._until(lambda: all(len(one.core.places) >= many for one in self._players))

    async def _strike(self, how: signal.Signals) -> None:
        at = self._rng.randrange(len(self._servers))
        victim = self._servers[at]
        there = [one for one in self._players if one.place == victim.address]
        begun = time.monotonic()
        victim.signal(how)
        self.outcome.kills += 1
        for table in {player.table for player in there}:
            its = [player for player in self._players if player.table == table]
            await self._until(lambda its=its: max(one.accepted_at for one in its) > begun)
            self.outcome.returns.append(max(one.back_at for one in its) - begun)
            self.outcome.takeovers.append(max(one.accepted_at for one in its) - begun)
        if how == signal.SIGSTOP:
            await asyncio.sleep(max(0.0, STANDSTILL - (time.monotonic() - begun)))
            victim.signal(signal.SIGCONT)
            return
        assert victim.process is not None
        await asyncio.wait_for(victim.process.wait(), PATIENCE)
        await victim.start()

    async def _until(self, is_so: Any) -> None:
        """Wait for something; what goes wrong meanwhile is told at once."""
        until = time.monotonic() + PATIENCE
        while not is_so():
            for life in self._lives:
                if life.done():
                    life.result()
            if time.monotonic() > until:
                raise Lost(f"It takes too long: {[one.state for one in self._players]}")
            await asyncio.sleep(0.002)

    def look(self) -> None:
        """What the database says.  Raises `Lost`."""
        kept: Counter[tuple[int, int | None, str]] = Counter()
        for row in self._rows("SELECT place, line FROM entries ORDER BY place, seq"):
            entry = json.loads(row["line"])
            kept[row["place"], entry["seat"], entry["move"]] += 1
            self.outcome.entries += 1
        for player in self._players:
            for move, many in player.moves.items():
                if kept[player.table, player.seat, move] < many:
                    raise Lost(f"{player.name}: {move} acknowledged {many} times and not kept")
        wrong = {
            "gaps": "SELECT place FROM entries GROUP BY 1 HAVING max(seq) <> count(*)",
            "epochs that go back": """
                SELECT place FROM (SELECT place, epoch - lag(epoch) OVER
                    (PARTITION BY place ORDER BY seq) AS step FROM entries) AS steps
                WHERE step < 0""",
            "entries of an epoch that nobody had": """
                SELECT place FROM entries LEFT JOIN past_owners USING (place, epoch)
                WHERE process IS NULL""",
            "owners that do not follow one another": """
                SELECT place FROM past_owners GROUP BY 1 HAVING max(epoch) <> count(*)""",
            "epochs that went back in time": """
                SELECT place FROM (SELECT place, at - lag(at) OVER
                    (PARTITION BY place ORDER BY epoch) AS step FROM past_owners) AS steps
                WHERE step < interval '0'""",
        }
        for what, query in wrong.items():
            if self._rows(query):
                raise Lost(f"The database has {what}: {self._rows(query)[:3]}")

    def _rows(self, query: str) -> list[Any]:
        found = self._database.ask("cluster", f"SELECT json_agg(t) FROM ({query}) AS t")  # noqa: S608 - our own
        return json.loads(found) if found else []


def _word(number: int) -> str:
    """Names that nobody confuses."""
    return "".join("bdfglmnprstvz"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number))


def quantile(times: list[float], share: float) -> float:
    """Of so many times the one below which this share of them is."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def play(
    kills: int, tables: int, processes: int, seed: int, how: signal.Signals = signal.SIGKILL
) -> Outcome:
    """One run.  Raises `Lost`."""
    with cluster(settings=()) as database:
        run = Run(database, processes, tables, seed)
        asyncio.run(run.play(kills, how))
        run.look()
        return run.outcome


def main() -> int:
    """Kill as often as is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", action="store_true", help="SIGSTOP and later SIGCONT")
    parser.add_argument("--drain", action="store_true", help="SIGTERM: tables are handed over")
    given = parser.parse_args()
    how = signal.SIGSTOP if given.stop else signal.SIGTERM if given.drain else signal.SIGKILL
    try:
        done = play(given.kills, given.tables, given.processes, given.seed, how)
    except Lost as lost:
        print(lost)
        return 1
    print(
        f"{done.kills} kills, {given.tables} tables, {given.processes} processes: "
        f"{done.moves} moves acknowledged, {done.entries} entries kept, nothing lost"
    )
    print(f"{len(done.takeovers)} tables went on elsewhere")
    for what, found in (("back at the table", done.returns), ("next move", done.takeovers)):
        shares = [f"p{100 * share:g} {quantile(found, share):.2f} s" for share in SHARES]
        print(f"{what}: {', '.join(shares)}")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
