"""Kills processes of a server cluster, or its database, and checks that no move is lost.

    python -m bench.cluster --kills 200 --tables 60 --processes 3
    python -m bench.cluster --kills 20 --how stop
    python -m bench.cluster --kills 20 --how drain
    python -m bench.cluster --kills 30 --how database
    python -m bench.cluster --kills 1 --how promote

Processes of `serve` share a PostgreSQL database made for the run. Players play at random, each with
the program's own client core; after a match they play the next one. At random moments one process
is killed with SIGKILL and restarted. With `--how drain` it is asked to shut down in order; with
`stop` it is halted by SIGSTOP until its lease has expired and other processes own its tables, then
resumed; with `database` the whole database is killed and restarted after up to 3 seconds; with
`promote` a synchronous standby takes over from it. The clients must reconnect without help.

For each affected table it prints three durations from the kill (if the database was killed, from
its return): until another process owns the table, by the database's time of that commit; until the
last of its players receives the state of the match; and until its next accepted move.

Afterwards the rows of the database are checked: no acknowledged move is missing, no number occurs
twice, entries are consecutive, and the epochs of a table never decrease, and each epoch belongs to
one process. The first violation is printed, and the program exits with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.kit.crowd import Crowd, Player, Seats, missing
from tests.kit.postgres import Cluster, cluster, standby_of
from tests.kit.struck import PATIENCE, Lost, Server

SHARES: Final = (0.5, 0.9, 0.99, 1.0)

STANDSTILL: Final = 8.0
"""Seconds for which a process is suspended: longer than its lease."""

AWAY: Final = 3.0
"""Seconds for which a killed database is away, at most."""

BASE: Final = "cluster"

SIGNALS: Final = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP, "drain": signal.SIGTERM}
"""The signals for processes; `HOW` has the names of everything else that may happen to them."""

HOW: Final = (*SIGNALS, "database", "promote")

HISTORY: Final = """
CREATE TABLE begun (place bigint);
CREATE TABLE past_entries (place bigint, match int, seq int, line text, epoch int);
CREATE FUNCTION begins() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO begun VALUES (new.place); RETURN NULL; END $$;
CREATE FUNCTION goes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO past_entries SELECT old.place, count(*), old.seq, old.line, old.epoch
    FROM begun WHERE place = old.place; RETURN NULL; END $$;
CREATE TRIGGER begins AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION begins();
CREATE TRIGGER goes AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION goes();
CREATE VIEW every_entry AS
    SELECT place, match, seq, line, epoch FROM past_entries UNION ALL
    SELECT place, (SELECT count(*) FROM begun WHERE begun.place = entries.place), seq, line, epoch
    FROM entries;
"""
"""Keeps the rows that are deleted with an ended match, for inspection."""

NEVER: Final = {
    "gaps or numbers given twice": """
        SELECT place FROM every_entry GROUP BY place, match
        HAVING max(seq) <> count(*) OR count(DISTINCT seq) <> count(*)""",
    "epochs that go back": """
        SELECT place FROM (SELECT place, epoch - lag(epoch) OVER
            (PARTITION BY place ORDER BY match, seq) AS step FROM every_entry) AS steps
        WHERE step < 0""",
    "entries of an epoch that nobody had": """
        SELECT place FROM every_entry LEFT JOIN past_owners USING (place, epoch)
        WHERE process IS NULL""",
    "owners that do not follow one another": """
        SELECT place FROM past_owners GROUP BY 1 HAVING max(epoch) <> count(*)""",
    "epochs that went back in time": """
        SELECT place FROM (SELECT place, at - lag(at) OVER
            (PARTITION BY place ORDER BY epoch) AS step FROM past_owners) AS steps
        WHERE step < interval '0'""",
}
"""Violations that must not occur in the history, with the query that finds each."""

TIMED: Final = ("track_commit_timestamp=on",)
"""Makes the database record when each of its rows was committed."""

OWNED_AT: Final = """
SELECT place, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 AS at FROM past_owners
ORDER BY at
"""
"""When each table was acquired by each of its owners."""


@dataclass(frozen=True)
class Strike:
    """The time at which a process was killed or halted (system clock), and the tables it owned."""

    at: float
    tables: list[int]


@dataclass
class Outcome:
    """The counts and durations measured in a run."""

    kills: int = 0
    moves: int = 0
    entries: int = 0
    drops: int = 0
    """The number of lost connections."""
    takeovers: list[float] = field(default_factory=list)
    """Seconds from each kill to the next accepted move, by table."""
    bots: list[float] = field(default_factory=list)
    """The same if that move was a bot's, which includes its usual delay."""
    returns: list[float] = field(default_factory=list)
    """Seconds until all people of the table had received the match's state."""
    claims: list[float] = field(default_factory=list)
    """Seconds until another process owned the table."""


