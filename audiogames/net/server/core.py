"""The server without sockets: bytes and the time go in, ordered outputs and a deadline come out.

Theory of operation
-------------------

The shell gives every connection a number and reports what happens on it: `connected`, `received`,
`closed`, `slow`.  It reports what it was asked to have done: `thought` (a bot's move), `verified`
(a password), `answered` (what the store knows), and what was not kept: `refused`.  It calls `tick`
when `deadline` has come.  Each call returns outputs in the order in which they must be done; a
`Write` must be on disk before anything after it is sent.  `now` is in seconds, never goes back, and
counts from 1970, so that what is kept for thirty days can be compared with it after a restart.

Requests.  A message is read (`wire`), weighed (`limits`), and handed to the handler of its type.
A handler first sees whether the request is allowed (`Refusal` becomes a `No`, and nothing has
changed), then changes people, tables and matches, keeps what must be kept, and tells everybody
concerned.  Bytes that are no message end the connection that they came by, with a reason; the seat
waits as after any lost connection.

Faults.  What nobody foresaw is reported (`FaultFound`).  It ends the connection whose message
brought it about, or those of the people at the table whose clock or bot did; the others go on.

Where things are.  Data: `People` (`registry`), `Lobby` with its `OnlineTable`s, each with its
`ServedMatch`, and `Connections`.  What is asked: `Admission` and `Presence` (people coming, away
and back), `Seating` and `Hosting` (tables), `Playing` (matches), `Talking` (chat), `Lists`.

Time.  One alarm a connection (idle), a person (away) and a table (its match, or how long it is
kept).

Beginning anew.  The store's rows make the same server again: tables with their matches, replayed
from their logs to the last entry, and people who are away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Final

from audiogames.core.contract import Move
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.connections import CONNECTION, ClientConnection, Connections
from audiogames.net.server.forsaking import Forsaking
from audiogames.net.server.limits import is_this_machine, neighbourhood
from audiogames.net.server.lookups import StoreAnswer
from audiogames.net.server.outputs import (
    AskStore,
    Drop,
    FaultFound,
    Outgoing,
    Output,
    Refusal,
)
from audiogames.net.server.people.admission import Admission
from audiogames.net.server.people.claims import Claims
from audiogames.net.server.people.member import PACED, Conn, Member
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.people.registry import MEMBER, Numbers, People, Secrets
from audiogames.net.server.people.talking import Talking
from audiogames.net.server.queues import Alarms
from audiogames.net.server.restoring import Restoration
from audiogames.net.server.sharing import Elsewhere, Knowledge, Unanswered
from audiogames.net.server.store import KeepRow, Shelf, StoredRows, Unit
from audiogames.net.server.tables.directory import Directory, OneProcess
from audiogames.net.server.tables.hosting import Hosting
from audiogames.net.server.tables.kept import TABLE, TableRegister
from audiogames.net.server.tables.lobby import Lists, Lobby
from audiogames.net.server.tables.playing import Playing
from audiogames.net.server.tables.seating import Seating
from audiogames.net.server.tables.table import OnlineTable
from audiogames.net.wire import WireError
from audiogames.table.protocol import BotRequest

NUMBERS: Final = 24
"""Bits of the numbers that one process gives to tables and people; its own number is above."""

Handler = Callable[[Member, Any, float], None]
"""Answers a request.  Raises `Refusal` where nothing has changed."""


class ServerCore:
    """A card room for many, without a socket."""

    def __init__(  # noqa: PLR0913 - what is kept, and what kind of server it is
        self,
        secrets: Secrets,
        now: float,
        *,
        kept: StoredRows | None = None,
        directory: Directory | None = None,
        code: str = "",
        reserved: Iterable[str] = (),
        strangers: bool = False,
        process: int = 0,
    ) -> None:
        """`reserved` are names that nobody may take.

        `strangers` is whether anybody in the world may call: codes are longer then.
        `process` is the number of this one among those that share the store, 0 where none does.
        """
        self._outgoing = outgoing = Outgoing()
        self._alarms = alarms = Alarms()
        self._knowledge = knowledge = Knowledge(shared=process > 0)
        numbers = Numbers(1 + (process << NUMBERS))
        shared = knowledge.shared
        self.people = people = People(outgoing, alarms, numbers, reserved, shared=shared)
        register = TableRegister(outgoing, alarms, directory or OneProcess())
        self.lobby = lobby = Lobby(
            register, secrets, numbers, knowledge, now, code=code, strangers=strangers
        )
        self.connections = connections = Connections(outgoing, alarms)
        self._claims = claims = Claims(connections, outgoing)
        self._seating = seating = Seating(people, lobby, connections, claims, outgoing)
        self._presence = presence = self._make_presence(knowledge)
        self._entrance = Admission(
            people,
            lobby,
            connections=connections,
            claims=claims,
            seating=seating,
            presence=presence,
            outgoing=outgoing,
            secrets=secrets,
            knowledge=knowledge,
            now=now,
        )
        self._forsaking = self._make_forsaking(secrets)
        self.handlers = self._handlers(Hosting(lobby, seating, secrets, outgoing))
        self._restoration = Restoration(
            people, lobby, presence=presence, outgoing=outgoing, secrets=secrets, numbers=numbers
        )
        if not knowledge.shared:
            outgoing.write(KeepRow(Shelf.SERVER, "code", code))
            self._restoration.restore(kept or StoredRows(), now)

    def _make_presence(self, knowledge: Knowledge) -> Presence:
        return Presence(
            self.people,
            self.lobby,
            connections=self.connections,
            claims=self._claims,
            seating=self._seating,
            outgoing=self._outgoing,
            knowledge=knowledge,
        )

    def _make_forsaking(self, secrets: Secrets) -> Forsaking:
        return Forsaking(
            self.people,
            self.lobby,
            connections=self.connections,
            claims=self._claims,
            seating=self._seating,
            outgoing=self._outgoing,
            secrets=secrets,
        )

    def _handlers(self, hosting: Hosting) -> dict[type[wire.Request], Handler]:
        """Who answers what."""
        lists = Lists(self.people, self.lobby, self._outgoing)
        playing = Playing(self.lobby, self._outgoing)
        talking = Talking(self.people, self.lobby, self._outgoing)
        return {
            wire.ListTables: lists.tables,
            wire.ListPeople: lists.online,
            wire.Open: hosting.open_table,
            wire.Join: self._seating.join,
            wire.AskStanding: self._seating.standing,
            wire.Leave: self._seating.leave,
            wire.Watch: hosting.watch,
            wire.AddBot: hosting.add_bot,
            wire.RemoveBot: hosting.remove_bot,
            wire.Arrange: hosting.arrange,
            wire.Agree: self._entrance.agree,
            wire.StartMatch: hosting.start,
            wire.PassHost: hosting.pass_host,
            wire.Kick: hosting.kick,
            wire.VotePause: playing.pause,
            wire.MakeMove: playing.move,
            wire.Ready: playing.ready,
            wire.AskView: playing.view,
            wire.Extend: playing.extend,
            wire.Heard: playing.heard,
            wire.TellWishes: playing.wishes,
            wire.Here: playing.here,
            wire.Chat: talking.chat,
            wire.BlockPerson: talking.block,
            wire.Privacy: talking.privacy,
            wire.Befriend: talking.befriend,
            wire.Invite: talking.invite,
            wire.ReportPerson: talking.report,
        }

    def begin(self) -> list[Output]:
        """What there is to do before the first connection is taken."""
        return self._outgoing.take()

    # Connections

    def connected(self, conn: Conn, address: str, now: float) -> list[Output]:
        """Somebody has called; who they are they must say soon."""
        connection = ClientConnection(conn, neighbourhood(address), now)
        reason = self._turned_away(connection.address)
        if reason is not None:
            self._outgoing.serve(None, 0)
            self.connections.goodbye(connection, reason)
            return self._outgoing.take()
        self.connections.open(connection)
        self.connections.wake(connection, now + limits.GREETING_SECONDS)
        return []

    def _turned_away(self, address: str) -> str | None:
        if len(self.connections.by_conn) >= limits.CONNECTIONS:
            return "net-server-full"
        many = self.connections.many_from(address) >= limits.CONNECTIONS_AN_ADDRESS
        return "net-too-many-connections" if many and not is_this_machine(address) else None

    def received(self, conn: Conn, data: bytes | str, now: float) -> list[Output]:
        """A message has come, or what was meant to be one."""
        connection = self.connections.by_conn.get(conn)
        if connection is None:
            return []
        if connection.member is not None:  # a stranger has so much time, whatever they send
            connection.heard_at = now
        self._for_connection(connection, lambda: self._read(connection, data, now), now)
        return self._outgoing.take()

    def knows(self, conn: Conn) -> bool:
        """Whether it has said who it is."""
        connection = self.connections.by_conn.get(conn)
        return connection is not None and connection.member is not None

    def closed(self, conn: Conn, now: float) -> list[Output]:
        """The connection is lost."""
        connection = self.connections.by_conn.get(conn)
        if connection is not None:
            self._for_connection(connection, lambda: self._close(connection, now), now)
        return self._outgoing.take()

    def slow(self, conn: Conn, now: float) -> list[Output]:
        """Too much waits to be sent on this connection."""
        connection = self.connections.by_conn.get(conn)
        if connection is not None:
            self._outgoing.serve(None, 0)
            lose = partial(self._lose, connection, "net-too-slow", now)
            self._for_connection(connection, lose, now)
        return self._outgoing.take()

    # What was asked for

    def thought(self, number: int, wanted: BotRequest, move: Move, now: float) -> list[Output]:
        """The move of a bot."""
        table = self.lobby.tables.get(number)
        if table is not None:
            self._outgoing.serve(None, 0)
            self._for_table(table, lambda: table.take_thought(wanted, move, now), now)
        return self._outgoing.take()

    def verified(self, conn: Conn, hashed: str | None, now: float) -> list[Output]:
        """The hash of a password that is right, or None."""
        self.connections.passwords.next()
        connection = self.connections.by_conn.get(conn)
        if connection is not None:
            go_on = partial(self._entrance.verified, connection, hashed, now)
            self._for_connection(connection, go_on, now)
        return self._outgoing.take()

    def unverified(self, conn: Conn, now: float) -> list[Output]:
        """A password could not be compared, and its sender is not to blame."""
        self.connections.passwords.next()
        connection = self.connections.by_conn.get(conn)
        if connection is not None and connection.asked is not None:
            self._outgoing.serve(None, connection.asked.id)
            lose = partial(self._lose, connection, "net-fault", now)
            self._for_connection(connection, lose, now)
        return self._outgoing.take()

    # With other processes

    def has_table(self, number: int) -> bool:
        """Whether this table is played here."""
        return number in self.lobby.tables

    def know_others(self, addresses: Sequence[str]) -> list[Output]:
        """Where people reach the other processes that live: everybody is told what changes."""
        if self._knowledge.others != (*addresses,):
            self._knowledge.others = (*addresses,)
            told = wire.Others(others=[*addresses])
            for connection in self.connections.by_conn.values():
                if connection.member is not None:
                    self._outgoing.answer_to(connection.conn, 0, told)
        return self._outgoing.take()

    def answered(self, conn: Conn, answer: StoreAnswer, now: float) -> list[Output]:
        """What the store knows: the request that waited for it is read once more."""
        self._restoration.add(answer.rows, now)
        connection = self.connections.by_conn.get(conn)
        if connection is not None and connection.held is not None:
            request, connection.held = connection.held, None
            if answer.caller:
                self.connections.move(connection, answer.caller)
            with self._knowledge.having(answer):
                self._outgoing.serve(connection.member, request.id)
                self._for_connection(
                    connection, partial(self._answer, connection, request, now), now
                )
        return self._outgoing.take()

    def refused(
        self, units: Collection[Unit], now: float, *, uncertain: bool = False
    ) -> list[Output]:
        """These were not kept, or where that is uncertain, perhaps not."""
        self._outgoing.serve(None, 0)
        self._forsaking.refused(units, now, uncertain=uncertain)
        return self._outgoing.take()

    def hand_over(self, number: int) -> list[Output]:
        """Let another process have a table, as this one ends."""
        self._outgoing.serve(None, 0)
        self._forsaking.hand_over(self.lobby.tables[number])
        return self._outgoing.take()

    # Time

    @property
    def deadline(self) -> float | None:
        """When to call `tick`."""
        return self._alarms.deadline

    def tick(self, now: float) -> list[Output]:
        """What time alone brings."""
        for key in list(self._alarms.due(now)):
            assert isinstance(key, tuple)
            kind, number = key
            self._outgoing.serve(None, 0)
            self._wake(kind, number, now)
        return self._outgoing.take()

    def _wake(self, kind: str, number: int, now: float) -> None:
        if kind == CONNECTION and number in self.connections.by_conn:
            connection = self.connections.by_conn[number]
            self._for_connection(connection, lambda: self._see_to(connection, now), now)
        elif kind == MEMBER and number in self.people.by_id:
            member = self.people.by_id[number]
            away = partial(self._presence.still_away, member, now)
            self._for_table(self.lobby.table_of(member), away, now)
        elif kind == TABLE and number in self.lobby.tables:
            table = self.lobby.tables[number]
            self._for_table(table, lambda: self._wake_table(table, now), now)

    def _wake_table(self, table: OnlineTable, now: float) -> None:
        table.wake(now)
        self._seating.expire(table, now)

    def _see_to(self, connection: ClientConnection, now: float) -> None:
        """End a line silent for too long, unless a table is asked to let that person in."""
        self._claims.expire(connection, now)
        if connection.pleads is not None and connection.pleads.plea is not None:
            self.connections.wake(connection, connection.pleads.plea.until)
            return
        patience = limits.IDLE_SECONDS if connection.member else limits.GREETING_SECONDS
        if connection.asked is not None:  # the server is not quick enough, nobody else at fault
            connection.heard_at = now
        if now >= connection.heard_at + patience:
            self._lose(connection, "net-idle", now)
        else:
            self.connections.wake(connection, connection.heard_at + patience)

    def end(self) -> list[Output]:
        """The server closes: everybody is told, and everything is kept."""
        self._outgoing.serve(None, 0)
        for connection in list(self.connections.by_conn.values()):
            self.connections.goodbye(connection, "net-shuts-down")
        return self._outgoing.take()

    # Faults

    def _for_connection(
        self, connection: ClientConnection, do: Callable[[], None], now: float
    ) -> None:
        """Do it; a refusal is told, and a fault ends this connection and no more."""
        try:
            do()
        except Refusal as refusal:
            self._outgoing.answer(connection.conn, refusal.told())
        except Exception as error:  # noqa: BLE001 - one person's message ends nobody else's game
            self._outgoing.add(FaultFound(error))
            self._end_faulty(connection, now)

    def _for_table(self, table: OnlineTable | None, do: Callable[[], None], now: float) -> None:
        """Do it; a fault ends the connections of those at this table and no more."""
        try:
            do()
        except Exception as error:  # noqa: BLE001 - one table's rules end nobody else's game
            self._outgoing.add(FaultFound(error))
            # With nobody there the match stands still, and is kept until somebody comes back.
            for connection in map(self.connections.of, table.members if table else ()):
                if connection is not None:
                    self._end_faulty(connection, now)

    def _end_faulty(self, connection: ClientConnection, now: float) -> None:
        try:
            self._lose(connection, "net-fault", now)
        except Exception as error:  # noqa: BLE001 - what is broken may not even say goodbye
            self._outgoing.add(FaultFound(error))
            self._cut(connection, now)

    def _cut(self, connection: ClientConnection, now: float) -> None:
        """End a connection without a word."""
        member = connection.member
        if connection.conn in self.connections.by_conn:
            self._outgoing.add(Drop(connection.conn))
            self.connections.close(connection)
        if member is not None:
            self.people.disconnect(member, now)

    # Inside

    def _read(self, connection: ClientConnection, data: bytes | str, now: float) -> None:
        self._outgoing.serve(None, 0)
        try:
            request = wire.read_request(data)
        except WireError as error:
            reason = "net-too-large" if len(data) > wire.LARGEST else "net-malformed"
            self._lose(connection, reason, now, text=str(error)[:200])
            return
        self._outgoing.serve(connection.member, request.id)
        cost = limits.COSTS.get(type(request), 1) + len(data) // limits.BYTES_A_REQUEST
        if not connection.pace.take(now, cost):
            self._hold_back(connection, now)
            return
        self._answer(connection, request, now)

    def _hold_back(self, connection: ClientConnection, now: float) -> None:
        if connection.member is not None and connection.patience.take(now):
            raise Refusal("net-too-fast")
        self._lose(connection, "net-too-fast", now)

    def _answer(self, connection: ClientConnection, request: Any, now: float) -> None:
        try:
            self._handle(connection, request, now)
        except Unanswered as asked:
            if connection.held is not None:
                raise Refusal("net-too-fast") from None
            connection.held = request
            self._outgoing.add(AskStore(connection.conn, asked.question))
        except Elsewhere as there:
            self._forsaking.send_on(connection, request, there)

    def _handle(self, connection: ClientConnection, request: Any, now: float) -> None:
        match request:
            case wire.Hello(version=version) if version != wire.VERSION:
                self._lose(connection, "net-other-version", now, version=wire.VERSION)
            case wire.Hello():
                connection.heard_at = now
                self._entrance.greet(connection, request, now)
            case wire.Ping():
                self._outgoing.answer(connection.conn, wire.Pong())
            case wire.Goodbye():
                self._presence.goodbye(connection, now)
            case _ if connection.member is None:
                raise Refusal("net-say-hello")
            case _:
                self._serve(connection, connection.member, request, now)

    def _serve(
        self, connection: ClientConnection, member: Member, request: Any, now: float
    ) -> None:
        pace = PACED.get(type(request))
        is_anew = self._knowledge.is_at_hand  # it was counted before
        if pace is not None and not is_anew and not member.may(pace, now):
            raise Refusal("net-too-fast")
        self.handlers[type(request)](member, request, now)
        if not (self._outgoing.answered or isinstance(request, wire.Heard)):
            self._outgoing.answer(connection.conn, wire.Done())

    def _close(self, connection: ClientConnection, now: float) -> None:
        member = connection.member
        self.connections.close(connection)
        if member is not None:
            self._outgoing.serve(None, 0)
            self._presence.lost(member, now)

    def _lose(self, connection: ClientConnection, reason: str, now: float, **args: Any) -> None:
        """End a connection with a reason; its member may come back."""
        member = connection.member
        self.connections.goodbye(connection, reason, **args)
        if member is not None:
            self._outgoing.serve(None, 0)
            self._presence.lost(member, now)
