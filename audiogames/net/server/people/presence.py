"""Members' presence: connecting, losing the connection, returning and leaving.

A returning person who has the token regains the seat and receives the missed messages.
"""

from __future__ import annotations

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Member, Pace
from audiogames.net.server.tables.match import ServedMatch
from audiogames.net.server.tables.seating import Departure
from audiogames.net.server.tables.table import OnlineTable


class Presence:
    """Handles members who connect, lose the connection, return, or leave."""

    def __init__(self, parts: ServerParts) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._connections = parts.connections
        self._claims = parts.claims
        self._seating = parts.seating
        self._outgoing = parts.outgoing
        self._others = parts.others

    # Connected

    def connect(self, connection: ClientConnection, member: Member, now: float) -> None:
        """Attach a member to a connection."""
        connection.belong_to(member, now)
        self._people.connect(member, connection.conn, connection.address)

    def _store_presence(self, member: Member) -> None:
        """Store, for other processes, whether a member who is at no table is connected."""
        if self._others.process:
            self._people.keep(member)

    def come_back(
        self, connection: ClientConnection, member: Member, now: float, *, token: str, heard: int
    ) -> None:
        """Return a member to their seat, and send the messages after number `heard`.

        If some of these are no longer stored, the full state is sent instead.
        """
        self._end_other_connection(member)
        missed = None if member.restored else member.outbox.after(heard)
        if missed is None:
            member.outbox.count_from(heard)
        match = self._match_of(member)
        moved = 0 if match is None else match.moves_made_for(member)
        member.restored = False
        self.connect(connection, member, now)
        welcome = wire.Welcome(
            name=member.name,
            token=token,
            back=True,
            moved=moved,
            missed=len(missed or ()),
            account=member.account,
            others=[*self._others.addresses],
        )
        self._outgoing.answer(connection.conn, welcome)
        self._outgoing.serve(member, self._outgoing.request)
        self._outgoing.resend(connection.conn, missed or ())
        self._back_at_table(member, now, recap=missed is None)

    def _end_other_connection(self, member: Member) -> None:
        """Close a returning member's earlier connection; it may have broken unnoticed."""
        other = self._connections.of(member)
        if other is not None:
            request = self._outgoing.request
            self._outgoing.serve(None, 0)
            self._connections.goodbye(other, "net-elsewhere")
            self._outgoing.serve(None, request)
            self._count_from_here(member)

    def _back_at_table(self, member: Member, now: float, *, recap: bool) -> None:
        """Give a returned member their seat, announce it to the table, and send the state."""
        table = self._lobby.table_of(member)
        if table is None:
            self._store_presence(member)
            if recap:
                self._outgoing.tell(member, wire.Unseated())
            return
        updates = table.give_back(member, now)
        if table.plea is not None and self._people.names.key(table.plea.name) == member.key:
            self._claims.end(table, "net-not-agreed")
        table.changed()
        if member.is_away_announced:
            table.comings(member, "back")
        member.is_away_announced = False
        table.show(member, now, recap=recap)
        table.deliver(updates, now)
        table.settle_pause(now)
        self._seating.close_surplus(table, now)

    def _match_of(self, member: Member) -> ServedMatch | None:
        table = self._lobby.table_of(member)
        return None if table is None else table.match

    def _count_from_here(self, member: Member) -> None:
        """Reset the number of moves that a bot has made for this member."""
        match = self._match_of(member)
        if match is not None:
            match.count_moves_anew(member)

    # Absence and leaving

    def lost(self, member: Member, now: float) -> None:
        """Handle a lost connection: keep the member's seat, and the messages sent to them."""
        self._people.disconnect(member, now)
        self._count_from_here(member)
        table = self._lobby.table_of(member)
        if table is None:
            self._people.absent.add(member)
            self._store_presence(member)
            return
        # A connection that breaks repeatedly is announced only a few times in a while.
        member.is_away_announced = member.may(Pace.COMING, now)
        if member.is_away_announced:
            table.comings(member, "away")
        table.changed()
        table.settle_pause(now)
        table.count_votes(now)
        self._seating.close_surplus(table, now)

    def still_away(self, member: Member, now: float) -> None:
        """Handle a member's long absence.

        First a bot takes over the seat.  Later the seat is given up, and finally the member is
        forgotten.
        """
        if member.away_since is None:
            return
        table = self._lobby.table_of(member)
        chair = table.chair_of(member) if table else None
        # Compared by the alarm's own formula: a difference of floats may be slightly less.
        kept_until = member.away_since + (table.kept_seconds if table else 0.0)
        if table is not None and table.playing and chair is not None and now < kept_until:
            table.stand_in(chair, now)
            _pass_host_on(table, member)
            self._people.wake(member, kept_until)
            return
        if table is not None:
            self._seating.depart(table, member, now, Departure(keeps=now < kept_until))
        if now < member.away_since + self._seconds_remembered(member):
            self._people.wake(member, member.away_since + limits.FORGOTTEN_AFTER)
        else:
            self._people.forget(member)

    def _seconds_remembered(self, member: Member) -> float:
        """Return how long a member at no table may be away before being forgotten."""
        crowded = len(self._people.by_id) > limits.GUESTS_IN_PEACE
        passed_by = not (member.sat or member.account)
        return limits.GRACE if crowded and passed_by else limits.FORGOTTEN_AFTER

    def goodbye(self, connection: ClientConnection, now: float) -> None:
        """Handle a member who leaves on purpose, and give up their seat."""
        member = connection.member
        if member is not None:
            table = self._lobby.table_of(member)
            if table is not None:
                self._seating.depart(table, member, now)
            member.conn = None
            self._people.forget(member)
        self._connections.goodbye(connection, "net-goodbye")

    def restore(self, member: Member, now: float) -> None:
        """Restore a member after a restart; they count as away."""
        table = self._lobby.table_of(member)
        if table is None or member not in table.members:
            member.table = 0
        member.restored, member.away_since = True, member.away_since or now
        self._people.wake(member, now + limits.GRACE)
        table = self._lobby.table_of(member)
        if table is None:
            self._people.absent.add(member)
        else:
            table.listen()


def _pass_host_on(table: OnlineTable, member: Member) -> None:
    """Make a connected member the host of a table whose host is away."""
    heir = next((one for one in table.members if one.here), None)
    if table.host is member and heir is not None:
        table.hand_over(heir)
        table.changed()