class Run:
    """A run: its server processes, simulated players and database."""

    def __init__(
        self, database: Cluster, standby: Cluster | None, processes: int, tables: int, seed: int
    ) -> None:
        self._database = database
        self._standby = standby
        store = database.address(BASE)
        if standby is not None:
            store = database.address(BASE, standby)
        self._rng = Random(seed)
        self._servers = [Server("--store", store) for _ in range(processes)]
        self._crowd = Crowd(tables, Random(seed), pace=max(0.2, tables / 100))
        self._starting: set[asyncio.Task[None]] = set()
        self._strikes: list[Strike] = []
        self.outcome = Outcome()

    async def play(self, kills: int, how: str, seconds: float) -> None:
        """Play while killing or halting processes `kills` times, at most for this many seconds.

        Raises `Lost` if a move is missing.
        """
        try:
            for server in self._servers:
                await server.start()
            self._database.ask(BASE, HISTORY)
            await self._crowd.come([server.address for server in self._servers])
            until = time.monotonic() + seconds
            while self.outcome.kills < kills and time.monotonic() < until:
                await asyncio.sleep(
                    self._rng.uniform(1.0, 3.0)
                )  # until all processes know one another again
                self.outcome.kills += 1
                if how in SIGNALS:
                    await self._strike(SIGNALS[how])
                else:
                    await self._pull_the_database(how)
        finally:
            self._crowd.go()
            await asyncio.gather(*self._starting)
            for server in self._servers:
                server.signal(signal.SIGCONT)
                await server.kill()
        self.outcome.moves = self._crowd.moves
        self.outcome.drops = sum(one.drops for one in self._crowd.people)
        self._check_database()  # now, because the database ends with the thread that has started it

    async def _strike(self, how: signal.Signals) -> None:
        """Kill or halt a process that owns tables, when all others are ready to take them over.

        A killed process is restarted.
        """
        await self._crowd.until(lambda: len(self._living) == len(self._servers))
        await self._crowd.until(lambda: bool(self._owners))
        victim = self._rng.choice(self._owners)
        struck = [one for one in self._crowd.tables if _is_at(one, victim)]
        lost = [one for seats in struck for one in seats.people if one.place == victim.address]
        begun = time.monotonic()
        tables = [one.people[0].table for one in struck]
        self._strikes.append(Strike(time.time(), tables))  # noqa: TID251 - the database's clock
        victim.signal(how)
        await self._wait_for_takeover(struck, begun, lost)
        if how == signal.SIGSTOP:
            await asyncio.sleep(max(0.0, STANDSTILL - (time.monotonic() - begun)))
            victim.signal(signal.SIGCONT)
            return
        assert victim.process is not None
        await asyncio.wait_for(victim.process.wait(), PATIENCE)
        start = asyncio.create_task(victim.start())
        self._starting.add(start)
        start.add_done_callback(self._starting.discard)

    @property
    def _living(self) -> list[Server]:
        return [one for one in self._servers if one.is_up]

    @property
    def _owners(self) -> list[Server]:
        tables = self._crowd.tables
        return [one for one in self._living if any(_is_at(table, one) for table in tables)]

    async def _pull_the_database(self, how: str) -> None:
        await asyncio.to_thread(self._database.crash)
        if how == "promote":
            assert self._standby is not None
            await asyncio.to_thread(self._standby.promote)
            self._database, self._standby = self._standby, None
        else:
            await asyncio.sleep(self._rng.uniform(0.0, AWAY))
            await asyncio.to_thread(self._database.start)
        await self._wait_for_takeover(self._crowd.tables, time.monotonic(), [])

    async def _wait_for_takeover(
        self, tables: list[Seats], begun: float, lost: list[Player]
    ) -> None:
        """Wait until every table has a new move and all disconnected players are back."""
        for table in tables:
            table.strike(begun if lost else 0.0)
        await self._crowd.until(lambda: all(table.moved_at for table in tables))
        await self._crowd.until(lambda: all(one.heard_at >= begun for one in lost))
        for table in tables:
            found = self.outcome.bots if table.waits_for_bot else self.outcome.takeovers
            found.append(max(0.0, table.moved_at - begun))
            self.outcome.returns.append(max(0.0, table.heard_at - begun))

    def _check_database(self) -> None:
        """Check that no move is missing in the database.  Raises `Lost` otherwise."""
        rows = self._rows("SELECT place, match, line FROM every_entry")
        self.outcome.entries = len(rows)
        lost = missing(
            self._crowd.people, [(row["place"], row["match"], row["line"]) for row in rows]
        )
        if lost is not None:
            raise Lost(lost)
        for what, query in NEVER.items():
            if self._rows(query):
                raise Lost(f"The database has {what}: {self._rows(query)[:3]}")
        self.outcome.claims = self._claims()

    def _claims(self) -> list[float]:
        """Return, for each kill and table, the seconds until another process owned the table.

        Raises `Lost` if no process took the table over.
        """
        owned: dict[int, list[float]] = {}
        for row in self._rows(OWNED_AT) if self._strikes else []:
            owned.setdefault(row["place"], []).append(row["at"])
        found = []
        for strike in self._strikes:
            for table in strike.tables:
                after = next((at for at in owned[table] if at >= strike.at), None)
                if after is None:
                    raise Lost(f"Nobody has taken table {table}")
                found.append(after - strike.at)
        return found

    def _rows(self, query: str) -> list[Any]:
        found = self._database.ask(BASE, f"SELECT json_agg(t) FROM ({query}) AS t")  # noqa: S608 - our own
        return json.loads(found) if found else []


