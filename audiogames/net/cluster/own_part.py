"""What this process shows to the others of its server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Final

from audiogames.core.registry import games
from audiogames.net.cluster.addresses import mark_of
from audiogames.net.cluster.room import RoomPart
from audiogames.net.server import limits
from audiogames.net.server.connections import Connections
from audiogames.net.server.naming import rules_name
from audiogames.net.server.people.member import row_of
from audiogames.net.server.people.registry import People
from audiogames.net.server.tables.lists import Lists
from audiogames.net.server.tables.lobby import Lobby


def known_rules() -> list[str]:
    """The rules of the games that this process has."""
    return [rules_name(spec) for spec in games()]


SEVERAL: Final = 2
"""Lines of one address from which on others are told: nearly everybody has one."""


class PartMaker:
    """Makes the part of this process, anew where something has changed."""

    def __init__(
        self, people: People, lobby: Lobby, lists: Lists, connections: Connections, salt: str
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._lists = lists
        self._connections = connections
        self._salt = salt
        self._versions = -1, -1
        self._text = ""

    def text(self) -> str:
        """The part, as it travels."""
        versions = self._people.version, self._lobby.register.version
        if versions != self._versions:
            self._versions, self._text = versions, row_of(self._part())
        return self._text

    def _part(self) -> RoomPart:
        return RoomPart(
            list(islice(self._lists.people(), limits.LISTED)),
            list(islice(self._lists.public(), limits.LISTED)),
            self._blocked(),
            self._marked(self._connections.several(SEVERAL)),
            self._marked(self._lobby.opened.by_address()),
            known_rules(),
        )

    def _marked(self, counted: Mapping[str, int]) -> dict[str, int]:
        marked: Counter[str] = Counter()
        for address, many in counted.items():
            marked[mark_of(address, self._salt)] += many
        return dict(marked)

    def _blocked(self) -> dict[str, list[str]]:
        """Of those who are listed, and of the hosts of public tables."""
        seen = set(islice(self._people.by_id.values(), limits.LISTED))
        seen |= {table.host for table in self._lobby.tables.values() if table.public and table.host}
        return {one.key: [*one.manners.blocked] for one in seen if one.manners.blocked}
