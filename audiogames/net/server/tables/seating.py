"""Joining and leaving tables, and closing empty ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection, Connections, Counting
from audiogames.net.server.contests.rows import CONDUCT, RatingQuestion
from audiogames.net.server.outputs import AskRatingLines, Outgoing, Refusal
from audiogames.net.server.people.claims import Claim, Claims
from audiogames.net.server.people.member import Member
from audiogames.net.server.people.registry import People
from audiogames.net.server.tables.lobby import Lobby
from audiogames.net.server.tables.match import Chair, GivenUp
from audiogames.net.server.tables.table import OnlineTable


@dataclass(frozen=True)
class Departure:
    """A way to leave a table: the news for the others, and the member's right to return."""

    what: str = "stands-up"
    """The news for the other people at the table."""
    returns: bool = True
    """Whether a seat in a running match is reserved for them."""
    keeps: bool = True
    """Whether a match that then has no people is kept for their return."""
    closes: bool = False
    """Whether the table is closing, so that no news of the departure is sent."""
    blameless: bool = False
    """Whether leaving a running match is not recorded against the member."""


STANDS_UP: Final = Departure()


class Seating:
    """Seats people at tables and removes them."""

    def __init__(
        self,
        people: People,
        lobby: Lobby,
        connections: Connections,
        claims: Claims,
        outgoing: Outgoing,
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._connections = connections
        self._claims = claims
        self._outgoing = outgoing

    # Joining

    def join(self, member: Member, request: wire.Join, now: float) -> None:
        """Handle a request to join a public table by its number, or any table by its code."""
        require_no_table(member)
        self._lobby.look_for(request.code, request.table)
        if request.code:
            found = self._lobby.find(member.address, request.code, now)
            if request.watch or self._may_have_chair(member, found, request, now):
                self.come(member, found, now, watch=request.watch)
            return
        table = self._lobby.public(member, request.table)
        if request.watch or table.minimum == 0:
            self.come(member, table, now, watch=request.watch, by_code=False)
            return
        may_come(table, member.key, member.address, watch=False, by_code=False)

        def sit(later: float) -> None:
            require_no_table(member)
            found = self._lobby.public(member, request.table)
            self.come(member, found, later, by_code=False)

        self.count_first(member, table, sit)

    def count_first(self, member: Member, table: OnlineTable, sit: Callable[[float], None]) -> None:
        """Ask the store how many matches a person has finished.

        If they are enough for the table, `sit` is called later.  Raises `Refusal` for a guest,
        whose matches are not counted.
        """
        connection = self._connections.of(member)
        assert connection is not None
        if not member.account:
            raise Refusal("net-too-few-matches", minimum=table.minimum, own=0)
        if connection.counting is not None:
            raise Refusal("net-too-fast")
        connection.counting = Counting(self._outgoing.request, table.minimum, sit)
        question = RatingQuestion(CONDUCT, "", who=member.key)
        self._outgoing.add(AskRatingLines(connection.conn, self._outgoing.request, question))
        self._outgoing.answered = True  # the answer follows

    def counted(self, connection: ClientConnection, finished: int, now: float) -> None:
        """Seat a person if the store has counted enough finished matches of theirs.

        Raises `Refusal` if there are too few.
        """
        counting, connection.counting = connection.counting, None
        if counting is None or connection.member is None:
            return
        if finished < counting.minimum:
            raise Refusal("net-too-few-matches", minimum=counting.minimum, own=finished)
        counting.sit(now)

    def standing(self, member: Member, request: wire.AskStanding, now: float) -> None:
        """Send the score of a public match to a person who might watch it.

        A person who sits at a table cannot be redirected to another process; if the match is at
        another one, their request is refused.
        """
        if member.table and self._lobby.may_be_elsewhere(request.table):
            raise Refusal("net-far-table")
        self._lobby.look_for("", request.table)
        table = self._lobby.public(member, request.table)
        if member not in table.members:
            if table.is_banned(member.key, member.address):
                raise Refusal("net-banned")
            if not table.spectators:
                raise Refusal("net-no-spectators")
        if table.match is None or not table.playing:
            raise Refusal("net-no-match")
        assert member.conn is not None
        self._outgoing.answer(member.conn, table.match.standing(now))

    def _may_have_chair(
        self, member: Member, table: OnlineTable, request: wire.Join, now: float
    ) -> bool:
        """Return True if the member may take the chair left by a person of the same name, if any.

        A member who is not recognised as the chair's owner must send the owner's code.  With
        `plead` the table votes instead, and the result is False.  Raises `Refusal`.
        """
        chair, connection = table.given_up_by(member.key), self._connections.of(member)
        if chair is None or chair.belongs_to(member):
            return True
        owner = chair.given_up or GivenUp()
        assert connection is not None
        claim = Claim(connection, table, member.name, owner.at)
        if not self._claims.prove_or_ask(claim, owner, request, now):
            return False
        self._people.keep_former_tokens(member, owner.tokens, now)
        return True

    def come(
        self,
        member: Member,
        table: OnlineTable,
        now: float,
        *,
        watch: bool = False,
        by_code: bool = True,
    ) -> None:
        """Seat a member on a new chair or their own, or add them as a spectator.

        Raises `Refusal`.
        """
        may_come(table, member.key, member.address, watch=watch, by_code=by_code)
        member.invited = by_code
        chair = table.given_up_by(member.key) if by_code and not watch else None
        if chair is not None:
            self._sit_again(table, member, chair, now)
        elif watch:
            table.watchers.append(member)
            self._arrived(table, member, "watches", now)
            table.show(member, now)
        else:
            self.sit_down(table, member, now)

    def sit_down(self, table: OnlineTable, member: Member, now: float) -> None:
        """Seat a member on a new chair."""
        table.sit(member)
        self._arrived(table, member, "sits-down", now)

    def _sit_again(self, table: OnlineTable, member: Member, chair: Chair, now: float) -> None:
        """Return a chair to the member who gave it up during this match."""
        chair.member, chair.given_up = member, None
        updates = table.give_back(member, now)
        self._arrived(table, member, "sits-down", now)
        table.show(member, now, recap=True)
        table.deliver(updates, now)

    def _arrived(self, table: OnlineTable, member: Member, what: str, now: float) -> None:
        """Record that a member has joined a table, and announce it (`what`)."""
        member.table, member.sat = table.id, True
        table.empty_since = None
        table.host = table.host or member
        table.listen()
        self._people.keep(member)
        table.changed()
        table.comings(member, what)
        table.settle_pause(now)
        self.close_surplus(table, now)

    # Leaving

    def leave(self, member: Member, request: wire.Leave, now: float) -> None:
        """Handle a request to leave the table."""
        del request
        self.depart(self._lobby.at_table(member), member, now)

    def depart(
        self, table: OnlineTable, member: Member, now: float, how: Departure = STANDS_UP
    ) -> None:
        """Remove a member from a table.  During a match a bot takes over their chair."""
        chair, what = table.chair_of(member), how.what
        if chair is None:
            what = "stops-watching" if what == "stands-up" else what
        table.let_go(member, now, returns=how.returns, blameless=how.blameless)
        if not member.here:
            self._people.absent.add(member)
        self._outgoing.tell(member, wire.Unseated())
        self._people.keep(member)
        if not table.members:
            self._empty(table, chair, now, keep=how.keeps)
            return
        if how.closes:
            return
        if chair is None:
            table.comings(member, what)
        else:
            table.news(what, member.name)
        if table.host is member:
            table.hand_over(_next_host(table))
        table.changed()
        if chair is not None and table.playing:
            table.settle_pause(now)
            table.stand_in(chair, now)
        table.count_votes(now)

    def _empty(self, table: OnlineTable, chair: Chair | None, now: float, *, keep: bool) -> None:
        """Handle a table that all people have left.

        If `keep`, a match in progress is paused before a bot can move, and it is stored so that
        the people can return to it.
        """
        table.host = None
        if not (table.playing and keep):
            self._close(table, now)
            return
        table.empty_since = now
        table.settle_pause(now)
        table.keep()
        table.wake_in_time()
        self.close_surplus(table, now)
        if table.playing and chair is not None and table.id in self._lobby.tables:
            table.stand_in(chair, now)

    def _close(self, table: OnlineTable, now: float) -> None:
        if table.playing:
            table.count_conduct(now)
        self._lobby.close(table)

    def expire(self, table: OnlineTable, now: float) -> None:
        """Close a table that has been empty for too long."""
        since = table.empty_since
        if since is not None and not table.members and now >= since + table.kept_seconds:
            self._close(table, now)

    def close_surplus(self, table: OnlineTable, now: float) -> None:
        """Close the oldest deserted table if there are too many deserted tables.

        Called after people have joined or left this table.
        """
        surplus = self._lobby.opened.see(table)
        if surplus is None:
            return
        left = self._lobby.tables[surplus]
        for member in left.members:
            self.depart(left, member, now, Departure(keeps=False))
        if surplus in self._lobby.tables:  # no absent person belongs to it either
            self._close(left, now)


def may_come(
    table: OnlineTable, key: str, address: str, *, watch: bool, by_code: bool = True
) -> None:
    """Raise `Refusal` if the person with this key may not join as a player or spectator."""
    if table.is_banned(key, address) or _is_unwanted(table, key):
        raise Refusal("net-banned")
    if watch:
        may_watch(table)
    elif table.playing and not (by_code and table.given_up_by(key)):
        raise Refusal("net-match-runs")
    elif not table.playing and table.full:
        raise Refusal("net-table-full")


def _is_unwanted(table: OnlineTable, key: str) -> bool:
    """Return True if the host has blocked this person and no chair is reserved for them."""
    host = table.host
    return host is not None and key in host.manners.blocked and not table.given_up_by(key)


def may_watch(table: OnlineTable) -> None:
    """Raise `Refusal` if the table admits no more spectators."""
    if not table.spectators:
        raise Refusal("net-no-spectators")
    if len(table.watchers) >= limits.WATCHING or not table.members:
        raise Refusal("net-table-full")


def require_no_table(member: Member) -> None:
    """Raise `Refusal` if the member is at a table."""
    if member.table:
        raise Refusal("net-already-at-table")


def _next_host(table: OnlineTable) -> Member:
    """Return the new host: the first connected member or, without one, the first member."""
    return next((one for one in table.members if one.here), table.members[0])
