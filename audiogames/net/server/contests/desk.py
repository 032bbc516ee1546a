"""Running a server's tournaments: entering, automatic rounds, tables, results.

Theory of operation.  A tournament (`ServerContest`) is a list of events.  It is stored as one row
after every change, before anything is announced.  A round has three times: it is paired and
announced; `ANNOUNCED` seconds later its tables are opened and people are seated; those missing
after `GRACE` seconds are absent.  A result that arrives twice is
ignored; this can happen if the process was killed between two rows.  After the last result the
next round is paired.

After a restart the tournaments are restored from the rows.  Tables with a running match continue;
those without are opened again.

Where several processes share the store, each runs the tournaments that were opened there, with all
their tables.  When it dies, the first process to notice takes them over together (`Store.adopt`).
Requests about a tournament of another process are sent there as letters
(`OtherProcesses.ask_contest`), so a person may enter from any table; the sender of a request is an
`Asker` and need not be connected here.  Clients elsewhere are called to their tables
(`OtherProcesses.call_to_table`) and reconnect to this process.
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
from audiogames.net.server.contests.asker import Asker, asker_of
from audiogames.net.server.contests.contest import (
    Contestant,
    KeptContest,
    ServerContest,
    contest_of,
    sides_of,
)
from audiogames.net.server.contests.herald import Herald
from audiogames.net.server.contests.planning import check_start, plan_of
from audiogames.net.server.contests.seating import ContestSeating
from audiogames.net.server.contests.showing import ShownContest, shown_of, standing_of
from audiogames.net.server.others import NUMBERS
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.member import Member, row_of
from audiogames.net.server.store import KeepRow, ReleaseContest, Shelf
from audiogames.net.server.tables.hosting import read_table_options
from audiogames.net.server.tables.table import OnlineTable
from audiogames.table.seats import BOT_NAMES
from audiogames.tournaments.model import (
    PLAYED,
    SWISS,
    TIME,
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
"""Seconds from the pairing of a round to the opening of its tables."""
GRACE: Final = 180.0
"""Seconds after which a contestant who has not joined their table counts as absent."""
AGAIN: Final = 5.0
"""Seconds between two checks for arrivals."""
MOST_OPEN: Final = 20
"""The most unfinished tournaments."""
LONGEST: Final = 40
"""The most characters of a tournament's name, and of a reason."""


