"""The file of a running match, and whose match it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from audiogames.app.storage import Book, StorageError
from audiogames.core.cues import Msg
from audiogames.core.log import Entry, Log


class Keeper:
    """Writes a match into its book, and tells when it no longer can."""

    def __init__(self, book: Book | None, failed: Callable[[Msg], None]) -> None:
        self._book = book
        self._failed = failed
        self.keeps = book is not None
        """Whether everything so far was written."""

    @property
    def name(self) -> str | None:
        """What the match is called that is being written; None when the file is let go."""
        return None if self._book is None else self._book.name

    def record(self, entry: Entry) -> None:
        """Write one entry; a book that cannot write keeps it and tries again with the next."""
        if self._book is None:
            return
        try:
            self._book.append(entry)
        except StorageError as error:
            if self.keeps:
                self._failed(error.message)
            self.keeps = False
        else:
            self.keeps = True

    def save(self) -> None:
        """Try again to write what the book could not take."""
        if self._book is not None:
            with suppress(StorageError):
                self._book.save()
                self.keeps = True

    def close(self, *, finished: bool) -> None:
        """Let go of the file."""
        if self._book is not None:
            self.save()
            self._book.close(finished=finished)
            self._book = None


def human_seat(log: Log) -> int | None:
    """The first seat that a person plays, or None where bots play among themselves."""
    return next(
        (seat for seat, player in enumerate(log.header.players) if player.get("kind") == "human"),
        None,
    )
