"""Plays a tournament of pairs over real sockets while processes of the server are killed.

Each player has the program's own client core, connects to any of the processes, enters with a
partner who may be at another one, and plays at random on each turn.  Now and then the process that
runs the tournament is killed with SIGKILL.  It is restarted once another process has taken the
tournament over, if there is another; the players reconnect to their tables by themselves.

At the end the standings that every process shows are compared with those computed from the logs of
the matches, which a trigger of the database keeps: each meeting has exactly one finished log.
`tests/long/test_tournaments.py` runs it with three processes on PostgreSQL, and one on a file.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from audiogames.core.log import read_log, replay
from audiogames.core.registry import game
from audiogames.net import wire
from audiogames.net.address import Address
from audiogames.net.client.happenings import Login
from tests.kit.crowd import Crowd, Player, Seats, word
from tests.kit.postgres import Cluster
from tests.kit.struck import PATIENCE, Lost, Server
from tests.kit.waiting import wait_until

GAME: Final = "scopa"
OPTIONS: Final = {"form": "scientifico", "points": 11}
NAME: Final = "Coppa"
PASSWORD: Final = "four secret words together"
WIN: Final = 3
DRAW: Final = 1
AGAIN: Final = 0.5
"""Seconds until a refused request is repeated."""
OVERDUE: Final = 20.0
"""Seconds until an unanswered request is taken for lost, many as the machine may be busy."""

QUICK: Final = """
import sys
from audiogames.net.server.contests import desk
desk.ANNOUNCED, desk.AGAIN = 4.0, 1.0
from audiogames.cli import main
sys.exit(main())
"""
"""The server, with rounds announced a few seconds before their tables open."""

BEGUN: Final = "CREATE TABLE begun (place bigint, match int, header text);"
PAST: Final = "CREATE TABLE past (place bigint, match int, seq int, line text);"
NUMBER: Final = "(SELECT count(*) FROM begun WHERE begun.place = {}.place)"

POSTGRES: Final = f"""
{BEGUN} {PAST}
CREATE FUNCTION begins() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO begun VALUES (new.place, 1 + {NUMBER.format("new")}, new.header);
    RETURN NULL; END $$;
CREATE FUNCTION goes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO past VALUES (old.place, {NUMBER.format("old")}, old.seq, old.line);
    RETURN NULL; END $$;
CREATE TRIGGER begins AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION begins();
CREATE TRIGGER goes AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION goes();
"""  # noqa: S608 - our own
SQLITE: Final = f"""
{BEGUN} {PAST}
CREATE TRIGGER begins AFTER INSERT ON matches BEGIN
    INSERT INTO begun VALUES (new.place, 1 + {NUMBER.format("new")}, new.header); END;
CREATE TRIGGER goes AFTER DELETE ON entries BEGIN
    INSERT INTO past VALUES (old.place, {NUMBER.format("old")}, old.seq, old.line); END;
