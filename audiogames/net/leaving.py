"""Who and what has been left: tables at which nobody is, and people who are away and at no table.

Nobody waits for them, so they are the first to be let go of where there is no room.
"""

from __future__ import annotations

from itertools import chain, count

from audiogames.net import limits
from audiogames.net.limits import is_this_machine
from audiogames.net.people import Member
from audiogames.net.rooms import Room


class Opened:
    """The tables by where they were opened from, and in their order those at which nobody is."""

    def __init__(self) -> None:
        self._from: dict[str, dict[int, Room]] = {}
        self._unplayed: dict[int, int] = {}
        self._played: dict[int, int] = {}
        """Tables at which nobody has a line, and when in the order of things they were left."""
        self._order = count()

    @property
    def deserted(self) -> int:
        """How many have nobody."""
        return len(self._unplayed) + len(self._played)

    def add(self, room: Room) -> None:
        """One more."""
        self._from.setdefault(room.opened_from, {})[room.id] = room

    def remove(self, room: Room) -> None:
        """One less."""
        self._peopled(room)
        neighbours = self._from.get(room.opened_from, {})
        neighbours.pop(room.id, None)
        if not neighbours:
            self._from.pop(room.opened_from, None)

    def see(self, room: Room) -> int | None:
        """Somebody has come to this table, or gone: which has to be closed for it, if any."""
        if any(member.here for member in room.members):
            self._peopled(room)
            return None
        if not self._is_deserted(room):
            held = self._played if room.playing and room.moved else self._unplayed
            held[room.id] = next(self._order)
        return self._surplus(room.opened_from)

    def too_many(self, member: Member) -> bool:
        """Whether this person, or where they come from, has enough tables with people."""
        tables = self._from.get(member.address, {}).values()
        peopled = [room for room in tables if not self._is_deserted(room)]
        if sum(room.opened_by == member.id for room in peopled) >= limits.TABLES_A_PERSON:
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

    def _is_deserted(self, room: Room) -> bool:
        return room.id in self._unplayed or room.id in self._played

    def _peopled(self, room: Room) -> None:
        self._unplayed.pop(room.id, None)
        self._played.pop(room.id, None)


class Absent:
    """People who are away and at no table, in the order of going."""

    def __init__(self) -> None:
        self._never_sat: dict[int, Member] = {}
        self._others: dict[int, Member] = {}

    def add(self, member: Member) -> None:
        """Somebody has gone."""
        (self._others if member.sat else self._never_sat)[member.id] = member

    def remove(self, member: Member) -> None:
        """Back, or forgotten."""
        self._never_sat.pop(member.id, None)
        self._others.pop(member.id, None)

    def first(self) -> Member | None:
        """Who is forgotten where there is no room."""
        return next(chain(self._never_sat.values(), self._others.values()), None)
