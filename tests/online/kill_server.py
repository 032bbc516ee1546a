"""Kills a server again and again during many matches, and checks that nothing is lost.

People play at random on each turn, each with the program's own client core; when a match
ends, the next begins.  At a random moment the server is killed with SIGKILL and restarted
on the same folder; all clients reconnect by themselves.  Every move that was acknowledged,
and every decision that was announced, must still be stored.

`tests/long/test_kills.py` is a long run, in which the server is killed often.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from tests.kit.crowd import Crowd, missing
from tests.kit.struck import Lost, Server

HISTORY: Final = """
CREATE TABLE begun (place INTEGER);
CREATE TABLE past_entries (place INTEGER, match INTEGER, line TEXT);
CREATE TRIGGER begins AFTER INSERT ON matches BEGIN INSERT INTO begun VALUES (new.place); END;
CREATE TRIGGER goes AFTER DELETE ON entries BEGIN
    INSERT INTO past_entries
    SELECT old.place, count(*), old.line FROM begun WHERE place = old.place;
END;
"""
"""Triggers that keep what is deleted with a finished match, so that it can be examined."""

ALL: Final = """
SELECT place, match, line FROM past_entries UNION ALL
SELECT place, (SELECT count(*) FROM begun WHERE begun.place = entries.place), line FROM entries
"""


def assert_all_kept(base: Path, crowd: Crowd) -> int:
    """Return the number of moves in the database file.  Raises `Lost` if one is missing."""
    with closing(sqlite3.connect(base)) as read:
        entries = read.execute(ALL).fetchall()
    lost = missing(crowd.people, entries)
    if lost is not None:
        raise Lost(lost)
    return len(entries)


@dataclass
class Outcome:
    """The number of kills and moves of a run."""

    kills: int = 0
    moves: int = 0
    """The number of moves that were acknowledged."""
    entries: int = 0
    """The number of entries that the file has kept."""


async def run(
    kills: int, tables: int, seed: int, folder: Path, seconds: float = float("inf")
) -> Outcome:
    """Kill the server this many times, or as often as time allows.  Raises `Lost`."""
    rng, base = Random(seed), folder / "tables.sqlite3"
    server, crowd = Server("--data", str(folder)), Crowd(tables, Random(seed), pace=0.0)
    done = Outcome()
    try:
        await server.start()
        await server.kill()
        with closing(sqlite3.connect(base)) as prepare:
            prepare.executescript(HISTORY)
        await server.start()
        await crowd.come([server.address])
        until = time.monotonic() + seconds
        while done.kills < kills and time.monotonic() < until:
            await asyncio.sleep(rng.uniform(0.02, 0.7))
            begun = time.monotonic()
            await server.kill()
            done.kills += 1
            done.entries = assert_all_kept(base, crowd)
            await server.start()
            await crowd.until(partial(crowd.are_back, begun))
    finally:
        crowd.go()
        await server.kill()
    done.moves = crowd.moves
    return done