"""  # noqa: S608 - our own
"""Triggers that keep what is deleted with a match or its table, so that it can be examined."""

EVERYTHING: Final = f"""
SELECT place, match, seq, line FROM past UNION ALL
SELECT place, {NUMBER.format("entries")}, seq, line FROM entries UNION ALL
SELECT place, match, 0, header FROM begun
"""  # noqa: S608 - our own

OWNER: Final = """
SELECT address FROM kept JOIN processes ON processes.id = kept.process WHERE shelf = 'contests'
"""
"""The address of the process that has the tournament, also if that has died."""


@dataclass
class Entrant(Player):
    """A player with an account, whose requests are repeated while a process is unavailable."""

    answers: dict[int, wire.ServerMessage] = field(default_factory=dict)
    news: list[wire.News] = field(default_factory=list)

    def login(self, address: Address) -> Login:
        """Return a login that registers an account at this address."""
        return Login(address, self.name, password=PASSWORD, register=True)

    def _hear(self, told: Any) -> None:
        if told.re:
            self.answers[told.re] = told
        if isinstance(told, wire.News):
            self.news.append(told)
        super()._hear(told)


class Field(Crowd):
    """The entrants of a tournament, and the organiser, who plays no match."""

    def __init__(self, pairs: int, rng: Random) -> None:
        self._rng = rng
        self._lives: list[asyncio.Task[None]] = []
        self.tables = []
        for number in range(2 * pairs + 1):
            seats = Seats()
            one = Entrant(f"Player{word(number)}", Random(rng.random()), seats)
            # Accounts are limited by address, of this machine too.
            one.caller = f"127.0.0.{2 + number % 100}", 0
            seats.people.append(one)
            self.tables.append(seats)

    @property
    def entrants(self) -> list[Entrant]:
        """Return the people who play."""
        return self.people[:-1]  # type: ignore[return-value] # all of them are

    @property
    def organiser(self) -> Entrant:
        """Return the moderator who opens the tournament."""
        return self.people[-1]  # type: ignore[return-value] # the same

    async def register(self, addresses: list[Address]) -> None:
        """Register all people, at each of the addresses in turn.

        One at a time: passwords are hashed one by one, and a client gives up after a while.
        """
        for at, one in enumerate(self.people):
            self.enter(one, addresses[at % len(addresses)])
            await self.until(lambda one=one: one.is_in)  # type: ignore[misc] # it is an entrant

    def retire(self) -> list[str]:
        """Disconnect the entrants, and return their names for other programs to log in with."""
        *gone, stays = self._lives
        self._lives = [stays]
        for life, one in zip(gone, self.entrants, strict=True):
            life.cancel()
            one._let_go()
        return [one.name for one in self.entrants]

    async def ask(
        self,
        one: Entrant,
        kind: type[wire.Request],
        is_good: Callable[[Any], bool],
        **given: Any,
    ) -> Any:
        """Repeat a request until `is_good` accepts its answer, and return the answer.

        The request is sent again after a refusal, after a lost connection, and when the answer is
        overdue; late answers count too.  Raises `Lost`.
        """
        found: list[Any] = []
        numbers: set[int] = set()
        due, drops = 0.0, one.drops

        def is_answered() -> bool:
            nonlocal due, drops
            for number in numbers & {*one.answers}:
                told = one.answers.pop(number)
                numbers.discard(number)
                due = time.monotonic() + AGAIN
                if is_good(told):
                    found.append(told)
                    return True
            if one.is_in and (time.monotonic() > due or one.drops != drops):
                numbers.add(one.ask(kind, **given))
                due, drops = time.monotonic() + OVERDUE, one.drops
            return False

        await self.until(is_answered)
        return found[0]


Line = tuple[str, int, int, int, int, int, int]
"""The result of an entrant: name, points, played, won, drawn, lost, difference."""


def line_of(place: wire.ContestPlace) -> Line:
    """Return an entrant's line of the standings, as sent by the server."""
    counts = place.points, place.played, place.won, place.drawn, place.lost, place.difference
    return place.name, *counts


def lines_from_logs(rows: Iterable[tuple[int, int, int, str]]) -> tuple[list[Line], int]:
    """Compute the standings from the logs; return them and the number of finished matches.

    Raises `Lost` if two entrants have finished two matches.
    """
    texts: dict[tuple[int, int], dict[int, str]] = {}
    for place, match, seq, text in rows:
        texts.setdefault((place, match), {})[seq] = text
    met: set[frozenset[str]] = set()
    total: dict[str, Counter[str]] = {}
    for lines in texts.values():
        log = read_log("".join(lines[seq] for seq in sorted(lines)))
        result = replay(log).result()
        if result is None:
            continue
        sides = game(log.header.game).partners(len(log.header.players))
        names = [_name(log.header.players, side) for side in sides]
        if frozenset(names) in met:
            raise Lost(f"{names} have finished two matches")
        met.add(frozenset(names))
        won = {at for at, side in enumerate(sides) if set(side) & set(result.winners)}
        _count(total, names, result.points, won)
    keys = ("points", "played", "won", "drawn", "lost", "difference")
    found = [(name, *(one[key] for key in keys)) for name, one in total.items()]
    return sorted(found), len(met)  # type: ignore[arg-type] # mypy does not count them


