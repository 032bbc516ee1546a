"""Client connections, and the queue of their password checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import RatingRow
from audiogames.net.server.limits import Bucket, block, is_this_machine
from audiogames.net.server.outputs import CheckPassword, Drop, Outgoing, Refusal
from audiogames.net.server.people.member import Conn, Member
from audiogames.net.server.queues import Alarms, FairQueue
from audiogames.net.server.tables.table import OnlineTable

CONNECTION = "connection"
"""The alarm kind of connections."""


@dataclass(frozen=True)
class RowsAsked:
    """A query to the store about an account, whose answer and time are passed to `go_on`.

    `request` is 0 if no client's request caused the query, for example at the end of a deal.
    """

    request: int
    go_on: Callable[[Sequence[RatingRow], float], None]


@dataclass(frozen=True)
class Counting:
    """A pending request to sit down at a table that requires finished matches.

    The store is counting the person's finished matches; `sit` seats them if there are `minimum`.
    """

    request: int
    minimum: int
    sit: Callable[[float], None]


class ClientConnection:
    """One client connection.  It has no member until the client's greeting is accepted."""

    def __init__(self, conn: Conn, address: str, now: float) -> None:
        self.conn = conn
        self.address = address
        self.member: Member | None = None
        self.heard_at = now
        self.pace = Bucket.full(
            limits.STRANGER_REQUESTS_A_SECOND, limits.STRANGER_REQUESTS_AT_ONCE, now
        )
        self.patience = Bucket.full(1.0, limits.REFUSED_AT_ONCE, now)
        self.asked: wire.Hello | wire.ManageAccount | None = None
        """The greeting or account request whose password is being checked."""
        self.refused_at: float | None = None
        """When the greeting, whose password is over the limit and not checked, is refused."""
        self.hashing = ""
        """After a successful check, the new password or code being hashed."""
        self.held: wire.Request | None = None
        """A request that waits for the store's answer."""
        self.counting: Counting | None = None
        self.asked_rows: RowsAsked | None = None
        self.pleads: OnlineTable | None = None
        """The table that votes on this connection's request for a seat."""

    def rows_for(self, request: int) -> RowsAsked | None:
        """Remove and return the pending store query of this request, or None if it has none."""
        asked = self.asked_rows
        if asked is None or asked.request != request:
            return None
        self.asked_rows = None
        return asked

    def is_counted_for(self, request: int) -> bool:
        """Return True if this request waits for the count of a person's finished matches."""
        return self.counting is not None and self.counting.request == request

    def belong_to(self, member: Member, now: float) -> None:
        """Attach a member to the connection, which from now on has the rate limit of members."""
        self.member, self.asked = member, None
        self.pace = Bucket.full(limits.REQUESTS_A_SECOND, limits.REQUESTS_AT_ONCE, now)


class PasswordQueue:
    """A queue of password checks, run one at a time, taking address blocks in turn."""

    def __init__(self, outgoing: Outgoing) -> None:
        self._outgoing = outgoing
        waiting = (limits.LOGINS_WAITING_A_BLOCK, limits.LOGINS_WAITING)
        self._queues = {
            known: FairQueue[tuple[ClientConnection, CheckPassword]](*waiting)
            for known in (True, False)
        }
        """Two queues that alternate: accounts seen from this address block before, and all
        others."""
        self._known_next = True
        self._busy = False

    def put(self, connection: ClientConnection, password: str, hashed: str, *, known: bool) -> None:
        """Queue a password check.  Raises `Refusal`.

        `known` says whether the account has signed in from this address before.
        """
        check = connection, CheckPassword(connection.conn, password, hashed)
        refused = self._queues[known].put(block(connection.address), check)
        if refused is check:
            raise Refusal("net-too-fast")
        if refused is not None:
            self._refuse_queued(refused[0])
        if not self._busy:
            self.next()

    def next(self) -> None:
        """Start the next password check after one has ended."""
        first, self._known_next = self._known_next, not self._known_next
        check = self._queues[first].next() or self._queues[not first].next()
        self._busy = check is not None
        if check is not None:
            self._outgoing.add(check[1])

    def drop(self, connection: ClientConnection) -> None:
        """Remove the checks of a closed connection."""
        for queue in self._queues.values():
            queue.drop(block(connection.address), lambda check: check[0] is connection)

    def _refuse_queued(self, connection: ClientConnection) -> None:
        """Refuse a password check that was dropped from the full queue.

        The dropped check is one of the address block that had the most checks queued.
        """
        asked, connection.asked = connection.asked, None
        assert asked is not None
        self._outgoing.answer_to(connection.conn, asked.id, wire.No(reason="net-too-fast"))


class Connections:
    """All open connections by their number, with a count for each address."""

    def __init__(self, outgoing: Outgoing, alarms: Alarms) -> None:
        self._outgoing = outgoing
        self._alarms = alarms
        self.by_conn: dict[Conn, ClientConnection] = {}
        self._from: Counter[str] = Counter()
        self.passwords = PasswordQueue(outgoing)

    def open(self, connection: ClientConnection) -> None:
        """Register a connection."""
        self.by_conn[connection.conn] = connection
        self._from[connection.address] += 1

    def close(self, connection: ClientConnection) -> None:
        """Remove a closed connection.  The caller handles the departure of its member."""
        if self.by_conn.pop(connection.conn, None) is not None:
            self._from[connection.address] -= 1
            if not self._from[connection.address]:
                del self._from[connection.address]
        self.wake(connection, None)
        if connection.pleads is not None:
            connection.pleads.plea, connection.pleads = None, None
        self.passwords.drop(connection)
        connection.member = None

    def move(self, connection: ClientConnection, address: str) -> None:
        """Change the address of a connection, and count the connection under the new one."""
        self._from[connection.address] -= 1
        connection.address = address
        self._from[address] += 1

    def count_from(self, address: str) -> int:
        """Return the number of connections from an address."""
        return self._from[address]

    def several(self, least: int) -> dict[str, int]:
        """Return each address with at least this many connections, and its count.

        Connections from the server's own machine are left out.
        """
        return {
            address: many
            for address, many in self._from.items()
            if many >= least and not is_this_machine(address)
        }

    def of(self, member: Member) -> ClientConnection | None:
        """Return the member's connection, if any."""
        return None if member.conn is None else self.by_conn.get(member.conn)

    def goodbye(self, connection: ClientConnection, reason: str, **args: Any) -> None:
        """Send a reason and close the connection; the caller updates the state of its member."""
        self._outgoing.answer(connection.conn, wire.Bye(reason=reason, args=args))
        self._outgoing.add(Drop(connection.conn))
        self.close(connection)

    def wake(self, connection: ClientConnection, at: float | None) -> None:
        """Set the time at which this connection is checked for silence; None clears it."""
        self._alarms.set((CONNECTION, connection.conn), at)
