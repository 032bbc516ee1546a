"""Runs simulated attacks on a local server, and measures how they affect honest players.

For each module of `tests/online/attacks` a new server is started on loopback, with its own folder;
honest people play there, connect and log in.  `measure` watches them for some seconds before the
attack and while it lasts.  `measure_shortly` runs a small part of many attacks, one after another
on one server.  `python -m tests.online.attack [NAME]` runs the whole attack of this name, or a
small part of each; its exit code is 1 if there is a fault.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from bench.server import Served
from tests.online.attacks import Outcome, Target, attack_of, names
from tests.online.honest import Honest, Noticed

SHORT: Final = 0.02
"""The share of each attack that the short form makes."""

SHORT_SECONDS: Final = 0.6
SHORT_TABLES: Final = 4
SETTLE_SECONDS: Final = 1.0
"""Seconds until a server has loaded everything and runs at its usual speed."""

GIVE_WAY: Final = 5
"""How much lower the priority of the attackers' process is.  Real attackers have machines of their
own, so this process must not slow the server down."""

SECONDS: Final = 8.0
"""Seconds of each stretch; in a much shorter one, a p99 is a single move."""

NEVER_REFUSED: Final = 5000.0
"""Milliseconds in which every honest newcomer must be let in, even if refused meanwhile."""

TWICE: Final = 2.0
NOISE: Final = 25.0
"""Milliseconds below which a p99 is noise of the machine."""


@dataclass(frozen=True)
class Row:
    """The measurements before and during one attack, as a line of the table of results."""

    title: str
    before: Noticed
    during: Noticed
    outcome: Outcome
    refused: frozenset[str]
    judges_times: bool = True

    def faults(self) -> Iterator[str]:
        """Yield each requirement that was violated during the attack."""
        if self.outcome.stolen:
            yield f"stolen: {self.outcome.stolen}"
        if self.during.memory > TWICE * self.before.memory:
            yield "memory has grown"
        if self.refused:
            yield f"players were refused: {', '.join(sorted(self.refused))}"
        if self.judges_times:
            yield from self._late()

    def _late(self) -> Iterator[str]:
        """Yield the violated requirements about delays."""
        if (self.during.p99 or 0.0) > max(NOISE, TWICE * (self.before.p99 or 0.0)):
            yield "moves are late"
        if max([*self.during.lines, *self.during.logins], default=0.0) > NEVER_REFUSED:
            yield "somebody honest was kept out"

    def cells(self) -> list[str]:
        """Return the cells for docs/benchmarks.md: moves, slowest connection and login, memory."""
        before, during = self.before, self.during
        return [
            self.title,
            f"{_ms(before.p99)} / {_ms(during.p99)}",
            f"{_most(before.lines)} / {_most(during.lines)}",
            f"{_most(before.logins)} / {_most(during.logins)}",
            f"{before.memory:.0f} / {during.memory:.0f}",
            "; ".join([self.outcome.told, *self.faults()]).strip("; "),
        ]


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _most(values: Sequence[float]) -> str:
    return _ms(max(values, default=None))


def _attack(name: str, target: Target, pipe: Connection) -> None:
    """Run an attack in its own process, and send the outcome through the pipe."""

    async def attack() -> Outcome:
        return await attack_of(name)[1](target)

    if hasattr(os, "nice"):
        os.nice(GIVE_WAY)
    pipe.send(asyncio.run(attack()))


def _from_elsewhere(name: str, target: Target) -> Outcome:
    """Run an attack in another process, so that it does not slow down the measured players."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_attack, args=(name, target, there), daemon=True)
    process.start()
    there.close()
    try:
        outcome = here.recv()
    except EOFError:
        outcome = Outcome(told="the attack itself failed")
    process.join()
    assert isinstance(outcome, Outcome)
    return outcome


async def measure(server: Served, name: str, seconds: float = SECONDS) -> Row:
    """Measure honest players before and during a whole attack."""
    honest = Honest(server)
    await honest.come()
    await asyncio.sleep(SETTLE_SECONDS)
    before = await honest.notice(None, seconds)
    attack = asyncio.to_thread(_from_elsewhere, name, Target(server.port))
    attacking = asyncio.create_task(attack)
    during = await honest.notice(attacking, seconds)
    await honest.leave()
    return Row(attack_of(name)[0], before, during, attacking.result(), frozenset(honest.refused()))


async def measure_shortly(server: Served, chosen: Sequence[str]) -> list[Row]:
    """Measure honest players during a small part of many attacks, one after another.

    Times are printed but not judged, because with few moves they mostly depend on other work of the
    machine.
    """
    honest = Honest(server, SHORT_TABLES)
    await honest.come()
    await asyncio.sleep(SHORT_SECONDS)
    before, rows = await honest.notice(None, SHORT_SECONDS), []
    for name in chosen:
        title, attack = attack_of(name)
        attacking = asyncio.ensure_future(attack(Target(server.port, SHORT)))
        during = await honest.notice(attacking, 0.0)
        outcome = attacking.result()
        refused = frozenset(honest.refused())
        rows.append(Row(title, before, during, outcome, refused, judges_times=False))
    await honest.leave()
    return rows


@contextmanager
def serving() -> Iterator[Served]:
    """Yield a new server on loopback."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), None, "--plain-behind-proxy")
        try:
            yield server
        finally:
            server.end()


def main(chosen: Sequence[str]) -> int:
    """Run the attacks, print the table of results, and return the exit code."""
    with serving() as server:
        if chosen:
            rows = [asyncio.run(measure(server, name)) for name in chosen]
        else:
            rows = asyncio.run(measure_shortly(server, names()))
    for row in rows:
        print(" | ".join(row.cells()))
    return int(any(any(row.faults()) for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
