"""An online table: its people, and the start, course, pauses and end of its match.

Theory of operation.  All updates of a match reach people through `deliver`.  It ends with a call of
`settle`, which checks the table again: whether a seat has let three turns time out, whether a bot's
move must be requested, whether everybody waits for the next deal, whether the match is over, and
when to check again.  `settle` calls nothing that delivers: it sends its own results at once, and
checks again until nothing changes.

A match is paused (`settle_pause`) by a vote, while no player is connected, or while the store is
unavailable.  A bot substitutes for a player who is away for longer than the grace time, and is
asked for one move at a time; likewise for a player who let three turns time out, until they press a
key.

Before a match chairs are in the order of joining; a match keeps its own list of them by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from audiogames.core.character import EVEN
from audiogames.core.contract import Move
from audiogames.core.events import Seat
from audiogames.core.log import Log, LogError, line
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.contests.results import result_row
from audiogames.net.server.outputs import Outgoing, RequestBotMove
from audiogames.net.server.people.member import Conn, Member, hidden
from audiogames.net.server.people.registry import MEMBER
from audiogames.net.server.store import BeginMatch
from audiogames.net.server.tables.fairness import conduct_row, is_stalling
from audiogames.net.server.tables.kept import TABLE, KeptChair, KeptTable, TableRegister
from audiogames.net.server.tables.match import (
    Chair,
    ServedMatch,
    by_seat,
    new_served_table,
    served_table,
)
from audiogames.table.clock import TimeSettings
from audiogames.table.daily import DayDeal
from audiogames.table.protocol import BotRequest, Update
from audiogames.table.seats import BOT_NAMES, bot_player
from audiogames.table.setup import new_log


@dataclass(eq=False)
class SeatRequest:
    """A pending vote about a person who claims a seat without its token or secret digits."""

    conn: Conn
    request: wire.Hello | wire.Join
    name: str
    until: float
    agreed: set[int] = field(default_factory=set)


@dataclass(eq=False)
class OnlineTable:
    """A table on a server, with its chairs, spectators, settings and match."""

    register: TableRegister
    id: int
    code: str
    spec: Spec
    options: Any
    public: bool = False
    limit: int | None = None
    slow: int = limits.SLOW
    extensions: bool = True
    spectators: bool = True
    host: Member | None = None
    opened_by: int = 0
    opened_from: str = ""
    """The opening address; not stored, and so unknown after a restart."""
    chairs: list[Chair] = field(default_factory=list)
    """The chairs in the order of joining."""
    watchers: list[Member] = field(default_factory=list)
    banned: set[str] = field(default_factory=set)
    """Name keys and addresses banned from the table."""
    match: ServedMatch | None = None
    """The current or last match."""
    rated: bool = False
    """Whether matches count for ratings."""
    same_address: bool = False
    """Whether two players of a rated match may have the same address."""
    minimum: int = 0
    """How many finished matches are required of people who join without the code."""
    contest: str = ""
    """The tournament, round and meeting of the table's matches; empty for none."""
    day: DayDeal | None = None
    """The deal of the day that is or was the table's last match."""
    moved: bool = False
    """Whether a person has made a move in this match."""
    empty_since: float | None = None
    plea: SeatRequest | None = None

    # People

    @property
    def seated(self) -> list[Member]:
        """The seated people, in the order of joining."""
        return [chair.member for chair in self.chairs if chair.member is not None]

    @property
    def members(self) -> list[Member]:
        """All people at the table: players, then spectators."""
        return [*self.seated, *self.watchers]

    @property
    def full(self) -> bool:
        """Whether all seats that the game allows are taken."""
        return len(self.chairs) >= max(self.spec.seats)

    @property
    def somebody_plays(self) -> bool:
        """Whether a player is connected; always true for bots' tables in a tournament."""
        is_of_bots = bool(self.contest) and all(chair.is_bot for chair in self.chairs)
        return is_of_bots or any(member.here for member in self.seated)

    def chair_of(self, member: Member) -> Chair | None:
        """Return a member's chair."""
        return next((chair for chair in self.chairs if chair.member is member), None)

    def plays(self, member: Member) -> bool:
        """Return whether a member has a seat in a match in progress."""
        return self.playing and self.chair_of(member) is not None

    def is_stalling(self, member: Member) -> bool:
        """Return True if a member keeps exceeding the time limit in this match."""
        chair = self.chair_of(member)
        if self.match is None or not self.playing or chair is None:
            return False
        return is_stalling(self.match, chair)

    def is_banned(self, key: str, address: str) -> bool:
        """Return True if the person with this name key, or this address, is banned here."""
        return key in self.banned or address in self.banned

    def by_name(self, name: str) -> Member | None:
        """Return the person of this name at the table."""
        key = key_of(name)
        return next((one for one in self.members if key in {one.key, key_of(one.name)}), None)

    def sit(self, member: Member) -> None:
        """Seat a person on a new chair.  A bot with the same name is renamed."""
        for chair in self.chairs:
            if chair.is_bot and key_of(chair.name) == key_of(member.name):
                chair.name, chair.gender = self._bot_name(member)
        self.chairs.append(Chair(member.name, member.gender, member=member))

    def seat_bot(self, level: str) -> Chair:
        """Seat a bot on a new chair."""
        chair = Chair(*self._bot_name(), level=level)
        self.chairs.append(chair)
        return chair

    def _bot_name(self, comes: Member | None = None) -> tuple[str, str]:
        """Return the name and gender of a new bot, different from all people and bots here."""
        people = [*self.seated, *self.watchers, *([comes] if comes else [])]
        keys = {key_of(chair.name) for chair in self.chairs}
        keys |= {key_of(one.name) for one in people}
        taken = tuple(name for name, _ in BOT_NAMES if key_of(name) in keys)
        if len(taken) == len(BOT_NAMES):
            return "Bot", ""
        bot = bot_player(taken, self.spec.bots.default)
        return bot.name, bot.gender

    def last_bot(self) -> Chair | None:
        """Return the chair of the bot added last."""
        return next((chair for chair in reversed(self.chairs) if chair.is_bot), None)

    def people_besides(self, member: Member) -> Iterator[Member]:
        """Yield everybody at the table except this member."""
        return (one for one in self.members if one is not member)

    @property
    def _outgoing(self) -> Outgoing:
        return self.register.outgoing

    def news(self, what: str, name: str = "", **args: Any) -> None:
        """Send news to everybody at the table."""
        self._outgoing.tell_all(self.members, wire.News(what=what, name=name, args=args))

    def comings(self, member: Member, what: str) -> None:
        """Announce to the other people at the table that a member has come or gone.

        The member has joined, has returned, has lost the connection, or has left as a spectator.
        A spectator's name is not sent to people whom they have blocked or who have blocked them.
        A player's name is sent to all, since everyone at a table must know who sits there.
        """
        watches = member not in self.seated
        hearers = (
            one for one in self.people_besides(member) if not (watches and hidden(one, member))
        )
        self._outgoing.tell_all(hearers, wire.News(what=what, name=member.name))

    def hand_over(self, heir: Member) -> None:
        """Make a member the host."""
        self.host = heir
        self.news("host-is", heir.name)

    def written_options(self) -> dict[str, Any]:
        """Return the game's options as plain values."""
        options = plain(self.options)
        assert isinstance(options, dict)
        return options

    @property
    def playing(self) -> bool:
        """Whether a match is in progress."""
        return self.match is not None and self.match.playing

    @property
    def kept_seconds(self) -> float:
        """The number of seconds for which a match without people is stored."""
        return limits.SAVED_SECONDS if self.moved else limits.UNPLAYED_SECONDS

    def given_up_by(self, key: str) -> Chair | None:
        """Return the chair reserved in this match for the person with this name key."""
        if not self.playing:
            return None
        left = (one for one in self.chairs if one.member is None and not one.is_bot)
        return next((one for one in left if one.returns and one.key == key), None)

    # Sitting down and standing up

    def let_go(self, member: Member, now: float, *, returns: bool, blameless: bool = False) -> None:
        """Free a member's chair.  During a match it remains reserved if `returns`."""
        chair = self.chair_of(member)
        if chair is None:
            self.watchers.remove(member)
        elif self.playing:
            chair.give_up(now, returns=returns, blameless=blameless)
        else:
            self.chairs.remove(chair)
        member.table = 0
        if self.match is not None:
            self.match.votes.discard(member.id)
            for votes in self.match.against.values():
                votes.discard(member.id)
        self.listen()

    # The match: start and course

    def start(self, draw: Callable[[], Random], now: float, *, day: DayDeal | None = None) -> None:
        """Start a match with the seated people, or a person's deal of the day.

        Raises `Refusal`.
        """
        order = by_seat(self.spec, self.chairs)
        time = TimeSettings(limit=self.limit)
        players = [chair.player() for chair in order]
        if day is not None:
            players = [replace(one, character=EVEN) for one in players]
        log = new_log(self.spec, self.options, players, time, _stamp(now))
        served = new_served_table(log, draw(), day)
        self.day = day
        self._outgoing.write(BeginMatch(self.id, line(log.header)))
        self.match = ServedMatch(self.id, served, order, self._outgoing, day)
        self.moved = False
        self.listen()
        self.changed()
        self.news("match-begins")
        self.deliver(served.start(now), now)
        self.settle_pause(now)

    def recall(self, log: Log, rng: Random, sat: Mapping[str, int]) -> None:
        """Restore a match that has ended, so that returning players can hear its end.

        Raises `LogError`.
        """
        served = served_table(log, rng, self.day)
        match = ServedMatch(self.id, served, [], self._outgoing, self.day)
        if match.playing:
            raise LogError("log-damaged", line=len(log.entries) + 1)
        seats = range(len(served.players))
        here = [one for one in self.members if sat.get(one.token) in seats]
        match.remember({one.id: Seat(sat[one.token]) for one in here})
        self.match = match

    def resume(self, log: Log, rng: Random, order: list[Chair], now: float, *, voted: bool) -> None:
        """Resume a stored match, which is paused until a player returns."""
        served = served_table(log, rng, self.day)
        self.match = match = ServedMatch(self.id, served, order, self._outgoing, self.day)
        match.voted = voted
        self.listen()
        served.start(now)
        served.pause(now)
        for chair in order:
            if chair.stand_in:
                match.substitute(chair, now)
        self.settle(now)

    def listen(self) -> None:
        """Update who receives the match's updates, after people joined or left."""
        if self.match is not None:
            self.match.listen(self.watchers)

    def deliver(self, updates: Sequence[Update], now: float) -> None:
        """Send updates to their listeners, and then call `settle`."""
        if self.match is not None:
            self.match.tell(updates, self.watchers, now)
        self.settle(now)

    def settle(self, now: float) -> None:
        """Do what is due in the match: replace idle players, request a bot's move, or end it."""
        match = self.match
        if match is None or not match.chairs:
            return
        while (chair := match.asleep()) is not None:
            self._substitute(match, chair, now)
        match.note_waiting(now)
        wanted = match.unasked()
        if wanted is not None:
            self._outgoing.add(RequestBotMove(self.id, wanted, self.opened_from))
        if match.is_over:
            self._end(match, now)
        self.wake_in_time()

    def wake_in_time(self) -> None:
        """Set the table's alarm to its next due time."""
        self.register.alarms.set((TABLE, self.id), self._deadline)

    @property
    def _deadline(self) -> float | None:
        match = self.match
        if match is None or not match.playing or match.served.paused_since is not None:
            return None if self.empty_since is None else self.empty_since + self.kept_seconds
        return match.deadline

    def wake(self, now: float) -> None:
        """Handle the alarm: the match's clock, and players who do not start the next deal."""
        match = self.match
        if match is None or not match.playing:
            return
        if match.ready_is_due(now):
            for seat, player in enumerate(match.served.players):
                if match.served.waiting and not player.is_bot:
                    self.deliver(match.served.ready(Seat(seat), now), now)
        self.deliver(match.served.tick(now), now)

    def take_thought(self, wanted: BotRequest, move: Move, now: float) -> None:
        """Make the move chosen by a bot, unless it arrives too late."""
        updates = None if self.match is None else self.match.take_thought(wanted, move, now)
        if updates is not None:
            self.deliver(updates, now)

    def _end(self, match: ServedMatch, now: float) -> None:
        """End the match: store results, and free the chairs that were given up.

        The log is kept, in case this process dies before all clients have received the end.
        """
        result = result_row(self.id, match, now, self.register.names) if self.rated else None
        if result is not None:
            self._outgoing.write(result)
        self.count_conduct(now)
        if self.contest and self.register.contest_ended is not None:
            self.register.contest_ended(self, match, now)
        if match.day is not None and self.register.day_ended is not None:
            self.register.day_ended(self, match)
        match.end()
        self.free_chairs()
        self.changed()
        for member in self.members:
            if member.away_since is not None:
                # The chair was reserved for the whole match; from now on the usual grace applies.
                self.register.alarms.set((MEMBER, member.id), member.away_since + limits.GRACE)

    def count_conduct(self, now: float) -> None:
        """Store which accounts finished or left this match, and their time-outs."""
        match = self.match
        row = None if match is None else conduct_row(self.id, match, now)
        if row is not None:
            self._outgoing.write(row)

    def free_chairs(self) -> None:
        """Remove the chairs that were given up during the match."""
        self.chairs = [one for one in self.chairs if one.is_bot or one.member is not None]
        for chair in self.chairs:
            chair.stand_in = False
        if self.match is not None:
            self.match.chairs = []

    # Pauses

    def settle_pause(self, now: float) -> None:
        """Pause or resume the match, depending on votes, connections and the store."""
        match = self.match
        if match is None or not match.playing:
            return
        still = match.voted or not self.somebody_plays or self._outgoing.is_blocked
        since = match.served.paused_since
        if still and since is None:
            match.served.pause(now)
            self.settle(now)
        elif not still and since is not None:
            if match.waiting_since is not None:
                match.waiting_since += now - since
            match.served.go_on(now)
            self.deliver(match.served.tick(now), now)

    @property
    def votes_needed(self) -> int:
        """The number of votes needed to pause or resume the match."""
        return max(1, min(limits.VOTES, sum(member.here for member in self.seated)))

    def count_votes(self, now: float) -> None:
        """Pause or resume the match if enough players have voted for that."""
        match = self.match
        if match is None or not match.playing:
            return
        if not match.votes or len(match.votes) < self.votes_needed:
            return
        match.votes.clear()
        match.voted = not match.voted
        self.news("paused" if match.voted else "resumed")
        self.changed()
        self.settle_pause(now)

    # Substitute bots

    def stand_in(self, chair: Chair, now: float) -> None:
        """Have a bot play for the person of a chair, if a match is in progress."""
        if self.match is not None and self.match.playing and not chair.stand_in:
            self._substitute(self.match, chair, now)
            self.settle(now)

    def _substitute(self, match: ServedMatch, chair: Chair, now: float) -> None:
        """Have a bot play for the person of a chair, and announce that."""
        updates = match.substitute(chair, now)
        self.news("bot-plays-for", chair.name)
        self.changed()
        match.tell(updates, self.watchers, now)

    def give_back(self, member: Member, now: float) -> list[Update]:
        """End the substitution of a member by a bot.

        The caller must deliver the returned updates, even if there are none.
        """
        chair = self.chair_of(member)
        return [] if chair is None or self.match is None else self.match.give_back(chair, now)

    def wake_player(self, member: Member, now: float) -> None:
        """Return a seat from its substitute bot to the player, who has pressed a key."""
        chair = self.chair_of(member)
        if chair is not None and chair.stand_in:
            updates = self.give_back(member, now)
            self.changed()
            self.news("comes-back", chair.name)
            self.deliver(updates, now)

    # Messages

    def show(self, member: Member, now: float, *, recap: bool = False) -> None:
        """Send a member the match's state; with `recap`, also the events since their last move."""
        if self.match is not None:
            self.match.show(member, now, watches=member in self.watchers, recap=recap)

    def keep(self) -> None:
        """Store the table without its match."""
        self.register.keep(self.kept(), self.line())

    def changed(self) -> None:
        """Store the changed table, and send its state to all people at it."""
        self.keep()
        for member in self.members:
            self._outgoing.tell(member, self.seated_for(member))

    # Other forms

    def line(self) -> wire.TableLine:
        """Return the table's line in the list of tables."""
        people = len(self.seated)
        return wire.TableLine(
            table=self.id,
            game=self.spec.id,
            host=self.host.name if self.host else "",
            people=people,
            bots=sum(chair.is_bot for chair in self.chairs),
            seats=max(self.spec.seats),
            playing=self.playing,
            options=self.written_options(),
            limit=self.limit,
        )

    def seated_for(self, member: Member) -> wire.Seated:
        """Return the table's state as one of its members may see it."""
        match = self.match
        chairs = match.chairs if match is not None and match.playing else self.chairs
        me = next((n for n, chair in enumerate(chairs) if chair.member is member), None)
        return wire.Seated(
            table=self.id,
            game=self.spec.id,
            options=self.written_options(),
            public=self.public,
            limit=self.limit,
            slow=self.slow,
            extensions=self.extensions,
            spectators=self.spectators,
            rated=self.rated,
            same_address=self.same_address,
            minimum=self.minimum,
            code="" if member in self.watchers else self.code,
            own="" if member in self.watchers else member.own,
            host=self.host.name if self.host else "",
            seats=[chair.sitting() for chair in chairs],
            watching=[watcher.name for watcher in self.watchers],
            me=me,
            playing=self.playing,
            paused=match is not None and match.voted,
            votes=0 if match is None else len(match.votes),
        )

    def kept(self) -> KeptTable:
        """Return the table's stored form."""
        match = self.match
        return KeptTable(
            self.id,
            self.code,
            self.spec.id,
            self.written_options(),
            self.public,
            self.limit,
            self.slow,
            self.extensions,
            self.spectators,
            self.host.token if self.host else "",
            match is not None and match.voted,
            self.empty_since or 0.0,
            sorted(self.banned),
            list(map(KeptChair.of, self.chairs)),
            [] if match is None else [self.chairs.index(chair) for chair in match.chairs],
            [watcher.token for watcher in self.watchers],
            self.moved,
            {} if match is None else match.seats_of(self.members),
            self.rated,
            self.contest,
            self.same_address,
            self.minimum,
            "" if self.day is None else self.day.date,
            "" if self.day is None else self.day.secret,
        )


def _stamp(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).strftime("%Y%m%dT%H%M%SZ")
