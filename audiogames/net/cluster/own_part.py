"""Encodes the data that this process publishes to the other processes of its server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Final

from audiogames.core.registry import games
from audiogames.net.cluster.addresses import mark_of
from audiogames.net.cluster.room import RoomPart
from audiogames.net.server import limits
from audiogames.net.server.contests.desk import ContestDesk
from audiogames.net.server.contests.showing import ShownContest
from audiogames.net.server.naming import rules_name
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import row_of
from audiogames.net.server.tables.lists import Lists


def known_rules() -> list[str]:
    """Return the rules versions that this process can run."""
    return [rules_name(spec) for spec in games()]


SEVERAL: Final = 2
"""The fewest connections of an address that are published; most addresses have one."""


class PartMaker:
    """Encodes the data that this process publishes to the others; cached until a change."""

    def __init__(self, parts: ServerParts, lists: Lists, contests: ContestDesk, salt: str) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._connections = parts.connections
        self._lists = lists
        self._contests = contests
        self._salt = salt
        self._versions = -1, -1, -1
        self._text = ""

    def text(self) -> str:
        """Return the data that this process publishes to the others, as JSON."""
        its = self._people, self._lobby.register, self._contests
        versions = its[0].version, its[1].version, its[2].version
        if versions != self._versions:
            self._versions, self._text = versions, row_of(self._part())
        return self._text

    def _part(self) -> RoomPart:
        """Collect what this process publishes: people, tables, tournaments, counts by address."""
        return RoomPart(
            list(islice(self._lists.people(), limits.LISTED)),
            list(islice(self._lists.public(), limits.LISTED)),
            self._blocked(),
            self._marked(self._connections.several(SEVERAL)),
            self._marked(self._lobby.opened.by_address()),
            known_rules(),
            self._shown_contests(),
        )

    def _shown_contests(self) -> list[ShownContest]:
        newest = sorted(self._contests.shown(), key=lambda one: (one.is_over, -one.line.contest))
        return newest[: limits.LISTED]

    def _marked(self, counted: Mapping[str, int]) -> dict[str, int]:
        """Return these counts with each address replaced by its hash.

        Counts of addresses with equal hashes are added up.
        """
        marked: Counter[str] = Counter()
        for address, many in counted.items():
            marked[mark_of(address, self._salt)] += many
        return dict(marked)

    def _blocked(self) -> dict[str, list[str]]:
        """Return the name keys blocked by each listed person or host of a public table."""
        seen = set(islice(self._people.by_id.values(), limits.LISTED))
        seen |= {table.host for table in self._lobby.tables.values() if table.public and table.host}
        return {one.key: [*one.manners.blocked] for one in seen if one.manners.blocked}
