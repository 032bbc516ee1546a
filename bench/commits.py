"""How long a commit takes with each store, side by side in one run.

    python -m bench.commits [--commits 400] [--out FILE.json]

from the top folder of the project, with PostgreSQL installed.  SQLite, PostgreSQL, and PostgreSQL
with a synchronous standby beside it keep groups of one move and of 32, by turns, so that whatever
else the machine does meets all.  They are asked as a server asks them, and write to the disk as
they would for players.  Told are, from the call to the answer, milliseconds; and milliseconds of a
processor, of this process and of the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from audiogames.net.server.store import BeginMatch, EnterMove, KeepRow, Row, Shelf
from audiogames.shell.cluster.process import StoreProcess
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server.database import SqliteStore
from audiogames.shell.server.keeping import ThreadedStore, WaitedStore
from bench.stores import database_used
from tools.postgres import Cluster, cluster, standby_of

BASE: Final = "commits"
SIZES: Final = (1, 32)
MOST: Final = max(SIZES)
LINE: Final = '{"seq": 100, "at": 123.456, "seat": 1, "move": "10c", "by": "bot"}\n'
"""As long as the usual one."""

BEFORE: Final = 20
"""Commits of each size that are not counted: what is asked often is prepared by then."""


@dataclass
class Kept:
    """A store, and what was measured with it."""

    name: str
    store: WaitedStore
    databases: tuple[Cluster, ...] = ()
    entries: list[int] = field(default_factory=lambda: [0] * MOST)
    waited: dict[int, list[float]] = field(default_factory=lambda: {size: [] for size in SIZES})
    used: dict[int, float] = field(default_factory=lambda: dict.fromkeys(SIZES, 0.0))
    database_used: dict[int, float] = field(default_factory=lambda: dict.fromkeys(SIZES, 0.0))

    async def begin(self) -> None:
        """Tables, each with a match."""
        rows: list[Row] = []
        for table in range(1, MOST + 1):
            rows.append(KeepRow(Shelf.TABLES, str(table), "table", table, (f"table {table}",)))
            rows.append(BeginMatch(table, "header\n"))
        assert not await self.store.commit(rows)

    async def keep(self, size: int, many: int) -> None:
        """So many groups of this size, one after another."""
        base = self._database()
        used = process_time()
        for _ in range(many):
            group = [EnterMove(place + 1, self._next(place), LINE) for place in range(size)]
            began = perf_counter()
            assert not await self.store.commit(group)
            self.waited[size].append(1000 * (perf_counter() - began))
        self.used[size] += process_time() - used
        self.database_used[size] += self._database() - base

    def forget(self) -> None:
        """Begin to count."""
        for size in SIZES:
            self.waited[size].clear()
            self.used[size] = self.database_used[size] = 0.0

    def _next(self, place: int) -> int:
        self.entries[place] += 1
        return self.entries[place]

    def _database(self) -> float:
        return sum(map(database_used, self.databases))

    def tell(self, size: int) -> dict[str, Any]:
        """Print the result."""
        waited = sorted(self.waited[size])
        many = len(waited)
        found = {
            "store": self.name,
            "rows": size,
            "commits": many,
            "p50": waited[many // 2],
            "p99": waited[min(many - 1, int(0.99 * many))],
            "most": waited[-1],
            "used": 1000 * self.used[size] / many,
            "database_used": 1000 * self.database_used[size] / many,
        }
        print(
            f"{self.name}, {size} rows: p50 {found['p50']:.2f}, p99 {found['p99']:.2f}, "
            f"most {found['most']:.1f} ms; of a processor {found['used']:.2f} here, "
            f"{found['database_used']:.2f} in the database; {many} commits",
            flush=True,
        )
        return found


async def measure(kept: list[Kept], commits: int) -> None:
    """All of them, ten commits of each size by turns."""
    for one in kept:
        await one.begin()
        for size in SIZES:
            await one.keep(size, BEFORE)
        one.forget()
    for _ in range(commits // 10):
        for one in kept:
            for size in SIZES:
                await one.keep(size, 10)


async def run(folder: Path, alone: Cluster, pair: tuple[Cluster, Cluster], commits: int) -> Any:
    """Open the stores, measure, tell."""
    notes: list[str] = []
    file = SqliteStore(folder)
    kept = [Kept("SQLite", ThreadedStore(file))]
    processes = []
    named = (("PostgreSQL", (alone,)), ("PostgreSQL with a synchronous standby", pair))
    for name, databases in named:
        address = databases[0].make_base(BASE)
        process = StoreProcess(address, notes.append)
        await process.begin()
        store = PostgresStore(address, process.number, notes.append, process.timelines)
        await store.open()
        processes.append(process)
        kept.append(Kept(name, store, databases))
    await measure(kept, commits)
    for process in processes:
        await process.end()
    for one in kept:
        await one.store.close()
    file.close()
    assert not notes, notes
    return [one.tell(size) for size in SIZES for one in kept]


def main(given: list[str] | None = None) -> int:
    """Measure, tell, keep."""
    parser = argparse.ArgumentParser(prog="bench.commits")
    parser.add_argument("--commits", type=int, default=400, help="of each size, a store")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        alone = stack.enter_context(cluster(settings=()))
        primary = stack.enter_context(cluster(settings=()))
        standby = stack.enter_context(standby_of(primary))
        found = asyncio.run(run(folder, alone, (primary, standby), asked.commits))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    if asked.out is not None:
        asked.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
