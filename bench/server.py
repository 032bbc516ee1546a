"""Measures how many tables one server can carry: the latency of updates by number of tables.

    python -m bench.server [--tables 10 30 100 300 1000] [--seconds 20] [--runs 3] [--out FILE.json]

Run it from the top folder of the project. For each number a fresh server, as started by `audiogames
serve`, has this many tables of three players. They play Novantanove with automatic draws, one move
a second at each table, spread over the second, and their clients report when an awaited update was
delivered, as real clients do (not with `--deaf`). The clients run in other processes of this
program (`--clients`) and do as little as possible; processor time is reported for server and
clients separately.

For each number it prints `late`, the milliseconds from sending a move until the last of the three
has its update; moves and updates a second; the processor share of the server and of all clients;
and the server's memory. `--profile FILE` runs the server under cProfile. `--rate` is in moves a
second at each table.
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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from audiogames.net import wire
from tests.kit.tables import PATIENCE, Table

AT_ONCE: Final = 20
"""Tables opened at the same time."""

TICKS: Final = os.sysconf("SC_CLK_TCK")

# --- Clients --------------------------------------------------------------------------------------


@dataclass
class Asked:
    """The settings of a client process, sent to it at its start."""

    port: int
    tables: range
    seconds: float
    rate: float
    deaf: bool
    version: int = wire.VERSION
    limit: int | None = None


def clients(asked: Asked, pipe: Connection) -> None:
    """Run clients in a process of their own; it is short-lived, so it collects no garbage."""
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
    await asyncio.sleep(2.0)  # until all have started
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
    """Make moves at one table at its scheduled times."""
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
    """A server process, started with the command `serve`."""

    def __init__(
        self,
        folder: Path,
        profile: Path | None = None,
        *more: str,
        sampler: Path | None = None,
        program: Path | None = None,
    ) -> None:
        """Start the server.

        `sampler` is a script that runs it under a profiler, `program` the folder of another
        version.
        """
        module = ["-m", "cProfile", "-o", str(profile)] if profile else []
        runs = [str(sampler)] if sampler else [*module, "-m", "audiogames"]
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
        """Return the processor seconds that the server has used."""
        line = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8")
        values = line.rpartition(")")[2].split()
        return (int(values[11]) + int(values[12])) / TICKS

    def memory(self) -> float:
        """Return the server's memory in megabytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        found = re.search(r"VmRSS:\s+(\d+)", text)
        return int(found[1]) / 1024 if found else 0.0

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


# --- Measuring ------------------------------------------------------------------------------------


def measure(number: int, given: argparse.Namespace) -> dict[str, Any]:
    """Measure a fresh server with this many tables."""
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
        process = multiprocessing.Process(target=clients, args=(asked, there), daemon=True)
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
    """Print and return the median of each figure over runs with the same number of tables."""
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
    """Measure, print the results, and write them to a file."""
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
