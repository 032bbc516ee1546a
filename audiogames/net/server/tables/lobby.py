"""The tables of a server: opened, found by their codes, listed, and let go of.

Nearly everybody is told the same lists.  They are made once and kept until something changes;
people who hide somebody or are hidden, have friends, or sit at a private table get their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.guesses import CodeGuesses
from audiogames.net.server.limits import is_this_machine
from audiogames.net.server.lookups import StoreQuestion
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import Member, hidden
from audiogames.net.server.people.registry import Numbers, People, Secrets
from audiogames.net.server.sharing import Knowledge
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

    def too_many(self, member: Member) -> bool:
        """Whether this person, or where they come from, has enough tables with people."""
        tables = self._from.get(member.address, {}).values()
        peopled = [table for table in tables if not self._is_deserted(table)]
        if sum(table.opened_by == member.id for table in peopled) >= limits.TABLES_A_PERSON:
            return True
        return len(peopled) >= limits.TABLES_AN_ADDRESS and not is_this_machine(member.address)

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


class Lobby:
    """The tables, and the codes that lead to them."""

    def __init__(  # noqa: PLR0913 - what it is made of, and what kind of server it is
        self,
        register: TableRegister,
        secrets: Secrets,
        numbers: Numbers,
        knowledge: Knowledge,
        now: float,
        *,
        code: str,
        strangers: bool,
    ) -> None:
        self.register = register
        self.code = code
        """What strangers must know to come in; empty where everybody may."""
        self.code_guesses = CodeGuesses(now)
        self.tables: dict[int, OnlineTable] = {}
        self.opened = Opened()
        self._secrets = secrets
        self._numbers = numbers
        self._knowledge = knowledge
        self._digits = CODE_DIGITS_FOR_STRANGERS if strangers else CODE_DIGITS

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
            code = self._secrets.digits(self._digits)
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
            self.code_guesses.wrong(address, now)
            raise Refusal("net-wrong-code")
        return table

    def look_for(self, code: str, number: int = 0) -> None:
        """Have a table here that may be elsewhere, or with nobody.

        Raises `Unanswered` or `Elsewhere`; nothing where there is no such table.
        """
        if code and self.register.directory.find(code) is not None:
            return
        if number in self.tables or not (code or number):
            return
        self._knowledge.see(StoreQuestion(code=code, table=0 if code else number))

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
        if self.opened.too_many(member):
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


# --- Lists ----------------------------------------------------------------------------------------


class _Tables(wire.FromServer, tag="table-list", frozen=True, kw_only=True):
    """`wire.TableList`, written already."""

    tables: msgspec.Raw


class _People(wire.FromServer, tag="people-list", frozen=True, kw_only=True):
    """`wire.PeopleList`, written already."""

    people: msgspec.Raw


@dataclass(frozen=True)
class CommonLists:
    """Both lists as nearly everybody is told them."""

    versions: tuple[int, int]
    """Of the people and the tables that they were made of."""
    tables: msgspec.Raw
    people: msgspec.Raw
    blocked: frozenset[str]
    """Keys of all who are hidden from anybody."""

    def are_for(self, member: Member) -> bool:
        """Whether nobody is hidden from this member, nor they from anybody."""
        return not member.manners.blocked and member.key not in self.blocked


class Lists:
    """The lists of tables and of people."""

    def __init__(self, people: People, lobby: Lobby, outgoing: Outgoing) -> None:
        self._people = people
        self._lobby = lobby
        self._outgoing = outgoing
        self._made: CommonLists | None = None

    def tables(self, member: Member, request: wire.ListTables, now: float) -> None:
        """The public tables, without those of people who are hidden."""
        del request, now
        common = self._common()
        told: wire.FromServer = _Tables(tables=common.tables)
        if not common.are_for(member):
            told = wire.TableList(tables=_first(self._public(member)))
        self._answer(member, told)

    def online(self, member: Member, request: wire.ListPeople, now: float) -> None:
        """Who is here; at which table is told of public ones, and of one's own."""
        del request, now
        common = self._common()
        table = self._lobby.table_of(member)
        alone = table is None or table.public
        told: wire.FromServer = _People(people=common.people)
        if not (alone and not member.manners.friends and common.are_for(member)):
            people = self._people.by_id.values()
            seen = (one for one in people if one is member or not hidden(one, member))
            told = wire.PeopleList(people=_first(self._person(member, one) for one in seen))
        self._answer(member, told)

    def _answer(self, member: Member, told: wire.FromServer) -> None:
        assert member.conn is not None
        self._outgoing.answer(member.conn, told)

    def _common(self) -> CommonLists:
        versions = self._people.version, self._lobby.register.version
        if self._made is None or self._made.versions != versions:
            people = self._people.by_id.values()
            self._made = CommonLists(
                versions,
                _written(self._public()),
                _written(self._person(None, one) for one in people),
                frozenset(key for one in people for key in one.manners.blocked),
            )
        return self._made

    def _public(self, asker: Member | None = None) -> Iterator[wire.TableLine]:
        for line in self._lobby.register.directory.public():
            table = self._lobby.tables.get(line.table)
            host = table.host if table is not None else None
            if host is not None and (asker is None or not hidden(host, asker)):
                yield line

    def _person(self, asker: Member | None, one: Member) -> wire.Person:
        table = self._lobby.table_of(one)
        own = asker is not None and table is not None and asker.table == table.id
        known = table is not None and (table.public or own)
        return wire.Person(
            name=one.name,
            gender=one.gender,
            table=one.table if known else 0,
            away=not one.here,
            host=known and table is not None and table.host is one,
            watching=known and table is not None and one in table.watchers,
            friend=asker is not None and one.key in asker.manners.friends,
        )


def _first(found: Iterable[Any]) -> list[Any]:
    return list(islice(found, limits.LISTED))


def _written(found: Iterable[Any]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(_first(found)))
