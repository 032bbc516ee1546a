"""Stores settings and matches in files.

A match is one file, `matches/<start>.jsonl`: entries are appended, nothing is rewritten, and the
file is moved to `matches/finished` when the match ends.  Unreadable files are not changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from audiogames.app.journals import read_head
from audiogames.app.records import read_summaries, summaries_text
from audiogames.app.settings import Settings
from audiogames.app.storage import Book, KeptPlace, Saved, Storage, StorageError
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Entry, Header, Log, LogError, line, read_log_file
from audiogames.shell.browser.kept import (
    JOURNAL,
    MATCH,
    SETTINGS,
    STATISTICS,
    ended,
    is_name,
    packed_journal,
    read_journal,
)
from audiogames.shell.files import Paths, file_above, lock, patiently
from audiogames.shell.texts import (
    numbered,
    places_text,
    read_places_text,
    read_settings_text,
    settings_text,
    stamp,
    stem,
)

FINISHED: Final = "finished"
ONLINE: Final = "online"
"""The folder with the journals of online matches."""
HISTORIES: Final = "history"
"""The folder of saved histories, one file each, which are never overwritten."""
SAVED: Final = "saved"
"""The folder of exported texts; a text that was edited is never overwritten."""
PLACES: Final = "places.json"
"""The file of the player's seats on servers, which only the player may read."""
SUFFIX: Final = ".jsonl"
SUMMARY: Final = "summary"
"""The file of the summaries of finished matches; if missing, it is made from these."""


