"""The stored form of tables, and `TableRegister`, which stores and lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from audiogames.core.registry import game
from audiogames.net import wire
from audiogames.net.server.naming import code_name, rules_name, table_name
from audiogames.net.server.outputs import Outgoing
from audiogames.net.server.people.member import row_of
from audiogames.net.server.people.names import AccountNames
from audiogames.net.server.queues import Alarms
from audiogames.net.server.store import EndMatch, ForgetRow, KeepRow, Shelf
from audiogames.net.server.tables.directory import Directory
from audiogames.net.server.tables.match import Chair, GivenUp

if TYPE_CHECKING:
    from audiogames.net.server.tables.match import ServedMatch
    from audiogames.net.server.tables.table import OnlineTable

TABLE: Final = "table"
"""The alarm kind of tables."""


class KeptChair(msgspec.Struct):
    """A chair in its stored form.  `member` is the hash of its owner's token."""

    name: str
    gender: str
    level: str
    member: str
    stand_in: bool
    returns: bool
    given_up: GivenUp | None = None

    @classmethod
    def of(cls, chair: Chair) -> KeptChair:
        """Return the stored form of a chair."""
        token = chair.member.token if chair.member else ""
        return cls(
            chair.name,
            chair.gender,
            chair.level,
            token,
            chair.stand_in,
            chair.returns,
            chair.given_up,
        )


class KeptTable(msgspec.Struct):
    """A table in its stored form, without its match."""

    id: int
    code: str
    game: str
    options: dict[str, Any]
    public: bool
    limit: int | None
    slow: int
    extensions: bool
    spectators: bool
    host: str
    voted: bool
    empty_since: float
    banned: list[str]
    chairs: list[KeptChair]
    order: list[int]
    watchers: list[str]
    moved: bool = True
    sat: dict[str, int] = {}
    """After the end of a match: the seats of those still present, by token hash."""
    rated: bool = False
    contest: str = ""
    """The tournament, round and meeting of the table's matches; empty for none."""
    same_address: bool = False
    minimum: int = 0
    day: str = ""
    """The date and the secret of the deal of the day that is or was the table's last match."""
    day_secret: str = ""


class TableRegister:
    """Stores tables, lists them by code in the directory, and sets a timer for each."""

    def __init__(self, outgoing: Outgoing, alarms: Alarms, names: AccountNames) -> None:
        self.outgoing = outgoing
        self.alarms = alarms
        self.names = names
        self.directory = Directory()
        self.contest_ended: Callable[[OnlineTable, ServedMatch, float], None] | None = None
        """Called when a match of a tournament is over."""
        self.day_ended: Callable[[OnlineTable, ServedMatch], None] | None = None
        """Called when a deal of the day is over."""
        self.version = 0
        """A number that rises with every possible change of the list of tables."""

    def keep(self, kept: KeptTable, line: wire.TableLine) -> None:
        """Store a table without its match, and update its line in the directory."""
        self.version += 1
        names = (code_name(kept.code), table_name(kept.id))
        key, needs = str(kept.id), rules_name(game(kept.game))
        row = KeepRow(Shelf.TABLES, key, row_of(kept), kept.id, names, needs=needs)
        self.outgoing.write(row)
        self.directory.enter(line, kept.code, public=kept.public)

    def remove(self, number: int) -> None:
        """Delete a table and its match from memory and from the store."""
        self.drop(number)
        self.outgoing.write(EndMatch(number))
        self.outgoing.write(ForgetRow(Shelf.TABLES, str(number)))

    def drop(self, number: int) -> None:
        """Remove a table from memory, but not from the store."""
        self.version += 1
        self.directory.leave(number)
        self.alarms.set((TABLE, number), None)
