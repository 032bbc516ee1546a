"""The lobby: opening tables, finding them by code or number, and closing them."""

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
"""Digits of a table's code; more if the server is open to the internet.  `guesses` limits
guessing."""


class Opened:
    """Counts the tables opened from each address, and finds those that may be closed.

    No one is connected at a deserted table, so it may be closed if there are too many tables.
    """

    def __init__(self) -> None:
        self._from: dict[str, dict[int, OnlineTable]] = {}
        self._unplayed: dict[int, int] = {}
        self._played: dict[int, int] = {}
        """Deserted tables without and with a saved match, numbered in the order of desertion."""
        self._order = count()

    @property
    def deserted(self) -> int:
        """The number of deserted tables."""
        return len(self._unplayed) + len(self._played)

    def add(self, table: OnlineTable) -> None:
        """Count a newly opened table for the address from which it was opened."""
        self._from.setdefault(table.opened_from, {})[table.id] = table

    def remove(self, table: OnlineTable) -> None:
        """Stop counting a table that was closed or dropped from memory."""
        self._peopled(table)
        neighbours = self._from.get(table.opened_from, {})
        neighbours.pop(table.id, None)
        if not neighbours:
            self._from.pop(table.opened_from, None)

    def see(self, table: OnlineTable) -> int | None:
        """Record whether a table is deserted, after people have joined or left it.

        Return the number of a deserted table that must be closed, because there are too many of
        them; otherwise None.
        """
        if any(member.here for member in table.members):
            self._peopled(table)
            return None
        if not self._is_deserted(table):
            held = self._played if table.playing and table.moved else self._unplayed
            held[table.id] = next(self._order)
        return self._surplus(table.opened_from)

    def too_many(self, member: Member, elsewhere: int) -> bool:
        """Return True if this person, or their address, may not open another table.

        `elsewhere` counts tables of that address at other processes.
        """
        peopled = self._peopled_from(member.address)
        if sum(table.opened_by == member.id for table in peopled) >= limits.TABLES_A_PERSON:
            return True
        many = len(peopled) + elsewhere >= limits.TABLES_AN_ADDRESS
        return many and not is_this_machine(member.address)

    def by_address(self) -> dict[str, int]:
        """Return, for each address, how many of the tables opened from it have people.

        Addresses without such tables, and those of the server's own machine, are left out.
        """
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
        """Return the number of a deserted table to close; None if there are not too many.

        Deserted tables are limited for each address, and for the server as a whole.
        """
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
        """Record that a table is no longer deserted."""
        self._unplayed.pop(table.id, None)
        self._played.pop(table.id, None)


class RoomCodes:
    """Draws codes of tables, limits wrong guesses, and stores the code of the server itself.

    The codes of tables are longer if `strangers` is true: the server is open to the internet.
    """

    def __init__(self, secrets: Secrets, room: str, now: float, *, strangers: bool) -> None:
        self.room = room
        self.guesses = CodeGuesses(now)
        self._secrets = secrets
        self._digits = CODE_DIGITS_FOR_STRANGERS if strangers else CODE_DIGITS

    def draw(self) -> str:
        """Return a random code for a table."""
        return self._secrets.digits(self._digits)


class Lobby:
    """All tables of this process, with their numbers and codes."""

    def __init__(
        self, register: TableRegister, numbers: Numbers, others: OtherProcesses, codes: RoomCodes
    ) -> None:
        self.register = register
        self.code = codes.room
        """The code that newcomers need to enter; empty if the server needs none."""
        self.code_guesses = codes.guesses
        self._wrong_code = others.share("codes", self.code_guesses.wrong)
        self.tables: dict[int, OnlineTable] = {}
        self.opened = Opened()
        self._codes = codes
        self._numbers = numbers
        self._others = others

    def table_of(self, member: Member) -> OnlineTable | None:
        """Return a member's table, if any."""
        return self.tables.get(member.table)

    def at_table(self, member: Member) -> OnlineTable:
        """Return a member's table.  Raises `Refusal` if they are at none."""
        table = self.table_of(member)
        if table is None:
            raise Refusal("net-at-no-table")
        return table

    def new_code(self) -> str:
        """Return an unused code for a table."""
        while True:
            code = self._codes.draw()
            if self.register.directory.find(code) is None and code != self.code:
                return code

    def new_number(self) -> int:
        """Return an unused number for a table."""
        return self._numbers.next()

    def find(self, address: str, code: str, now: float) -> OnlineTable:
        """Return the table with this code.

        Raises `Refusal`, also after too many wrong codes from this address.
        """
        if not self.code_guesses.may(address, now):
            raise Refusal("net-too-many-attempts")
        number = self.register.directory.find(code)
        table = None if number is None else self.tables.get(number)
        if table is None:
            self._wrong_code(address, now)
            raise Refusal("net-wrong-code")
        return table

    def look_for(self, code: str, number: int = 0) -> None:
        """Claim the table with this code or number, unless this process already owns it.

        If another process owns the table, the client is redirected to that process.
        """
        if code and self.register.directory.find(code) is not None:
            return
        if number in self.tables or not (code or number):
            return
        self._others.see(StoreQuestion(code=code, table=0 if code else number))

    def may_be_elsewhere(self, number: int) -> bool:
        """Return True if another process may have the table, and this one does not."""
        return bool(self._others.process and number and number not in self.tables)

    def behind(self, address: str, code: str, now: float) -> OnlineTable | None:
        """Return the table that this code opens; None if the code only opens the server.

        Raises `Refusal` if the code is wrong, or missing on a server that needs one.
        """
        if not self.code:
            return self.find(address, code, now) if code else None
        if not code:
            raise Refusal("net-code-wanted")
        if code == self.code and self.code_guesses.may(address, now):
            return None
        return self.find(address, code, now)

    def public(self, member: Member, number: int) -> OnlineTable:
        """Return the public table with this number.  Raises `Refusal` if the member may not see it.

        A table is hidden if its host has blocked the member, or if the member has blocked its host.
        """
        table = self.tables.get(number)
        if table is None or not table.public or not table.members:
            raise Refusal("net-no-such-table")
        if table.host is not None and hidden(table.host, member):
            raise Refusal("net-banned")
        return table

    def check_has_room(self, member: Member) -> None:
        """Raise `Refusal` if the server or this person has too many tables."""
        if len(self.tables) - self.opened.deserted >= limits.TABLES:
            raise Refusal("net-no-more-tables")
        if self.opened.too_many(member, self._others.tables_from(member.address)):
            raise Refusal("net-too-many-tables")

    def add(self, table: OnlineTable) -> None:
        """Add a table."""
        self.tables[table.id] = table
        self.opened.add(table)

    def close(self, table: OnlineTable) -> None:
        """Close a table and delete its rows."""
        del self.tables[table.id]
        self.opened.remove(table)
        self.register.remove(table.id)

    def drop(self, table: OnlineTable) -> None:
        """Remove a table from memory, but not from the store."""
        del self.tables[table.id]
        self.opened.remove(table)
        self.register.drop(table.id)
