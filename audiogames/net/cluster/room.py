"""The combined card room of all processes, as one of them sees it.

Each process publishes a part: its people, its public tables, its tournaments, and counts by address
for limits.  The others read it once a second, so it may be a second old.  It contains nothing about
a match, no code of a private table and no token.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

import msgspec

from audiogames.net import wire
from audiogames.net.cluster.addresses import mark_of
from audiogames.net.names import key_of
from audiogames.net.server.contests.showing import ShownContest
from audiogames.net.server.people.member import Member
from audiogames.net.server.store import Shown

T = TypeVar("T")


class RoomPart(msgspec.Struct, frozen=True):
    """The people, tables, counts and tournaments that one process publishes to the others.

    People and tables are limited to as many as fit into one message.
    """

    people: list[wire.Person] = []
    tables: list[wire.TableLine] = []
    blocked: dict[str, list[str]] = {}
    """The name keys that each of these people has blocked, by their own key."""
    lines: dict[str, int] = {}
    """The number of connections by address hash, if there are several."""
    opened: dict[str, int] = {}
    """The number of tables with people by the hash of the opening address."""
    rules: list[str] = []
    """The games and rules versions that the process can run (`rules_name`)."""
    contests: list[ShownContest] = []
    """The tournaments that the process runs, and the latest that have ended."""


class FarPart:
    """The data published by another process, prepared for lists of people and tables."""

    def __init__(self, part: RoomPart, account: Callable[[str], str]) -> None:
        self.part = part
        self._account = account
        self._people = [(key_of(one.name), one) for one in part.people]
        self._tables = [(key_of(line.host), line) for line in part.tables]
        self.blocked = frozenset(chain.from_iterable(part.blocked.values()))

    def people_for(self, asker: Member | None, known: Container[str]) -> Iterator[wire.Person]:
        """Yield the process's people whom the asker may see, except those in `known`."""
        for of_name, person in self._people:
            key = self._account(of_name)
            if key not in known and not self._is_hidden(key, asker):
                is_friend = asker is not None and key in asker.manners.friends
                yield msgspec.structs.replace(person, friend=True) if is_friend else person

    def tables_for(self, asker: Member | None, known: Container[int]) -> Iterator[wire.TableLine]:
        """Yield the process's public tables that the asker may see, except those in `known`."""
        for host, line in self._tables:
            if line.table not in known and not self._is_hidden(self._account(host), asker):
                yield line

    def plays(self, rules: str) -> bool:
        """Return whether the process that published these data can run tables with these rules."""
        return rules in self.part.rules

    def _is_hidden(self, key: str, asker: Member | None) -> bool:
        """Whether the asker has blocked the person with this key, or was blocked by them."""
        if asker is None:
            return False
        return key in asker.manners.blocked or asker.key in self.part.blocked.get(key, ())


class Room:
    """The data of the server's other live processes: people, tables, tournaments, counts."""

    def __init__(self, process: int, salt: str = "", account: Callable[[str], str] = str) -> None:
        """Create an empty room.

        `account` returns the account key for the key of any of its names.
        """
        self._process = process
        self._account = account
        self._salt = salt
        self._shown: dict[int, Shown] = {}
        self._parts: dict[int, FarPart] = {}
        self.version = 0
        """A number that rises with every change of a part."""

    def know(self, shown: Iterable[Shown]) -> list[Shown]:
        """Store the published texts of the other processes; return the unreadable texts.

        An unreadable text is returned only when its process appears for the first time.
        """
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
            self._parts[process] = FarPart(part, self._account)
        self._shown = now
        return unread

    @property
    def others(self) -> int:
        """The number of other processes."""
        return len(self._parts)

    @property
    def blocked(self) -> frozenset[str]:
        """The name keys of all people who are blocked by a member at another process."""
        return frozenset(chain.from_iterable(part.blocked for part in self._parts.values()))

    @property
    def contestants(self) -> frozenset[str]:
        """The name keys of the people in tournaments that are running at the other processes."""
        being_played = (one.entered for one in self.contests() if one.line.state == "on")
        return frozenset(chain.from_iterable(being_played))

    def by_turns(
        self,
        here: Iterable[T],
        elsewhere: Callable[[FarPart], Iterable[T]],
        key: Callable[[T], Hashable],
    ) -> Iterator[T]:
        """Yield the items of all processes in turn, one of each, in the order of process numbers.

        An item that has just moved may be published by two processes; it is yielded only once.
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

    def contests(self) -> Iterator[ShownContest]:
        """Yield the tournaments of the other processes."""
        return chain.from_iterable(part.part.contests for part in self._parts.values())

    def contest(self, number: int) -> tuple[int, ShownContest] | None:
        """Return the number of the process that runs a tournament, and the tournament.

        Return None if no other process publishes a tournament with this number.
        """
        found = (
            (process, one)
            for process, part in self._parts.items()
            for one in part.part.contests
            if one.line.contest == number
        )
        return next(found, None)

    def address_of(self, process: int) -> str:
        """Return the public address of another process; empty if it is not known."""
        return self._shown[process].address if process in self._shown else ""

    def place_for(self, rules: str) -> str | None:
        """Return the address of a process that can run these rules, or None."""
        shown = (self._shown[process] for process, one in self._parts.items() if one.plays(rules))
        return next((one.address for one in shown if one.address), None)

    def lines_from(self, address: str) -> int:
        """Return the number of connections from an address to the other processes."""
        mark = mark_of(address, self._salt)
        return sum(part.part.lines.get(mark, 0) for part in self._parts.values())

    def tables_from(self, address: str) -> int:
        """Return how many tables opened from this address have people at other processes."""
        mark = mark_of(address, self._salt)
        return sum(part.part.opened.get(mark, 0) for part in self._parts.values())
