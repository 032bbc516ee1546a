"""The room: what all processes of a server have together, as each of them sees it.

Each process shows a part: who is there, its public tables, and what limits count by address.  The
others read it once a second, so what they tell of it may be that old.  Nothing of a match stands in
it, no code of a private table and no token.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

import msgspec

from audiogames.net import wire
from audiogames.net.cluster.addresses import mark_of
from audiogames.net.names import key_of
from audiogames.net.server.people.member import Member
from audiogames.net.server.store import Shown

T = TypeVar("T")


class RoomPart(msgspec.Struct, frozen=True):
    """What one process shows; of people and tables as many as one message holds."""

    people: list[wire.Person] = []
    tables: list[wire.TableLine] = []
    blocked: dict[str, list[str]] = {}
    """By the keys of their names, whom these people have blocked."""
    lines: dict[str, int] = {}
    """How many lines an address has, by its mark, where they are several."""
    opened: dict[str, int] = {}
    """How many tables with people were opened from an address, by its mark."""
    rules: list[str] = []
    """Of which games and versions it can play tables (`rules_name`)."""


class FarPart:
    """The part of another process, made ready for being told."""

    def __init__(self, part: RoomPart) -> None:
        self.part = part
        self._people = [(key_of(one.name), one) for one in part.people]
        self._tables = [(key_of(line.host), line) for line in part.tables]
        self.blocked = frozenset(chain.from_iterable(part.blocked.values()))

    def people_for(self, asker: Member | None, known: Container[str]) -> Iterator[wire.Person]:
        """Those whom this person sees, but for those who are known here: they came from there."""
        for key, person in self._people:
            if key not in known and not self._is_hidden(key, asker):
                is_friend = asker is not None and key in asker.manners.friends
                yield msgspec.structs.replace(person, friend=True) if is_friend else person

    def tables_for(self, asker: Member | None, known: Container[int]) -> Iterator[wire.TableLine]:
        """The public tables that this person sees, but for those that are here by now."""
        for host, line in self._tables:
            if line.table not in known and not self._is_hidden(host, asker):
                yield line

    def plays(self, rules: str) -> bool:
        """Whether it can play tables with these rules."""
        return rules in self.part.rules

    def _is_hidden(self, key: str, asker: Member | None) -> bool:
        if asker is None:
            return False
        return key in asker.manners.blocked or asker.key in self.part.blocked.get(key, ())


class Room:
    """The parts of the other processes that live."""

    def __init__(self, process: int, salt: str = "") -> None:
        self._process = process
        self._salt = salt
        self._shown: dict[int, Shown] = {}
        self._parts: dict[int, FarPart] = {}
        self.version = 0
        """Rises whenever a part has become another."""

    def know(self, shown: Iterable[Shown]) -> list[Shown]:
        """What the others show now; what of it cannot be read, by its first look."""
        unread = []
        now = {one.process: one for one in shown}
        for process in self._shown.keys() - now.keys():
            self._parts.pop(process, None)
            self.version += 1
        for process, one in now.items():
            before = self._shown.get(process)
            if before is not None and before.text == one.text:
                continue
            self.version += 1
            try:
                part = msgspec.json.decode(one.text, type=RoomPart)
            except (msgspec.DecodeError, UnicodeError):
                part = RoomPart()
                unread += [one] if process not in self._shown else []
            self._parts[process] = FarPart(part)
        self._shown = now
        return unread

    @property
    def others(self) -> int:
        """How many there are."""
        return len(self._parts)

    @property
    def blocked(self) -> frozenset[str]:
        """The keys of all whom anybody elsewhere has blocked."""
        return frozenset(chain.from_iterable(part.blocked for part in self._parts.values()))

    def by_turns(
        self,
        here: Iterable[T],
        elsewhere: Callable[[FarPart], Iterable[T]],
        key: Callable[[T], Hashable],
    ) -> Iterator[T]:
        """One of each process after the other, in the order of their numbers.

        What has just gone from one to another is shown by both for a moment: it comes once.
        """
        if not self._parts:
            yield from here
            return
        parts = {self._process: here}
        parts.update((process, elsewhere(part)) for process, part in self._parts.items())
        turns, seen = [iter(parts[process]) for process in sorted(parts)], set[Hashable]()
        while turns:
            for turn in [*turns]:
                one = next(turn, None)
                if one is None:
                    turns.remove(turn)
                elif key(one) not in seen:
                    seen.add(key(one))
                    yield one

    def place_for(self, rules: str) -> str | None:
        """Where people reach a process that can play such tables, if there is one."""
        shown = (self._shown[process] for process, one in self._parts.items() if one.plays(rules))
        return next((one.address for one in shown if one.address), None)

    def lines_from(self, address: str) -> int:
        """How many lines an address has to the other processes."""
        mark = mark_of(address, self._salt)
        return sum(part.part.lines.get(mark, 0) for part in self._parts.values())

    def tables_from(self, address: str) -> int:
        """How many tables with people the other processes have that were opened from there."""
        mark = mark_of(address, self._salt)
        return sum(part.part.opened.get(mark, 0) for part in self._parts.values())
