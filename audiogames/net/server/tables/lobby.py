"""The tables of a server: opened, found by their codes, and let go of."""

from __future__ import annotations

from itertools import chain, count
from typing import Final

from audiogames.net.server import limits
from audiogames.net.server.guesses import CodeGuesses
from audiogames.net.server.limits import is_this_machine
from audiogames.net.server.others import OtherProcesses
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.member import Member, hidden
from audiogames.net.server.people.registry import Numbers, Secrets
from audiogames.net.server.store import StoreQuestion
from audiogames.net.server.tables.kept import TableRegister
from audiogames.net.server.tables.table import OnlineTable

CODE_DIGITS: Final = 6
CODE_DIGITS_FOR_STRANGERS: Final = 8
"""Of a table; the longer ones where anybody in the world may call.  `guesses` limits guessing."""


class Opened:
    """The tables by where they were opened from, and in their order those at which nobody is.

    Nobody waits for these, so they are the first to be closed where there is no room.
    """

    def __init__(self) -> None:
        self._from: dict[str, dict[int, OnlineTable]] = {}
        self._unplayed: dict[int, int] = {}
        self._played: dict[int, int] = {}
        """Tables at which nobody has a connection, and when in the order of things that began."""
        self._order = count()

    @property
    def deserted(self) -> int:
        """How many have nobody."""
        return len(self._unplayed) + len(self._played)

    def add(self, table: OnlineTable) -> None:
        """One more."""
        self._from.setdefault(table.opened_from, {})[table.id] = table

    def remove(self, table: OnlineTable) -> None:
        """One less."""
        self._peopled(table)
        neighbours = self._from.get(table.opened_from, {})
        neighbours.pop(table.id, None)
        if not neighbours:
            self._from.pop(table.opened_from, None)

    def see(self, table: OnlineTable) -> int | None:
        """Somebody has come to this table, or gone: which has to be closed for it, if any."""
        if any(member.here for member in table.members):
            self._peopled(table)
            return None
        if not self._is_deserted(table):
            held = self._played if table.playing and table.moved else self._unplayed
            held[table.id] = next(self._order)
        return self._surplus(table.opened_from)

    def too_many(self, member: Member, elsewhere: int) -> bool:
        """Whether this person, or where they come from, has enough tables with people.

        `elsewhere` counts those from there that other processes have.
        """
        peopled = self._peopled_from(member.address)
        if sum(table.opened_by == member.id for table in peopled) >= limits.TABLES_A_PERSON:
            return True
        many = len(peopled) + elsewhere >= limits.TABLES_AN_ADDRESS
        return many and not is_this_machine(member.address)

    def by_address(self) -> dict[str, int]:
        """How many tables with people were opened from where, but for this machine."""
        counted = {address: len(self._peopled_from(address)) for address in self._from}
        return {
            address: many
            for address, many in counted.items()
            if address and many and not is_this_machine(address)
        }

    def _peopled_from(self, address: str) -> list[OnlineTable]:
        tables = self._from.get(address, {}).values()
        return [table for table in tables if not self._is_deserted(table)]

    def _surplus(self, address: str) -> int | None:
        if address and not is_this_machine(address):
            neighbours = self._from.get(address, {})
            unplayed = [one for one in neighbours if one in self._unplayed]
            played = [one for one in neighbours if one in self._played]
            if len(unplayed) + len(played) > limits.DESERTED_AN_ADDRESS:
                held = self._unplayed if unplayed else self._played
                return min(unplayed or played, key=held.__getitem__)
        if self.deserted > limits.DESERTED:
            return next(chain(self._unplayed, self._played))
        return None

    def _is_deserted(self, table: OnlineTable) -> bool:
        return table.id in self._unplayed or table.id in self._played

    def _peopled(self, table: OnlineTable) -> None:
        self._unplayed.pop(table.id, None)
        self._played.pop(table.id, None)


