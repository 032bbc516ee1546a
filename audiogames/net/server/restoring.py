"""Restoring a server from its store: the same tables and people, with all people away."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from audiogames.core.log import LogError, read_log
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec, game
from audiogames.net.server.outputs import FaultFound
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Account, Registered
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.people.registry import Numbers
from audiogames.net.server.store import Shelf, StoredRows
from audiogames.net.server.tables.kept import KeptChair, KeptTable
from audiogames.net.server.tables.match import Chair
from audiogames.net.server.tables.table import OnlineTable
from audiogames.table.daily import DayDeal

T = TypeVar("T")


class DamagedTable(ValueError):
    """Raised for a stored table that is inconsistent."""


class Restoration:
    """Restores accounts, people, tables and matches from stored rows."""

    def __init__(self, parts: ServerParts, presence: Presence, numbers: Numbers) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._presence = presence
        self._outgoing = parts.outgoing
        self._secrets = parts.secrets
        self._numbers = numbers

    def restore(self, kept: StoredRows, now: float) -> None:
        """Restore all rows of a store that no other process shares."""
        tables = {int(number) for number in kept.rows[Shelf.TABLES] if number.isdigit()}
        self._numbers.skip_to([*tables, *kept.matches])
        self.add(kept, now)

    def add(self, kept: StoredRows, now: float) -> None:
        """Restore stored rows that this process owns from now on."""
        self._people.restore_accounts(self._read(kept, Shelf.ACCOUNTS, Account))
        people = self._read(kept, Shelf.MEMBERS, Registered).items()
        new = [self._people.add(one, token) for token, one in people if self._is_new(token)]
        tables = self._read(kept, Shelf.TABLES, KeptTable).values()
        for place in kept.matches.keys() - {table.id for table in tables}:
            self._outgoing.note(f"The match of table {place} is of no table that is kept")
        for table in (one for one in tables if one.id not in self._lobby.tables):
            try:
                self._restore_table(table, kept.matches.get(table.id), now)
            except (DamagedTable, LogError, OptionError) as error:
                self._outgoing.note(f"Table {table.id} cannot be used: {error!r}")
            except Exception as error:  # noqa: BLE001 - one table's fault keeps no other away
                self._outgoing.note(f"Table {table.id} cannot be used: {error!r}")
                self._outgoing.add(FaultFound(error))
        for member in new:
            self._presence.restore(member, now)

    def _is_new(self, token: str) -> bool:
        """Whether no member in memory has the token with this hash."""
        return token not in self._people.by_token

    def _read(self, kept: StoredRows, shelf: Shelf, kind: type[T]) -> dict[str, T]:
        """Decode the rows of one kind (`shelf`); unreadable ones are logged and left out."""
        read: dict[str, Any] = {}
        for key, text in kept.rows[shelf].items():
            try:
                read[key] = msgspec.json.decode(text, type=kind)
            except (msgspec.DecodeError, UnicodeError) as error:
                self._outgoing.note(f"A row of {shelf.value} cannot be read: {error}")
        return read

    def _restore_table(self, kept: KeptTable, match: str | None, now: float) -> None:
        spec, by_token = _game_of(kept), self._people.by_token
        table = OnlineTable(
            self._lobby.register,
            kept.id,
            kept.code,
            spec,
            read_options(spec.options, kept.options),
            kept.public,
            kept.limit,
            kept.slow,
            kept.extensions,
            kept.spectators,
            by_token.get(kept.host),
        )
        table.banned, table.moved, table.rated = set(kept.banned), kept.moved, kept.rated
        table.contest, table.same_address = kept.contest, kept.same_address
        table.minimum = kept.minimum
        if kept.day and spec.day is not None:
            table.day = DayDeal(spec.id, kept.day, kept.day_secret)
        table.chairs = [self._chair(chair) for chair in kept.chairs]
        table.watchers = [by_token[one] for one in kept.watchers if one in by_token]
        table.empty_since = kept.empty_since or None
        if match is not None and kept.order:
            log, rng = read_log(match), self._secrets.random()
            order = [table.chairs[place] for place in kept.order]
            table.resume(log, rng, order, now, voted=kept.voted)
        elif (
            match is not None and table.day is None
        ):  # the result of a deal of the day is requested again
            self._recall(table, match, kept.sat)
        self._open(table, now)

    def _recall(self, table: OnlineTable, match: str, sat: dict[str, int]) -> None:
        """Restore the finished match of a table.  An invalid one is logged and left out."""
        try:
            table.recall(read_log(match), self._secrets.random(), sat)
        except LogError as error:
            self._outgoing.note(f"The last match of table {table.id} cannot be told: {error!r}")

    def _open(self, table: OnlineTable, now: float) -> None:
        """Add a restored table to the lobby, unless it has neither people nor a match."""
        if not table.playing:
            table.free_chairs()
            if not table.members:
                return
        elif not table.members:
            table.empty_since = table.empty_since or now
            table.wake_in_time()
        self._lobby.add(table)
        self._lobby.opened.see(table)
        self._lobby.register.directory.enter(table.line(), table.code, public=table.public)

    def _chair(self, kept: KeptChair) -> Chair:
        member = self._people.by_token.get(kept.member)
        stand_in = kept.stand_in or (not kept.level and member is None)
        return Chair(
            kept.name, kept.gender, kept.level, member, stand_in, kept.returns, kept.given_up
        )


def _game_of(kept: KeptTable) -> Spec:
    """Return the game of a stored table.  Raises `DamagedTable` if the row is inconsistent."""
    if any(place not in range(len(kept.chairs)) for place in kept.order):
        raise DamagedTable("a seat without a chair")
    try:
        return game(kept.game)
    except KeyError:
        raise DamagedTable(f"no game {kept.game}") from None
