"""Measures the latency of moves during backups, and checks that each backup is complete.

    python -m bench.backup [--tables 1000] [--accounts 10000] [--rate 0.2] [--seconds 10] [--shared]

Run it from the top folder of the project. Server, players and the measurement of latency are those
of `bench.server`; the accounts exist before the server starts. The data is in a file, or with
`--shared` in a PostgreSQL database made for the run. It prints the 50th and 99th percentile of a
move's latency before and during repeated runs of `audiogames backup`, and the duration and size of
a copy. It checks that each copy has every table and account, and no match with a gap.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any, Protocol

import psycopg

from audiogames.net.server.people.member import Account, row_of
from audiogames.net.server.store import KeepRow, Shelf
from audiogames.shell.cluster.backup import restore_database
from audiogames.shell.cluster.process import StoreProcess
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server.database import SqliteStore
from bench.server import Asked, Served, clients
from tests.kit import postgres
from tests.kit.tables import PATIENCE

GAPS = """
SELECT count(*)
FROM (SELECT place FROM entries GROUP BY place HAVING max(seq) <> count(*)) AS places
"""
SHELVES = "SELECT shelf, count(*) FROM kept GROUP BY shelf"

AS_INSTALLED = ("autovacuum=on", "shared_buffers=128MB")
"""PostgreSQL's own settings, in place of those that make tests quick."""

Found = tuple[dict[str, int], int]
"""Rows by shelf, and matches with a gap."""


class Kept(Protocol):
    """A store (file or database) that the benchmark fills, backs up and checks."""

    options: tuple[str, str]
    """The command line option that names the store, with its value."""

    def fill(self, rows: Sequence[KeepRow]) -> None:
        """Insert these rows before the server starts."""

    def look_into(self, copy: Path) -> Found:
        """Count the rows of each type in a backup, and the matches whose log has a gap."""


class InFile:
    """A store in a SQLite file, as used by a single server process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.options = ("--data", str(folder))

    def fill(self, rows: Sequence[KeepRow]) -> None:
        store = SqliteStore(self._folder)
        store.commit(rows)
        store.close()

    def look_into(self, copy: Path) -> Found:
        with closing(sqlite3.connect(copy)) as base:
            return dict(base.execute(SHELVES)), base.execute(GAPS).fetchone()[0]


class InDatabase:
    """A store in a PostgreSQL database, which several server processes may share."""

    def __init__(self, cluster: postgres.Cluster, name: str) -> None:
        self._cluster = cluster
        self._name = name
        self._address = cluster.make_base(name)
        self.options = ("--store", self._address)

    def fill(self, rows: Sequence[KeepRow]) -> None:
        async def fill() -> None:
            process = StoreProcess(self._address, print)
            await process.begin()
            store = PostgresStore(self._address, process.number, print, process.timelines)
            await store.open()
            await store.commit(rows)
            await process.end()
            await store.close()

        asyncio.run(fill())
        self._cluster.ask(self._name, "ANALYZE")  # as autovacuum does within a minute

    def look_into(self, copy: Path) -> Found:
        again = self._cluster.make_base(f"{self._name}_again")
        restore_database(copy, again)
        with psycopg.connect(again) as base:
            gaps = base.execute(GAPS).fetchone()
            assert gaps is not None
            return dict(base.execute(SHELVES).fetchall()), gaps[0]


class Copies(Thread):
    """A thread that runs `audiogames backup` repeatedly."""

    def __init__(self, kept: Kept, target: Path) -> None:
        super().__init__()
        self.ends = Event()
        self.seconds: list[float] = []
        program = [sys.executable, "-m", "audiogames", "backup"]
        self._command = [*program, str(target), *kept.options]

    def run(self) -> None:
        """Back up the store again and again, and record each duration, until `ends` is set."""
        while not self.ends.is_set():
            began = perf_counter()
            subprocess.run(self._command, check=True, capture_output=True)
            self.seconds.append(perf_counter() - began)


def rows(accounts: int) -> list[KeepRow]:
    """Return the database rows of this many accounts."""
    return [
        KeepRow(Shelf.ACCOUNTS, f"account {n}", row_of(Account(f"Account {n}", "", "x" * 97)))
        for n in range(accounts)
    ]


@contextmanager
def stores(folder: Path, *, shared: bool) -> Iterator[tuple[Kept, Kept]]:
    """Create two empty stores of one type: one for play without backups, one for play with them."""
    if not shared:
        yield InFile(folder / "before"), InFile(folder / "with copies")
        return
    with postgres.cluster(AS_INSTALLED) as cluster:
        yield InDatabase(cluster, "before"), InDatabase(cluster, "copied")


def play(port: int, given: argparse.Namespace, copies: Copies | None) -> dict[str, Any]:
    """Play on the server at this port; return the latencies that the clients measured."""
    here, there = multiprocessing.Pipe()
    asked = Asked(port, range(given.tables), given.seconds, given.rate, deaf=False)
    process = multiprocessing.Process(target=clients, args=(asked, there))
    process.start()
    try:
        here.recv()
        if copies is not None:
            copies.start()
        here.send("play")
        told: dict[str, Any] = here.recv()
        if copies is not None:
            copies.ends.set()
            copies.join()
        here.send("end")
    finally:
        process.join(PATIENCE)
    return told


def tell(name: str, told: dict[str, Any]) -> None:
    """Print percentiles of the latency of moves."""
    late = sorted(told["late"])
    p50, p99 = (late[int(len(late) * share)] for share in (0.5, 0.99))
    print(f"{name}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, {len(late)} moves", flush=True)


def run(kept: Kept, asked: argparse.Namespace, copies: Copies | None) -> None:
    """Start a server with this store, play on it, and print the latency of moves."""
    kept.fill(rows(asked.accounts))
    with tempfile.TemporaryDirectory() as data:
        server = Served(Path(data), None, *kept.options)
        try:
            tell("before" if copies is None else "with copies", play(server.port, asked, copies))
        finally:
            server.end()


def main(given: list[str] | None = None) -> int:
    """Run the benchmark, and print the results."""
    parser = argparse.ArgumentParser(prog="bench.backup")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=0.2)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--shared", action="store_true", help="in PostgreSQL")
    asked = parser.parse_args(given)
    multiprocessing.set_start_method("spawn", force=True)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "copy"
        with stores(Path(name), shared=asked.shared) as (before, copied):
            run(before, asked, None)
            copies = Copies(copied, copy)
            run(copied, asked, copies)
            many, gaps = copied.look_into(copy)
        seconds = sorted(copies.seconds)[len(copies.seconds) // 2]
        megabytes = copy.stat().st_size / 1e6
        print(f"{len(copies.seconds)} copies, {seconds:.1f} s and {megabytes:.1f} MB each")
        print(f"the last: {many['tables']} tables, {many['accounts']} accounts, {gaps} gaps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
