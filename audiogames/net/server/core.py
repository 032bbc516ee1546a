"""The server without sockets: bytes and the time go in, ordered outputs and a deadline come out.

Theory of operation
-------------------

The shell gives every connection a number and reports what happens on it: `connected`, `received`,
`closed`, `slow`. It reports the results of outputs that asked for work: `thought` (a bot's move),
`verified` (a password). It calls `tick` at the time of `deadline`. Each call returns outputs in the
order in which they must be performed; a `Write` must be on disk before anything after it is sent.
`now` is in seconds, never goes back, and counts from 1970, so that times stored for thirty days
remain comparable after a restart.

Requests. A message is parsed (`wire`), charged (`limits`), and passed to the handler of its type
(`handling`). A handler first checks whether the request is allowed (`Refusal` becomes a `No`, and
nothing has changed), then changes people, tables and matches, writes rows, and notifies everybody
concerned. Bytes that are no message end their connection with a reason; the seat stays reserved as
after any lost connection.

Faults. An unexpected exception is reported (`FaultFound`). It ends the connection whose message
raised it, or the connections at the table whose clock or bot raised it; all others continue
(`parting`).

Modules. Data: `People` (`registry`), `Lobby` with its `OnlineTable`s, each with its `ServedMatch`,
and `Connections`. Request handlers: `Admission` and `Presence` (people who enter, are away,
return), `Seating` and `Hosting` (tables), `Playing` (matches), `Talking` (chat), `Lists`;
`handling` maps request types to them.

Time.  There is one alarm for each connection (idle), person (away) and table (its match, or how
long it is kept).

Other processes. Where several share the store the core asks `others` about them, and
`audiogames/net/cluster` handles their messages; a single process never imports it.

Restart. The server is restored from the store's rows: tables with their matches, replayed from
their logs to the last entry, and people, who count as away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from audiogames.core.contract import Move
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.connections import CONNECTION, ClientConnection, Connections
from audiogames.net.server.contests.desk import CONTEST, ContestDesk
from audiogames.net.server.contests.ratings import rating_list
from audiogames.net.server.contests.rows import RatingRow
from audiogames.net.server.handling import Handler, Handling, request_handlers
from audiogames.net.server.limits import is_this_machine, neighbourhood
from audiogames.net.server.moderation.desk import ModerationDesk
from audiogames.net.server.moderation.steward import RESTART, Steward
from audiogames.net.server.others import ALONE, NUMBERS, OtherProcesses
from audiogames.net.server.outputs import Outgoing, Output
from audiogames.net.server.parting import Parting
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.accounts import AccountKeeping
from audiogames.net.server.people.admission import Admission
from audiogames.net.server.people.claims import Claims
from audiogames.net.server.people.member import Conn, Paces
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.people.registry import MEMBER, Numbers, People, Secrets
from audiogames.net.server.people.renaming import RENAMED, Renaming
from audiogames.net.server.people.talking import Talking
from audiogames.net.server.queues import Alarms
from audiogames.net.server.restoring import Restoration
from audiogames.net.server.store import KeepRow, Shelf, StoredRows
from audiogames.net.server.tables.days import DayDesk
from audiogames.net.server.tables.kept import TABLE, TableRegister
from audiogames.net.server.tables.lists import Lists
from audiogames.net.server.tables.lobby import Lobby, RoomCodes
from audiogames.net.server.tables.seating import Seating
from audiogames.net.server.tables.table import OnlineTable
from audiogames.table.protocol import BotRequest, DayPlayed, DayRequest


@dataclass(frozen=True)
class Access:
    """Who may enter the server: the code for newcomers, and the reserved names."""

    code: str = ""
    """The code that newcomers must give; empty if the server needs none."""
    reserved: Iterable[str] = ()
    """Names that no guest or account may take."""
    strangers: bool = False
    """Whether the server is open to the internet: table codes are longer then."""


OPEN_TO_ALL: Final = Access()


class ServerCore:
    """The server's logic without sockets, as the module's theory of operation explains."""

    def __init__(
        self,
        secrets: Secrets,
        now: float,
        access: Access = OPEN_TO_ALL,
        kept: StoredRows | None = None,
        others: OtherProcesses = ALONE,
    ) -> None:
        """Restore the server from the rows in `kept`.

        If several processes share the store, `others` looks up rows when they are needed instead.
        """
        outgoing, self.alarms = Outgoing(), Alarms()
        outgoing.may_log = others.share("log", outgoing.may_log)
        numbers = Numbers(1 + (others.process << NUMBERS))
        paces = others.share("paces", Paces().take) if others.process else None
        self.people = people = People(outgoing, self.alarms, numbers, access.reserved, paces)
        register = TableRegister(outgoing, self.alarms, people.names)
        codes = RoomCodes(secrets, access.code, now, strangers=access.strangers)
        self.lobby = lobby = Lobby(register, numbers, others, codes)
        self.connections = connections = Connections(outgoing, self.alarms)
        claims = Claims(connections, outgoing, others)
        desk = ModerationDesk(outgoing, secrets, people.names)
        seating = Seating(people, lobby, connections, claims, outgoing)
        self.parts = parts = ServerParts(
            people, lobby, connections, claims, seating, outgoing, secrets, others, desk
        )
        self._outgoing = outgoing
        self._presence = presence = Presence(parts)
        self.steward = Steward(parts, self.alarms)
        self._entrance = Admission(parts, presence, self.steward, now)
        self.parting = Parting(people, connections, presence, outgoing)
        self.contests = ContestDesk(parts)
        guesses = self._entrance.password_guesses
        self.renaming = Renaming(parts, self.steward, self.contests, self.alarms)
        self._accounts = AccountKeeping(parts, self.steward, guesses, self.contests, self.renaming)
        self.steward.erase = self._accounts.erase
        self.steward.rename = self.renaming.learn
        self.lists = Lists(people, lobby, outgoing, others)
        self.talking = Talking(parts, self.steward)
        self.days = DayDesk(parts)
        self.handlers = self._request_handlers()
        self.handling = Handling(parts, self.handlers, self._entrance, presence, self.parting)
        self.restoration = Restoration(parts, presence, numbers)
        self.ring = self._alarm_handlers()
        if not others.process:
            outgoing.write(KeepRow(Shelf.SERVER, "code", access.code))
            self._restore(kept or StoredRows(), now)

    def _request_handlers(self) -> dict[type[wire.Request], Handler]:
        """Return the handler of each kind of request."""
        handlers = request_handlers(self.parts, self.lists, self._entrance, self.talking)
        handlers |= self.steward.handlers()
        handlers |= self.contests.handlers()
        handlers[wire.ManageAccount] = self._accounts.manage
        handlers[wire.PlayDay] = self.days.play
        return handlers

    def _alarm_handlers(self) -> dict[str, Callable[[int, float], None]]:
        """Return the handler of each kind of alarm."""
        return {
            CONNECTION: self._wake_connection,
            MEMBER: self._wake_member,
            TABLE: self._wake_table,
            RESTART: self.steward.wake,
            CONTEST: self.contests.wake,
            RENAMED: self.renaming.wake,
        }

    def _restore(self, kept: StoredRows, now: float) -> None:
        """Restore people, tables, rulings and tournaments from the store's rows."""
        self.restoration.restore(kept, now)
        self.steward.learn(kept.rows[Shelf.MODERATION], now)
        self.contests.restore(kept.rows[Shelf.CONTESTS], now)

    def begin(self) -> list[Output]:
        """Return the outputs to perform before the first connection is accepted."""
        return self._outgoing.take()

    # Connections

    def connected(self, conn: Conn, address: str, now: float) -> list[Output]:
        """Register a new connection, whose client must send a greeting soon."""
        connection = ClientConnection(conn, neighbourhood(address), now)
        reason = self._refusal_of_address(connection.address)
        if reason is not None:
            self._outgoing.serve(None, 0)
            self.connections.goodbye(connection, reason)
            return self._outgoing.take()
        self.connections.open(connection)
        self.connections.wake(connection, now + limits.GREETING_SECONDS)
        return []

    def _refusal_of_address(self, address: str) -> str | None:
        if len(self.connections.by_conn) >= limits.CONNECTIONS:
            return "net-server-full"
        lines = self.connections.count_from(address) + self.parts.others.lines_from(address)
        many = lines >= limits.CONNECTIONS_AN_ADDRESS
        return "net-too-many-connections" if many and not is_this_machine(address) else None

    def received(self, conn: Conn, data: bytes | str, now: float) -> list[Output]:
        """Handle a message of a client."""
        connection = self.connections.by_conn.get(conn)
        if connection is None:
            return []
        if connection.member is not None:  # newcomers have a fixed time, whatever they send
            connection.heard_at = now
        read = partial(self.handling.read, connection, data, now)
        self.parting.for_connection(connection, read, now)
        return self._outgoing.take()

    def knows(self, conn: Conn) -> bool:
        """Return True if the connection's client has been admitted."""
        connection = self.connections.by_conn.get(conn)
        return connection is not None and connection.member is not None

    def closed(self, conn: Conn, now: float) -> list[Output]:
        """Handle a lost connection."""
        connection = self.connections.by_conn.get(conn)
        if connection is not None:
            close = partial(self.parting.close, connection, now)
            self.parting.for_connection(connection, close, now)
        return self._outgoing.take()

    def slow(self, conn: Conn, now: float) -> list[Output]:
        """Close a connection whose client reads so slowly that its send buffer is full."""
        connection = self.connections.by_conn.get(conn)
        if connection is not None:
            self._outgoing.serve(None, 0)
            lose = partial(self.parting.lose, connection, "net-too-slow", now)
            self.parting.for_connection(connection, lose, now)
        return self._outgoing.take()

    # Replies to outputs

    def thought(self, number: int, wanted: BotRequest, move: Move, now: float) -> list[Output]:
        """Handle the move that a bot has chosen at the table with this number."""
        table = self.lobby.tables.get(number)
        if table is not None:
            self._outgoing.serve(None, 0)
            self.parting.for_table(table, lambda: table.take_thought(wanted, move, now), now)
        return self._outgoing.take()

    def day_played(self, wanted: DayRequest, found: DayPlayed) -> list[Output]:
        """Handle the result of bots that played a deal of the day."""
        self.days.bots_played(wanted, found)
        return self._outgoing.take()

    def verified(self, conn: Conn, hashed: str | None, now: float) -> list[Output]:
        """Handle the result of a password check: a hash if the password is right, else None."""
        self.connections.passwords.next()
        connection = self.connections.by_conn.get(conn)
        if connection is not None:
            is_own = isinstance(connection.asked, wire.ManageAccount)
            asked = self._accounts if is_own else self._entrance
            go_on = partial(asked.verified, connection, hashed, now)
            self.parting.for_connection(connection, go_on, now)
        return self._outgoing.take()

    def unverified(self, conn: Conn, now: float) -> list[Output]:
        """Disconnect a client whose password could not be checked because of a server error."""
        self.connections.passwords.next()
        connection = self.connections.by_conn.get(conn)
        if connection is not None and connection.asked is not None:
            self._outgoing.serve(None, connection.asked.id)
            lose = partial(self.parting.lose, connection, "net-fault", now)
            self.parting.for_connection(connection, lose, now)
        return self._outgoing.take()

    def ratings_found(
        self, conn: Conn, request: int, lines: Sequence[RatingRow], now: float
    ) -> list[Output]:
        """Handle the store's answer to a query about an account's ratings or finished matches."""
        self._outgoing.serve(None, 0)
        connection = self.connections.by_conn.get(conn)
        if connection is not None and connection.is_counted_for(request):
            finished = lines[0].matches if lines else 0
            self._outgoing.serve(connection.member, request)
            go_on = partial(self.parts.seating.counted, connection, finished, now)
            self.parting.for_connection(connection, go_on, now)
        elif connection is not None and (asked := connection.rows_for(request)) is not None:
            self._outgoing.serve(connection.member, request)
            self.parting.for_connection(connection, partial(asked.go_on, lines, now), now)
        elif connection is not None:
            self._outgoing.answer_to(conn, request, rating_list(lines))
        return self._outgoing.take()

    # The store

    def learn_rulings(self, rows: Mapping[str, str], now: float) -> list[Output]:
        """Apply moderation rulings, given all current rows of the kind `MODERATION`."""
        self._outgoing.serve(None, 0)
        self.steward.learn(rows, now)
        return self._outgoing.take()

    def store_is_away(self, now: float, *, away: bool) -> list[Output]:
        """Announce to all clients that the store is unavailable, or available again.

        While it is unavailable, matches are paused and every request is refused.
        """
        self._outgoing.is_blocked = away
        self._outgoing.serve(None, 0)
        news = wire.News(what="store-away" if away else "store-back")
        for connection in self.connections.by_conn.values():
            if connection.member is not None:
                self._outgoing.answer_at_once(connection.conn, 0, news)
        for table in list(self.lobby.tables.values()):
            self.parting.for_table(table, partial(table.settle_pause, now), now)
        return self._outgoing.take()

    # Time

    @property
    def deadline(self) -> float | None:
        """The time at which to call `tick`."""
        return self.alarms.deadline

    def tick(self, now: float) -> list[Output]:
        """Run the alarms that are due."""
        for key in list(self.alarms.due(now)):
            assert isinstance(key, tuple)
            kind, number = key
            self._outgoing.serve(None, 0)
            self.ring[kind](number, now)
        return self._outgoing.take()

    def _wake_connection(self, number: int, now: float) -> None:
        connection = self.connections.by_conn.get(number)
        if connection is not None:
            silent = partial(self._end_if_silent, connection, now)
            self.parting.for_connection(connection, silent, now)

    def _wake_member(self, number: int, now: float) -> None:
        member = self.people.by_id.get(number)
        if member is not None:
            away = partial(self._presence.still_away, member, now)
            self.parting.for_table(self.lobby.table_of(member), away, now)

    def _wake_table(self, number: int, now: float) -> None:
        table = self.lobby.tables.get(number)
        if table is not None:
            self.parting.for_table(table, partial(self._let_time_pass, table, now), now)

    def _let_time_pass(self, table: OnlineTable, now: float) -> None:
        """Perform the due actions of a table, and close it if it has been empty too long."""
        table.wake(now)
        self.parts.seating.expire(table, now)

    def _end_if_silent(self, connection: ClientConnection, now: float) -> None:
        """Close a silent connection, unless a table is voting on its request for a seat."""
        self._entrance.refuse_unchecked(connection, now)
        self.parts.claims.expire(connection, now)
        if connection.pleads is not None and connection.pleads.plea is not None:
            self.connections.wake(connection, connection.pleads.plea.until)
            return
        patience = limits.IDLE_SECONDS if connection.member else limits.GREETING_SECONDS
        if connection.asked is not None:  # the server is still checking the password
            connection.heard_at = now
        if now >= connection.heard_at + patience:
            self.parting.lose(connection, "net-idle", now)
        else:
            self.connections.wake(connection, connection.heard_at + patience)

    def end(self) -> list[Output]:
        """Disconnect all clients; all data is already on disk."""
        self._outgoing.serve(None, 0)
        for connection in list(self.connections.by_conn.values()):
            self.connections.goodbye(connection, "net-shuts-down")
        return self._outgoing.take()