class FileStorage(Storage):
    """Stores all data in the player's folders, which are created when needed."""

    def __init__(self, paths: Paths) -> None:
        self._settings = paths.settings
        self._matches = paths.matches
        self._data = paths.data
        self._histories = paths.data / HISTORIES
        self._saved = paths.data / SAVED
        self._places = paths.data / PLACES

    # Settings

    def load_settings(self) -> tuple[Settings, Msg | None]:
        """Return the settings, and a message if some or all of them are unreadable."""
        in_the_way = file_above(self._settings)
        if in_the_way is not None:
            return Settings(), msg("folder-is-file", path=str(in_the_way))
        settings, trouble = self._read_settings()
        in_the_way = file_above(self._matches)
        if in_the_way is not None:
            trouble = trouble or msg("folder-is-file", path=str(in_the_way))
        return settings, trouble

    def _read_settings(self) -> tuple[Settings, Msg | None]:
        """Read the settings; copy the file aside if it is unreadable."""
        try:
            text = patiently(partial(self._settings.read_text, "utf-8"))
        except FileNotFoundError:
            return Settings(welcomed=False), None
        except (OSError, UnicodeDecodeError):
            self._keep_aside()
            return read_settings_text("")
        settings, trouble = read_settings_text(text)
        if trouble is not None:
            self._keep_aside()
        return settings, trouble

    def save_settings(self, settings: Settings) -> None:
        """Save the settings by replacing the file, so that it is never incomplete."""
        try:
            _write_whole(self._settings, settings_text(settings))
        except OSError:
            raise StorageError(msg("cannot-save-settings")) from None

    def load_places(self) -> list[KeptPlace]:
        """Return the seats on servers; unreadable ones are ignored."""
        try:
            return read_places_text(patiently(partial(self._places.read_text, "utf-8")))[0]
        except (OSError, UnicodeDecodeError):
            return []

    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Save the player's seats on servers, in a file that only its owner may read."""
        try:
            _write_whole(self._places, places_text(places), mode=0o600)
        except OSError:
            raise StorageError(msg("cannot-save-places")) from None

    def save_history(self, text: str) -> str:
        """Save a history in a file named by the local time."""
        stem = datetime.now(UTC).astimezone().strftime("%Y-%m-%dT%H-%M-%S")
        try:
            self._histories.mkdir(parents=True, exist_ok=True)
            path = self._new_history(stem)
            _write_claimed(path, text.encode("utf-8", errors="replace").decode("utf-8"))
        except OSError:
            raise StorageError(msg("cannot-save-history")) from None
        return str(path)

    def save_file(self, name: str, text: str) -> str:
        """Save a text in a new file; a number is added to a name that already exists.

        An existing file with the same text is not saved a second time.
        """
        stem, dot, ending = name.rpartition(".")
        for one in numbered(stem):
            path = self._saved / (one + dot + ending)
            try:
                if path.exists() and path.read_bytes() != text.encode():
                    continue
                _write_whole(path, text)
            except OSError:
                raise StorageError(msg("cannot-save-file")) from None
            return str(path)
        raise AssertionError("numbers do not end")

    def _new_history(self, stem: str) -> Path:
        """Create a file with an unused name: two files may be saved in the same second."""
        for name in numbered(stem):
            path = self._histories / (name + ".txt")
            with suppress(FileExistsError):
                path.touch(exist_ok=False)
                return path
        raise AssertionError("numbers do not end")

    def _keep_aside(self) -> None:
        """Copy the unreadable settings file, because the next change overwrites it."""
        with suppress(OSError):
            aside = self._settings.with_name(self._settings.name + ".bad")
            aside.write_bytes(self._settings.read_bytes())

    # Matches

    def stamp(self) -> str:
        """Return the wall-clock time in the form used for names of matches."""
        return stamp()

    def folder(self, *, finished: bool) -> str:
        """Return the path of the folder with the finished or the unfinished matches."""
        return str(self._matches / FINISHED if finished else self._matches)

    def begin(self, header: Header) -> Book:
        """Create the file of a new match."""
        try:
            self._matches.mkdir(parents=True, exist_ok=True)
            path = self._new_file(header.started)
            book = FileBook(path, _open(path, os.O_RDWR), self._matches / FINISHED)
        except OSError:
            raise StorageError(msg("cannot-save-match")) from None
        try:
            book.begin(header)
        except StorageError:
            book.let_go()
            with suppress(OSError):
                patiently(partial(path.unlink, missing_ok=True))
            raise
        return book

    def unfinished(self) -> list[Saved]:
        """Return the matches that can be resumed, newest first; those being played are left out."""
        found = map(_saved, _newest(self._matches))
        return [saved for saved in found if saved is not None]

    def reopen(self, name: str) -> tuple[Log, Book]:
        """Return the log of an unfinished match, and its file to be continued.

        The match is given by its name, or by the path of its file.
        """
        path = self._find(name)
        shelf = self._matches / FINISHED if path.parent == self._matches else None
        book = FileBook(path, _open_for_more(path, name), shelf)
        try:
            return book.read(), book
        except StorageError:
            book.let_go()
            raise

    def _find(self, name: str) -> Path:
        """Return the path of an unfinished match, given by its name or by a path."""
        own = self._matches / (name + SUFFIX)
        return own if Path(name).name == name and own.is_file() else Path(name)

    def _new_file(self, started: str) -> Path:
        """Create a file with an unused name, since two matches may start in the same second."""
        for name in numbered(stem(started)):
            path = self._matches / (name + SUFFIX)
            if not self._finished_path(name).exists():
                with suppress(FileExistsError):
                    path.touch(exist_ok=False)
                    return path
        raise AssertionError("numbers do not end")

    # Finished matches

    def finished(self) -> list[str]:
        """Return the names of finished matches, newest first."""
        return [path.stem for path in _newest(self._matches / FINISHED) if path.stem != SUMMARY]

    def recall(self, name: str) -> Log:
        """Return the log of a finished match; several programs may read it."""
        path = self._finished_path(name)
        if not path.is_file():
            raise StorageError(msg("no-such-match", name=name))
        return _read(path)[0]

    def drop(self, name: str) -> None:
        """Delete a finished match."""
        with suppress(OSError):
            patiently(self._finished_path(name).unlink)

    def load_summary(self) -> str:
        """Return the summary lines of finished matches, including damaged ones."""
        try:
            read = partial(self._finished_path(SUMMARY).read_text, "utf-8", errors="replace")
            return patiently(read)
        except OSError:
            return ""

    def save_summary(self, text: str) -> None:
        """Save the summary lines by replacing the file, so that it is never incomplete."""
        try:
            _write_whole(self._finished_path(SUMMARY), text)
        except OSError:
            raise StorageError(msg("cannot-save-match")) from None

    def load_results(self, kind: str) -> str:
        """Return the result lines of a kind, such as lessons, including damaged ones."""
        try:
            read = partial(self._results(kind).read_text, "utf-8", errors="replace")
            return patiently(read)
        except OSError:
            return ""

    def save_results(self, kind: str, text: str) -> None:
        """Save the result lines of a kind by replacing the file, so that it is never incomplete."""
        try:
            _write_whole(self._results(kind), text)
        except OSError:
            raise StorageError(msg("cannot-save-match")) from None

    def _results(self, kind: str) -> Path:
        """Return the path of the results of a kind, such as lessons."""
        return self._data / (kind + SUFFIX)

    def keep_journal(self, name: str, text: str) -> None:
        """Save a journal in a new file, completely or not at all."""
        try:
            paths = map(self._journal, numbered(stem(name)))
            _write_whole(next(path for path in paths if not path.exists()), text)
        except OSError:
            raise StorageError(msg("journal-not-kept")) from None

    def journals(self) -> list[str]:
        """Return the journals' names, newest first."""
        return [path.stem for path in _newest(self._matches / ONLINE)]

    def recall_journal(self, name: str) -> str:
        """Return a journal's text."""
        try:
            return patiently(partial(self._journal(name).read_text, "utf-8"))
        except (OSError, UnicodeDecodeError):
            raise StorageError(msg("no-such-match", name=name)) from None

    def drop_journal(self, name: str) -> None:
        """Delete a journal."""
        with suppress(OSError):
            patiently(self._journal(name).unlink)

    def _journal(self, name: str) -> Path:
        """Return the path of a journal."""
        return self._matches / ONLINE / (name + SUFFIX)

    # All data as one file

    def kept_things(self) -> Iterator[tuple[str, str]]:
        """Yield everything to export by name: settings, statistics, matches, and journals.

        Unfinished matches precede finished ones.
        """
        yield SETTINGS, settings_text(self._read_settings()[0])
        yield STATISTICS, self.load_summary()
        for kind, folder in ((MATCH, None), (MATCH, FINISHED), (JOURNAL, ONLINE)):
            for path in _newest(self._matches / folder if folder else self._matches):
                if path.stem != SUMMARY:
                    with suppress(OSError, UnicodeDecodeError, LogError):
                        text = patiently(partial(path.read_text, "utf-8"))
                        yield kind + path.stem, packed_journal(text) if kind == JOURNAL else text

    def take_things(self, things: Mapping[str, str]) -> tuple[int, int]:
        """Import the matches that are not stored yet, each completely or not at all.

        Return the number of added matches, and the number of refused values.
        """
        added, refused, kept = 0, 0, dict(self.kept_things())
        known = set(kept.values())
        for name, text in sorted(things.items()):
            if name == STATISTICS:
                lines = read_summaries(text)
                refused += len(lines) < len(text.splitlines())
                self.save_summary(summaries_text({**lines, **read_summaries(kept[name])}.values()))
            elif text not in known:
                is_good = self._take_match(name, text)
                added, refused = added + is_good, refused + (not is_good)
        return added, refused

    def _take_match(self, name: str, text: str) -> bool:
        """Add a match or journal with a valid name and content; return whether it was valid.

        Raises `StorageError` if it cannot be written.
        """
        kind, _, short = name.partition(" ")
        try:
            if not is_name(name):
                return False
            if kind + " " == JOURNAL:
                text = read_journal(text)
                read_head(text.partition("\n")[0])
                self.keep_journal(short, text)
                return True
            folder = self._matches / FINISHED if ended(text) else self._matches
        except LogError:
            return False
        paths = (folder / (one + SUFFIX) for one in numbered(short))
        try:
            _write_whole(next(path for path in paths if not path.exists()), text)
        except OSError:
            raise StorageError(msg("cannot-save-match")) from None
        return True

    def _finished_path(self, name: str) -> Path:
        """Return the path of a finished match with this name."""
        return self._matches / FINISHED / (name + SUFFIX)