def _name(players: list[dict[str, Any]], side: Iterable[int]) -> str:
    """Return the names of a pair, joined in the order in which players have entered."""
    return " + ".join(sorted((players[seat]["name"] for seat in side), key=ORDER.__getitem__))


ORDER: Final = {f"Player{word(number)}": number for number in range(100)}


def _count(
    total: dict[str, Counter[str]], names: list[str], score: Iterable[int], won: set[int]
) -> None:
    points = [*score]
    for at, name in enumerate(names):
        is_drawn, has_won = len(won) != 1, won == {at}
        own = {
            "points": DRAW if is_drawn else WIN * has_won,
            "played": 1,
            "won": int(has_won),
            "drawn": int(is_drawn),
            "lost": int(not (is_drawn or has_won)),
            "difference": points[at] - points[1 - at],
        }
        total.setdefault(name, Counter()).update(own)


@dataclass
class Outcome:
    """The result of a run: standings, and numbers of kills, takeovers and matches."""

    kills: int = 0
    takeovers: int = 0
    """How often another process than the killed one went on with the tournament."""
    matches: int = 0
    """The number of finished matches, by the logs."""
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Base:
    """The database of the servers: command line options for it, and two queries."""

    where: tuple[str, ...]
    rows: Callable[[], list[Any]]
    """All rows of all matches."""
    owner: Callable[[], str]
    """The address of the process that runs the tournament; empty without a process to choose."""


class Run:
    """Plays a tournament while processes are killed, and compares its standings with the logs."""

    def __init__(self, base: Base, many: int, pairs: int, seed: int) -> None:
        self._base = base
        self.servers = [Server(*base.where) for _ in range(many)]
        for one in self.servers:
            one.program = ("-c", QUICK)
        self.field = Field(pairs, Random(seed))
        self._rng = Random(seed)
        self.outcome = Outcome()

    async def play(self, plan: Mapping[str, Any], every: float) -> Outcome:
        """Play the tournament, killing a process about every `every` seconds; return the result.

        Raises `Lost` if the standings differ from the logs.
        """
        people = self.field
        try:
            for server in self.servers:
                await server.start()
            await people.register([server.address for server in self.servers])
            number = await self._open(plan)
            kills = asyncio.create_task(self._kill_now_and_then(every))
            try:
                await self._until_over(number, kills)
            finally:
                kills.cancel()
                with suppress(asyncio.CancelledError):
                    await kills
            await self._restore()
            heard = await self._standings(number)
            self.outcome.lines, self.outcome.matches = lines_from_logs(self._base.rows())
            if heard != self.outcome.lines:
                raise Lost(f"Heard {heard}, by the logs {self.outcome.lines}")
        finally:
            people.go()
            for server in self.servers:
                await server.kill()
        return self.outcome

    async def _open(self, plan: Mapping[str, Any]) -> int:
        """Open and start the tournament with all entrants, and return its number."""
        people, done = self.field, partial(is_granted, known="net-contest-in")
        await make_moderator(people.organiser.name, self._base.where)
        given = {"name": NAME, "game": GAME, "options": OPTIONS, "pairs": True, **plan}
        listed = await people.ask(people.organiser, wire.OpenContest, is_list, **given)
        number: int = listed.lines[0].contest
        for at in range(0, len(people.entrants), 2):
            one, partner = people.entrants[at : at + 2]
            given = {"contest": number, "do": "enter", "name": partner.name}
            await people.ask(one, wire.InContest, done, **given)
        begun = partial(is_granted, known="net-contest-has-begun")
        await people.ask(people.organiser, wire.InContest, begun, contest=number, do="start")
        return number

    async def _kill_now_and_then(self, every: float) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * every)
            victim = await asyncio.to_thread(self._owner)
            await victim.kill()
            self.outcome.kills += 1
            if len(self.servers) > 1:
                await asyncio.to_thread(self._wait_for_takeover, victim)
                self.outcome.takeovers += 1
            await victim.start()

    def _owner(self) -> Server:
        """Return the process that runs the tournament."""
        if len(self.servers) == 1:
            return self.servers[0]
        address = self._base.owner()
        return next(one for one in self.servers if address.endswith(f":{one.port}"))

    def _wait_for_takeover(self, victim: Server) -> None:
        """Wait until another process has the tournament."""
        wait_until(lambda: self._owner() is not victim, "a takeover", PATIENCE)

    async def _until_over(self, number: int, kills: asyncio.Task[None]) -> None:
        """Wait until the tournament is over, or raise the error of the task that kills servers."""
        while True:
            if kills.done():
                kills.result()
            listed = await self.field.ask(self.field.organiser, wire.AskContests, is_list)
            lines = [one for one in listed.lines if one.contest == number]
            if lines and lines[0].state == "over":
                return
            await asyncio.sleep(1.0)

    async def _restore(self) -> None:
        """Start the processes that are not running."""
        for server in self.servers:
            if not server.is_up:
                await server.kill()
                await server.start()

    async def _standings(self, number: int) -> list[Line]:
        """Return the standings, which must be the same at every process.  Raises `Lost`."""
        found: list[tuple[Line, ...]] = []
        for one in self.field.people:
            assert isinstance(one, Entrant)
            given = {"contest": number}
            told = await self.field.ask(one, wire.AskContests, is_table, **given)
            found.append(tuple(line_of(place) for place in told.lines))
        if len(set(found)) != 1:
            raise Lost(f"The standings differ: {set(found)}")
        return sorted(found[0])


