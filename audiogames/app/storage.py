"""The interface of the storage of settings, matches and results; `Keeper` saves a running match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, Protocol

from audiogames.app.settings import Settings
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Entry, Header, Log

DAYS: Final = "days"
PUZZLES: Final = "puzzles"
CARRIED: Final = "carried"
"""The kinds of results; the last holds the settings after the last synchronisation."""

STAMP: Final = "%Y-%m-%dT%H-%M-%S"
"""The form in which the current time is written, in UTC."""


class StorageError(Exception):
    """A failure to save or load data; `message` is the sentence for the player."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


class Book(Protocol):
    """The file of one match, open and locked."""

    @property
    def name(self) -> str:
        """The name of the match, which does not change when the match ends."""
        ...

    @abstractmethod
    def append(self, entry: Entry) -> None:
        """Write an entry, after earlier ones that could not be written.

        Raises `StorageError` if that fails; the entry is then kept in memory to be written later.
        """
        ...

    @abstractmethod
    def save(self) -> None:
        """Write the entries that could not be written yet.  Raises `StorageError`."""
        ...

    @abstractmethod
    def close(self, *, finished: bool) -> None:
        """Close the file; if the match is finished, move it to the finished matches.

        Raises `StorageError` if it cannot be moved now.
        """
        ...


@dataclass(frozen=True)
class Saved:
    """An unfinished match that is stored; if it cannot be resumed, `problem` says why."""

    name: str
    log: Log | None
    problem: Msg | None = None


@dataclass(frozen=True)
class KeptPlace:
    """A seat on a server, with the resume token that lets the player take it back."""

    server: str
    name: str
    token: str
    own: str = ""