class ContestDesk:
    """Runs the tournaments of this process, from entering to the final standings."""

    def __init__(self, parts: ServerParts) -> None:
        self._parts = parts
        self._people = parts.people
        self._lobby = parts.lobby
        self._outgoing = parts.outgoing
        self._others = parts.others
        self._alarms = parts.lobby.register.alarms
        self.herald = Herald(parts, self._keep)
        self.seating = ContestSeating(parts)
        self.contests: dict[int, ServerContest] = {}
        self.version = 0
        """A number that rises with every change of a tournament."""
        parts.lobby.register.contest_ended = self.match_ended

    # Requests

    def handlers(self) -> dict[type[wire.Request], Callable[[Member, Any, float], None]]:
        """Return the handlers of requests, by request type."""
        return {
            wire.OpenContest: self.open,
            wire.AskContests: self.tell_standing,
            wire.InContest: self.ask,
        }

    def open(self, member: Member, request: wire.OpenContest, now: float) -> None:
        """Open a tournament."""
        if not self._is_moderator(asker_of(member)):
            raise Refusal("net-contest-rights")
        if request.game not in game_ids():
            raise Refusal("net-no-such-game", allowed=", ".join(game_ids()))
        name = request.name.strip()
        going_on = [one.line.name for one in self._all() if not one.is_over]
        if not name or len(name) > LONGEST:
            raise Refusal("net-contest-name")
        if len(going_on) >= MOST_OPEN:
            raise Refusal("net-contest-many")
        if key_of(name) in map(key_of, going_on):
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
        self._answer(member, self._lines(asker_of(member), [shown_of(contest)], now))

    def _new_number(self) -> int:
        """Return a tournament number that is unique among all processes."""
        first = self._parts.others.process << NUMBERS
        own = [one - first for one in self.contests if one >> NUMBERS == first >> NUMBERS]
        return first + max(own, default=0) + 1

    def tell_standing(self, member: Member, request: wire.AskContests, now: float) -> None:
        """Send the list of tournaments, or the standings of the requested one."""
        if request.contest:
            self.ask(member, request, now)
        else:
            self._answer(member, self._lines(asker_of(member), self._all(), now))

    def ask(self, member: Member, request: wire.AskContests | wire.InContest, now: float) -> None:
        """Answer a request about one tournament, or send it to the process that runs it."""
        asker, partner = asker_of(member), self._partner(member, request)
        if request.contest not in self.contests:
            self._others.ask_contest(asker, partner, request)
        told = self.answer(asker, partner, request, now)
        if told is not None:
            self._answer(member, told)

    def answer(
        self,
        asker: Asker,
        partner: Asker | None,
        request: wire.AskContests | wire.InContest,
        now: float,
    ) -> wire.FromServer | None:
        """Handle a request about one tournament, from a person at any process.

        Return the answer to the request, or None if the answer is only `Done`.
        """
        if request.contest not in self.contests:
            raise Refusal("net-no-contest")
        contest = self.contests[request.contest]
        if isinstance(request, wire.AskContests):
            return standing_of(contest)
        self._act(contest, asker, partner, request, now)
        return None

    def _partner(self, member: Member, request: wire.AskContests | wire.InContest) -> Asker | None:
        """Return the partner named in a request to enter a tournament of pairs, otherwise None.

        Raises `Refusal` if no such person is online.
        """
        if isinstance(request, wire.AskContests) or request.do != "enter":
            return None
        if not any(one.line.pairs for one in self._all() if one.line.contest == request.contest):
            return None
        known = self._people.named(request.name)
        if known is member or not request.name.strip():
            raise Refusal("net-contest-partner")
        if known is not None:
            return asker_of(known)
        try:
            return asker_of(self._others.person(request.name))
        except Refusal:
            raise Refusal("net-contest-partner") from None

    def _act(
        self,
        contest: ServerContest,
        asker: Asker,
        partner: Asker | None,
        request: wire.InContest,
        now: float,
    ) -> None:
        """Handle a request to enter, leave or manage a tournament.

        Only its opener and moderators may manage it.
        """
        runs = {
            "start": self._start,
            "bots": self._add_bots,
            "close": self._close,
            "adjudicate": self._adjudicate,
            "time": self._set_time,
        }
        if request.do not in {"enter", "leave", *runs}:
            raise Refusal("net-malformed")
        if request.do in runs and not self._may_run(asker, contest.opener):
            raise Refusal("net-contest-rights")
        try:
            if request.do == "enter":
                self._enter(contest, asker, partner)
            elif request.do == "leave":
                self._leave(contest, asker, now)
            else:
                runs[request.do](contest, request, now)
        except TournamentError as error:
            raise Refusal(f"net-contest-{error.id}") from None
        self._keep(contest)
        self._wake_in_time(contest)

    def _is_moderator(self, asker: Asker) -> bool:
        return asker.account and self._parts.desk.rulings.role_of(asker.name) != wire.PLAYER

    def _may_run(self, asker: Asker, opener: str) -> bool:
        return opener == asker.key or self._is_moderator(asker)

    def _set_time(self, contest: ServerContest, request: wire.InContest, now: float) -> None:
        if contest.tournament.has_begun or contest.is_over:
            raise Refusal("net-contest-has-begun")
        check_start(request.seconds)
        contest.starts = now + request.seconds if request.seconds else 0.0

    def _enter(self, contest: ServerContest, asker: Asker, partner: Asker | None) -> None:
        if contest.pairs and partner is None:
            raise Refusal("net-contest-partner")
        people = [asker, partner] if partner is not None and contest.pairs else [asker]
        for one in people:
            if not one.account:
                raise Refusal("net-rated-accounts", name=one.name)
            if contest.entrant_of(one.key) is not None:
                raise Refusal("net-contest-in", name=one.name)
        number = contest.tournament.enter()
        keys, names = tuple(one.key for one in people), tuple(one.name for one in people)
        contest.contestants.append(Contestant(keys, names))
        news = wire.News(what="contest-entered", name=asker.name, args={"contest": contest.name})
        self.herald.tell(contest, [number], news, but=asker.key)

    def _leave(self, contest: ServerContest, asker: Asker, now: float) -> None:
        number = contest.entrant_of(asker.key)
        if number is None:
            raise Refusal("net-contest-not-in")
        self._withdraw(contest, number, now, asker)

    def _withdraw(
        self, contest: ServerContest, number: int, now: float, by: Asker | None = None
    ) -> None:
        """Withdraw an entrant, whose opponent wins their unfinished meeting.

        `by` is the person who withdrew.  Their partner is informed.
        """
        left = [at for at in self._open_meetings(contest) if number in contest.meetings[at].pairing]
        contest.tournament.withdraw(number)
        if by is not None:
            out = wire.News(what="contest-out", name=by.name, args={"contest": contest.name})
            self.herald.tell(contest, [number], out, but=by.key)
        for at in left:
            self.herald.tell_win(contest, at, number, "contest-forfeit")
            self.seating.close(contest, at, now)
        self._settle(contest, now)

    def _start(self, contest: ServerContest, request: wire.InContest, now: float) -> None:
        del request
        if contest.tournament.has_begun:
            raise Refusal("net-contest-has-begun")
        self._pair(contest, now)

    def _add_bots(self, contest: ServerContest, request: wire.InContest, now: float) -> None:
        """Add the requested number of bots, or of pairs of bots, as entrants."""
        del now
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

    def _close(self, contest: ServerContest, request: wire.InContest, now: float) -> None:
        """End a tournament early and close its tables.  Matches in progress do not count."""
        del request
        contest.tournament.close()
        if contest.tournament.has_begun:
            for at in self._open_meetings(contest):
                self.seating.close(contest, at, now)
            self.herald.tell_end(contest)
        else:
            self.herald.tell_off(contest, "closed")
        contest.starts = contest.round_at = contest.opened_at = 0.0

    def _adjudicate(self, contest: ServerContest, request: wire.InContest, now: float) -> None:
        if len(request.reason) > LONGEST or not request.reason:
            raise Refusal("net-contest-reason")
        score = [max(0, one) for one in request.score[:2]] or [0, 0]
        won = None if request.won < 0 else request.won
        newest = len(contest.tournament.rounds)
        number = request.round or newest
        was_on = number == newest and request.table in self._open_meetings(contest)
        contest.tournament.adjudicate(number, request.table, score, won, request.reason)
        self.herald.tell_ruling(contest, contest.tournament.rounds[number - 1][request.table])
        if was_on:
            self.seating.close(contest, request.table, now)
        self._settle(contest, now)

    # Rounds

    def _pair(self, contest: ServerContest, now: float) -> None:
        """Pair the next round and announce it, or announce the standings after the last one.

        A tournament in progress that cannot be paired, as after networkx was uninstalled, ends
        here.
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
            self.herald.tell_end(contest)
            contest.opened_at = contest.round_at = 0.0
            return
        contest.round_at, contest.opened_at = now + ANNOUNCED, 0.0
        self.herald.tell_round(contest)
        self._settle(contest, now)

    def _settle(self, contest: ServerContest, now: float) -> None:
        """If the round is complete, announce its results and pair the next one."""
        if contest.is_over:
            if contest.opened_at or contest.round_at:
                self.herald.tell_results(contest)
                self.herald.tell_end(contest)
            contest.opened_at = contest.round_at = 0.0
        elif contest.tournament.has_begun and contest.tournament.round_is_over:
            if contest.opened_at:
                self.herald.tell_results(contest)
            self._pair(contest, now)

    def wake(self, number: int, now: float) -> None:
        """Handle the alarm of a tournament: start it, open tables, or check them."""
        contest = self.contests.get(number)
        if contest is None:
            return
        if contest.is_over:
            self.seating.clear(contest)
            return
        if contest.starts and now >= contest.starts:
            contest.starts = 0.0
            try:
                self._pair(contest, now)
            except TournamentError:
                contest.tournament.close()
                self.herald.tell_off(contest, "few")
        elif contest.round_at and now >= contest.round_at:
            contest.round_at, contest.opened_at = 0.0, now
            self.seating.clear(contest)
            for table in self._open_meetings(contest):
                self.seating.open(contest, table, now)
        elif contest.opened_at:
            contest.looked_at = now
            self._manage_tables(contest, now)
        self._keep(contest)
        self._wake_in_time(contest)

    def _open_meetings(self, contest: ServerContest) -> list[int]:
        return [at for at, one in enumerate(contest.meetings) if one.outcome is None]

    def _manage_tables(self, contest: ServerContest, now: float) -> None:
        """Seat arrivals, start the matches of complete tables, and end overdue meetings.

        A meeting (a match of two entrants) ends if an entrant is absent for too long, or when the
        time of the round is up.
        """
        minutes = contest.tournament.plan.minutes
        is_late = now >= contest.opened_at + GRACE
        is_over = minutes > 0 and now >= contest.opened_at + 60 * minutes
        for at in self._open_meetings(contest):
            table = self._lobby.tables.get(contest.tables.get(at, 0))
            if table is None:
                self._reopen(contest, at, now)
            elif table.playing:
                if is_over:
                    self._end_by_time(contest, at, table, now)
                elif all(chair.is_bot for chair in table.chairs):
                    # After a restart a table waits for its people, but a table of bots has none.
                    table.empty_since = None
                    table.settle_pause(now)
            else:
                self.seating.fill(contest, at, table, now)
                if not table.playing and is_late:
                    self._note_absent(contest, at, table, now)

    def _reopen(self, contest: ServerContest, at: int, now: float) -> None:
        """Open a new table for a meeting whose table is missing.

        If the store may still have the table (see `wanted`), wait until the next call.
        """
        if self._others.process and at in contest.tables and at not in contest.missing:
            contest.missing.add(at)
            return
        contest.missing.discard(at)
        self.seating.open(contest, at, now)

    def wanted(self) -> list[int]:
        """Return the tables of unfinished meetings that are not in memory.

        They must be read from the store.  A table is missing in memory if the core could not know
        whether the store had saved it.
        """
        tables = self._lobby.tables
        return [
            contest.tables[at]
            for contest in self.contests.values()
            for at in contest.missing
            if contest.tables.get(at, 0) not in {0, *tables}
        ]

    def _note_absent(self, contest: ServerContest, at: int, table: OnlineTable, now: float) -> None:
        """End a meeting because not all of its people have come to the table."""
        pairing = contest.meetings[at].pairing
        missing = [
            number
            for number in (pairing.first, pairing.second)
            if number is not None and not self.seating.is_there(contest.contestants[number], table)
        ]
        contest.tournament.absent(at, missing)
        if len(missing) == 1:
            self.herald.tell_win(contest, at, missing[0], "contest-absent")
        self.seating.send_home(table, now)
        self._settle(contest, now)

    def _end_by_time(self, contest: ServerContest, at: int, table: OnlineTable, now: float) -> None:
        """End a tournament match at its time limit: the points at this moment are the result.

        With equal points in a knock-out round the match continues until they differ.
        """
        match = table.match
        assert match is not None
        day, view = contest.spec.day, match.served.look(None).view
        points = (0, 0) if day is None else tuple(day.points(view))
        if contest.tournament.needs_winner and points[0] == points[1]:
            return
        contest.tournament.report(at, points[:2], TIME)
        self.seating.send_home(table, now)
        self._settle(contest, now)

    def match_ended(self, table: OnlineTable, match: ServedMatch, now: float) -> None:
        """Record the result of a tournament match, before its end is announced."""
        number, round_, at = map(int, table.contest.split())
        contest, result = self.contests.get(number), match.served.result()
        if contest is None or result is None or round_ != len(contest.tournament.rounds):
            return
        if contest.is_over:
            return  # it was ended, and the server killed before its tables were closed
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

    # Lists

    def _answer(self, member: Member, message: wire.FromServer) -> None:
        assert member.conn is not None
        self._outgoing.answer(member.conn, message)

    def _lines(
        self, asker: Asker, contests: Iterable[ShownContest], now: float
    ) -> wire.ContestList:
        newest = sorted(contests, key=lambda one: (one.is_over, -one.line.contest))
        lines = [
            one.line_for(asker.key, now, mine=self._may_run(asker, one.opener))
            for one in newest[: limits.LISTED]
        ]
        return wire.ContestList(lines=lines)

    def shown(self) -> list[ShownContest]:
        """Return the parts of this process's tournaments that clients may see."""
        return [shown_of(one) for one in self.contests.values()]

    def _all(self) -> list[ShownContest]:
        """Return the tournaments of all processes, with only the data that clients may see."""
        far = [one for one in self._others.contests() if one.line.contest not in self.contests]
        return [*self.shown(), *far]

    # Storage

    def _keep(self, contest: ServerContest) -> None:
        """Write a tournament to the store."""
        self.version += 1
        contest.written = len(contest.tournament.log)
        self._outgoing.write(KeepRow(Shelf.CONTESTS, str(contest.id), row_of(contest.kept())))

    def restore(self, rows: dict[str, str], now: float) -> None:
        """Restore the stored tournaments; unreadable ones are logged."""
        for key, text in rows.items():
            try:
                contest = contest_of(msgspec.json.decode(text, type=KeptContest))
            except (msgspec.DecodeError, TournamentError, OptionError, KeyError) as error:
                self._outgoing.note(f"Tournament {key} cannot be read: {error!r}")
                continue
            if contest.id in self.contests:
                continue
            self.version += 1
            self.contests[contest.id] = contest
            if contest.opened_at:  # people need time to reconnect
                contest.opened_at = now
            self._wake_in_time(contest)

    def forget_person(self, key: str, now: float) -> None:
        """Withdraw a person whose account is deleted, and replace their name by a number."""
        for contest in [*self.contests.values()]:
            number = None if contest.is_over else contest.entrant_of(key)
            if number is not None:
                self._withdraw(contest, number, now)
            if contest.forget(key):
                self._keep(contest)

    def names_of(self, key: str) -> list[str]:
        """Return the names of the tournaments that this person is or was in."""
        return [one.line.name for one in self._all() if key in {*one.entered, *one.withdrawn}]

    def rename(self, key: str, name: str) -> None:
        """Change a person's name in all tournaments."""
        for contest in self.contests.values():
            if contest.rename(key, name):
                self._keep(contest)

    def forget(self, number: int) -> None:
        """Forget a tournament that another process has taken over."""
        if self.contests.pop(number, None) is not None:
            self.version += 1
            self._alarms.set((CONTEST, number), None)

    def hand_over(self) -> None:
        """Release all tournaments, because this process ends."""
        for number in [*self.contests]:
            self._outgoing.write(ReleaseContest(number))
            self.forget(number)

    def _wake_in_time(self, contest: ServerContest) -> None:
        at: float | None = None
        if not contest.is_over:
            at = contest.round_at or contest.starts or None
            if contest.opened_at and not contest.round_at:
                # While tables are open, arrivals and the time limit are checked repeatedly.
                at = max(contest.looked_at, contest.opened_at) + AGAIN
        self._alarms.set((CONTEST, contest.id), at)
