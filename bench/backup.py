"""How late moves are while a whole copy of the server is made, and whether the copy is whole.

    python -m bench.backup [--tables 1000] [--accounts 10000] [--rate 1] [--seconds 10]

from the top folder of the project. The server, its people and their lateness are those of
`bench.server`; the accounts exist before it starts. It prints the 50th and 99th percentile of a
move before and while `audiogames backup` runs again and again, how long a copy takes and how large
it is, and that each copy holds every table and account, and no match with a gap.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any

from audiogames.net.server.people.member import Account, row_of
from audiogames.net.server.store import KeepRow, Shelf
from audiogames.shell.server.database import SqliteStore
from bench.server import Asked, Served, clients
from tests.kit.tables import PATIENCE

GAPS = "SELECT count(*) FROM (SELECT place FROM entries GROUP BY place HAVING max(seq) <> count(*))"


class Copies(Thread):
    """Makes copies of a server, one after another."""

    def __init__(self, data: Path, target: Path) -> None:
        super().__init__()
        self.ends = Event()
        self.seconds: list[float] = []
        program = [sys.executable, "-m", "audiogames", "backup"]
        self._command = [*program, str(target), "--data", str(data)]

    def run(self) -> None:
        """Copy until the end."""
        while not self.ends.is_set():
            began = perf_counter()
            subprocess.run(self._command, check=True, capture_output=True)
            self.seconds.append(perf_counter() - began)


def fill(data: Path, accounts: int) -> None:
    """Put accounts into the store of a server that does not exist yet."""
    store = SqliteStore(data)
    rows = [
        KeepRow(Shelf.ACCOUNTS, f"account {n}", row_of(Account(f"Account {n}", "", "x" * 97)))
        for n in range(accounts)
    ]
    store.commit(rows)
    store.close()


def play(port: int, given: argparse.Namespace, copies: Copies | None) -> dict[str, Any]:
    """Return the lateness that people at the tables noticed."""
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
    """Print percentiles of the lateness."""
    late = sorted(told["late"])
    p50, p99 = (late[int(len(late) * share)] for share in (0.5, 0.99))
    print(f"{name}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, {len(late)} moves", flush=True)


def main(given: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="bench.backup")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args(given)
    multiprocessing.set_start_method("spawn", force=True)
    with tempfile.TemporaryDirectory() as folder:
        for is_copied in (False, True):
            data, copy = Path(folder) / f"data {is_copied}", Path(folder) / "copy"
            fill(data, asked.accounts)
            server = Served(data)
            copies = Copies(data, copy) if is_copied else None
            try:
                tell("with copies" if is_copied else "before", play(server.port, asked, copies))
            finally:
                server.end()
        assert copies is not None
        with closing(sqlite3.connect(copy)) as base:
            many = dict(base.execute("SELECT shelf, count(*) FROM kept GROUP BY shelf"))
            gaps = base.execute(GAPS).fetchone()[0]
        seconds = sorted(copies.seconds)[len(copies.seconds) // 2]
        megabytes = copy.stat().st_size / 1e6
        print(f"{len(copies.seconds)} copies, {seconds:.1f} s and {megabytes:.1f} MB each")
        print(f"the last: {many['tables']} tables, {many['accounts']} accounts, {gaps} gaps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
