"""How many tables one server carries: from a move to everybody's update, by number of tables.

    python -m bench.server [--tables 10 30 100 300 1000] [--seconds 20] [--runs 3] [--out FILE.json]

from the top folder of the project.  For each number a fresh server, as `audiogames serve` starts
it, has so many tables of three people.  They play Novantanove with automatic draws, one move a
second at each table, at moments spread over the second, and their programs tell when an update was
heard that somebody waits for, as the real ones do (`--deaf`: they do not).  The people live in
other processes of this program (`--clients`), with connections that do as little as they can: the
processors' time is told for server and clients apart.

Told are, for each number: `late`, the milliseconds from a move being sent until the last of the
three has its update; moves and updates a second; what part of a processor the server and all
clients used; and the server's memory.  `--profile FILE` runs the server under cProfile.  `--rate`
is in moves a second at each table.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from bench.rawline import RawLine

SEATS: Final = 3
OPTIONS: Final = {"tokens": 99}
"""A match that does not end in a run."""

LINES_AN_ADDRESS: Final = 15
PATIENCE: Final = 120.0
AT_ONCE: Final = 20
"""Tables that are being opened at one time."""

HEARD_SECONDS: Final = 0.0
TICKS: Final = os.sysconf("SC_CLK_TCK")

# --- A table --------------------------------------------------------------------------------------


class Told(msgspec.Struct):
    """What a guest looks at of any message that tells nothing of the match."""

    type: str
    code: str = ""
    reason: str = ""


TOLD: Final = msgspec.json.Decoder(Told)

ALWAYS_HEARD: Final = 1
"""Programs of this version of the wire said of every update when it was heard."""


class Guest:
    """One of three at a table."""

    def __init__(self, table: Table, place: int) -> None:
        self.table = table
        self.place = place
        self.line = RawLine(self.hears)
        self.update: wire.MatchUpdate | None = None
        self.awaited: dict[str, asyncio.Future[Told]] = {}
        self._views = ViewFollower()
        self._asked = 0

    def ask(self, kind: type[wire.Request], **fields: Any) -> None:
        self._asked += 1
        self.line.send(wire.encode(kind(self._asked, **fields)))

    async def waits_for(self, type_: str) -> Told:
        """The next message of this type."""
        self.awaited[type_] = asyncio.get_running_loop().create_future()
        return await asyncio.wait_for(self.awaited[type_], PATIENCE)

    def hears(self, data: bytes) -> None:
        now = perf_counter()
        told = TOLD.decode(data)
        future = self.awaited.pop("update" if told.type == "change" else told.type, None)
        if future is not None:
            future.set_result(told)
        if told.type in {"update", "change"}:
            self._updated(data, now)
        elif told.type in {"no", "bye"} and told.reason != "net-goodbye":
            self.table.refused.append(told.reason)

    def _updated(self, data: bytes, now: float) -> None:
        told = wire.read_told(data)
        if isinstance(told, wire.MatchUpdate):
            self.update = update = self._views.take(told)
        else:
            assert isinstance(told, wire.MatchChange)
            followed = self._views.follow(told)
            assert followed is not None
            self.update = update = followed
        self.table.heard(self, now)
        if update.waiting:
            self.ask(wire.Ready)
        elif not self.table.deaf and (update.awaited or self.table.version <= ALWAYS_HEARD):
            self.ask(wire.Heard, seq=update.seq, seconds=HEARD_SECONDS)


def _address(line: int) -> str:
    """People come from many addresses."""
    household = line // LINES_AN_ADDRESS
    return f"127.0.{1 + household // 250}.{1 + household % 250}"


@dataclass
class Table:
    """Three guests, and how long each move was on its way."""

    number: int
    deaf: bool
    guests: list[Guest] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    updates: int = 0
    moves: int = 0
    missed: int = 0
    """Moments at which a move was due while the one before it was on its way."""
    sent: float = 0.0
    waiting: set[int] = field(default_factory=set)
    measured: bool = False
    address: Callable[[int], str] = _address
    """From where people come."""
    version: int = wire.VERSION
    """Of the wire that the server speaks."""
    limit: int | None = None
    """Seconds of a turn."""

    async def open(self, port: int) -> None:
        """Everybody comes, and the match begins."""
        self.guests = [Guest(self, place) for place in range(SEATS)]
        host = self.guests[0]
        code = ""
        for guest in self.guests:
            await guest.line.open(port, self.address(SEATS * self.number + guest.place))
            guest.ask(
                wire.Hello,
                version=self.version,
                name=f"Guest {self.number} {guest.place}",
                code=code,
            )
            await guest.waits_for("welcome")
            guest.ask(wire.TellWishes, auto_draw=True)
            if guest is host:
                guest.ask(wire.Open, game="novantanove", options=OPTIONS, limit=self.limit)
                code = (await guest.waits_for("seated")).code
        host.ask(wire.StartMatch)
        await host.waits_for("update")

    def heard(self, guest: Guest, now: float) -> None:
        self.updates += self.measured
        if guest.place in self.waiting:
            self.waiting.discard(guest.place)
            if not self.waiting and self.measured:
                self.late.append(1000 * (now - self.sent))

    def move(self) -> None:
        """Whoever is asked plays his first card."""
        if self.waiting:
            self.missed += self.measured
            return
        for guest in self.guests:
            update = guest.update
            if update is None or update.view["to_act"] != update.seat:
                continue
            if update.view["legal"] and not update.waiting:
                self.moves += self.measured
                self.waiting, self.sent = set(range(SEATS)), perf_counter()
                guest.ask(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
                return


# --- Clients --------------------------------------------------------------------------------------


@dataclass
class Asked:
    """What one process of clients is to do."""

    port: int
    tables: range
    seconds: float
    rate: float
    deaf: bool
    version: int = wire.VERSION
    limit: int | None = None


def clients(asked: Asked, pipe: Connection) -> None:
    """A process of people, who live too short to let go of anything."""
    gc.disable()
    asyncio.run(_clients(asked, pipe))


async def _clients(asked: Asked, pipe: Connection) -> None:
    tables = [
        Table(number, asked.deaf, version=asked.version, limit=asked.limit)
        for number in asked.tables
    ]
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open(asked.port)

    await asyncio.gather(*map(open_one, tables))
    pipe.send("open")
    await asyncio.to_thread(pipe.recv)
    players = [asyncio.create_task(_play(table, asked)) for table in tables]
    await asyncio.sleep(2.0)  # until all have begun
    before, carried = _own_time(), _carried(tables)
    for table in tables:
        table.measured = True
    began = perf_counter()
    await asyncio.sleep(asked.seconds)
    passed = perf_counter() - began
    for table in tables:
        table.measured = False
    used, carried = _own_time() - before, _carried(tables) - carried
    for player in players:
        player.cancel()
    pipe.send({**_report(tables, passed, used), "bytes": carried / passed})
    await asyncio.to_thread(pipe.recv)


async def _play(table: Table, asked: Asked) -> None:
    """A move each time the table's moment comes."""
    loop = asyncio.get_running_loop()
    pause = 1 / asked.rate
    at = loop.time() + pause * (table.number * 0.618 % 1)
    while True:
        await asyncio.sleep(max(0.0, at - loop.time()))
        at = max(at + pause, loop.time())
        table.move()


