"""Tables of three people on a server, whose lines do as little as they can, and how late moves are.

They play Novantanove with automatic draws; a move is late by the milliseconds from its sending
until the last of the three has its update.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from bench.rawline import RawLine

SEATS: Final = 3
OPTIONS: Final = {"tokens": 99}
"""A match that does not end in a run."""

LINES_AN_ADDRESS: Final = 15
PATIENCE: Final = 120.0
"""Seconds after which an answer, or the end of a process, is not awaited any more."""

HEARD_SECONDS: Final = 0.0


class Told(msgspec.Struct):
    """What a guest looks at of any message that tells nothing of the match."""

    type: str
    code: str = ""
    reason: str = ""


TOLD: Final = msgspec.json.Decoder(Told)

ALWAYS_HEARD: Final = 1
"""Programs of this version of the wire said of every update when it was heard."""


class Guest:
    """One of three at a table."""

    def __init__(self, table: Table, place: int) -> None:
        self.table = table
        self.place = place
        self.line = RawLine(self.hears)
        self.update: wire.MatchUpdate | None = None
        self.awaited: dict[str, asyncio.Future[Told]] = {}
        self._views = ViewFollower()
        self._asked = 0

    def ask(self, kind: type[wire.Request], **fields: Any) -> None:
        self._asked += 1
        self.line.send(wire.encode(kind(self._asked, **fields)))

    async def waits_for(self, type_: str) -> Told:
        """The next message of this type."""
        self.awaited[type_] = asyncio.get_running_loop().create_future()
        return await asyncio.wait_for(self.awaited[type_], PATIENCE)

    def hears(self, data: bytes) -> None:
        now = perf_counter()
        told = TOLD.decode(data)
        future = self.awaited.pop("update" if told.type == "change" else told.type, None)
        if future is not None:
            future.set_result(told)
        if told.type in {"update", "change"}:
            self._updated(data, now)
        elif told.type in {"no", "bye"} and told.reason != "net-goodbye":
            self.table.refused.append(told.reason)

    def _updated(self, data: bytes, now: float) -> None:
        told = wire.read_told(data)
        if isinstance(told, wire.MatchUpdate):
            self.update = update = self._views.take(told)
        else:
            assert isinstance(told, wire.MatchChange)
            followed = self._views.follow(told)
            assert followed is not None
            self.update = update = followed
        self.table.heard(self, now)
        if update.waiting:
            self.ask(wire.Ready)
        elif not self.table.deaf and (update.awaited or self.table.version <= ALWAYS_HEARD):
            self.ask(wire.Heard, seq=update.seq, seconds=HEARD_SECONDS)


def _address(line: int) -> str:
    """People come from many addresses."""
    household = line // LINES_AN_ADDRESS
    return f"127.0.{1 + household // 250}.{1 + household % 250}"


@dataclass
class Table:
    """Three guests, and how long each move was on its way."""

    number: int
    deaf: bool
    guests: list[Guest] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    updates: int = 0
    moves: int = 0
    missed: int = 0
    """Moments at which a move was due while the one before it was on its way."""
    sent: float = 0.0
    waiting: set[int] = field(default_factory=set)
    measured: bool = False
    address: Callable[[int], str] = _address
    """From where people come."""
    version: int = wire.VERSION
    """Of the wire that the server speaks."""
    limit: int | None = None
    """Seconds of a turn."""

    async def open(self, port: int) -> None:
        """Everybody comes, and the match begins."""
        self.guests = [Guest(self, place) for place in range(SEATS)]
        host = self.guests[0]
        code = ""
        for guest in self.guests:
            await guest.line.open(port, self.address(SEATS * self.number + guest.place))
            guest.ask(
                wire.Hello,
                version=self.version,
                name=f"Guest {self.number} {guest.place}",
                code=code,
            )
            await guest.waits_for("welcome")
            guest.ask(wire.TellWishes, auto_draw=True)
            if guest is host:
                guest.ask(wire.Open, game="novantanove", options=OPTIONS, limit=self.limit)
                code = (await guest.waits_for("seated")).code
        host.ask(wire.StartMatch)
        await host.waits_for("update")

    def heard(self, guest: Guest, now: float) -> None:
        self.updates += self.measured
        if guest.place in self.waiting:
            self.waiting.discard(guest.place)
            if not self.waiting and self.measured:
                self.late.append(1000 * (now - self.sent))

    def move(self) -> None:
        """Whoever is asked plays their first card."""
        if self.waiting:
            self.missed += self.measured
            return
        for guest in self.guests:
            update = guest.update
            if update is None or update.view["to_act"] != update.seat:
                continue
            if update.view["legal"] and not update.waiting:
                self.moves += self.measured
                self.waiting, self.sent = set(range(SEATS)), perf_counter()
                guest.ask(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
                return
