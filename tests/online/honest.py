"""Honest players on a server under attack, whose delays are measured.

Some tables are played at an even pace.  Meanwhile newcomers connect from their own addresses, and
one person with an account logs in and out.  A refused person retries after a moment, as people do,
so the time of a new connection is measured until the person is admitted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic, perf_counter
from typing import Any, Final

from audiogames.net import wire
from bench.server import Served
from tests.kit.tables import Table
from tests.online.attacks import Stranger, Target

TABLES: Final = 12
RATE: Final = 5.0
"""Moves a second at each table; of 480 moves in 8 seconds the p99 is the fifth slowest."""

NEWCOMER_SECONDS: Final = 0.5
LOGIN_SECONDS: Final = 1.5
AGAIN_SECONDS: Final = 0.25
"""Seconds before a refused player tries again."""

LOOK_SECONDS: Final = 0.02
"""Seconds between two measurements of the server's memory."""

NAME: Final = "Honest Owner"
PASSWORD: Final = "a long honest password"


def share(values: Sequence[float], part: float) -> float | None:
    """Return the value below which this share of the values lies, such as the 99th percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


@dataclass
class Noticed:
    """Delays of honest players in milliseconds, and the server's memory in megabytes."""

    moves: list[float] = field(default_factory=list)
    lines: list[float] = field(default_factory=list)
    logins: list[float] = field(default_factory=list)
    memory: float = 0.0
    span: tuple[float, float] = (0.0, 0.0)
    """The beginning and end of the stretch, by the clock that all processes share."""
    stuck: int = 0
    """How often a move was due while the one before it was still on its way."""

    @property
    def p99(self) -> float | None:
        """Return the 99th percentile of the moves' delays."""
        return share(self.moves, 0.99)


class Honest:
    """The honest people on an attacked server: players, newcomers, and a person who logs in."""

    def __init__(self, server: Served, tables: int = TABLES) -> None:
        self._server = server
        self._target = Target(server.port)
        self._tables = [Table(n, deaf=False, address=_seated_at) for n in range(tables)]
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = count(1)
        self._noticed = Noticed()
        self._logged_in = asyncio.Event()
        """Whether a player has logged in by password since the noticing began."""

    async def come(self) -> None:
        """Seat all players, and start the tasks that play, enter and log in until `leave`."""
        for table in self._tables:
            await table.open(self._server.port)
        owner = Stranger()
        await owner.come(self._target, "192.0.2.200", NAME, password=PASSWORD, register=True)
        owner.ask(wire.Goodbye)
        lives = [self._newcomers(), self._logins(), self._watch_memory()]
        lives += [self._play(table) for table in self._tables]
        self._tasks = [asyncio.create_task(life) for life in lives]

    async def notice(self, until: asyncio.Future[Any] | None, least: float) -> Noticed:
        """Measure delays and memory for at least `least` seconds, and until `until` is done.

        Without `until`, wait for a login, because its memory is part of normal use.
        """
        self._begin()
        await asyncio.sleep(least)
        if until is not None:
            await asyncio.wait([until])
        else:
            await self._logged_in.wait()
        return self._end()

    def refused(self) -> set[str]:
        """Return the reasons with which the server refused requests of players at the tables."""
        return {reason for table in self._tables for reason in table.refused}

    async def leave(self) -> None:
        """Stop all activities and close the connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self._tables:
            for guest in table.guests:
                guest.line.drop()

    def _begin(self) -> None:
        self._noticed = Noticed(memory=self._server.memory(), span=(monotonic(), 0.0))
        self._logged_in.clear()
        for table in self._tables:
            table.late.clear()
            table.missed, table.measured = 0, True

    def _end(self) -> Noticed:
        noticed, self._noticed = self._noticed, Noticed()
        noticed.span = noticed.span[0], monotonic()
        for table in self._tables:
            table.measured = False
            noticed.moves += table.late
            noticed.stuck += table.missed
            if table.waiting:  # a move that is still on its way is late already
                noticed.moves.append(1000 * (perf_counter() - table.sent))
        return noticed

    async def _play(self, table: Table) -> None:
        await asyncio.sleep(table.number / len(self._tables) / RATE)
        while True:
            table.move()
            await asyncio.sleep(1 / RATE)

    async def _newcomers(self) -> None:
        while True:
            noticed, began = self._noticed, perf_counter()
            number = next(self._numbers)
            await self._until_in(f"192.0.2.{1 + number % 199}", f"New {number}")
            noticed.lines.append(1000 * (perf_counter() - began))
            await asyncio.sleep(NEWCOMER_SECONDS)

    async def _logins(self) -> None:
        while True:
            noticed, began = self._noticed, perf_counter()
            await self._until_in("192.0.2.200", NAME, password=PASSWORD)
            noticed.logins.append(1000 * (perf_counter() - began))
            if noticed is self._noticed:
                self._logged_in.set()
            await asyncio.sleep(LOGIN_SECONDS)

    async def _until_in(self, address: str, name: str, **more: Any) -> None:
        while True:
            caller = Stranger()
            answer = await caller.come(self._target, address, name, **more)
            if answer is not None and answer.type == "welcome":
                caller.ask(wire.Goodbye)
                return
            caller.line.drop()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _watch_memory(self) -> None:
        while True:
            with suppress(OSError):
                self._noticed.memory = max(self._noticed.memory, self._server.memory())
            await asyncio.sleep(LOOK_SECONDS)


def _seated_at(line: int) -> str:
    """Return the address of a player's connection; the players of a table share an address."""
    return f"198.51.100.{1 + line // 3}"