async def make_moderator(name: str, where: Iterable[str]) -> None:
    """Make a person a moderator, who may open a tournament.  Raises `Lost`."""
    command = ["-m", "audiogames", "--lang", "en", "admin", "role", name, "moderator"]
    admin = await asyncio.create_subprocess_exec(
        sys.executable, *command, *where, stdout=asyncio.subprocess.DEVNULL
    )
    if await admin.wait():
        raise Lost("There is no moderator")


def is_granted(told: Any, known: str) -> bool:
    """Return True if a request was granted, or was already granted before (refusal `known`).

    Raises `Lost` for refusals that would not change if the request were repeated.
    """
    if isinstance(told, wire.No) and told.reason not in {known, "net-not-reached", "net-too-fast"}:
        if told.reason in {"net-contest-partner", "net-no-contest"}:
            return False  # a process that was just killed is still missing
        raise Lost(told.reason)
    return not isinstance(told, wire.No) or told.reason == known


def is_list(told: Any) -> bool:
    """Return True if this is a list of tournaments that is not empty."""
    return isinstance(told, wire.ContestList) and bool(told.lines)


def is_table(told: Any) -> bool:
    """Return True if the message contains standings."""
    return isinstance(told, wire.ContestTable)


def on_postgres(
    base: Cluster, store: str, *, many: int, pairs: int, plan: Mapping[str, Any], every: float
) -> Outcome:
    """Play the tournament with `many` processes on this new database.  Raises `Lost`."""
    name = store.split("?", maxsplit=1)[0].rpartition("/")[2]

    def rows() -> list[Any]:
        text = base.ask(name, f"SELECT json_agg(t) FROM ({EVERYTHING}) AS t")  # noqa: S608
        return [tuple(one.values()) for one in json.loads(text)]

    def owner() -> str:
        return base.ask(name, OWNER).strip()

    async def play() -> Outcome:
        run = Run(Base(("--store", store), rows, owner), many, pairs, seed=1)
        await run.servers[0].start()
        await run.servers[0].kill()
        base.ask(name, POSTGRES)
        return await run.play(plan, every)

    return asyncio.run(play())


def on_a_file(folder: Path, pairs: int, plan: Mapping[str, Any], every: float) -> Outcome:
    """Play the tournament on one process with an SQLite file in this folder.  Raises `Lost`."""
    base = folder / "tables.sqlite3"

    def rows() -> list[Any]:
        with closing(sqlite3.connect(base)) as read:
            return read.execute(EVERYTHING).fetchall()

    async def play() -> Outcome:
        run = Run(Base(("--data", str(folder)), rows, str), 1, pairs, seed=2)
        await run.servers[0].start()
        await run.servers[0].kill()
        with closing(sqlite3.connect(base)) as prepare:
            prepare.executescript(SQLITE)
        return await run.play(plan, every)

    return asyncio.run(play())
