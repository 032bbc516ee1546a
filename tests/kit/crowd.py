"""Simulated players who make random moves with the real client core, for tests that kill servers.

`bench.cluster` and `tests/online/kill_server.py` seat them, and compare the database with the moves
that were acknowledged (`missing`).  They reconnect automatically, as the program does.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from audiogames.core.contract import Turn
from audiogames.core.log import Entry, Header, Log, replay
from audiogames.core.registry import game
from audiogames.net import wire
from audiogames.net.address import Address
from audiogames.net.client.core import ClientCore, LineState
from audiogames.net.client.happenings import Arrived, Dropped, Failed, Login, Nonsense
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from tests.kit.struck import PATIENCE, Lost

LOOK: Final = 0.01
"""Seconds between two checks whether something has happened."""

GAME: Final = "novantanove"
LONG: Final = {"tokens": 99}
"""Options of a match that does not end during a run."""


@dataclass
class Seats:
    """The simulated players of one table, and the times when its server failed and recovered."""

    people: list[Player] = field(default_factory=list)
    ended: int = 0
    unheard: set[int] = field(default_factory=set)
    """Matches that ended without an announcement; the log must show their end."""
    struck_at: float = 0.0
    """The time at which a process needed by this table was last killed or stopped."""
    moved_at: float = 0.0
    """The time at which the first move after that was accepted."""
    waits_for_bot: bool = False
    """Whether that move is a bot's, which takes its usual time."""

    def strike(self, at: float) -> None:
        """Record that a server process needed by this table was killed or stopped at this time."""
        self.struck_at, self.moved_at, self.waits_for_bot = at, 0.0, False

    @property
    def heard_at(self) -> float:
        """Return when the last player of this table received the match's state again."""
        return max(one.heard_at for one in self.people)


