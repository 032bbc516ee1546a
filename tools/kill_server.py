"""Kills a server in the middle of many matches, again and again, and sees that nothing is lost.

    python tools/kill_server.py --kills 200 --tables 6 --seed 1

People play at random as fast as they are asked.  At a random moment the server is killed with
SIGKILL and started again on the same folder; everybody comes back with his token.  Every move that
was acknowledged, and every decision that anybody was told of, must be there again.
The first that is not is printed, and the program ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from audiogames.net import wire
from audiogames.net.client.following import ViewFollower

ROOT: Final = Path(__file__).resolve().parent.parent
LONG: Final = {"tokens": 99}
"""A match that does not end meanwhile."""

PATIENCE: Final = 300.0
"""Seconds for whatever should happen at once: the machine may be very busy."""

SERVE: Final = (
    "-m", "audiogames", "--lang", "en", "--speech", "none", "--braille", "off", "serve",
    "--host", "127.0.0.1", "--public",
)  # fmt: skip


class Lost(Exception):
    """Something that was acknowledged is not there any more."""


class Killable:
    """A server process on a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"ws://127.0.0.1:{self._port}/"

    @property
    def base(self) -> Path:
        """Its file."""
        return self._folder / "tables.sqlite3"

    async def start(self) -> None:
        """Start it and wait until it has said its address."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *SERVE, "--port", str(self._port), "--data", str(self._folder),
            stdout=asyncio.subprocess.PIPE, cwd=ROOT,
            env={**os.environ, "AUDIOGAMES_HOME": str(self._folder)},
        )  # fmt: skip
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)).decode()
        found = re.search(r"127\.0\.0\.1(?::(\d+))?", line)
        if found is None:
            raise Lost(f"The server did not start again: {line!r}")
        self._port = int(found[1] or wire.PORT)

    async def kill(self) -> None:
        """End it without a word."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


@dataclass
class Guest:
    """A person who plays at random, and what he has been told."""

    name: str
    rng: Random
    token: str = ""
    heard: int = 0
    table: int = 0
    code: str = ""
    seat: int | None = None
    seq: int = 0
    """The last decision that he was told of."""
    moves: Counter[str] = field(default_factory=Counter)
    """His moves that were acknowledged."""
    asked: int = 0
    sent: dict[int, str] = field(default_factory=dict)
    line: ClientConnection | None = None
    views: ViewFollower = field(default_factory=ViewFollower)
    inside: asyncio.Event = field(default_factory=asyncio.Event)
    sits: asyncio.Event = field(default_factory=asyncio.Event)

    async def live(self, url: str) -> None:
        """Come in, or back, and play until the line is lost."""
        self.sent.clear()
        self.inside.clear()
        patient: dict[str, Any] = {"open_timeout": PATIENCE, "ping_interval": None}
        async with connect(url, compression=None, **patient) as self.line:
            try:
                await self._greet()
                async for message in self.line:
                    await self._hear(wire.read_told(message))
            except ConnectionClosed:
                pass

    async def ask(self, kind: type[wire.Request], **fields: Any) -> None:
        """A request."""
        assert self.line is not None
        self.asked += 1
        if kind is wire.MakeMove:
            self.sent[self.asked] = fields["move"]
        await self.line.send(wire.encode(kind(id=self.asked, **fields)), text=True)

    async def _greet(self) -> None:
        back = {"token": self.token, "heard": self.heard} if self.token else {"name": self.name}
        await self.ask(wire.Hello, version=wire.VERSION, **back)

    async def _hear(self, told: Any) -> None:
        self.heard = told.n or self.heard
        match told:
            case wire.Welcome(token=token):
                self.token = token
                self.inside.set()
                await self.ask(wire.TellWishes, auto_draw=True)
            case wire.No(reason="net-unknown-token"):
                raise Lost(f"{self.name} is not known any more")
            case wire.Bye(reason="net-fault" | "net-malformed" as reason):
                raise Lost(f"{self.name}: {reason}")
            case wire.Seated(table=table, code=code):
                self.table, self.code = table, code
                self.sits.set()
            case wire.MatchUpdate():
                await self._play(self.views.take(told))
            case wire.MatchChange():
                update = self.views.follow(told)
                if update is None:
                    raise Lost(f"{self.name} was told of a change that does not fit")
                await self._play(update)

    async def _play(self, update: wire.MatchUpdate) -> None:
        if update.re in self.sent:
            self.moves[self.sent.pop(update.re)] += 1
        if update.seq < self.seq:
            raise Lost(f"{self.name} was at decision {self.seq} and is at {update.seq}")
        self.seq, self.seat = update.seq, update.seat
        if update.over:
            raise Lost("A match has ended, and its rows with it: kill less often, at more tables")
        if update.waiting:
            await self.ask(wire.Ready)
        elif update.view["to_act"] == update.seat and not self.sent:
            move = self.rng.choice(update.view["legal"])
            await self.ask(wire.MakeMove, seq=update.seq, move=move)


