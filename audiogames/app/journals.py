"""Matches at servers' tables that are over: what their player was told, to be looked back at later.

Each is one text: a first line that says which match it was and how it ended, then the decisions of
its journal.  Whatever stands there was told to this seat by the server.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import msgspec

from audiogames.app.records import KEPT, Summary, summary_of
from audiogames.app.storage import Storage, StorageError
from audiogames.core.contract import View
from audiogames.core.events import Seat
from audiogames.core.log import Log, LogError, line, read_log
from audiogames.core.registry import game
from audiogames.table.journal import Journal
from audiogames.table.seats import LONGEST_NAME, read_players


class _Head(msgspec.Struct, frozen=True):
    """The first line."""

    summary: Summary
    seat: int


class Journals:
    """The journals that are kept, the newest so many."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def keep(self, journal: Journal, last: View) -> None:
        """A match has ended; `last` is what its player knew then.  Raises `StorageError`."""
        result = game(journal.header.game).rules.redeal(last, Random(0)).result()
        decisions = [*journal.lines()]
        if result is None or not decisions:
            return
        found = summary_of("", Log(journal.header), result, journal.seat)
        assert found is not None
        head = msgspec.json.encode(_Head(found, journal.seat)).decode() + "\n"
        name = journal.header.started
        self._storage.keep_journal(name, "".join((head, line(journal.header), *decisions)))
        for old in self._storage.journals()[KEPT:]:
            self._storage.drop_journal(old)

    def past(self) -> tuple[Summary, ...]:
        """Those that can be looked back at, newest first."""
        found = []
        for name in self._storage.journals():
            with suppress(StorageError, LogError):
                head = _head(self._storage.recall_journal(name).partition("\n")[0])
                found.append(replace(head.summary, name=name))
        return tuple(found)

    def recall(self, name: str) -> Journal:
        """What was told of this match.  Raises `StorageError`, `LogError`."""
        # Not splitlines: a name may hold one of the other characters that it takes for a line's end
        first, _, rest = self._storage.recall_journal(name).partition("\n")
        second, _, rest = rest.partition("\n")
        header, seat = read_log(second + "\n").header, _head(first).seat
        players = read_players(header)
        if seat not in range(len(players)) or any(len(one.name) > LONGEST_NAME for one in players):
            raise LogError("log-damaged", line=1)
        journal = Journal(header, Seat(seat))
        journal.read(rest.split("\n")[:-1])
        return journal


def _head(text: str) -> _Head:
    try:
        return msgspec.json.decode(text, type=_Head)
    except msgspec.MsgspecError:
        raise LogError("log-damaged", line=1) from None