def _report(tables: Sequence[Table], passed: float, used: float) -> dict[str, Any]:
    return {
        "late": [late for table in tables for late in table.late],
        "moves": sum(table.moves for table in tables) / passed,
        "updates": sum(table.updates for table in tables) / passed,
        "missed": sum(table.missed for table in tables),
        "refused": sorted({reason for table in tables for reason in table.refused}),
        "used": used / passed,
    }


def _carried(tables: Sequence[Table]) -> int:
    return sum(guest.line.carried for table in tables for guest in table.guests)


def _own_time() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


# --- The server -----------------------------------------------------------------------------------


class Served:
    """A server as people start it, or by another module that does the same and more."""

    def __init__(
        self,
        folder: Path,
        profile: Path | None = None,
        *more: str,
        by: Sequence[str] = ("audiogames",),
        sampler: Path | None = None,
        program: Path | None = None,
    ) -> None:
        """`sampler` is a script that runs it; `program` the folder of another version of it."""
        module = ["-m", "cProfile", "-o", str(profile)] if profile else []
        runs = [str(sampler)] if sampler else [*module, "-m", *by]
        command = [sys.executable, *runs, "serve", "--host", "127.0.0.1"]
        there = None if program is None else {**os.environ, "PYTHONPATH": str(program)}
        options = ["--port", "0", "--public", "--data", str(folder), "--speech", "none"]
        self.process = subprocess.Popen(
            [*command, *options, *more, "--lang", "en"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=program,
            env=there,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        port = re.search(r":(\d+)", told)
        if port is None:
            raise RuntimeError(f"no server: {told}")
        self.port = int(port[1])

    def used(self) -> float:
        """Seconds of a processor so far."""
        line = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8")
        values = line.rpartition(")")[2].split()
        return (int(values[11]) + int(values[12])) / TICKS

    def memory(self) -> float:
        """Megabytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        found = re.search(r"VmRSS:\s+(\d+)", text)
        return int(found[1]) / 1024 if found else 0.0

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


# --- Measuring ------------------------------------------------------------------------------------


def measure(number: int, given: argparse.Namespace) -> dict[str, Any]:
    """One run with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), given.profile)
        try:
            return _measured(server, number, given)
        finally:
            server.end()


