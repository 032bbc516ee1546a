"""The lists of tables and of people: made once for all who are told the same, until they change.

Nearly everybody is told the same.  Whoever hides somebody or is hidden, has friends, or sits at a
private table has a list of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from audiogames.net import limits, wire
from audiogames.net.house import House
from audiogames.net.people import Member, hidden


class _Tables(wire.Told, tag="table-list", frozen=True, kw_only=True):
    """`wire.TableList`, written already."""

    tables: msgspec.Raw


class _People(wire.Told, tag="people-list", frozen=True, kw_only=True):
    """`wire.PeopleList`, written already."""

    people: msgspec.Raw


@dataclass(frozen=True)
class Made:
    """Both lists as nearly everybody is told them."""

    tables: msgspec.Raw
    people: msgspec.Raw
    blocked: frozenset[str]
    """Keys of all who are hidden from anybody."""


def tables(house: House, member: Member, request: wire.Tables, now: float) -> None:
    """The public tables, without those of people who are hidden."""
    del request, now
    made = _made(house)
    line = house.line_of(member)
    assert line is not None
    if _hides_nobody(made, member):
        house.answer(line, _Tables(tables=made.tables))
        return
    house.answer(line, wire.TableList(tables=_first(_public(house, member))))


def online(house: House, member: Member, request: wire.Online, now: float) -> None:
    """Who is here; at which table is told of public ones, and of one's own."""
    del request, now
    made = _made(house)
    line, room = house.line_of(member), house.room_of(member)
    assert line is not None
    alone = room is None or room.public
    if alone and not member.manners.friends and _hides_nobody(made, member):
        house.answer(line, _People(people=made.people))
        return
    seen = (one for one in house.members.values() if one is member or not hidden(one, member))
    house.answer(line, wire.PeopleList(people=_first(_person(house, member, one) for one in seen)))


def _made(house: House) -> Made:
    made = house.made
    if not isinstance(made, Made):
        people = house.members.values()
        made = house.made = Made(
            _written(_public(house)),
            _written(_person(house, None, one) for one in people),
            frozenset(key for one in people for key in one.manners.blocked),
        )
    return made


def _hides_nobody(made: Made, member: Member) -> bool:
    return not member.manners.blocked and member.key not in made.blocked


def _public(house: House, asker: Member | None = None) -> Iterator[wire.TableLine]:
    for line in house.directory.public():
        room = house.rooms.get(line.table)
        host = room.host if room is not None else None
        if host is not None and (asker is None or not hidden(host, asker)):
            yield line


def _first(found: Iterable[Any]) -> list[Any]:
    return list(islice(found, limits.LISTED))


def _written(found: Iterable[Any]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(_first(found)))


def _person(house: House, asker: Member | None, one: Member) -> wire.Person:
    room = house.room_of(one)
    own = asker is not None and room is not None and asker.table == room.id
    known = room is not None and (room.public or own)
    return wire.Person(
        name=one.name,
        gender=one.gender,
        table=one.table if known else 0,
        away=not one.here,
        host=known and room is not None and room.host is one,
        watching=known and room is not None and one in room.watchers,
        friend=asker is not None and one.key in asker.manners.friends,
    )