@dataclass
class Player:
    """A simulated player, who makes random moves whenever it is their turn."""

    name: str
    rng: Random
    seats: Seats
    pace: float = 0.0
    """The average number of seconds before a move; the first move after a return has no delay."""
    core: ClientCore = field(default_factory=ClientCore)
    caller: tuple[str, int] | None = None
    """The address from which the player connects, if any is given."""
    place: Address | None = None
    """The address to which the player is or was last connected."""
    table: int = 0
    code: str = ""
    seat: int | None = None
    seq: int = 0
    match: int = 1
    """The number of the current match of the table."""
    moves: Counter[tuple[int, str]] = field(default_factory=Counter)
    """The moves that the server acknowledged, each with its match."""
    ends: set[int] = field(default_factory=set)
    """The matches whose end this player was told."""
    back_at: float = 0.0
    """The time at which the player was last let in."""
    heard_at: float = 0.0
    """The time of the first update after that; it is one sentence."""
    drops: int = 0
    begins: bool = False
    """Whether all players are there, so that the host begins a match whenever none is on."""
    _sent: dict[int, str] = field(default_factory=dict)
    _is_new_here: bool = False
    """Whether the next update is the first since the connection was restored."""
    _is_awaited: bool = False
    """Whether the next move is the first since the connection was restored."""
    _refused: str = ""
    _line: asyncio.Task[None] | None = None
    _socket: ClientConnection | None = None
    _fault: Lost | None = None
    _wakes: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def state(self) -> str:
        """Return a description of this player, for error messages."""
        seat = f"table {self.table} seq {self.seq} {self._sent} {self._refused}"
        return f"{self.name} {self.core.state.value} at {self.place} {seat}"

    @property
    def is_in(self) -> bool:
        """Return True if the server has admitted this player."""
        return self.core.state is LineState.IN

    async def live(self, address: Address) -> None:
        """Connect, and play until cancelled.  Raises `Lost` on a fault."""
        self.core.enter(self.login(address), time.monotonic())
        while True:
            self._wakes.clear()
            for order in self.core.drain():
                await self._carry_out(order)
            if self._fault is not None:
                raise self._fault
            at = self.core.deadline
            wait = None if at is None else max(0.0, at - time.monotonic())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wakes.wait(), wait)
            self._take(self.core.tick(time.monotonic()))

    def login(self, address: Address) -> Login:
        """Return the login for the first connection."""
        return Login(address, self.name)

    def ask(self, kind: type[wire.Request], **given: Any) -> int:
        """Send a request and return its number."""
        asked = self.core.ask(kind, time.monotonic(), **given)
        self._wakes.set()
        return asked

    # The line

    async def _carry_out(self, order: Connect | Transmit | Disconnect) -> None:
        match order:
            case Connect(place):
                self.place = place
                self._let_go()
                self._line = asyncio.create_task(self._hold_line(place))
            case Transmit(data):
                if self._socket is not None:
                    with suppress(ConnectionClosed):
                        await self._socket.send(data.decode())
            case Disconnect():
                self._let_go()

    def _let_go(self) -> None:
        """Drop the connection without waiting for a closing handshake."""
        line, self._line, self._socket = self._line, None, None
        if line is not None:
            line.cancel()

    async def _hold_line(self, place: Address) -> None:
        mine, status = asyncio.current_task(), LineStatus.NO_ANSWER
        try:
            async with connect(
                place.url, compression=None, ping_interval=None, local_addr=self.caller
            ) as socket:
                self._socket = socket
                self._happened(LineStatus.OPEN)
                status = LineStatus.LOST
                async for message in socket:
                    if self._line is not mine:
                        return
                    self._take(self.core.received(message, time.monotonic()))
                    self._wakes.set()
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            pass
        except Lost as lost:
            self._fault = lost
        if self._line is mine:
            self._happened(status)

    def _happened(self, status: LineStatus) -> None:
        self._take(self.core.linked(status, time.monotonic()))
        self._wakes.set()

    def _take(self, happenings: Sequence[Any]) -> None:
        for happening in happenings:
            match happening:
                case Arrived(message):
                    self._hear(message)
                case Dropped():
                    self.drops += 1
                    self._sent.clear()
                case Failed(why) | Nonsense(why):
                    raise Lost(f"{self.name}: {why}")

    # The match

    def _hear(self, told: Any) -> None:
        match told:
            case wire.Welcome():
                self.back_at = time.monotonic()
                self._is_new_here = self._is_awaited = True
                self.ask(wire.TellWishes, auto_draw=True)
            case wire.No(reason="net-unknown-token" | "net-too-many-hops" as reason):
                raise Lost(f"{self.name}: {reason}")
            case wire.No():
                self._refused = told.reason
                if self._sent.pop(told.re, None) is not None and told.reason == "net-store-away":
                    asyncio.get_running_loop().call_later(1.0, self.ask, wire.AskView)
            case wire.Bye(reason="net-fault" | "net-malformed" | "net-elsewhere" as reason):
                raise Lost(f"{self.name}: {reason}")
            case wire.Bye():
                self._sent.clear()
            case wire.Seated():
                self._sit(told)
            case wire.News(what="store-back"):
                self.ask(wire.AskView)
            case wire.MatchUpdate():
                self._play(told)

    def _sit(self, seated: wire.Seated) -> None:
        self.table, self.code = seated.table, seated.code
        if self.begins and not seated.playing and seated.host == self.name:
            self.ask(wire.StartMatch)

    def _play(self, update: wire.MatchUpdate) -> None:
        acknowledged = self._sent.pop(update.re, None)
        if acknowledged is not None:
            self.moves[self.match, acknowledged] += 1
        if update.seq < self.seq:
            self._begin_next()
        if acknowledged is not None or (update.seq > self.seq and not self._is_new_here):
            self._note_move()
        if self._is_new_here:
            self.heard_at = time.monotonic()
        if self._is_new_here and not update.waiting:
            to_act = update.view["to_act"]
            self.seats.waits_for_bot |= to_act not in {one.seat for one in self.seats.people}
        self._is_new_here = False
        self.seq, self.seat = update.seq, update.seat
        if update.over:
            self.seats.ended = max(self.seats.ended, self.match)
            self.ends.add(self.match)
        if update.awaited:
            self.ask(wire.Heard, seq=update.seq, seconds=0.0)
        if update.waiting:
            self.ask(wire.Ready)
        elif update.view["to_act"] == update.seat and not self._sent:
            move = self.rng.choice(update.view["legal"])
            wait = 0.0 if self._is_awaited else self.rng.uniform(0, 2 * self.pace)
            self._is_awaited = False
            asyncio.get_running_loop().call_later(wait, self._move, update.seq, move)

    def _begin_next(self) -> None:
        if self.seats.ended < self.match:
            self.seats.unheard.add(self.match)
            self.seats.ended = self.match
        self.match = self.seats.ended + 1

    def _note_move(self) -> None:
        seats = self.seats
        if self.back_at >= seats.struck_at and not seats.moved_at:
            seats.moved_at = time.monotonic()

    def _move(self, seq: int, move: str) -> None:
        if seq == self.seq and self.core.state is LineState.IN and not self._sent:
            self._sent[self.ask(wire.MakeMove, seq=seq, move=move)] = move


