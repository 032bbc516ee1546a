"""The deal of the day on a server, which each account plays once, with a comparison of results.

The first player of a day draws the deal's secret, without which no program can compute its cards.
The store records that a deal was begun before the client receives its match.  Its result counts
only at the table where it was begun.  So if another device or process plays the deal again, that
second result does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.net.server.connections import ClientConnection, RowsAsked
from audiogames.net.server.contests.rows import DAY, DayRow, RatingQuestion, RatingRow
from audiogames.net.server.outputs import AskRatingLines, Refusal, RequestDay
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Member
from audiogames.net.server.tables.match import ServedMatch
from audiogames.net.server.tables.seating import require_no_table
from audiogames.net.server.tables.table import OnlineTable
from audiogames.table.daily import DayDeal
from audiogames.table.protocol import DayPlayed, DayRequest


@dataclass(frozen=True)
class DayFacts:
    """The stored data about a deal of the day, for one account.

    Points are a pair: the points of the seat (of the player or the bot), and the highest points
    of the other seats.
    """

    secret: str = ""
    is_begun: bool = False
    own: tuple[int, int] | None = None
    bot: tuple[int, int] | None = None
    place: int = 1
    others: int = 0
    """How many others have finished the deal."""
    days: tuple[str, ...] = ()
    """Earlier dates on which this account played, newest first."""

    @classmethod
    def of(cls, rows: Sequence[RatingRow]) -> DayFacts:
        """Parse the store's rows; a row's name tells the meaning of its other fields."""
        found: dict[str, Any] = {"days": tuple(row.form for row in rows if row.name == "day")}
        for row in rows:
            points = (row.matches, row.left) if row.won else None
            match row.name:
                case "secret":
                    found["secret"] = row.form
                case "own":
                    found |= {"is_begun": True, "own": points}
                case "bot":
                    found["bot"] = points
                case "others":
                    found |= {"place": row.place, "others": row.matches}
        return cls(**found)

    def streak(self, today: str) -> int:
        """Return on how many consecutive days, up to today, this account has played."""
        count, day = 1, date.fromisoformat(today) - timedelta(days=1)
        for one in self.days:
            if one != day.isoformat():
                break
            count, day = count + 1, day - timedelta(days=1)
        return count


class DayDesk:
    """Starts accounts' deals of the day, stores the results, and sends them."""

    def __init__(self, parts: ServerParts) -> None:
        self._lobby = parts.lobby
        self._seating = parts.seating
        self._secrets = parts.secrets
        self._outgoing = parts.outgoing
        self._connections = parts.connections
        parts.lobby.register.day_ended = self._ended

    def play(self, member: Member, request: wire.PlayDay, now: float) -> None:
        """Start or resume today's deal of a game, or send the result if it was played already."""
        at = self._lobby.table_of(member)
        if at is not None and at.day is not None and not at.playing:
            self._query_store(member, at.day)  # the result is sent again
            return
        require_no_table(member)
        if request.game not in game_ids() or game(request.game).day is None:
            raise Refusal("net-no-day")
        if not member.account:
            raise Refusal("net-day-account")
        table = self._unfinished_table(member, request.game)
        if table is not None:
            self._seating.come(member, table, now)
            return
        self._lobby.check_has_room(member)
        self._query_store(
            member, DayDeal(request.game, datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d"))
        )

    def _query_store(self, member: Member, day: DayDeal) -> None:
        """Ask the store whether this account has started a deal of the day.

        When the store has answered, the deal is started, unless the account has started it before.
        """
        connection = self._connections.of(member)
        assert connection is not None
        if connection.asked_rows is not None:
            raise Refusal("net-too-fast")
        self._ask(connection, day, partial(self._begin, member, day), self._outgoing.request)
        self._outgoing.answered = True  # the answer follows

    def _unfinished_table(self, member: Member, id_: str) -> OnlineTable | None:
        """Return the table where this account has left an unfinished deal of the day."""
        for table in self._lobby.tables.values():
            is_day = table.playing and table.day is not None and table.spec.id == id_
            chair = table.given_up_by(member.key) if is_day else None
            if chair is not None and chair.belongs_to(member):
                return table
        return None

    def _ask(
        self,
        connection: ClientConnection,
        day: DayDeal,
        go_on: Callable[[Sequence[RatingRow], float], None],
        request: int = 0,
        lead: int = 0,
    ) -> None:
        """Query the store about a deal of the day.  The rows are passed to `go_on`."""
        member = connection.member
        assert member is not None
        question = RatingQuestion(DAY, day.game, who=member.key, season=day.date, lead=lead)
        connection.asked_rows = RowsAsked(request, go_on)
        self._outgoing.add(AskRatingLines(connection.conn, request, question))

    def _begin(self, member: Member, day: DayDeal, rows: Sequence[RatingRow], now: float) -> None:
        """Start the deal of the day, unless this account has started it before.

        Raises `Refusal`, or sends the result of a finished deal again.
        """
        if not rows:  # the store could not answer
            raise Refusal("net-store-away")
        facts = DayFacts.of(rows)
        if facts.own is not None:
            self._send_result(member, day, facts.own, facts)
            return
        if facts.is_begun:
            raise Refusal("net-day-begun")
        require_no_table(member)
        day = DayDeal(day.game, day.date, facts.secret or self._secrets.token())
        table = self._open(member, day)
        if facts.bot is None:
            self._outgoing.add(RequestDay(DayRequest(day.game, day.date, day.secret)))
        self._seating.sit_down(table, member, now)
        self._outgoing.write(DayRow(table.id, day.game, day.date, member.key, day.secret))
        for _ in range(day.spec.usual_seats - 1):
            table.seat_bot(day.level)
        table.start(self._secrets.random, now, day=day)

    def _open(self, member: Member, day: DayDeal) -> OnlineTable:
        """Open a table for one person, without spectators."""
        lobby, options = self._lobby, day.what.options or day.spec.options()
        table = OnlineTable(
            lobby.register,
            lobby.new_number(),
            lobby.new_code(),
            day.spec,
            options,
            spectators=False,
            host=member,
            opened_by=member.id,
            opened_from=member.address,
        )
        lobby.add(table)
        member.invited = True
        return table

    # Results

    def _ended(self, table: OnlineTable, match: ServedMatch) -> None:
        """Store the result of a deal of the day, and query the store to compare it with others."""
        day = match.day
        assert day is not None
        seat = next(at for at, chair in enumerate(match.chairs) if not chair.is_bot)
        chair = match.chairs[seat]
        own = _own_and_best(day, day.points(match.served.look(None).view), seat)
        row = DayRow(table.id, day.game, day.date, chair.key, day.secret, True, own[0], own[1])
        self._outgoing.write(row)
        member = chair.member
        connection = None if member is None else self._connections.of(member)
        if member is not None and connection is not None and connection.asked_rows is None:
            tell = partial(self._found, member, day, own)
            self._ask(connection, day, tell, lead=own[0] - own[1])

    def _found(
        self,
        member: Member,
        day: DayDeal,
        own: tuple[int, int],
        rows: Sequence[RatingRow],
        now: float,
    ) -> None:
        """Send a result of a deal of the day, compared with the results in the store's rows."""
        del now
        if rows:  # else the store could not answer, and the player may ask again
            self._send_result(member, day, own, DayFacts.of(rows))

    def _send_result(
        self, member: Member, day: DayDeal, own: tuple[int, int], facts: DayFacts
    ) -> None:
        """Send a result: points, points of the bot if known, place, number of players, streak."""
        args: dict[str, Any] = {"own": own[0], "other": own[1], "place": facts.place}
        args |= {"players": facts.others + 1, "streak": facts.streak(day.date)}
        if facts.bot is not None:
            args |= {"bot": facts.bot[0], "bots": facts.bot[1]}
        self._outgoing.tell(member, wire.News(what="day-result", args=args))

    def bots_played(self, wanted: DayRequest, found: DayPlayed) -> None:
        """Store how a bot in the player's seat has played a deal, unless it was interrupted."""
        if found.points:
            day = DayDeal(wanted.game, wanted.date, wanted.secret)
            own, other = _own_and_best(day, found.points, 0)
            row = DayRow(0, day.game, day.date, "", day.secret, True, own, other)
            self._outgoing.write(row)


def _own_and_best(day: DayDeal, points: Sequence[int], seat: int) -> tuple[int, int]:
    """Return the points of a seat's side, and the highest points of another side."""
    sides = day.spec.partners(day.spec.usual_seats)
    side = next(at for at, seats in enumerate(sides) if seat in seats)
    return points[side], max(one for at, one in enumerate(points) if at != side)