def _measured(server: Served, number: int, given: argparse.Namespace) -> dict[str, Any]:
    empty = server.memory()
    processes, pipes = [], []
    for part in _parts(number, given.clients):
        here, there = multiprocessing.Pipe()
        asked = Asked(server.port, part, given.seconds, given.rate, given.deaf)
        process = multiprocessing.Process(target=clients, args=(asked, there))
        process.start()
        processes.append(process)
        pipes.append(here)
    for pipe in pipes:
        pipe.recv()
    opened, before, began = server.memory(), server.used(), perf_counter()
    for pipe in pipes:
        pipe.send("play")
    told = [pipe.recv() for pipe in pipes]
    used = (server.used() - before) / (perf_counter() - began)
    memory = server.memory()
    for pipe in pipes:
        pipe.send("end")
    for process in processes:
        process.join(PATIENCE)
    late = sorted(one for report in told for one in report["late"])
    return {
        "tables": number,
        "late_p50": _share(late, 0.50),
        "late_p90": _share(late, 0.90),
        "late_p99": _share(late, 0.99),
        "late_most": late[-1] if late else None,
        "moves": sum(report["moves"] for report in told),
        "updates": sum(report["updates"] for report in told),
        "bytes": sum(report["bytes"] for report in told),
        "missed": sum(report["missed"] for report in told),
        "refused": sorted({reason for report in told for reason in report["refused"]}),
        "server_cpu": used,
        "clients_cpu": sum(report["used"] for report in told),
        "empty_mb": empty,
        "opened_mb": opened,
        "memory_mb": memory,
        "kb_a_table": 1024 * (memory - empty) / number,
        "load": os.getloadavg()[0],
    }


def _parts(number: int, clients: int) -> Iterator[range]:
    clients = min(clients, number)
    for part in range(clients):
        yield range(part * number // clients, (part + 1) * number // clients)


def _share(ordered: Sequence[float], share: float) -> float | None:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


MEDIANS: Final = (
    "late_p50",
    "late_p90",
    "late_p99",
    "moves",
    "updates",
    "server_cpu",
    "clients_cpu",
)


def tell(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure of some runs with as many tables, printed."""
    known = {name: [run[name] for run in runs if run[name] is not None] for name in MEDIANS}
    median: dict[str, Any] = {
        name: statistics.median(values) if values else None for name, values in known.items()
    }
    median |= {"tables": runs[0]["tables"], "kb_a_table": runs[-1]["kb_a_table"]}
    print(
        f"{median['tables']} tables: late p50 {median['late_p50']:.1f}, p90 "
        f"{median['late_p90']:.1f}, p99 {median['late_p99']:.1f} ms; {median['moves']:.0f} moves "
        f"and {median['updates']:.0f} updates a second; server {median['server_cpu']:.2f}, clients "
        f"{median['clients_cpu']:.2f} of a processor; {median['kb_a_table']:.0f} KB a table; "
        f"load {runs[-1]['load']:.1f}; missed {[run['missed'] for run in runs]}; "
        f"refused {sorted({reason for run in runs for reason in run['refused']})}",
        flush=True,
    )
    return median


def main(given: list[str] | None = None) -> int:
    """Measure, tell, keep."""
    parser = argparse.ArgumentParser(prog="bench.server")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 30, 100, 300, 1000])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--clients", type=int, default=1)
    parser.add_argument("--deaf", action="store_true")
    parser.add_argument("--profile", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    multiprocessing.set_start_method("spawn", force=True)
    found = []
    for number in asked.tables:
        runs = [measure(number, asked) for _ in range(asked.runs)]
        found.append({"median": tell(runs), "runs": runs})
    if asked.out is not None:
        kept = {"seconds": asked.seconds, "rate": asked.rate, "deaf": asked.deaf, "found": found}
        asked.out.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