class FileBook(Book):
    """The open and locked file of one match.

    Entries that cannot be written are kept in memory, and written with the next one.  Nothing else
    is buffered: a written entry survives a crash of the program.

    `shelf` is the folder to which a finished match is moved; None leaves it where it is.
    """

    def __init__(self, path: Path, descriptor: int, shelf: Path | None) -> None:
        self.path = path
        self._shelf = shelf
        self._descriptor = descriptor
        self._length = 0
        self._waiting = b""

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.path.stem

    def begin(self, header: Header) -> None:
        """Lock the new file and write its first line.  Raises `StorageError`."""
        if not lock(self._descriptor):  # another program has listed it meanwhile
            raise StorageError(msg("match-locked", name=self.path.stem))
        self._write(line(header))

    def read(self) -> Log:
        """Lock and read the file, so that new entries follow its last complete line."""
        if not lock(self._descriptor):
            raise StorageError(msg("match-locked", name=self.path.stem))
        log, self._length = _read(self.path)
        return log

    def append(self, entry: Entry) -> None:
        """Write an entry.  Raises `StorageError` if the entry is only in memory."""
        self._write(line(entry))

    def save(self) -> None:
        """Write the entries that are still in memory.  Raises `StorageError`."""
        try:
            self._write_waiting()
        except OSError:
            raise StorageError(msg("cannot-save-match")) from None

    def close(self, *, finished: bool) -> None:
        """Close the file and, if the match is finished, move it to the folder of finished matches.

        Raises `StorageError` if it cannot be moved; then it stays where it is.
        """
        with suppress(OSError):
            self._write_waiting()
        self.let_go()
        if not finished or self._shelf is None:
            return
        try:
            self._shelf.mkdir(exist_ok=True)
            patiently(partial(self.path.replace, self._shelf / self.path.name))
        except OSError:
            raise StorageError(msg("match-not-moved")) from None

    def let_go(self) -> None:
        """Close the file, which releases the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, text: str) -> None:
        """Write a line, after the lines that are still in memory."""
        self._waiting += text.encode("utf-8")
        self.save()

    def _write_waiting(self) -> None:
        """Write the waiting lines to the file; first cut off an incomplete last line."""
        if not self._waiting:
            return
        os.ftruncate(self._descriptor, self._length)
        os.lseek(self._descriptor, self._length, os.SEEK_SET)
        written_bytes = 0
        while written_bytes < len(self._waiting):
            written_bytes += os.write(self._descriptor, self._waiting[written_bytes:])
        self._length += written_bytes
        self._waiting = b""


def _write_claimed(path: Path, text: str) -> None:
    """Write the text into a file that was just created; delete the file on failure."""
    try:
        _write_whole(path, text)
    except OSError:
        with suppress(OSError):
            patiently(path.unlink)
        raise


def _write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a temporary file and rename it.  Raises `OSError`, leaving the old file unchanged."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # An existing file would keep its own permissions.
        patiently(partial(beside.unlink, missing_ok=True))
        with os.fdopen(_open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(text.encode("utf-8"))
        patiently(partial(beside.replace, path))
    except OSError:
        with suppress(OSError):
            patiently(beside.unlink)
        raise


def _read(path: Path) -> tuple[Log, int]:
    """Read a match from a file; return its log, and the length in bytes of its complete lines.

    Raises `StorageError`.
    """
    try:
        return read_log_file(patiently(path.read_bytes))
    except LogError as error:
        raise StorageError(msg(error.id, name=path.stem, **error.args_)) from None
    except OSError:
        raise StorageError(msg("log-foreign", name=path.stem)) from None


def _open(path: Path, flags: int, mode: int = 0o666) -> int:
    """Open a file for binary access; return its descriptor."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0), mode)


