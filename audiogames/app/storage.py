"""What is kept, settings and matches, and the file of a running match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from audiogames.app.settings import Settings
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Entry, Header, Log

DAYS: Final = "days"
PUZZLES: Final = "puzzles"
"""The kinds of results."""

STAMP: Final = "%Y-%m-%dT%H-%M-%S"
"""How the wall clock's time is written, in UTC."""


class StorageError(Exception):
    """Something could not be kept or read; `message` is the sentence for the player."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


class Book(Protocol):
    """The file of one match, open and locked."""

    @property
    def name(self) -> str:
        """Its name among those that are kept; it keeps it when it is finished."""
        ...

    @abstractmethod
    def append(self, entry: Entry) -> None:
        """Write an entry, and first what still waits.  Raises `StorageError`; then it waits too."""
        ...

    @abstractmethod
    def save(self) -> None:
        """Write what still waits.  Raises `StorageError`."""
        ...

    @abstractmethod
    def close(self, *, finished: bool) -> None:
        """Let go of the file; a finished match is no longer offered.

        Raises `StorageError` where a finished one cannot be put with the others yet.
        """
        ...


@dataclass(frozen=True)
class Saved:
    """An unfinished match; `log` is None where it cannot go on, and `problem` says why."""

    name: str
    log: Log | None
    problem: Msg | None = None


@dataclass(frozen=True)
class KeptPlace:
    """What brings a player back to a server under this name, and to the seat there."""

    server: str
    name: str
    token: str
    own: str = ""


class Storage(Protocol):
    """Where settings and matches are kept."""

    @abstractmethod
    def load_settings(self) -> tuple[Settings, Msg | None]:
        """The settings, and a sentence where some or all of them could not be read."""
        ...

    @property
    def refused(self) -> Msg | None:
        """Say what of the kept things could not be used, beside the settings."""
        return None

    @abstractmethod
    def save_settings(self, settings: Settings) -> None:
        """Keep the settings.  Raises `StorageError`."""
        ...

    def save_history(self, text: str) -> str:
        """Write what was told into a file of its own; where it is.  Raises `StorageError`."""
        raise StorageError(msg("cannot-save-history"))

    def save_file(self, name: str, text: str) -> str:
        """Save a text for other programs under a name like this; where it is.

        Raises `StorageError`.
        """
        del name, text
        raise StorageError(msg("cannot-save-file"))

    @abstractmethod
    def load_places(self) -> list[KeptPlace]:
        """The places on servers, the one that was used last at the end."""
        ...

    @abstractmethod
    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Keep them where nobody else can read them.  Raises `StorageError`."""
        ...

    @abstractmethod
    def stamp(self) -> str:
        """The wall clock's time, which names a match; no rule depends on it."""
        ...

    @abstractmethod
    def folder(self, *, finished: bool) -> str:
        """Where the matches lie that were left, or those that were finished."""
        ...

    def unreadable(self, count: int, *, finished: bool) -> Msg:
        """So many matches cannot be read; whoever may mend or send them hears where they lie."""
        return msg("matches-unreadable", count, where=self.folder(finished=finished))

    @abstractmethod
    def begin(self, header: Header) -> Book:
        """A new file for a match that begins.  Raises `StorageError`."""
        ...

    @abstractmethod
    def unfinished(self) -> list[Saved]:
        """What can be resumed, newest first, without what another program is playing."""
        ...

    @abstractmethod
    def reopen(self, name: str) -> tuple[Log, Book]:
        """Go on with a match.  Raises `StorageError`."""
        ...

    @abstractmethod
    def finished(self) -> list[str]:
        """The names of the finished matches, newest first."""
        ...

    @abstractmethod
    def recall(self, name: str) -> Log:
        """A finished match.  Raises `StorageError`."""
        ...

    @abstractmethod
    def drop(self, name: str) -> None:
        """Delete a finished match; one that cannot be deleted stays."""
        ...

    @abstractmethod
    def load_summary(self) -> str:
        """The summary of all finished matches, line by line; empty where there is none."""
        ...

    @abstractmethod
    def save_summary(self, text: str) -> None:
        """Keep the summary.  Raises `StorageError`."""
        ...

    # What was done by oneself: deals of the day, puzzles

    def today(self) -> str:
        """The date by the wall clock, the same all over the world: "2026-11-27"."""
        return self.stamp()[:10]

    def local_time(self, ahead: float = 0.0) -> datetime:
        """The wall clock's time in the player's own time zone, so many seconds from now."""
        now = datetime.strptime(self.stamp(), STAMP).replace(tzinfo=UTC)
        return (now + timedelta(seconds=ahead)).astimezone()

    def load_results(self, kind: str) -> str:
        """The results of this kind, line by line; empty where there are none."""
        del kind
        return ""

    def save_results(self, kind: str, text: str) -> None:
        """Keep them.  Raises `StorageError`."""
        del kind, text
        raise StorageError(msg("cannot-save-match"))

    # Matches at servers' tables

    @abstractmethod
    def keep_journal(self, name: str, text: str) -> None:
        """Keep what a player was told of a match.  Raises `StorageError`."""
        ...

    @abstractmethod
    def journals(self) -> list[str]:
        """Their names, newest first."""
        ...

    @abstractmethod
    def recall_journal(self, name: str) -> str:
        """The text of one.  Raises `StorageError`."""
        ...

    def journal_head(self, name: str) -> str:
        """The first line of one.  Raises `StorageError`."""
        return self.recall_journal(name).partition("\n")[0]

    @abstractmethod
    def drop_journal(self, name: str) -> None:
        """Delete one; one that cannot be deleted stays."""
        ...

    # Everything as one file

    def kept_things(self) -> Iterator[tuple[str, str]]:
        """Everything that is kept, by its names; matches that were left come before finished ones.

        Of finished matches the newest come first.  Places on servers stay out of it.
        """
        return iter(())

    def take_things(self, things: Mapping[str, str]) -> tuple[int, int]:
        """Keep these as well: how many matches are new, and how many things cannot be used.

        Raises `StorageError`.
        """
        return 0, len(things)

    @property
    def forget(self) -> Callable[[], None] | None:
        """What deletes everything, where that is done from within the program; not in a match."""
        return None


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
        if self._book is None:
            return
        self.save()
        book, self._book = self._book, None
        try:
            book.close(finished=finished)
        except StorageError as error:
            self._failed(error.message)


def human_seat(log: Log) -> int | None:
    """The first seat that a person plays, or None where bots play among themselves."""
    return next(
        (seat for seat, player in enumerate(log.header.players) if player.get("kind") == "human"),
        None,
    )
