"""Measures how much a rated result slows a match's last commit, and times rating queries.

    python -m bench.rated_commits [--pairs N] [--people N] [--postgres ADDRESS]

Run it from the top folder of the project. Each pair has two commits of the same rows, in
alternating order: the header, a move and the table of a match of two, once with its rated
result and once without. The store is a SQLite file in a new folder, or the PostgreSQL
database at this address. It prints the medians and quartiles of the pairs' differences,
then the time of each query about a game with `--people` rated players.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from audiogames.net.server.contests.rows import (
    AROUND,
    FIRST,
    ONE,
    SURE,
    RatingQuestion,
    ResultRow,
    SeatResult,
)
from audiogames.net.server.store import BeginMatch, EnterMove, KeepRow, Row, Shelf
from audiogames.shell.cluster.process import StoreProcess
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server.database import SqliteStore
from audiogames.shell.server.keeping import ThreadedStore

TABLE: Final = KeepRow(Shelf.TABLES, "7", "table " * 100, 7, ("code 123", "table 7"))
AT_ONCE: Final = 500
"""The number of results in one commit while people are being rated."""


def result(number: int, first: str, second: str) -> ResultRow:
    """Return the stored result of a rated match that the first player won."""
    seats = (SeatResult(first, first, 0, 1), SeatResult(second, second, 1, 2))
    return ResultRow(7, f"match {number}", float(number), "scopa", "2", "2026-11", seats)


@contextlib.asynccontextmanager
async def opened(address: str, folder: Path) -> AsyncIterator[Any]:
    """Yield an open store, and close it on exit.

    It is the PostgreSQL database at `address`; without an address, a SQLite file in `folder`.
    """
    if not address:
        kept = SqliteStore(folder)
        store = ThreadedStore(kept)
        yield store
        await store.close()
        kept.close()
        return
    process = StoreProcess(address, print)
    await process.begin()
    shared = PostgresStore(address, process.number, print)
    await shared.open()
    yield shared
    await process.end()
    await shared.close()


async def commit_seconds(store: Any, rows: list[Row]) -> float:
    """Commit these rows; return the seconds it took."""
    begun = perf_counter()
    refused = await store.commit(rows)
    assert not refused
    return perf_counter() - begun


async def rate_people(store: Any, people: int, rng: Random) -> int:
    """Store rated matches of this many people, enough for all of them to be listed.

    Return the next free match number.
    """
    names, number = [f"person {at:05}" for at in range(people)], 0
    for _ in range(SURE):
        rng.shuffle(names)
        rows: list[Row] = []
        for first, second in zip(names[::2], names[1::2], strict=True):
            rows.append(result(number, first, second))
            number += 1
        for at in range(0, len(rows), AT_ONCE):
            await store.commit(rows[at : at + AT_ONCE])
    return number


async def measure(asked: argparse.Namespace, folder: Path) -> None:
    """Measure the commits and the queries about ratings, and print the times."""
    rng = Random(1)
    async with opened(asked.postgres, folder) as store:
        await store.commit([TABLE, BeginMatch(7, "header\n"), EnterMove(7, 1, "one\n")])
        number = await rate_people(store, asked.people, rng)
        times: dict[bool, list[float]] = {True: [], False: []}
        for at in range(asked.pairs):
            for is_rated in (at % 2 == 0, at % 2 == 1):
                rows: list[Row] = [BeginMatch(7, "header\n"), EnterMove(7, 1, "a move\n"), TABLE]
                if is_rated:
                    two = rng.sample(range(asked.people), 2)
                    rows.append(result(number + at, *(f"person {one:05}" for one in two)))
                times[is_rated].append(await commit_seconds(store, rows))
        apart = [a - b for a, b in zip(times[True], times[False], strict=True)]
        low, middle, high = quantiles(apart, n=4)
        plain = median(times[False])
        print(
            f"{asked.pairs} pairs: a commit takes {1000 * plain:.2f} ms, rated"
            f" {1000 * median(times[True]):.2f} ms; a pair's difference is {1000 * middle:.2f} ms"
            f" ({1000 * low:.2f} to {1000 * high:.2f}), {100 * middle / plain:.0f} % of a commit"
        )
        for about in (FIRST, AROUND, ONE):
            taken = []
            for _ in range(50):
                who = f"person {rng.randrange(asked.people):05}"
                begun = perf_counter()
                found = await store.ratings(RatingQuestion(about, "scopa", "2", who))
                taken.append(perf_counter() - begun)
                assert found
            worst = 1000 * max(taken)
            usual = 1000 * median(taken)
            print(f"  of {asked.people} ratings, {about}: {usual:.2f} ms, at most {worst:.2f}")


def main() -> None:
    """Read the arguments, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--postgres", default="")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        asyncio.run(measure(asked, Path(folder)))


if __name__ == "__main__":
    main()
