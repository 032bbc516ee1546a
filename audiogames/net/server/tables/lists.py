"""The lists of tables and of people over all processes of a server.

Most people get the same lists, which are encoded once and cached until a change.  A person who has
blocked someone or is blocked, has friends, or sits at a private table gets individual lists.

A list takes entries from the processes in turn, so that every process has entries in it even if one
message cannot hold all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.others import OtherProcesses
from audiogames.net.server.outputs import Outgoing
from audiogames.net.server.people.member import Member, hidden
from audiogames.net.server.people.registry import People
from audiogames.net.server.tables.lobby import Lobby


class _Tables(wire.FromServer, tag="table-list", frozen=True, kw_only=True):
    """A `wire.TableList` whose content is already encoded."""

    tables: msgspec.Raw


class _People(wire.FromServer, tag="people-list", frozen=True, kw_only=True):
    """A `wire.PeopleList` whose content is already encoded."""

    people: msgspec.Raw


@dataclass(frozen=True)
class CommonLists:
    """The encoded lists of tables and people that most members share.

    A member who has blocked others, or is blocked, needs other lists.
    """

    versions: tuple[int, int, int]
    """The versions of the lists' sources: people, tables, and other processes."""
    tables: msgspec.Raw
    people: msgspec.Raw
    blocked: frozenset[str]
    """Keys of all blocked people."""

    def apply_to(self, member: Member) -> bool:
        """Return True if this member may be sent the lists that most members share.

        A member who has blocked others, or is blocked, needs other lists.
        """
        return not member.manners.blocked and member.key not in self.blocked


class Lists:
    """Handles requests for the lists of tables and of people."""

    def __init__(
        self, people: People, lobby: Lobby, outgoing: Outgoing, others: OtherProcesses
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._outgoing = outgoing
        self._others = others
        self._made: CommonLists | None = None

    def tables(self, member: Member, request: wire.ListTables, now: float) -> None:
        """Send the public tables, except those whose host has blocked the member or is blocked."""
        del request, now
        common = self._common()
        message: wire.FromServer = _Tables(tables=common.tables)
        if not common.apply_to(member):
            message = wire.TableList(tables=_first(self._all_public(member)))
        self._answer(member, message)

    def online(self, member: Member, request: wire.ListPeople, now: float) -> None:
        """Send the list of people, with their tables if public or the member's own."""
        del request, now
        common = self._common()
        table = self._lobby.table_of(member)
        alone = table is None or table.public
        message: wire.FromServer = _People(people=common.people)
        if not (alone and not member.manners.friends and common.apply_to(member)):
            message = wire.PeopleList(people=_first(self._everybody(member)))
        self._answer(member, message)

    def _answer(self, member: Member, message: wire.FromServer) -> None:
        assert member.conn is not None
        self._outgoing.answer(member.conn, message)

    def _common(self) -> CommonLists:
        """Return the encoded lists of tables and people; encode them again only after a change."""
        versions = self._people.version, self._lobby.register.version, self._others.version
        if self._made is None or self._made.versions != versions:
            here = frozenset(
                key for one in self._people.by_id.values() for key in one.manners.blocked
            )
            self._made = CommonLists(
                versions,
                _written(self._all_public()),
                _written(self._everybody()),
                here | self._others.blocked,
            )
        return self._made

    def _all_public(self, asker: Member | None = None) -> Iterable[wire.TableLine]:
        return self._others.tables(self.public(asker), asker, self._lobby.tables)

    def public(self, asker: Member | None = None) -> Iterator[wire.TableLine]:
        """Yield the public tables of this process, or only those that the `asker` may see."""
        for line in self._lobby.register.directory.public():
            table = self._lobby.tables.get(line.table)
            host = table.host if table is not None else None
            if host is not None and (asker is None or not hidden(host, asker)):
                yield line

    def _everybody(self, asker: Member | None = None) -> Iterable[wire.Person]:
        return self._others.people(self.people(asker), asker, self._people.by_key)

    def people(self, asker: Member | None = None) -> Iterator[wire.Person]:
        """Yield the people at this process; with an `asker`, only those whom the asker may see."""
        for one in self._people.by_id.values():
            if asker is None or one is asker or not hidden(one, asker):
                yield self._person(asker, one)

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
    """Return the first items, as many as one message may contain."""
    return list(islice(found, limits.LISTED))


def _written(found: Iterable[Any]) -> msgspec.Raw:
    """Encode a list as JSON, shortened to the number of items that one message may contain."""
    return msgspec.Raw(msgspec.json.encode(_first(found)))