class RoomCodes:
    """The codes that let people in: that of the server, and those that tables get.

    They are longer for `strangers`, where anybody in the world may call.
    """

    def __init__(self, secrets: Secrets, room: str, now: float, *, strangers: bool) -> None:
        self.room = room
        self.guesses = CodeGuesses(now)
        self._secrets = secrets
        self._digits = CODE_DIGITS_FOR_STRANGERS if strangers else CODE_DIGITS

    def draw(self) -> str:
        """One for a table."""
        return self._secrets.digits(self._digits)


class Lobby:
    """The tables, and the codes that lead to them."""

    def __init__(
        self, register: TableRegister, numbers: Numbers, others: OtherProcesses, codes: RoomCodes
    ) -> None:
        self.register = register
        self.code = codes.room
        """What strangers must know to come in; empty where everybody may."""
        self.code_guesses = codes.guesses
        self._wrong_code = others.share("codes", self.code_guesses.wrong)
        self.tables: dict[int, OnlineTable] = {}
        self.opened = Opened()
        self._codes = codes
        self._numbers = numbers
        self._others = others

    def table_of(self, member: Member) -> OnlineTable | None:
        """Where they sit or watch."""
        return self.tables.get(member.table)

    def at_table(self, member: Member) -> OnlineTable:
        """The same.  Raises `Refusal` where they are at none."""
        table = self.table_of(member)
        if table is None:
            raise Refusal("net-at-no-table")
        return table

    def new_code(self) -> str:
        """A code that no table has."""
        while True:
            code = self._codes.draw()
            if self.register.directory.find(code) is None and code != self.code:
                return code

    def new_number(self) -> int:
        """A number that no table has."""
        return self._numbers.next()

    def find(self, address: str, code: str, now: float) -> OnlineTable:
        """The table with this code; who guesses is soon refused.  Raises `Refusal`."""
        if not self.code_guesses.may(address, now):
            raise Refusal("net-too-many-attempts")
        number = self.register.directory.find(code)
        table = None if number is None else self.tables.get(number)
        if table is None:
            self._wrong_code(address, now)
            raise Refusal("net-wrong-code")
        return table

    def look_for(self, code: str, number: int = 0) -> None:
        """Have a table here that may be elsewhere; nothing where there is no such table."""
        if code and self.register.directory.find(code) is not None:
            return
        if number in self.tables or not (code or number):
            return
        self._others.see(StoreQuestion(code=code, table=0 if code else number))

    def may_be_elsewhere(self, number: int) -> bool:
        """Whether a table is not here, and may be at another process."""
        return bool(self._others.process and number and number not in self.tables)

    def behind(self, address: str, code: str, now: float) -> OnlineTable | None:
        """The table that the code is of, or None where it is the server's.  Raises `Refusal`."""
        if not self.code:
            return self.find(address, code, now) if code else None
        if not code:
            raise Refusal("net-code-wanted")
        if code == self.code and self.code_guesses.may(address, now):
            return None
        return self.find(address, code, now)

    def public(self, member: Member, number: int) -> OnlineTable:
        """The public table with this number.  Raises `Refusal`.

        There is none where its host and the member are hidden from each other.
        """
        table = self.tables.get(number)
        if table is None or not table.public or not table.members:
            raise Refusal("net-no-such-table")
        if table.host is not None and hidden(table.host, member):
            raise Refusal("net-banned")
        return table

    def see_to_room(self, member: Member) -> None:
        """Raises `Refusal` where there are tables enough, or enough of this person's."""
        if len(self.tables) - self.opened.deserted >= limits.TABLES:
            raise Refusal("net-no-more-tables")
        if self.opened.too_many(member, self._others.tables_from(member.address)):
            raise Refusal("net-too-many-tables")

    def add(self, table: OnlineTable) -> None:
        """One more."""
        self.tables[table.id] = table
        self.opened.add(table)

    def close(self, table: OnlineTable) -> None:
        """The table is no more."""
        del self.tables[table.id]
        self.opened.remove(table)
        self.register.remove(table.id)

    def drop(self, table: OnlineTable) -> None:
        """Have the table no more; what is kept of it stays."""
        del self.tables[table.id]
        self.opened.remove(table)
        self.register.drop(table.id)
