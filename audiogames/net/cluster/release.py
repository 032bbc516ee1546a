"""Removes from memory the tables and people that another process owns or that were not saved."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from audiogames.net import wire
from audiogames.net.cluster.addresses import sealed
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.outputs import DiscardOutputs, Drop
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Member, hash_of
from audiogames.net.server.store import ReleaseTable, Shelf, TicketRow, Unit
from audiogames.net.server.tables.table import OnlineTable

MOVES: Final = "net-table-moves"
"""The reason of a `Bye` after which clients reconnect automatically."""


class TableRelease:
    """Removes tables and people from this process, leaving their stored rows to other processes."""

    def __init__(self, parts: ServerParts) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._connections = parts.connections
        self._claims = parts.claims
        self._seating = parts.seating
        self._outgoing = parts.outgoing
        self._secrets = parts.secrets

    def refused(self, units: Collection[Unit], now: float, *, uncertain: bool) -> None:
        """Remove the tables and people that the store refused, or may have refused (`uncertain`).

        Their state in memory may differ from the stored state, so their people must reconnect.
        """
        tables = [one for one in self._lobby.tables.values() if _unit(one) in units]
        seated = [member for table in tables for member in table.members]
        known = [self._people.by_token.get(key) for shelf, key in units if shelf is Shelf.MEMBERS]
        accounts = [key for shelf, key in units if shelf is Shelf.ACCOUNTS]
        known += [self._people.by_key.get(key) for key in accounts]
        single = dict.fromkeys(one for one in known if one is not None and one not in seated)
        units = {*units, *map(_naming, accounts)}
        for key in accounts:
            self._people.drop_account(key)
        gone = [*seated, *single]
        its = frozenset((Shelf.MEMBERS, member.token) for member in gone)
        conns = frozenset(member.conn for member in gone if member.conn is not None)
        self._outgoing.add(DiscardOutputs(frozenset(units) | its, conns))
        for table in tables:
            self._drop(table)
        for member in single:
            self._stand_up(member, now)
            is_elsewhere = not uncertain and (Shelf.MEMBERS, member.token) in units
            self._part(member, "net-elsewhere" if is_elsewhere else MOVES)
        self._outgoing.add(DiscardOutputs(its, frozenset()))

    def hand_over(self, table: OnlineTable) -> None:
        """Give up a table between two moves: its people reconnect, and another process owns it."""
        self._outgoing.write(ReleaseTable(table.id))
        self._drop(table)

    def send_on(self, connection: ClientConnection, request: int, address: str, table: int) -> None:
        """Redirect a client to the process that owns the table or person of its request.

        `request` is 0 for a redirect that no request caused.
        """
        member, ticket = connection.member, ""
        if member is not None:
            ticket = self._secrets.token()
            row = TicketRow(
                hash_of(ticket), member.token, table, sealed(connection.address, ticket)
            )
            self._outgoing.write(row)
        self._outgoing.serve(None, request)
        self._outgoing.answer(connection.conn, wire.GoTo(address=address, ticket=ticket))
        self._outgoing.add(Drop(connection.conn))
        self._connections.close(connection)
        if member is not None:
            self._people.drop(member)

    def call(self, member: Member, address: str, table: int, now: float) -> None:
        """Redirect a person to their tournament table at another process.

        Do nothing during a match of this person, or while a request of theirs is unanswered: the
        other process calls them again later.
        """
        connection, before = self._connections.of(member), self._lobby.table_of(member)
        if connection is None or connection.held is not None or connection.asked is not None:
            return
        if before is not None and before.plays(member):
            return
        if before is not None:
            self._seating.depart(before, member, now)
        self.send_on(connection, 0, address, table)

    def _drop(self, table: OnlineTable) -> None:
        """Remove a table and its people from memory, and disconnect them."""
        self._claims.end(table, MOVES)
        self._lobby.drop(table)
        for member in table.members:
            self._part(member, MOVES)

    def _stand_up(self, member: Member, now: float) -> None:
        """Remove a member, who is being dropped from memory, from their table if they have one."""
        table = self._lobby.table_of(member)
        if table is not None:
            self._seating.depart(table, member, now)

    def _part(self, member: Member, reason: str) -> None:
        """Disconnect a person, and remove them from memory."""
        connection = self._connections.of(member)
        if connection is not None:
            self._outgoing.serve(None, 0)
            self._connections.goodbye(connection, reason)
        self._people.drop(member)


def _naming(account: str) -> Unit:
    """Return the unit (shelf and key) of the stored row with an account's last change of name.

    When the account is dropped from memory, this unit is dropped too.
    """
    return Shelf.MODERATION, f"renamed {account}"


def _unit(table: OnlineTable) -> Unit:
    return Shelf.TABLES, str(table.id)
