"""The tables of tournaments: opening them, seating their players, closing them."""

from __future__ import annotations

from audiogames.net.names import key_of
from audiogames.net.server.contests.contest import Contestant, ServerContest
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.tables.seating import Departure
from audiogames.net.server.tables.table import OnlineTable


class ContestSeating:
    """Opens, fills and closes the tables of tournaments, each for one meeting."""

    def __init__(self, parts: ServerParts) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._seating = parts.seating
        self._secrets = parts.secrets
        self._others = parts.others

    def open(self, contest: ServerContest, at: int, now: float) -> None:
        """Open the table of a meeting (a match of two entrants in a tournament).

        The entrants' people are seated, except people who are offline.
        """
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
        self.fill(contest, at, table, now)

    def fill(self, contest: ServerContest, at: int, table: OnlineTable, now: float) -> None:
        """Seat those people of a meeting (a match of two entrants) who are online.

        Start the match when all of them sit at the table.
        """
        order = contest.seats(at)
        came = [self._seat_contestant(contest, one, who, table, now) for one, who in order]
        if not all(came):  # `came` is a list, so that people are seated even if one is missing
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
        table.start(self._secrets.random, now)

    def _seat_contestant(
        self, contest: ServerContest, one: Contestant, who: int, table: OnlineTable, now: float
    ) -> bool:
        """Seat a person at their tournament table if possible; return whether they sit there.

        A bot always counts as seated.
        """
        if one.level:
            return True
        member = self._people.by_key.get(one.keys[who])
        if member is None or not member.here:
            self._others.call_to_table(contest.id, one.keys[who], table.id)
            return False
        if member.table == table.id:
            return table.chair_of(member) is not None
        before = self._lobby.table_of(member)
        if before is not None:
            if before.playing and before.chair_of(member) is not None:
                return False
            self._seating.depart(before, member, now)
        self._seating.sit_down(table, member, now)
        return True

    def is_there(self, one: Contestant, table: OnlineTable) -> bool:
        """Return True if all people of an entrant sit at the table."""
        seated = {member.key for member in table.seated}
        return bool(one.level) or set(one.keys) <= seated

    def close(self, contest: ServerContest, at: int, now: float) -> None:
        """Close the table of a meeting, if the tables of the current round are open.

        Before they are opened, the number stored for the meeting is a table of the previous round.
        """
        table = self._lobby.tables.get(contest.tables.get(at, 0))
        if table is not None and contest.opened_at:
            self.send_home(table, now)

    def send_home(self, table: OnlineTable, now: float) -> None:
        """Remove all people from a table whose meeting is decided, and close the table."""
        for member in list(table.members):
            self._seating.depart(table, member, now, Departure(keeps=False, closes=True))
        if table.id in self._lobby.tables:
            self._lobby.close(table)

    def clear(self, contest: ServerContest) -> None:
        """Close the tables that remain open after a round because only bots played at them."""
        for number in contest.tables.values():
            table = self._lobby.tables.get(number)
            if table is not None and not table.members and not table.playing:
                self._lobby.close(table)
        contest.tables.clear()