class Crowd:
    """Many tables of two simulated players each, with a bot at every third table."""

    def __init__(self, tables: int, rng: Random, pace: float) -> None:
        self._rng = rng
        self.tables = [Seats() for _ in range(tables)]
        for number in range(2 * tables):
            seats, lots = self.tables[number // 2], Random(rng.random())
            seats.people.append(Player(f"Guest{word(number)}", lots, seats, pace))
        self._lives: list[asyncio.Task[None]] = []

    @property
    def people(self) -> list[Player]:
        """Return all people of all tables."""
        return [one for seats in self.tables for one in seats.people]

    async def come(self, addresses: Sequence[Address]) -> None:
        """Connect the players, each to a random one of these addresses, and start all matches."""
        for player in self.people:
            self.enter(player, self._rng.choice(addresses))
        await self.until(lambda: all(one.is_in for one in self.people))
        for place, seats in enumerate(self.tables):
            await self._sit_down(*seats.people, has_bot=place % 3 == 2)
        await self.until(lambda: all(one.seq for one in self.people))
        many = len(addresses)
        await self.until(lambda: all(len(one.core.places) >= many for one in self.people))

    def enter(self, player: Player, address: Address) -> None:
        """Connect a player to this address in a task of its own."""
        self._lives.append(asyncio.create_task(player.live(address)))

    async def _sit_down(self, host: Player, other: Player, *, has_bot: bool) -> None:
        host.ask(wire.Open, game=GAME, options=LONG)
        await self.until(lambda: bool(host.code))
        other.ask(wire.Join, code=host.code)
        await self.until(lambda: bool(other.code))
        if has_bot:
            host.ask(wire.AddBot, level="easy")
        host.begins = True
        host.ask(wire.StartMatch)

    def are_back(self, since: float) -> bool:
        """Return True if all players were admitted again after this time."""
        return all(one.back_at > since for one in self.people)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until `is_so` returns True.  Raises `Lost` on a fault, or if it takes too long."""
        until = time.monotonic() + PATIENCE
        while not is_so():
            self.see()
            if time.monotonic() > until:
                raise Lost(f"It takes too long: {[one.state for one in self.people]}")
            await asyncio.sleep(LOOK)

    def see(self) -> None:
        """Raise `Lost` if a simulated player has found a fault."""
        for life in self._lives:
            if life.done():
                life.result()

    def go(self) -> None:
        """Drop all connections without a closing handshake."""
        for life in self._lives:
            life.cancel()
        for player in self.people:
            player._let_go()

    @property
    def moves(self) -> int:
        """Return the number of moves that the server acknowledged."""
        return sum(one.moves.total() for one in self.people)


def missing(people: Iterable[Player], rows: Iterable[tuple[int, int, str]]) -> str | None:
    """Return a description of an acknowledged move or match end that these rows lack, or None."""
    kept: Counter[tuple[int, int, int | None, str]] = Counter()
    entries: dict[tuple[int, int], list[Entry]] = {}
    for table, match, line in rows:
        entry = Entry(**json.loads(line))
        kept[table, match, entry.seat, entry.move] += 1
        entries.setdefault((table, match), []).append(entry)
    for player in people:
        for match in player.seats.unheard:
            if not _is_over(entries.get((player.table, match), [])):
                return f"{player.name} was taken from match {match} before its end"
        for (match, move), many in player.moves.items():
            there = kept[player.table, match, player.seat, move]
            if there < many:
                return f"{player.name}: {move} acknowledged {many} times, kept {there} times"
    return None


def _is_over(entries: list[Entry]) -> bool:
    """Return True if these moves finish their match."""
    players: list[dict[str, Any]] = [{} for _ in {entry.seat for entry in entries} - {None}]
    header = Header(GAME, game(GAME).rules.version, LONG, players)
    made = sorted(entries, key=lambda entry: entry.seq)
    return bool(players) and replay(Log(header, made)).to_act is Turn.OVER


def word(number: int) -> str:
    """Return a name for this number that cannot be confused with the name for another number."""
    return "".join("bdfglmnprstvz"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number))
