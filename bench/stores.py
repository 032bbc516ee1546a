"""What a move costs with each store, and with one process and two, side by side in one run.

    python -m bench.stores [--tables 100] [--rate 1] [--seconds 8] [--rounds 3] [--out FILE.json]

from the top folder of the project, with PostgreSQL installed.  The tables are those of
`bench.tables`, all of them in each run: with SQLite and one process, with PostgreSQL and one, and
with PostgreSQL and two, half of the tables at each.  A round has a fresh server of every kind, so
that whatever else the machine does meets all; the database is made for the whole run and writes to
the disk as it would for players.  Told are: how late moves are, milliseconds of a processor and
bytes a move, what the database used beside that, and memory a table.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final

from bench.server import TICKS, Asked, Served, clients
from bench.tables import PATIENCE
from tools.postgres import Cluster, cluster

WARM: Final = 1.5
"""Seconds of play before anything is measured."""


@dataclass(frozen=True)
class Kind:
    """A way of serving."""

    name: str
    processes: int
    shared: bool


KINDS: Final = (
    Kind("SQLite, one process", 1, shared=False),
    Kind("PostgreSQL, one process", 1, shared=True),
    Kind("PostgreSQL, two processes", 2, shared=True),
)


def measure(kind: Kind, given: argparse.Namespace, database: Cluster, number: int) -> Any:
    """One run of one kind."""
    with tempfile.TemporaryDirectory() as folder:
        base = f"run{number}"
        store = ("--store", database.make_base(base)) if kind.shared else ()
        servers: list[Served] = []
        try:
            for one in range(kind.processes):
                server = Served(Path(folder) / str(one), None, *store)
                servers.append(server)
            return _measured(servers, given, database)
        finally:
            for server in servers:
                server.end()


def _measured(servers: list[Served], given: argparse.Namespace, database: Cluster) -> Any:
    pipes, processes = [], []
    empty = sum(server.memory() for server in servers)
    for place in range(2):  # as many clients in every run
        here, there = multiprocessing.Pipe()
        part = range(place * given.tables // 2, (place + 1) * given.tables // 2)
        port = servers[place % len(servers)].port
        process = multiprocessing.Process(
            target=clients,
            args=(Asked(port, part, given.seconds, given.rate, deaf=False), there),
            daemon=True,  # should the other have failed, nobody lets this one go on
        )
        process.start()
        there.close()
        processes.append(process)
        pipes.append(here)
    for pipe in pipes:
        pipe.recv()
    for pipe in pipes:
        pipe.send("play")
    sleep(WARM)
    before, base, began = _used(servers), database_used(database), perf_counter()
    told = [pipe.recv() for pipe in pipes]
    passed = perf_counter() - began
    used, base = _used(servers) - before, database_used(database) - base
    memory = sum(server.memory() for server in servers) - empty
    _end(pipes, processes)
    moves = sum(one["moves"] for one in told)
    late = sorted(time for one in told for time in one["late"])
    return {
        "ms": 1000 * used / passed / moves,
        "database_ms": 1000 * base / passed / moves,
        "bytes": sum(one["bytes"] for one in told) / moves,
        "moves": moves,
        "missed": sum(one["missed"] for one in told),
        "late": {str(share): _share(late, share) for share in (0.5, 0.9, 0.99)},
        "kb_a_table": 1024 * memory / given.tables,
        "load": os.getloadavg()[0],
    }


def _end(pipes: Sequence[Connection], processes: Sequence[Any]) -> None:
    for pipe in pipes:
        pipe.send("end")
    for process in processes:
        process.join(PATIENCE)


def _used(servers: Sequence[Served]) -> float:
    return sum(server.used() for server in servers)


def database_used(database: Cluster) -> float:
    """Seconds of a processor of all processes of a database so far."""
    used = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            values = path.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if str(database.pid) in {path.parent.name, values[1]}:
            used += int(values[11]) + int(values[12])
    return used / TICKS


def _share(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def tell(kind: Kind, runs: Sequence[Any]) -> dict[str, Any]:
    """The medians of some runs, printed."""
    names = ("ms", "database_ms", "bytes", "moves", "kb_a_table", "load")
    found: dict[str, Any] = {name: statistics.median(run[name] for run in runs) for name in names}
    shares = runs[0]["late"]
    found["late"] = {one: statistics.median(run["late"][one] for run in runs) for one in shares}
    late = ", ".join(f"p{100 * float(one):g} {ms:.1f}" for one, ms in found["late"].items())
    single = ", ".join(f"{run['ms']:.3f}" for run in runs)
    print(
        f"{kind.name}: {found['ms']:.3f} ms ({single}) and {found['bytes']:.0f} bytes a move, "
        f"{found['database_ms']:.3f} ms of the database; late {late} ms; "
        f"{found['moves']:.0f} moves a second, {found['kb_a_table']:.0f} KB a table, "
        f"load {found['load']:.1f}, missed {[run['missed'] for run in runs]}",
        flush=True,
    )
    return {"kind": kind.name, **found, "runs": list(runs)}


def main(given: list[str] | None = None) -> int:
    """Measure, tell, keep."""
    parser = argparse.ArgumentParser(prog="bench.stores")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    multiprocessing.set_start_method("spawn", force=True)
    runs: dict[Kind, list[Any]] = {kind: [] for kind in KINDS}
    with cluster(settings=()) as database:
        for number in range(asked.rounds * len(KINDS)):
            kind = KINDS[number % len(KINDS)]
            runs[kind].append(measure(kind, asked, database, number))
    found = [tell(kind, runs[kind]) for kind in KINDS]
    print(f"two processes to one: {found[2]['ms'] / found[1]['ms']:.2f} of the servers' time")
    if asked.out is not None:
        asked.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
