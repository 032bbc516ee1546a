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
from audiogames.core.log import Log, LogError, line
from audiogames.core.registry import game
from audiogames.table.foreign import LONGEST_HEAD, SeatNumber
from audiogames.table.journal import Journal


class JournalHead(msgspec.Struct, frozen=True):
    """The first line."""

    summary: Summary
    seat: SeatNumber


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
        head = msgspec.json.encode(JournalHead(found, journal.seat)).decode() + "\n"
        name = journal.header.started
        self._storage.keep_journal(name, "".join((head, line(journal.header), *decisions)))
        for old in self._storage.journals()[KEPT:]:
            self._storage.drop_journal(old)

    def past(self) -> tuple[Summary, ...]:
        """Those that can be looked back at, newest first."""
        found = []
        for name in self._storage.journals():
            with suppress(StorageError, LogError):
                head = read_head(self._storage.journal_head(name))
                found.append(replace(head.summary, name=name))
        return tuple(found)

    def text_of(self, name: str) -> str:
        """Return the text of this journal, not yet checked.  Raises `StorageError`."""
        return self._storage.recall_journal(name)


def read_head(text: str) -> JournalHead:
    """Return what the first line of a journal says.  Raises `LogError`."""
    if len(text) > LONGEST_HEAD:
        raise LogError("log-foreign")
    try:
        return msgspec.json.decode(text, type=JournalHead)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise LogError("log-damaged", line=1) from None
