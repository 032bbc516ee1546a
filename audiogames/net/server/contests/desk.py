"""Running a server's tournaments: entering, automatic rounds, tables, results.

Theory of operation.  A tournament (`ServerContest`) is a list of events, kept as one row whenever
it changes, before anything is announced.  A round has three times: it is paired and announced;
`ANNOUNCED` seconds later its tables are opened and people are seated; and those missing after
`GRACE` seconds are absent.  A match that ends reports its result once: the same result again, as
after a kill between two rows, is ignored.  After the last result the next round is paired.

After a restart the tournaments are restored from the rows.  Where several processes share the
store, each runs those that were opened there; when it dies, the first to look takes them over with
their tables (`Store.adopt`).  Tables with a running match continue; those without are opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.contests.contest import (
    Contestant,
    KeptContest,
    ServerContest,
    contest_of,
    sides_of,
)
from audiogames.net.server.contests.planning import check_start, plan_of
from audiogames.net.server.contests.showing import line_of, results_of, standing_of
from audiogames.net.server.others import NUMBERS
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.member import Member, row_of
from audiogames.net.server.store import KeepRow, Shelf
from audiogames.net.server.tables.hosting import read_table_options
from audiogames.net.server.tables.seating import Departure
from audiogames.net.server.tables.table import OnlineTable
from audiogames.table.seats import BOT_NAMES
from audiogames.tournaments.model import (
    PLAYED,
    SWISS,
    TIME,
    MeetingHeld,
    TournamentError,
)
from audiogames.tournaments.pairing import can_pair_swiss
from audiogames.tournaments.tournament import Tournament

if TYPE_CHECKING:
    from audiogames.net.server.parts import ServerParts
    from audiogames.net.server.tables.match import ServedMatch

CONTEST: Final = "contest"
"""The alarm kind of tournaments."""

ANNOUNCED: Final = 60.0
"""Seconds from the pairing of a round to its tables."""
GRACE: Final = 180.0
"""Seconds after which a contestant who has not come to their table is absent."""
AGAIN: Final = 5.0
"""Seconds between two checks for arrivals."""
MOST_OPEN: Final = 20
"""The most tournaments that are not over."""
LONGEST: Final = 40
"""Characters of a name, and of a reason."""


class ContestDesk:
    """All tournaments of this process."""

    def __init__(self, parts: ServerParts) -> None:
        self._parts = parts
        self._people = parts.people
        self._lobby = parts.lobby
        self._outgoing = parts.outgoing
        self._alarms = parts.lobby.register.alarms
        self.contests: dict[int, ServerContest] = {}
        parts.lobby.register.contest_ended = self.match_ended

    # Requests

    def handlers(self) -> dict[type[wire.Request], Callable[[Member, Any, float], None]]:
        """Return the handlers by request type."""
        return {
            wire.OpenContest: self.open,
            wire.AskContests: self.tell_standing,
            wire.InContest: self.act,
        }

    def open(self, member: Member, request: wire.OpenContest, now: float) -> None:
        """Open a tournament."""
        if not self._is_moderator(member):
            raise Refusal("net-contest-rights")
        if request.game not in game_ids():
            raise Refusal("net-no-such-game", allowed=", ".join(game_ids()))
        name = request.name.strip()
        going_on = [one for one in self.contests.values() if not one.is_over]
        if not name or len(name) > LONGEST:
            raise Refusal("net-contest-name")
        if len(going_on) >= MOST_OPEN:
            raise Refusal("net-contest-many")
        if any(key_of(one.name) == key_of(name) for one in going_on):
            raise Refusal("net-contest-there", name=name)
        spec = game(request.game)
        if not sides_of(spec, pairs=request.pairs):
            raise Refusal("net-contest-seats")
        if request.form == SWISS and not can_pair_swiss():
            raise Refusal("net-contest-no-swiss")
        options = read_table_options(spec, request.options)
        try:
            plan = plan_of(request)
        except TournamentError:
            raise Refusal("net-contest-plan") from None
        check_start(request.seconds)
        number = self._new_number()
        starts = now + request.seconds if request.seconds else 0.0
        contest = ServerContest(
            number, name, spec, options, request.pairs, member.key, Tournament(plan), starts=starts
        )
        self.contests[number] = contest
        self._keep(contest)
        self._answer(member, self._lines(member, [contest], now))

    def _new_number(self) -> int:
        """Return the next number of those that belong to this process; they are never reused."""
        first = self._parts.others.process << NUMBERS
        own = [one - first for one in self.contests if one >> NUMBERS == first >> NUMBERS]
        return first + max(own, default=0) + 1

    def tell_standing(self, member: Member, request: wire.AskContests, now: float) -> None:
        """Send the list of tournaments, or the standings of one."""
        if not request.contest:
            self._answer(member, self._lines(member, self.contests.values(), now))
            return
        self._answer(member, standing_of(self._find(request.contest)))

    def act(self, member: Member, request: wire.InContest, now: float) -> None:
        """Enter, leave, or act as its opener or a moderator."""
        contest = self._find(request.contest)
        does = {
            "enter": self._enter,
            "leave": self._leave,
            "start": self._start,
            "bots": self._add_bots,
            "close": self._close,
            "adjudicate": self._adjudicate,
            "time": self._set_time,
        }
        if request.do not in does:
            raise Refusal("net-malformed")
        if request.do not in {"enter", "leave"} and not self._may_run(member, contest):
            raise Refusal("net-contest-rights")
        try:
            does[request.do](contest, member, request, now)
        except TournamentError as error:
            raise Refusal(f"net-contest-{error.id}") from None
        self._keep(contest)
        self._wake_in_time(contest)

    def _is_moderator(self, member: Member) -> bool:
        return member.account and self._parts.desk.rulings.role_of(member.name) != wire.PLAYER

    def _may_run(self, member: Member, contest: ServerContest) -> bool:
        return contest.opener == member.key or self._is_moderator(member)

    def _set_time(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        del member
        if contest.tournament.has_begun or contest.is_over:
            raise Refusal("net-contest-has-begun")
        check_start(request.seconds)
        contest.starts = now + request.seconds if request.seconds else 0.0

    def _enter(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        del now
        people = [member]
        if contest.pairs:
            partner = self._people.named(request.name)
            if partner is None or partner is member:
                raise Refusal("net-contest-partner")
            people.append(partner)
        for one in people:
            if not one.account:
                raise Refusal("net-rated-accounts", name=one.name)
            if contest.entrant_of(one.key) is not None:
                raise Refusal("net-contest-in", name=one.name)
        contest.tournament.enter()
        keys, names = tuple(one.key for one in people), tuple(one.name for one in people)
        contest.contestants.append(Contestant(keys, names))
        for one in people[1:]:
            fields = {"contest": contest.name}
            self._outgoing.tell(
                one, wire.News(what="contest-entered", name=member.name, args=fields)
            )

    def _leave(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        del request
        number = contest.entrant_of(member.key)
        if number is None:
            raise Refusal("net-contest-not-in")
        out = wire.News(what="contest-out", name=member.name, args={"contest": contest.name})
        self._tell(contest, number, out, but=member)
        self._withdraw(contest, number, now)

    def _withdraw(self, contest: ServerContest, number: int, now: float) -> None:
        """Give the open meeting of this entrant to the other side."""
        left = [at for at in self._open_meetings(contest) if number in contest.meetings[at].pairing]
        contest.tournament.withdraw(number)
        for at in left:
            self._tell_win(contest, at, number, "contest-forfeit")
            self._close_table(contest, at, now)
        self._settle(contest, now)

    def _tell_win(self, contest: ServerContest, at: int, gone: int, what: str) -> None:
        """Tell the other side that a meeting is theirs, and why."""
        pairing = contest.meetings[at].pairing
        winner = pairing.second if pairing.first == gone else pairing.first
        if winner is not None:
            args = {"contest": contest.name, "other": contest.contestants[gone].name}
            self._tell(contest, winner, wire.News(what=what, args=args))

    def _start(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        del member, request
        if contest.tournament.has_begun:
            raise Refusal("net-contest-has-begun")
        self._pair(contest, now)

    def _add_bots(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        """Add so many bots as entrants, for an even number."""
        del member, now
        taken = {name for one in contest.contestants for name in one.names}
        names = [name for name, _ in BOT_NAMES]
        names += [f"{name} {number}" for number in (2, 3, 4) for name in names]
        free = [name for name in names if name not in taken]
        if not 0 < request.table * contest.size <= len(free):
            raise Refusal("net-contest-bots")
        for at in range(request.table):
            contest.tournament.enter()
            those = tuple(free[at * contest.size : (at + 1) * contest.size])
            contest.contestants.append(Contestant((), those, contest.spec.bots.default))

    def _close(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        del member, request, now
        contest.tournament.close()
        contest.round_at = 0.0

    def _adjudicate(
        self, contest: ServerContest, member: Member, request: wire.InContest, now: float
    ) -> None:
        del member
        if len(request.reason) > LONGEST or not request.reason:
            raise Refusal("net-contest-reason")
        score = [max(0, one) for one in request.score[:2]] or [0, 0]
        won = None if request.won < 0 else request.won
        newest = len(contest.tournament.rounds)
        number = request.round or newest
        was_on = number == newest and request.table in self._open_meetings(contest)
        contest.tournament.adjudicate(number, request.table, score, won, request.reason)
        self._tell_ruling(contest, contest.tournament.rounds[number - 1][request.table])
        if was_on:
            self._close_table(contest, request.table, now)
        self._settle(contest, now)

    # Rounds

    def _pair(self, contest: ServerContest, now: float) -> None:
        """Pair a round and announce it; at the end, announce the standings.

        One that has begun and cannot go on, as after networkx was uninstalled, ends here.
        """
        try:
            paired = contest.tournament.next_round()
        except TournamentError as error:
            if not contest.tournament.has_begun:
                raise
            self._outgoing.note(f"Tournament {contest.id} ends, as it cannot be paired: {error}")
            contest.tournament.close()
            paired = ()
        contest.starts = 0.0
        if not paired:
            self._tell_end(contest)
            contest.opened_at = contest.round_at = 0.0
            return
        contest.round_at, contest.opened_at = now + ANNOUNCED, 0.0
        number = len(contest.tournament.rounds)
        for table, meeting in enumerate(contest.meetings):
            pairing = meeting.pairing
            for one, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
                if one is None:
                    continue
                what = "contest-bye" if other is None else "contest-round"
                against = "" if other is None else contest.contestants[other].name
                args = {"contest": contest.name, "round": number, "other": against}
                self._tell(contest, one, wire.News(what=what, args={**args, "table": table}))
        self._settle(contest, now)

    def _settle(self, contest: ServerContest, now: float) -> None:
        """After the last result of a round, announce the results and pair the next."""
        if contest.is_over:
            if contest.opened_at or contest.round_at:
                self._tell_results(contest)
                self._tell_end(contest)
            contest.opened_at = contest.round_at = 0.0
        elif contest.tournament.has_begun and contest.tournament.round_is_over:
            if contest.opened_at:
                self._tell_results(contest)
            self._pair(contest, now)

    def wake(self, number: int, now: float) -> None:
        """Run what is due for a tournament."""
        contest = self.contests.get(number)
        if contest is None:
            return
        if contest.is_over:
            self._clear_tables(contest)
            return
        if contest.starts and now >= contest.starts:
            contest.starts = 0.0
            try:
                self._pair(contest, now)
            except TournamentError:
                contest.tournament.close()
                self._tell_all(
                    contest, wire.News(what="contest-few", args={"contest": contest.name})
                )
        elif contest.round_at and now >= contest.round_at:
            contest.round_at, contest.opened_at = 0.0, now
            self._clear_tables(contest)
            for table in self._open_meetings(contest):
                self._open_table(contest, table, now)
        elif contest.opened_at:
            contest.looked_at = now
            self._look_after(contest, now)
        self._keep(contest)
        self._wake_in_time(contest)

    def _clear_tables(self, contest: ServerContest) -> None:
        """Close the last round's tables without people, at which bots have met."""
        for number in contest.tables.values():
            table = self._lobby.tables.get(number)
            if table is not None and not table.members and not table.playing:
                self._lobby.close(table)
        contest.tables.clear()

    def _open_meetings(self, contest: ServerContest) -> list[int]:
        return [at for at, one in enumerate(contest.meetings) if one.outcome is None]

    def _look_after(self, contest: ServerContest, now: float) -> None:
        """Seat arrivals, start complete tables, and end what took too long."""
        minutes = contest.tournament.plan.minutes
        is_late = now >= contest.opened_at + GRACE
        is_over = minutes > 0 and now >= contest.opened_at + 60 * minutes
        for at in self._open_meetings(contest):
            table = self._lobby.tables.get(contest.tables.get(at, 0))
            if table is None:
                self._open_table(contest, at, now)
            elif table.playing:
                if is_over:
                    self._time_is_up(contest, at, table, now)
                elif all(chair.is_bot for chair in table.chairs):
                    # After a restart a table waits for its people: here there are none.
                    table.empty_since = None
                    table.settle_pause(now)
            else:
                self._fill(contest, at, table, now)
                if not table.playing and is_late:
                    self._note_absent(contest, at, table, now)

    def _open_table(self, contest: ServerContest, at: int, now: float) -> None:
        table = OnlineTable(
            self._lobby.register,
            self._lobby.new_number(),
            self._lobby.new_code(),
            contest.spec,
            contest.options,
            public=True,
            contest=f"{contest.id} {len(contest.tournament.rounds)} {at}",
        )
        self._lobby.add(table)
        contest.tables[at] = table.id
        self._fill(contest, at, table, now)

    def _fill(self, contest: ServerContest, at: int, table: OnlineTable, now: float) -> None:
        """Seat those who are online; once complete, start."""
        order = contest.seats(at)
        if not all(self._comes(contest, one, who, table, now) for one, who in order):
            return
        chairs = []
        for one, who in order:
            name = one.names[who]
            key = one.keys[who] if one.keys else key_of(name)
            chair = next((c for c in table.chairs if c.key == key), None)
            if chair is None:
                chair = table.seat_bot(one.level)
                chair.name = name
            chairs.append(chair)
        table.chairs = chairs
        table.start(self._parts.secrets.random, now)

    def _comes(
        self, contest: ServerContest, one: Contestant, who: int, table: OnlineTable, now: float
    ) -> bool:
        """Return whether a contestant sits at their table, seating them if necessary."""
        del contest
        if one.level:
            return True
        member = self._people.by_key.get(one.keys[who])
        if member is None or not member.here:
            return False
        if member.table == table.id:
            return table.chair_of(member) is not None
        before = self._lobby.table_of(member)
        if before is not None:
            if before.playing and before.chair_of(member) is not None:
                return False
            self._parts.seating.depart(before, member, now)
        self._parts.seating.sit_down(table, member, now)
        return True

    def _note_absent(self, contest: ServerContest, at: int, table: OnlineTable, now: float) -> None:
        pairing = contest.meetings[at].pairing
        missing = [
            number
            for number in (pairing.first, pairing.second)
            if number is not None and not self._is_there(contest.contestants[number], table)
        ]
        contest.tournament.absent(at, missing)
        if len(missing) == 1:
            self._tell_win(contest, at, missing[0], "contest-absent")
        self._send_home(table, now)
        self._settle(contest, now)

    def _is_there(self, one: Contestant, table: OnlineTable) -> bool:
        seated = {member.key for member in table.seated}
        return bool(one.level) or set(one.keys) <= seated

    def _time_is_up(self, contest: ServerContest, at: int, table: OnlineTable, now: float) -> None:
        """End a meeting by time: the current points count."""
        match = table.match
        assert match is not None
        day, view = contest.spec.day, match.served.look(None).view
        points = (0, 0) if day is None else tuple(day.points(view))
        contest.tournament.report(at, points[:2], TIME)
        self._send_home(table, now)
        self._settle(contest, now)

    def match_ended(self, table: OnlineTable, match: ServedMatch, now: float) -> None:
        """Record the result of a tournament match, before anything is announced."""
        number, round_, at = map(int, table.contest.split())
        contest, result = self.contests.get(number), match.served.result()
        if contest is None or result is None or round_ != len(contest.tournament.rounds):
            return
        seats = len(match.served.players)
        winners = {
            side
            for side, those in enumerate(contest.spec.partners(seats))
            if set(map(Seat, those)) & set(result.winners)
        }
        winner = winners.pop() if len(winners) == 1 else None
        try:
            contest.tournament.report(at, result.points[:2], PLAYED, winner)
        except TournamentError:
            return  # it was recorded before the server was killed
        self._keep(contest)
        self._settle(contest, now)
        self._keep(contest)
        self._wake_in_time(contest)
        if contest.is_over:
            self._alarms.set((CONTEST, contest.id), now + AGAIN)

    def _close_table(self, contest: ServerContest, at: int, now: float) -> None:
        """Close a meeting's table, unless it is not open yet and the number is the last round's."""
        table = self._lobby.tables.get(contest.tables.get(at, 0))
        if table is not None and contest.opened_at:
            self._send_home(table, now)

    def _send_home(self, table: OnlineTable, now: float) -> None:
        """Remove people from a table whose meeting is decided."""
        for member in list(table.members):
            self._parts.seating.depart(table, member, now, Departure(keeps=False))
        if table.id in self._lobby.tables:
            self._lobby.close(table)

    # Announcements

    def _tell(
        self, contest: ServerContest, number: int, news: wire.News, but: Member | None = None
    ) -> None:
        for key in contest.contestants[number].keys:
            member = self._people.by_key.get(key)
            if member is not None and member is not but:
                self._outgoing.tell(member, news)

    def _tell_all(self, contest: ServerContest, news: wire.News) -> None:
        for number in contest.tournament.active:
            self._tell(contest, number, news)

    def _tell_results(self, contest: ServerContest) -> None:
        """Announce all results in one sentence."""
        args = {"contest": contest.name, "text": results_of(contest)}
        self._tell_all(contest, wire.News(what="contest-results", args=args))

    def _tell_ruling(self, contest: ServerContest, meeting: MeetingHeld) -> None:
        """Tell both sides how their meeting was decided, and why."""
        outcome, pairing = meeting.outcome, meeting.pairing
        assert outcome is not None
        assert pairing.second is not None
        sides = (pairing.first, pairing.second)
        for at, one in enumerate(sides):
            own, other = outcome.score[at], outcome.score[1 - at]
            args: dict[str, Any] = {"contest": contest.name}
            args["other"] = contest.contestants[sides[1 - at]].name
            args |= {"own": own, "their": other, "why": outcome.reason}
            self._tell(contest, one, wire.News(what="contest-ruled", args=args))

    def _tell_end(self, contest: ServerContest) -> None:
        for line in contest.tournament.standings():
            args = {"contest": contest.name, "place": line.place}
            self._tell(contest, line.entrant, wire.News(what="contest-over", args=args))

    def _answer(self, member: Member, message: wire.FromServer) -> None:
        assert member.conn is not None
        self._outgoing.answer(member.conn, message)

    def _lines(
        self, member: Member, contests: Iterable[ServerContest], now: float
    ) -> wire.ContestList:
        newest = sorted(contests, key=lambda one: (one.is_over, -one.id))[: limits.LISTED]
        return wire.ContestList(lines=[self._line(member, one, now) for one in newest])

    def _line(self, member: Member, contest: ServerContest, now: float) -> wire.ContestLine:
        return line_of(contest, member.key, now, mine=self._may_run(member, contest))

    # Storage

    def _find(self, number: int) -> ServerContest:
        if number not in self.contests:
            raise Refusal("net-no-contest")
        return self.contests[number]

    def _keep(self, contest: ServerContest) -> None:
        self._outgoing.write(KeepRow(Shelf.CONTESTS, str(contest.id), row_of(contest.kept())))

    def restore(self, rows: dict[str, str], now: float) -> None:
        """Restore the stored tournaments; unreadable ones are logged."""
        for key, text in rows.items():
            try:
                contest = contest_of(msgspec.json.decode(text, type=KeptContest))
            except (msgspec.DecodeError, TournamentError, OptionError, KeyError) as error:
                self._outgoing.note(f"Tournament {key} cannot be read: {error!r}")
                continue
            self.contests[contest.id] = contest
            if contest.opened_at:  # people need time to reconnect
                contest.opened_at = now
            self._wake_in_time(contest)

    def forget_person(self, key: str, now: float) -> None:
        """Withdraw somebody whose account is deleted, and keep a number in place of the name."""
        for contest in [*self.contests.values()]:
            number = None if contest.is_over else contest.entrant_of(key)
            if number is not None:
                self._withdraw(contest, number, now)
            if contest.forget(key):
                self._keep(contest)

    def rename(self, key: str, name: str) -> None:
        """Show a person under another name from now on."""
        for contest in self.contests.values():
            if contest.rename(key, name):
                self._keep(contest)

    def forget(self, number: int) -> None:
        """Let go of a tournament that another process has taken over."""
        if self.contests.pop(number, None) is not None:
            self._alarms.set((CONTEST, number), None)

    def _wake_in_time(self, contest: ServerContest) -> None:
        at: float | None = None
        if not contest.is_over:
            at = contest.round_at or contest.starts or None
            if contest.opened_at and not contest.round_at:
                # While tables are open, repeatedly: for arrivals and the time limit.
                at = max(contest.looked_at, contest.opened_at) + AGAIN
        self._alarms.set((CONTEST, contest.id), at)
