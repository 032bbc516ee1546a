"""Ending of connections: lost, closed with a reason, or closed after a program error.

A program error in one connection or table does not affect the others.  The member whose connection
has ended counts as away, and may return to their seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from audiogames.net.server.connections import ClientConnection, Connections
from audiogames.net.server.outputs import Drop, FaultFound, Outgoing, Refusal
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.people.registry import People
from audiogames.net.server.tables.table import OnlineTable


class Parting:
    """Closes connections, and confines program errors to one connection or table."""

    def __init__(
        self, people: People, connections: Connections, presence: Presence, outgoing: Outgoing
    ) -> None:
        self._people = people
        self._connections = connections
        self._presence = presence
        self._outgoing = outgoing

    def close(self, connection: ClientConnection, now: float) -> None:
        """Handle a lost connection, whose member now counts as away and may return."""
        member = connection.member
        self._connections.close(connection)
        if member is not None:
            self._outgoing.serve(None, 0)
            self._presence.lost(member, now)

    def lose(self, connection: ClientConnection, reason: str, now: float, **args: Any) -> None:
        """Close a connection with a reason; its member now counts as away and may return."""
        member = connection.member
        self._connections.goodbye(connection, reason, **args)
        if member is not None:
            self._outgoing.serve(None, 0)
            self._presence.lost(member, now)

    # Faults

    def for_connection(
        self, connection: ClientConnection, do: Callable[[], None], now: float
    ) -> None:
        """Call `do`; if it raises a `Refusal`, send that to the client.

        Any other exception closes this connection only.
        """
        try:
            do()
        except Refusal as refusal:
            self._outgoing.answer(connection.conn, refusal.as_answer())
        except Exception as error:  # noqa: BLE001 - one person's message ends nobody else's game
            self._outgoing.add(FaultFound(error))
            self._end_faulty(connection, now)

    def for_table(self, table: OnlineTable | None, do: Callable[[], None], now: float) -> None:
        """Call `do`.  An exception closes only the connections of people at this table."""
        try:
            do()
        except Exception as error:  # noqa: BLE001 - one table's rules end nobody else's game
            self._outgoing.add(FaultFound(error))
            # Without people the match is paused, and kept until somebody returns.
            for connection in map(self._connections.of, table.members if table else ()):
                if connection is not None:
                    self._end_faulty(connection, now)

    def _end_faulty(self, connection: ClientConnection, now: float) -> None:
        """Close a connection after a program error, with a message if that can be sent."""
        try:
            self.lose(connection, "net-fault", now)
        except Exception as error:  # noqa: BLE001 - the fault may affect the goodbye as well
            self._outgoing.add(FaultFound(error))
            self._cut(connection, now)

    def _cut(self, connection: ClientConnection, now: float) -> None:
        """Close a connection without a message."""
        member = connection.member
        if connection.conn in self._connections.by_conn:
            self._outgoing.add(Drop(connection.conn))
            self._connections.close(connection)
        if member is not None:
            self._people.disconnect(member, now)