def _open_for_more(path: Path, name: str) -> int:
    """Open the file of a match to resume it; open it read-only if it is not writable."""
    try:
        return patiently(partial(_open, path, os.O_RDWR))
    except FileNotFoundError:
        raise StorageError(msg("no-such-match", name=name)) from None
    except OSError:
        pass
    try:
        return _open(path, os.O_RDONLY)
    except OSError:
        raise StorageError(msg("no-such-match", name=name)) from None


def _saved(path: Path) -> Saved | None:
    """Describe a saved match for the list of matches.

    Return None if it is being played, or if the file does not exist any more.
    """
    try:
        descriptor = patiently(partial(_open, path, os.O_RDONLY))
    except FileNotFoundError:
        return None
    except OSError:
        return Saved(path.stem, None, msg("log-foreign", name=path.stem))
    try:
        if not lock(descriptor, shared=True):
            return None
        return Saved(path.stem, _read(path)[0])
    except StorageError as error:
        return Saved(path.stem, None, error.message)
    finally:
        os.close(descriptor)


def _newest(folder: Path) -> list[Path]:
    """Return the match files of a folder, newest first."""
    try:
        return sorted(folder.glob("*" + SUFFIX), key=_age, reverse=True)
    except OSError:
        return []


def _age(path: Path) -> tuple[float, str]:
    """Return the time of a file's last change, and its name, as a sort key."""
    try:
        return path.stat().st_mtime, path.name
    except OSError:
        return 0.0, path.name