def _is_at(seats: Seats, server: Server) -> bool:
    return any(one.place == server.address for one in seats.people)


def quantile(times: list[float], share: float) -> float:
    """Return the quantile of these times at `share`, from 0 to 1."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def play(  # noqa: PLR0913 - what the command asks for
    kills: int,
    tables: int,
    processes: int,
    seed: int,
    *,
    how: str = "kill",
    seconds: float = float("inf"),
) -> Outcome:
    """Run servers and players, and return the results.  Raises `Lost` if a move is missing."""
    with ExitStack() as stack:
        database = stack.enter_context(cluster(settings=TIMED))
        database.make_base(BASE)
        standby = stack.enter_context(standby_of(database)) if how == "promote" else None
        run = Run(database, standby, processes, tables, seed)
        asyncio.run(run.play(kills, how, seconds))
        return run.outcome


def main() -> int:
    """Run the test, and print the results; return 1 if a move was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--how", choices=HOW, default="kill")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no longer than this")
    given = parser.parse_args()
    if given.how == "promote" and given.kills != 1:
        parser.error("one standby can be promoted once: --kills 1")
    try:
        done = play(**vars(given))
    except Lost as lost:
        print(lost)
        return 1
    print(
        f"{given.how} {done.kills} times, {given.tables} tables, {given.processes} processes: "
        f"{done.moves} moves acknowledged, {done.entries} entries kept, nothing lost"
    )
    print(f"{len(done.returns)} times a table went on; {done.drops} lines were lost")
    for what, found in (
        ("in other hands", done.claims),
        ("heard how it stands", done.returns),
        ("next move, a person's", done.takeovers),
        ("next move, a bot's", done.bots),
    ):
        if not found:
            continue
        shares = [f"p{100 * share:g} {quantile(found, share):.2f} s" for share in SHARES]
        print(f"{what}: {', '.join(shares)}")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
