"""Settings and matches of a guest: in memory here, and kept by the browser at the other end.

Nothing of it ever touches a file.  What the browser has kept is brought when a session begins, and
each change goes back to it (`mirror`).  Where there is no room for more, the match that was
finished longest ago goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from audiogames.app.settings import Settings
from audiogames.app.storage import Book, KeptPlace, Saved, Storage, StorageError
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Entry, Header, Log, LogError, line
from audiogames.shell.texts import (
    numbered,
    places_text,
    read_places_text,
    read_settings_text,
    settings_text,
    stamp,
    stem,
)
from audiogames.shell.web.kept import (
    LONGEST,
    LONGEST_MATCH,
    MATCH,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_MATCHES,
    PLACES,
    SETTINGS,
    STATISTICS,
    PackedText,
    is_name,
    made_again,
    newest_lines,
    read_match,
)
from audiogames.shell.web.mirror import Mirror


@dataclass(slots=True)
class _Match:
    """One match; where it cannot be read, only the reason is kept here."""

    text: PackedText = field(default_factory=PackedText)
    is_over: bool = False
    is_played: bool = False
    """Whether somebody is at it."""
    problem: Msg | None = None


class BrowserStorage(Storage):
    """The storage of one session."""

    def __init__(self) -> None:
        self.mirror = Mirror(self._text_of)
        self._texts: dict[str, PackedText] = {}
        """Everything but matches."""
        self._matches: dict[str, _Match] = {}
        """By their names; the one that was played last is the last."""
        self._has_complained = False

    # What the browser has kept

    def take_in(self, brought: Mapping[str, str]) -> Iterator[None]:
        """Keep all that is good of this; between two steps others may have their turn.

        What goes beyond the limits is forgotten, by the browser too.
        """
        for name in filter(is_name, sorted(brought)):  # matches are named by when they began
            if name.startswith(MATCH):
                yield from self._take_in_match(name.removeprefix(MATCH), brought[name])
            else:
                self._texts[name] = PackedText(newest_lines(brought[name], LONGEST[name]))
        self._make_room()

    def _take_in_match(self, name: str, text: str) -> Iterator[None]:
        match = _Match()
        try:
            match.is_over = yield from made_again(text)
        except LogError as error:
            match.problem = msg(error.id, name=name, **error.args_)
        else:
            match.text.add(text[: text.rfind("\n") + 1])  # what follows goes on a line of its own
            match.text.pack()
        self._matches[name] = match

    # Settings

    def load_settings(self) -> tuple[Settings, Msg | None]:
        """The settings, and a sentence where some could not be read, or nothing is kept at all."""
        if not self.mirror.works:
            self._has_complained = True
            return Settings(welcomed=False), msg("page-not-kept")
        if SETTINGS not in self._texts:
            return Settings(welcomed=False), None
        return read_settings_text(self._texts[SETTINGS].text)

    def save_settings(self, settings: Settings) -> None:
        """Keep the settings.  That the browser does not is said once, not at each change."""
        self._put(SETTINGS, settings_text(settings))
        if not self.mirror.works and not self._has_complained:
            self._has_complained = True
            raise StorageError(msg("page-not-kept"))

    def load_places(self) -> list[KeptPlace]:
        """The places on servers."""
        return read_places_text(self._texts[PLACES].text) if PLACES in self._texts else []

    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Keep the newest for which there is room."""
        kept = list(places)
        while len(places_text(kept)) > LONGEST[PLACES]:
            del kept[0]
        self._put(PLACES, places_text(kept))

    # Matches

    def stamp(self) -> str:
        """The wall clock's time, which names a match; no rule depends on it."""
        return stamp()

    def folder(self, *, finished: bool) -> str:
        """There is none."""
        del finished
        return ""

    def unreadable(self, count: int, *, finished: bool) -> Msg:
        """So many matches cannot be read."""
        del finished
        return msg("page-matches-unreadable", count)

    def begin(self, header: Header) -> Book:
        """A new match."""
        names = numbered(stem(header.started)[:30])
        name = next(name for name in names if name not in self._matches)
        match = self._matches[name] = _Match(PackedText(line(header)), is_played=True)
        self._make_room()
        self.mirror.changed(MATCH + name)
        return BrowserBook(name, match, self)

    def unfinished(self) -> list[Saved]:
        """The matches that can be resumed, newest first, and those that cannot be read."""
        return [
            Saved(name, None, match.problem) if match.problem else Saved(name, _log(name, match))
            for name, match in reversed(self._matches.items())
            if not match.is_over and not match.is_played
        ]

    def reopen(self, name: str) -> tuple[Log, Book]:
        """Go on with a match."""
        match = self._find(name)
        if match.is_played:
            raise StorageError(msg("match-locked", name=name))
        log = _log(name, match)
        match.is_played = True
        self._matches[name] = self._matches.pop(name)
        return log, BrowserBook(name, match, self)

    def finished(self) -> list[str]:
        """Those that are over, newest first."""
        return [name for name, one in reversed(self._matches.items()) if one.is_over]

    def recall(self, name: str) -> Log:
        """A finished match."""
        return _log(name, self._find(name))

    def drop(self, name: str) -> None:
        """Forget a match, here and in the browser."""
        if self._matches.pop(name, None) is not None:
            self.mirror.changed(MATCH + name)

    def load_summary(self) -> str:
        """A line for each match that was finished."""
        return self._texts[STATISTICS].text if STATISTICS in self._texts else ""

    def save_summary(self, text: str) -> None:
        """Keep the newest lines for which there is room."""
        self._put(STATISTICS, newest_lines(text, LONGEST[STATISTICS]))

    @property
    def forget(self) -> Callable[[], None]:
        """Whoever plays in another's browser need not leave anything there."""
        return self._forget

    def _forget(self) -> None:
        for name in [MATCH + match for match in self._matches] + list(LONGEST):
            self.mirror.changed(name)
        self._matches.clear()
        self._texts.clear()

    # Inside

    def grown(self, name: str, text: str) -> None:
        """A match goes on."""
        self._make_room()
        self.mirror.grown(MATCH + name, text)

    def _put(self, name: str, text: str) -> None:
        packed = PackedText(text)
        packed.pack()
        self._texts[name] = packed
        self.mirror.changed(name)

    def _find(self, name: str) -> _Match:
        match = self._matches.get(name)
        if match is None:
            raise StorageError(msg("no-such-match", name=name))
        if match.problem is not None:
            raise StorageError(match.problem)
        return match

    def _text_of(self, name: str) -> str | None:
        if name.startswith(MATCH):
            match = self._matches.get(name.removeprefix(MATCH))
            return None if match is None else match.text.text
        return self._texts[name].text if name in self._texts else None

    @property
    def _size(self) -> int:
        return sum(match.text.size for match in self._matches.values())

    def _make_room(self) -> None:
        """Finished matches go first, then what cannot be read, then those left longest ago."""
        while len(self._matches) > MOST_MATCHES or self._size > MOST_BYTES:
            going = [(name, one) for name, one in self._matches.items() if not one.is_played]
            if not going:
                return
            self.drop(min(going, key=lambda named: _worth(named[1]))[0])