class Storage(Protocol):
    """The interface of the storage of settings, matches and results."""

    @abstractmethod
    def load_settings(self) -> tuple[Settings, Msg | None]:
        """Return the settings, and a message if some of them were unreadable."""
        ...

    @property
    def refused(self) -> Msg | None:
        """The message about unusable stored data other than settings; None if there is none."""
        return None

    @abstractmethod
    def save_settings(self, settings: Settings) -> None:
        """Save the settings.  Raises `StorageError`."""
        ...

    def save_history(self, text: str) -> str:
        """Save the history as a file, and return where it is.  Raises `StorageError`."""
        raise StorageError(msg("cannot-save-history"))

    def save_file(self, name: str, text: str) -> str:
        """Save a text as a file with this name, or a similar free one, and return where it is.

        Raises `StorageError`.
        """
        del name, text
        raise StorageError(msg("cannot-save-file"))

    @abstractmethod
    def load_places(self) -> list[KeptPlace]:
        """Return the saved seats on servers; the one used last is at the end."""
        ...

    @abstractmethod
    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Save the seats, readable only by this user.  Raises `StorageError`."""
        ...

    @abstractmethod
    def stamp(self) -> str:
        """Return the current time as a text, which is used in the names of matches."""
        ...

    @abstractmethod
    def folder(self, *, finished: bool) -> str:
        """Return the path of the folder of unfinished or finished matches."""
        ...

    def unreadable(self, count: int, *, finished: bool) -> Msg:
        """Return a sentence: how many matches are unreadable, and in which folder they are."""
        return msg("matches-unreadable", count, where=self.folder(finished=finished))

    @abstractmethod
    def begin(self, header: Header) -> Book:
        """Create a file for a new match.  Raises `StorageError`."""
        ...

    @abstractmethod
    def unfinished(self) -> list[Saved]:
        """Return the unfinished matches, newest first, except those open in another program."""
        ...

    @abstractmethod
    def reopen(self, name: str) -> tuple[Log, Book]:
        """Open the file of an unfinished match again.  Raises `StorageError`."""
        ...

    @abstractmethod
    def finished(self) -> list[str]:
        """Return the names of the finished matches, newest first."""
        ...

    @abstractmethod
    def recall(self, name: str) -> Log:
        """Load the log of a finished match.  Raises `StorageError`."""
        ...

    @abstractmethod
    def drop(self, name: str) -> None:
        """Delete a finished match; a failure is ignored."""
        ...

    @abstractmethod
    def load_summary(self) -> str:
        """Return the summary of finished matches, one per line; empty if there is none."""
        ...

    @abstractmethod
    def save_summary(self, text: str) -> None:
        """Save the summary.  Raises `StorageError`."""
        ...

    # The player's own results: deals of the day, puzzles

    def today(self) -> str:
        """Return the current date in UTC, such as "2026-11-27"."""
        return self.stamp()[:10]

    def local_time(self, ahead: float = 0.0) -> datetime:
        """Return the local time, `ahead` seconds from now, in the player's time zone."""
        now = datetime.strptime(self.stamp(), STAMP).replace(tzinfo=UTC)
        return (now + timedelta(seconds=ahead)).astimezone()

    def load_results(self, kind: str) -> str:
        """Return the results of this kind, one per line; empty if there are none."""
        del kind
        return ""

    def save_results(self, kind: str, text: str) -> None:
        """Save the results.  Raises `StorageError`."""
        del kind, text
        raise StorageError(msg("cannot-save-match"))

    # Online matches

    @abstractmethod
    def keep_journal(self, name: str, text: str) -> None:
        """Save the journal of a match.  Raises `StorageError`."""
        ...

    @abstractmethod
    def journals(self) -> list[str]:
        """Return the names of the journals, newest first."""
        ...

    @abstractmethod
    def recall_journal(self, name: str) -> str:
        """Load the text of a journal.  Raises `StorageError`."""
        ...

    def journal_head(self, name: str) -> str:
        """Load the first line of a journal.  Raises `StorageError`."""
        return self.recall_journal(name).partition("\n")[0]

    @abstractmethod
    def drop_journal(self, name: str) -> None:
        """Delete a journal; a failure is ignored."""
        ...

    # Everything as one file

    def kept_things(self) -> Iterator[tuple[str, str]]:
        """Yield the name and text of all stored data, except seats on servers.

        Unfinished matches come before finished ones, and of these the newest first.
        """
        return iter(())

    def take_things(self, things: Mapping[str, str]) -> tuple[int, int]:
        """Import entries of another storage, keeping existing ones.

        Return how many matches are new, and how many entries are unusable.  Raises `StorageError`.
        """
        return 0, len(things)

    @property
    def forget(self) -> Callable[[], None] | None:
        """A function that deletes all stored data; None if this storage has none.

        It must not be called during a match.
        """
        return None


class Keeper:
    """Writes a match to its file, and reports when writing fails."""

    def __init__(self, book: Book | None, failed: Callable[[Msg], None]) -> None:
        self._book = book
        self._failed = failed
        self.keeps = book is not None
        """Whether everything so far was written."""

    @property
    def name(self) -> str | None:
        """The name of the match; None if it has no file, or after the file was closed."""
        return None if self._book is None else self._book.name

    def record(self, entry: Entry) -> None:
        """Write an entry; if that fails, it is written together with the next one."""
        if self._book is not None:
            self._write(partial(self._book.append, entry))

    def save(self) -> None:
        """Write the entries that could not be written yet."""
        if self._book is not None:
            self._write(self._book.save)

    def _write(self, write: Callable[[], None]) -> None:
        """Call `write`, and report an error unless the previous call failed too."""
        try:
            write()
        except StorageError as error:
            if self.keeps:
                self._failed(error.message)
            self.keeps = False
        else:
            self.keeps = True

    def close(self, *, finished: bool) -> None:
        """Write the remaining entries, and close the file."""
        if self._book is None:
            return
        self.save()
        book, self._book = self._book, None
        try:
            book.close(finished=finished)
        except StorageError as error:
            self._failed(error.message)


def human_seat(log: Log) -> int | None:
    """Return the first seat played by a person, or None in a match of bots."""
    return next(
        (seat for seat, player in enumerate(log.header.players) if player.get("kind") == "human"),
        None,
    )