def see_that_all_is_kept(base: Path, guests: list[Guest]) -> int:
    """Look into the file itself: how many entries there are.  Raises `Lost`."""
    with closing(sqlite3.connect(base)) as read:
        entries = read.execute("SELECT place, line FROM entries ORDER BY place, seq").fetchall()
    kept: Counter[tuple[int, int | None, str]] = Counter()
    for place, line in entries:
        entry = msgspec.json.decode(line)
        kept[place, entry["seat"], entry["move"]] += 1
    for guest in guests:
        for move, many in guest.moves.items():
            there = kept[guest.table, guest.seat, move]
            if there < many:
                raise Lost(f"{guest.name}: {move} acknowledged {many} times, kept {there} times")
    return len(entries)


async def run(kills: int, tables: int, seed: int, folder: Path) -> tuple[int, int]:
    """Kill so many times.  How many moves were acknowledged, and how many entries were kept.

    Raises `Lost`.
    """
    rng = Random(seed)
    server = Killable(folder)
    guests = [Guest(f"Guest {n}", Random(seed + n)) for n in range(2 * tables)]
    entries = 0
    await server.start()
    try:
        for kill in range(kills):
            lives = [asyncio.create_task(guest.live(server.url)) for guest in guests]
            await _all_in(guests, lives)
            if kill == 0:
                await _open(guests)
            await asyncio.sleep(rng.uniform(0.02, 0.7))
            await server.kill()
            await asyncio.gather(*lives)
            entries = see_that_all_is_kept(server.base, guests)
            await server.start()
    finally:
        await server.kill()
    return sum(guest.moves.total() for guest in guests), entries


async def _all_in(guests: list[Guest], lives: list[asyncio.Task[None]]) -> None:
    """Wait until everybody is in; what goes wrong meanwhile is told at once."""
    waits: asyncio.Future[Any] = asyncio.gather(*(guest.inside.wait() for guest in guests))
    ends: list[asyncio.Future[Any]] = [waits, *lives]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    for life in lives:
        if life.done():
            life.result()
    if not waits.done():
        raise Lost("Not everybody came back")


async def _open(guests: list[Guest]) -> None:
    """Tables of two, some with a bot."""
    for place in range(0, len(guests), 2):
        host, other = guests[place : place + 2]
        await host.ask(wire.Open, game="novantanove", options=LONG)
        await asyncio.wait_for(host.sits.wait(), PATIENCE)
        await other.ask(wire.Join, code=host.code)
        await asyncio.wait_for(other.sits.wait(), PATIENCE)
        if place % 6 == 4:
            await host.ask(wire.AddBot, level="easy")
        await host.ask(wire.StartMatch)


def main() -> int:
    """Kill as often as is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            moves, entries = asyncio.run(run(given.kills, given.tables, given.seed, Path(folder)))
        except Lost as lost:
            print(lost)
            return 1
    print(
        f"{given.kills} kills, {given.tables} tables: {moves} moves acknowledged, "
        f"{entries} entries kept, nothing lost"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
