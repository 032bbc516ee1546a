"""Beginning anew from what a store has kept: the same tables, the same people, all away."""

from __future__ import annotations

from itertools import count
from typing import Any, TypeVar

import msgspec

from audiogames.core.log import read_log
from audiogames.core.options import read_options
from audiogames.core.registry import game
from audiogames.net import entering, playing
from audiogames.net.house import ROOM, House
from audiogames.net.names import sound_of
from audiogames.net.people import Account, Member, Registered
from audiogames.net.rooms import Chair, KeptChair, KeptRoom, Room
from audiogames.net.store import Kept, Shelf

T = TypeVar("T")


def restore(house: House, kept: Kept, now: float) -> None:
    """Put everything that was kept into an empty house."""
    house.accounts.update(_read(house, kept, Shelf.ACCOUNTS, Account))
    house.account_sounds.update(sound_of(one.name) for one in house.accounts.values())
    for token, registered in _read(house, kept, Shelf.MEMBERS, Registered).items():
        house.add_member(registered, token)
    rooms = _read(house, kept, Shelf.TABLES, KeptRoom)
    house.numbers = count(
        1 + max([*house.members, *(room.id for room in rooms.values()), *kept.matches], default=0)
    )
    for place in kept.matches.keys() - {room.id for room in rooms.values()}:
        house.note(f"The match of table {place} is of no table that is kept")
    for kept_room in rooms.values():
        try:
            _restore_room(house, kept_room, kept.matches.get(kept_room.id), now)
        except Exception as error:  # noqa: BLE001 - whatever a damaged row does to the rules
            house.note(f"Table {kept_room.id} cannot be used: {error!r}")
    for member in house.members.values():
        _see_to_place(house, member)
        entering.restore(house, member, now)


def _read(house: House, kept: Kept, shelf: Shelf, kind: type[T]) -> dict[str, T]:
    read: dict[str, Any] = {}
    for key, text in kept.rows[shelf].items():
        try:
            read[key] = msgspec.json.decode(text, type=kind)
        except (msgspec.DecodeError, UnicodeError) as error:
            house.note(f"A row of {shelf.value} cannot be read: {error}")
    return read


def _restore_room(house: House, kept: KeptRoom, match: str | None, now: float) -> None:
    spec = game(kept.game)
    room = Room(
        kept.id,
        kept.code,
        spec,
        read_options(spec.options, kept.options),
        kept.public,
        kept.limit,
        kept.slow,
        kept.extensions,
        kept.spectators,
        house.by_token.get(kept.host),
    )
    room.banned, room.voted, room.moved = set(kept.banned), kept.voted, kept.moved
    room.chairs = [_chair(house, chair) for chair in kept.chairs]
    room.watchers = [house.by_token[one] for one in kept.watchers if one in house.by_token]
    room.empty_since = kept.empty_since or None
    if match is not None:
        log = read_log(match)
        room.order = [room.chairs[place] for place in kept.order]
        playing.resume(house, room, log, now)
    _open(house, room, now)


def _open(house: House, room: Room, now: float) -> None:
    """A table at which nobody is, and nothing is played, needs no place."""
    if not room.playing:
        room.clear()
        if not room.members:
            return
    elif not room.members:
        room.empty_since = room.empty_since or now
        house.alarms.set((ROOM, room.id), room.empty_since + room.kept_seconds)
    house.rooms[room.id] = room
    house.opened.add(room)
    house.opened.see(room)
    house.directory.enter(room.line(), room.code, public=room.public)


def _chair(house: House, kept: KeptChair) -> Chair:
    member = house.by_token.get(kept.member)
    stand_in = kept.stand_in or (not kept.level and member is None)
    return Chair(kept.name, kept.gender, kept.level, member, stand_in, kept.returns, kept.given_up)


def _see_to_place(house: House, member: Member) -> None:
    """A member is at the table that has him, and at no other."""
    room = house.rooms.get(member.table)
    if room is None or member not in room.members:
        member.table = 0
