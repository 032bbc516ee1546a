"""Handlers of players' requests during a match: moves, pauses, time, preferences."""

from __future__ import annotations

from audiogames.core.events import Seat
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import Member
from audiogames.net.server.tables.lobby import Lobby
from audiogames.net.server.tables.match import ServedMatch, refusals_travel
from audiogames.net.server.tables.table import OnlineTable
from audiogames.table.seats import PATIENCE


class Playing:
    """Handles players' requests during a match."""

    def __init__(self, lobby: Lobby, outgoing: Outgoing) -> None:
        self._lobby = lobby
        self._outgoing = outgoing

    def move(self, member: Member, request: wire.MakeMove, now: float) -> None:
        """Make a player's move, and announce it once it is on disk.  Raises `Refusal`."""
        table, match, seat = self._match_of(member)
        table.wake_player(member, now)
        if len(request.move) > limits.MOVE_LENGTH:
            raise Refusal("refused-malformed")
        with refusals_travel():
            made = table.spec.rules.read(request.move)
            updates = match.served.submit(seat, made, request.seq, now)
        if not table.moved:
            table.moved = True
            table.keep()
        if match.served.holding == seat and not updates:
            self._outgoing.tell(member, wire.News(what="one-moment"))
        table.deliver(updates, now)

    def ready(self, member: Member, request: wire.Ready, now: float) -> None:
        """Record that a player has heard the result and is ready for the next deal."""
        del request
        table, match, seat = self._match_of(member)
        table.wake_player(member, now)
        with refusals_travel():
            updates = match.served.ready(seat, now)
        table.deliver(updates, now)

    def view(self, member: Member, request: wire.AskView, now: float) -> None:
        """Send a member the whole view of the match."""
        del request
        self._lobby.at_table(member).show(member, now)

    def extend(self, member: Member, request: wire.Extend, now: float) -> None:
        """Extend the time of the player's current turn.  Raises `Refusal`."""
        del request
        table, match, seat = self._match_of(member)
        if not table.extensions:
            raise Refusal("net-no-extensions")
        with refusals_travel():
            updates = match.served.extend(seat, now)
        table.deliver(updates, now)

    def heard(self, member: Member, request: wire.Heard, now: float) -> None:
        """Record when a player's announcement will end; the clock and the bots wait until then."""
        found = self._seat_of(member)
        if found is None:
            return
        table, match, seat = found
        if request.seq != match.served.seq:
            return
        until = min(now + max(0.0, request.seconds), match.updated_at + limits.BOTS_LISTEN)
        match.served.listening(seat, until)
        table.wake_in_time()

    def wishes(self, member: Member, request: wire.TellWishes, now: float) -> None:
        """Store a player's settings for automatic draws and the time limit."""
        if request.patience not in PATIENCE:
            allowed = ", ".join(f"{one:g}" for one in PATIENCE)
            raise Refusal("net-bad-patience", allowed=allowed)
        member.wish.auto_draw, member.wish.patience = request.auto_draw, request.patience
        found = self._seat_of(member)
        if found is not None:
            table, match, seat = found
            updates = match.served.accommodate(
                seat, now, auto_draw=request.auto_draw, patience=request.patience
            )
            table.deliver(updates, now)

    def here(self, member: Member, request: wire.Here, now: float) -> None:
        """Record a key press, which shows that the player is present."""
        del request
        table = self._lobby.table_of(member)
        if table is not None and table.playing:
            table.wake_player(member, now)

    def pause(self, member: Member, request: wire.VotePause, now: float) -> None:
        """Count a player's vote to pause the match or, during a pause, to resume it."""
        del request
        table, match, _ = self._match_of(member)
        match.votes.add(member.id)
        table.news("pause-vote", member.name, votes=len(match.votes), needed=table.votes_needed)
        table.count_votes(now)

    def _match_of(self, member: Member) -> tuple[OnlineTable, ServedMatch, Seat]:
        """Return a member's table, match and seat.  Raises `Refusal`."""
        table = self._lobby.at_table(member)
        if not table.playing:
            raise Refusal("net-no-match")
        found = self._seat_of(member)
        if found is None:
            raise Refusal("net-you-watch")
        return found

    def _seat_of(self, member: Member) -> tuple[OnlineTable, ServedMatch, Seat] | None:
        """Return a member's table, match and seat, or None if they do not play."""
        table = self._lobby.table_of(member)
        match = table.match if table else None
        seat = match.seat_of(member) if match else None
        if table is None or match is None or seat is None or not match.playing:
            return None
        return table, match, seat
