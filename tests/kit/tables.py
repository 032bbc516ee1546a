"""Tables of three minimal clients on a server, which measure the delay of moves.

They play Novantanove with automatic draws. The delay of a move is the time from sending it until
the last of the three clients has its update.
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
from tests.kit.rawline import RawLine

SEATS: Final = 3
OPTIONS: Final = {"tokens": 99}
"""Options of a match that does not end during a run."""

LINES_AN_ADDRESS: Final = 15
PATIENCE: Final = 120.0
"""Seconds to wait for an answer or for the end of a process."""

HEARD_SECONDS: Final = 0.0


AGAIN: Final = 0.5
"""Seconds before a player asks again whom the server refused because its store was not reachable.
"""


class Refused(Exception):
    """An error with the reason why the server refused a request or ended the connection."""


class Told(msgspec.Struct):
    """The fields that a client reads from messages that do not concern the match."""

    type: str
    re: int = 0
    code: str = ""
    reason: str = ""


TOLD: Final = msgspec.json.Decoder(Told)

ALWAYS_HEARD: Final = 1
"""The last version of the wire in which programs acknowledged every update."""


class Guest:
    """A minimal client, one of three at a table."""

    def __init__(self, table: Table, place: int) -> None:
        self.table = table
        self.place = place
        self.line = RawLine(self.hears)
        self.update: wire.MatchUpdate | None = None
        self.awaited: dict[str, asyncio.Future[Told]] = {}
        self._views = ViewFollower()
        self._asked = self._wanted = self._moved = 0

    def ask(self, kind: type[wire.Request], **fields: Any) -> int:
        """Send a request and return its number."""
        self._asked += 1
        self.line.send(wire.encode(kind(self._asked, **fields)))
        return self._asked

    def move(self, seq: int, move: str) -> None:
        """Send a move."""
        self._moved = self.ask(wire.MakeMove, seq=seq, move=move)

    async def has(self, type_: str, kind: type[wire.Request], **fields: Any) -> Told:
        """Send a request and return the next message of this type.

        The request is repeated while the store is unavailable.  Raises `Refused`, and
        `TimeoutError`.
        """
        while True:
            future = self.awaited[type_] = asyncio.get_running_loop().create_future()
            self._wanted = self.ask(kind, **fields)
            try:
                return await asyncio.wait_for(future, PATIENCE)
            except Refused as refused:
                if str(refused) != "net-store-away":
                    raise
            await asyncio.sleep(AGAIN)

    def hears(self, data: bytes) -> None:
        now = perf_counter()
        told = TOLD.decode(data)
        future = self.awaited.pop("update" if told.type == "change" else told.type, None)
        if future is not None:
            future.set_result(told)
        if told.type in {"update", "change"}:
            self._updated(data, now)
        elif told.type in {"no", "bye"} and told.reason != "net-goodbye":
            self._refused(told)

    def _refused(self, told: Told) -> None:
        """Record a refusal, and make the waiting `has` raise `Refused`."""
        self.table.refused.append(told.reason)
        if told.re == self._wanted or told.type == "bye":
            awaited, self.awaited = self.awaited, {}
            for future in awaited.values():
                future.set_exception(Refused(told.reason))
        if told.re == self._moved or told.type == "bye":
            self.table.waiting.clear()

    def _updated(self, data: bytes, now: float) -> None:
        told = wire.read_message(data)
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
    """Return a client address for the connection with this number."""
    household = line // LINES_AN_ADDRESS
    return f"127.0.{1 + household // 250}.{1 + household % 250}"


@dataclass
class Table:
    """A table of three clients, which records the delay of each move."""

    number: int
    deaf: bool
    guests: list[Guest] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    updates: int = 0
    moves: int = 0
    missed: int = 0
    """How often a move was due while the one before it was still on its way."""
    sent: float = 0.0
    waiting: set[int] = field(default_factory=set)
    measured: bool = False
    address: Callable[[int], str] = _address
    """Returns the address from which the player with this number connects."""
    version: int = wire.VERSION
    """The version of the wire that the server speaks."""
    limit: int | None = None
    """Seconds of a turn, if they are limited."""

    async def open(self, port: int) -> None:
        """Connect the clients, seat them at one table, and start the match."""
        self.guests = [Guest(self, place) for place in range(SEATS)]
        host = self.guests[0]
        code = ""
        for guest in self.guests:
            await guest.line.open(port, self.address(SEATS * self.number + guest.place))
            name = f"Guest {self.number} {guest.place}"
            await guest.has("welcome", wire.Hello, version=self.version, name=name, code=code)
            guest.ask(wire.TellWishes, auto_draw=True)
            if guest is host:
                opened = {"game": "novantanove", "options": OPTIONS, "limit": self.limit}
                code = (await guest.has("seated", wire.Open, **opened)).code
        await host.has("update", wire.StartMatch)

    def heard(self, guest: Guest, now: float) -> None:
        self.updates += self.measured
        if guest.place in self.waiting:
            self.waiting.discard(guest.place)
            if not self.waiting and self.measured:
                self.late.append(1000 * (now - self.sent))

    def move(self) -> None:
        """Play the first card of the player to act."""
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
                guest.move(update.seq, update.view["legal"][0])
                return
