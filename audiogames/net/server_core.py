"""The server without sockets: bytes and the time go in, ordered outputs and a deadline come out.

Theory of operation
-------------------

The shell gives every line a number and reports what happens on it: `connected`, `received`,
`closed`, `slow`.  It reports what it was asked to have done: `thought` (a bot's move), `verified`
(a password).  It calls `tick` when `deadline` has come.  Each call returns outputs in the order in
which they must be done; a `Write` must be on disk before anything after it is sent.  `now` is in
seconds, never goes back, and counts from 1970, so that what is kept for thirty days can be
compared with it after a restart.

Requests.  A message is read (`wire`), weighed (`limits`), and handed to the handler of its type.
A handler first sees whether the request is allowed (`Refusal` becomes a `No`, and nothing has
changed), then changes people, tables and matches, keeps what must be kept, and tells everybody
concerned.  Bytes that are no message end the line they came by, with a reason; the seat waits as
after any lost line.  Whatever nobody foresaw ends that line too, and leaves a note: others go on.

Where things are: `house` holds the state and tells; `entering` is about people and their lines,
`seating` about tables, `playing` about matches, `talking` about chat.

Time.  One alarm a line (idle), a person (away) and a table (its match, or how long it is kept).

Beginning anew.  The store's rows make the same house again: tables with their matches, replayed
from their logs to the last entry, and people who are away.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from audiogames.core.game import Move
from audiogames.net import claims, entering, limits, lists, playing, seating, talking, wire
from audiogames.net.house import (
    CODE_DIGITS_FOR_STRANGERS,
    LINE,
    MEMBER,
    ROOM,
    Handler,
    House,
    Line,
    Refusal,
    Secrets,
)
from audiogames.net.limits import is_this_machine, neighbourhood
from audiogames.net.names import sound_of
from audiogames.net.outputs import Conn, Output
from audiogames.net.people import Member, Pace
from audiogames.net.restoring import restore
from audiogames.net.store import Directory, Keep, Kept, OneProcess, Shelf
from audiogames.net.wire import WireError
from audiogames.table.table import Wanted


def _start(house: House, member: Member, request: wire.Start, now: float) -> None:
    """The host begins a match."""
    del request
    room = seating.hosted(house, member, before=True)
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%dT%H%M%SZ")
    playing.start(house, room, stamp, now)


HANDLERS: Final[dict[type[wire.Request], Handler]] = {
    wire.Tables: lists.tables,
    wire.Online: lists.online,
    wire.Open: seating.open_table,
    wire.Join: seating.join,
    wire.Standing: seating.standing,
    wire.Leave: seating.leave,
    wire.Watch: seating.watch,
    wire.AddBot: seating.add_bot,
    wire.RemoveBot: seating.remove_bot,
    wire.Arrange: seating.arrange,
    wire.Agree: entering.agree,
    wire.Start: _start,
    wire.PassHost: seating.pass_host,
    wire.Kick: seating.kick,
    wire.Pause: playing.pause,
    wire.Move: playing.move,
    wire.Ready: playing.ready,
    wire.Extend: playing.extend,
    wire.Heard: playing.heard,
    wire.Wishes: playing.wishes,
    wire.Here: playing.here,
    wire.Chat: talking.chat,
    wire.Block: talking.block,
    wire.Privacy: talking.privacy,
    wire.Befriend: talking.befriend,
    wire.Invite: talking.invite,
    wire.Report: talking.report,
}


PACED: Final[dict[type[wire.Request], Pace]] = {
    wire.Join: Pace.COMING,
    wire.Watch: Pace.COMING,
    wire.Pause: Pace.COMING,
    wire.AddBot: Pace.HOSTING,
    wire.RemoveBot: Pace.HOSTING,
    wire.Arrange: Pace.HOSTING,
    wire.PassHost: Pace.HOSTING,
}
"""What everybody at a table hears of: nobody may keep the others from hearing anything else."""


COSTS: Final[dict[type[wire.Request], int]] = {
    wire.Tables: limits.DEAR,
    wire.Online: limits.DEAR,
    wire.Standing: limits.DEAR,
    wire.Open: limits.DEAR,
    wire.Start: limits.DEAR,
}
"""What costs the server more than the usual request counts as so many."""


class ServerCore:
    """A card room for many, without a socket."""

    def __init__(  # noqa: PLR0913 - what is kept, and what kind of server it is
        self,
        secrets: Secrets,
        now: float,
        *,
        kept: Kept | None = None,
        directory: Directory | None = None,
        code: str = "",
        reserved: Iterable[str] = (),
        strangers: bool = False,
    ) -> None:
        """`reserved` are names that nobody may take.

        `strangers` is whether anybody in the world may call: codes are longer then.
        """
        sounds = frozenset(map(sound_of, reserved))
        self._house = House(secrets, directory or OneProcess(), now, code=code, reserved=sounds)
        if strangers:
            self._house.code_digits = CODE_DIGITS_FOR_STRANGERS
        self._house.write(Keep(Shelf.SERVER, "code", code))
        restore(self._house, kept or Kept(), now)

    def begin(self) -> list[Output]:
        """What there is to do before the first line is taken."""
        return self._house.outputs()

    # Lines

    def connected(self, conn: Conn, address: str, now: float) -> list[Output]:
        """Somebody has called; who he is he must say soon."""
        house = self._house
        line = Line(conn, neighbourhood(address), now)
        reason = self._turned_away(line.address)
        if reason is not None:
            house.serve(None, 0)
            house.goodbye(line, reason)
            return house.outputs()
        house.open_line(line)
        house.alarms.set((LINE, conn), now + limits.GREETING_SECONDS)
        return []

    def _turned_away(self, address: str) -> str | None:
        if len(self._house.lines) >= limits.CONNECTIONS:
            return "net-server-full"
        many = self._house.lines_from(address) >= limits.CONNECTIONS_AN_ADDRESS
        return "net-too-many-connections" if many and not is_this_machine(address) else None

    def received(self, conn: Conn, data: bytes | str, now: float) -> list[Output]:
        """A message has come, or what was meant to be one."""
        line = self._house.lines.get(conn)
        if line is None:
            return []
        if line.member is not None:  # a stranger has so much time, whatever they send
            line.heard_at = now
        self._guarded(line, lambda: self._read(line, data, now), now)
        return self._house.outputs()

    def closed(self, conn: Conn, now: float) -> list[Output]:
        """The line is lost."""
        line = self._house.lines.get(conn)
        if line is not None:
            self._guarded(line, lambda: self._close(line, now), now)
        return self._house.outputs()

    def slow(self, conn: Conn, now: float) -> list[Output]:
        """Too much waits for whoever is at the other end."""
        self._house.serve(None, 0)
        line = self._house.lines.get(conn)
        if line is not None:
            self._house.serve(None, 0)
            self._guarded(line, lambda: self._lose(line, "net-too-slow", now), now)
        return self._house.outputs()

    # What was asked for

    def thought(self, table: int, wanted: Wanted, move: Move, now: float) -> list[Output]:
        """The move of a bot."""
        room = self._house.rooms.get(table)
        if room is not None:
            self._house.serve(None, 0)
            thought = playing.thought
            self._guarded(None, lambda: thought(self._house, room, wanted, move, now), now)
        return self._house.outputs()

    def verified(self, conn: Conn, hashed: str | None, now: float) -> list[Output]:
        """The hash of a password that is right, or None."""
        self._house.check_next()
        line = self._house.lines.get(conn)
        if line is not None:
            self._guarded(line, lambda: entering.verified(self._house, line, hashed, now), now)
        return self._house.outputs()

    # Time

    @property
    def deadline(self) -> float | None:
        """When to call `tick`."""
        return self._house.alarms.deadline

    def tick(self, now: float) -> list[Output]:
        """What time alone brings."""
        for key in list(self._house.alarms.due(now)):
            assert isinstance(key, tuple)
            kind, number = key
            self._house.serve(None, 0)
            self._guarded(None, partial(self._wake, kind, number, now), now)
        return self._house.outputs()

    def _wake(self, kind: str, number: int, now: float) -> None:
        house = self._house
        if kind == LINE and number in house.lines:
            self._see_to_line(house.lines[number], now)
        elif kind == MEMBER and number in house.members:
            entering.still_away(house, house.members[number], now)
        elif kind == ROOM and number in house.rooms:
            room = house.rooms[number]
            playing.wake(house, room, now)
            seating.expire(house, room, now)

    def _see_to_line(self, line: Line, now: float) -> None:
        """Who says nothing for long is not there, unless others are asked for them."""
        claims.expire(self._house, line, now)
        if line.pleads is not None and line.pleads.plea is not None:
            self._house.alarms.set((LINE, line.conn), line.pleads.plea.until)
            return
        patience = limits.IDLE_SECONDS if line.member else limits.GREETING_SECONDS
        if line.asked is not None:  # the server is not quick enough, and nobody else at fault
            line.heard_at = now
        if now >= line.heard_at + patience:
            self._lose(line, "net-idle", now)
        else:
            self._house.alarms.set((LINE, line.conn), line.heard_at + patience)

    def end(self) -> list[Output]:
        """The server closes: everybody is told, and everything is kept."""
        self._house.serve(None, 0)
        for line in list(self._house.lines.values()):
            self._house.goodbye(line, "net-shuts-down")
        return self._house.outputs()

    # Inside

    def _guarded(self, line: Line | None, do: Callable[[], None], now: float) -> None:
        """Do it; a refusal is told, and a fault ends one line and no more."""
        try:
            do()
        except Refusal as refusal:
            if line is not None:
                self._house.answer(line, wire.No(reason=refusal.reason, args=refusal.args_))
        except Exception:  # noqa: BLE001 - nothing that one person sends may end the others' game
            self._house.note("Fault: " + traceback.format_exc())
            if line is not None:
                self._end_faulty(line, now)

    def _end_faulty(self, line: Line, now: float) -> None:
        try:
            self._lose(line, "net-fault", now)
        except Exception:  # noqa: BLE001 - the same
            self._house.note("Fault after a fault: " + traceback.format_exc())

    def _read(self, line: Line, data: bytes | str, now: float) -> None:
        house = self._house
        house.serve(None, 0)
        try:
            request = wire.read_request(data)
        except WireError as error:
            reason = "net-too-large" if len(data) > wire.LARGEST else "net-malformed"
            self._lose(line, reason, now, text=str(error)[:200])
            return
        house.serve(line.member, request.id)
        cost = COSTS.get(type(request), 1) + len(data) // limits.BYTES_A_REQUEST
        if not line.pace.take(now, cost):
            self._hold_back(line, now)
            return
        self._answer(line, request, now)

    def _hold_back(self, line: Line, now: float) -> None:
        if line.member is not None and line.patience.take(now):
            raise Refusal("net-too-fast")
        self._lose(line, "net-too-fast", now)

    def _answer(self, line: Line, request: Any, now: float) -> None:
        match request:
            case wire.Hello(version=version) if version != wire.VERSION:
                self._lose(line, "net-other-version", now, version=wire.VERSION)
            case wire.Hello():
                line.heard_at = now
                entering.greet(self._house, line, request, now)
            case wire.Ping():
                self._house.answer(line, wire.Pong())
            case wire.Goodbye():
                entering.goodbye(self._house, line, now)
            case _ if line.member is None:
                raise Refusal("net-say-hello")
            case _:
                self._serve(line, line.member, request, now)

    def _serve(self, line: Line, member: Member, request: Any, now: float) -> None:
        pace = PACED.get(type(request))
        if pace is not None and not member.may(pace, now):
            raise Refusal("net-too-fast")
        HANDLERS[type(request)](self._house, member, request, now)
        if not (self._house.answered or isinstance(request, wire.Heard)):
            self._house.answer(line, wire.Done())

    def _close(self, line: Line, now: float) -> None:
        member = line.member
        self._house.close_line(line)
        if member is not None:
            self._house.serve(None, 0)
            entering.lost(self._house, member, now)

    def _lose(self, line: Line, reason: str, now: float, **args: Any) -> None:
        """End a line with a reason; whoever had it may come back."""
        member = line.member
        self._house.goodbye(line, reason, **args)
        if member is not None:
            self._house.serve(None, 0)
            entering.lost(self._house, member, now)
