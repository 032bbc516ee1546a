"""Finished online matches, stored for a later review.

Each is stored as one text: a first line with the match and its result, then one line for each
decision.  It holds only what the server has sent to the player's seat.
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
    """The first line of a journal: the match and its result."""

    summary: Summary
    seat: SeatNumber


class Journals:
    """The stored journals of online matches.  When there are too many, the oldest is deleted."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def keep(self, journal: Journal, last: View) -> None:
        """Save the journal of a match that has ended; `last` is the player's last view.

        Raises `StorageError`.
        """
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
        """Return the summaries of the matches that can be reviewed, newest first."""
        found = []
        for name in self._storage.journals():
            with suppress(StorageError, LogError):
                head = read_head(self._storage.journal_head(name))
                found.append(replace(head.summary, name=name))
        return tuple(found)

    def text_of(self, name: str) -> str:
        """Return the text of this journal, which is not validated.  Raises `StorageError`."""
        return self._storage.recall_journal(name)


def read_head(text: str) -> JournalHead:
    """Parse the first line of a journal.  Raises `LogError`."""
    if len(text) > LONGEST_HEAD:
        raise LogError("log-foreign")
    try:
        return msgspec.json.decode(text, type=JournalHead)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise LogError("log-damaged", line=1) from None