def _worth(match: _Match) -> int:
    """What is worth least makes room first, and of that the oldest."""
    if match.is_over:
        return 0
    return 1 if match.problem else 2


def _log(name: str, match: _Match) -> Log:
    try:
        return read_match(match.text.text)
    except LogError as error:
        raise StorageError(msg(error.id, name=name, **error.args_)) from None


class BrowserBook(Book):
    """A match that is being played."""

    def __init__(self, name: str, match: _Match, storage: BrowserStorage) -> None:
        self._name = name
        self._match = match
        self._storage = storage
        self._is_full = False

    @property
    def name(self) -> str:
        """Its name among those that are kept."""
        return self._name

    def append(self, entry: Entry) -> None:
        """Keep an entry.  Raises `StorageError`: the match is too long, or no browser keeps it."""
        text, kept = line(entry), self._match.text
        too_long = entry.seq > MOST_ENTRIES or kept.length + len(text) > LONGEST_MATCH
        self._is_full = self._is_full or too_long  # no entry may stand after one that is missing
        if not self._is_full:
            kept.add(text)
            self._storage.grown(self._name, text)
        self.save()

    def save(self) -> None:
        """Nothing waits here.  Raises `StorageError` where not all of the match is kept."""
        if self._is_full or not self._storage.mirror.works:
            raise StorageError(msg("cannot-save-match"))

    def close(self, *, finished: bool) -> None:
        """Let go of it; a finished match is no longer offered."""
        self._match.is_played = False
        self._match.is_over = finished or self._match.is_over
        self._match.text.pack()
