"""The settings and matches of a page's player, in memory and stored by the browser.

They are loaded from the browser when a session starts, and each change is sent back to the browser
(`mirror`). If storage is full, the match that was finished longest ago is deleted first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from audiogames.app.records import Summary, read_summaries, summaries_text, summary_of
from audiogames.app.settings import Settings
from audiogames.app.storage import DAYS, PUZZLES, Book, KeptPlace, Saved, Storage, StorageError
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Entry, Header, Log, LogError, line
from audiogames.shell.browser.kept import (
    JOURNAL,
    LONGEST,
    MATCH,
    MOST_BYTES,
    MOST_MATCHES,
    PLACES,
    SETTINGS,
    STATISTICS,
    PackedText,
    is_name,
    made_again,
    newest_lines,
    packed_journal,
    read_journal,
    read_journal_head,
    read_match,
)
from audiogames.shell.browser.mirror import Mirror
from audiogames.shell.texts import (
    numbered,
    places_text,
    read_places_text,
    read_settings_text,
    settings_text,
    stamp,
    stem,
)
from audiogames.table.foreign import LONGEST_MATCH, MOST_ENTRIES

BY_LINES: Final = frozenset({STATISTICS, DAYS, PUZZLES})
"""Texts of which only the newest lines are kept; readers skip damaged lines."""


@dataclass(slots=True)
class _Match:
    """A stored match or journal; if it cannot be read, `problem` says why."""

    text: PackedText = field(default_factory=PackedText)
    is_over: bool = False
    is_played: bool = False
    """Whether it is being played."""
    problem: Msg | None = None
    head: str = ""
    """The first line of a journal."""


class BrowserStorage(Storage):
    """The storage of one session in a browser."""

    def __init__(self) -> None:
        self.mirror = Mirror(self._text_of)
        self.downloads: list[tuple[str, str]] = []
        """Files for the page to download, by name."""
        self._texts: dict[str, PackedText] = {}
        """All stored texts except matches and journals."""
        self._matches: dict[str, _Match] = {}
        """Matches and journals by stored name; the one played last comes last."""
        self._has_complained = False
        self._refused = 0
        """The number of unusable values, except settings and matches, which have their own
        messages.
        """

    # Loading

    def take_in(self, brought: Mapping[str, str], refused: int = 0) -> None:
        """Load the values that the browser has sent; tell it to set aside those that are invalid.

        `refused` is the number of values that were too large for the browser to send.
        """
        self._refused = refused
        summaries: list[Summary] = []
        for name in sorted(filter(is_name, brought), key=_short):  # by the time when a match began
            if name.startswith(MATCH):
                summary = self._take_in_match(name, brought[name])
                summaries += [] if summary is None else [summary]
            elif name.startswith(JOURNAL):
                self._take_in_journal(name, brought[name])
            else:
                self._take_in_text(name, brought[name])
        self._add_missing(summaries)
        self._delete_excess()

    def _take_in_match(self, name: str, text: str) -> Summary | None:
        """Load a match; return its summary if it has ended."""
        match, summary = _Match(), None
        try:
            log, result = made_again(text)
            match.is_over = result is not None
            if result is not None:
                summary = summary_of(_short(name), log, result)
        except LogError as error:
            match.problem = msg(error.id, name=_short(name), **error.args_)
        else:
            match.text.add(text[: text.rfind("\n") + 1])  # what follows goes on a line of its own
            match.text.pack()
        self._matches[name] = match
        return summary

    def _add_missing(self, summaries: Iterable[Summary]) -> None:
        """Add finished matches that are missing in the stored statistics.

        `summaries` has all finished matches; they were replayed when they were loaded.
        """
        known = read_summaries(self.load_summary())
        missing = {one.name: one for one in summaries if one.name not in known}
        if missing:
            self.save_summary(summaries_text({**known, **missing}.values()))

    def _take_in_journal(self, name: str, packed: str) -> None:
        """Load a journal; only its head is validated now, the other lines when it is reviewed."""
        try:
            head = read_journal_head(packed)
        except LogError:
            self._refuse(name)
            return
        text = msgspec.json.encode(head).decode()
        self._matches[name] = match = _Match(PackedText(packed), is_over=True, head=text)
        match.text.pack()

    def _take_in_text(self, name: str, text: str) -> None:
        """Load the valid part of a text; if some of it is invalid, the browser sets it aside."""
        kept = newest_lines(text, LONGEST[name]) if name in BY_LINES else text
        if name == SETTINGS:
            if len(kept) > LONGEST[name]:
                kept = ""
            if read_settings_text(kept)[1] is not None:  # which has its own message
                self.mirror.put_aside(name)
        elif name == PLACES:
            places, is_good = read_places_text(kept) if len(kept) <= LONGEST[name] else ([], False)
            if not is_good:
                kept = places_text(places)
                self._refuse(name)
        elif name == STATISTICS:
            known = read_summaries(kept)
            if len(known) < len(kept.splitlines()):
                kept = summaries_text(known.values())
                self._refuse(name)
        self._texts[name] = PackedText(kept)

    def _refuse(self, name: str) -> None:
        """Count an unusable value, and have the browser set it aside."""
        self._refused += 1
        self.mirror.put_aside(name)

    @property
    def refused(self) -> Msg | None:
        """The message that unusable stored values were set aside; None if all are usable."""
        return msg("page-put-aside", self._refused) if self._refused else None

    # Settings

    def load_settings(self) -> tuple[Settings, Msg | None]:
        """Return the settings, and a message if some are unreadable or they cannot be stored."""
        if not self.mirror.works:
            self._has_complained = True
            return Settings(welcomed=False), msg("page-not-kept")
        if SETTINGS not in self._texts:
            return Settings(welcomed=False), None
        return read_settings_text(self._texts[SETTINGS].text)

    def save_settings(self, settings: Settings) -> None:
        """Save the settings.  Raises `StorageError` once if the browser does not store them."""
        self._put(SETTINGS, settings_text(settings))
        if not self.mirror.works and not self._has_complained:
            self._has_complained = True
            raise StorageError(msg("page-not-kept"))

    def save_file(self, name: str, text: str) -> str:
        """Offer a file to the player as a download of the browser."""
        self.downloads.append((name, text))
        return name

    def load_places(self) -> list[KeptPlace]:
        """Return the known seats on servers."""
        return read_places_text(self._texts[PLACES].text)[0] if PLACES in self._texts else []

    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Save the seats on servers, without the oldest ones if they need too much storage."""
        kept = list(places)
        while len(places_text(kept)) > LONGEST[PLACES]:
            del kept[0]
        self._put(PLACES, places_text(kept))

    # Matches

    def stamp(self) -> str:
        """Return the wall-clock time in the form used for names of matches."""
        return stamp()

    def folder(self, *, finished: bool) -> str:
        """Return an empty text, since a browser has no folder of matches."""
        del finished
        return ""

    def unreadable(self, count: int, *, finished: bool) -> Msg:
        """Return the message that this number of matches cannot be read."""
        del finished
        return msg("page-matches-unreadable", count)

    def begin(self, header: Header) -> Book:
        """Start the record of a new match."""
        name = self._new_name(MATCH, header.started)
        match = self._matches[name] = _Match(PackedText(line(header)), is_played=True)
        self._delete_excess()
        self.mirror.changed(name)
        return BrowserBook(name, match, self)

    def unfinished(self) -> list[Saved]:
        """Return the matches that can be resumed, newest first, and those that cannot be read."""
        return [
            Saved(_short(name), None if match.problem else _log(name, match), match.problem)
            for name, match in reversed(self._matches.items())
            if not match.is_over and not match.is_played
        ]

    def reopen(self, name: str) -> tuple[Log, Book]:
        """Return the log of an unfinished match, and the object that stores its further moves."""
        match = self._find(MATCH + name)
        if match.is_played:
            raise StorageError(msg("match-locked", name=name))
        log = _log(MATCH + name, match)
        match.is_played = True
        self._matches[MATCH + name] = self._matches.pop(MATCH + name)
        return log, BrowserBook(MATCH + name, match, self)

    def finished(self) -> list[str]:
        """Return the names of finished matches, newest first."""
        return self._over(MATCH)

    def recall(self, name: str) -> Log:
        """Return the log of a finished match."""
        return _log(MATCH + name, self._find(MATCH + name))

    def drop(self, name: str) -> None:
        """Delete a match, here and in the browser."""
        self._drop(MATCH + name)

    def keep_journal(self, name: str, text: str) -> None:
        """Save the journal of an online match, to be listed with the finished matches."""
        try:
            head = text.partition("\n")[0]
            match = _Match(PackedText(packed_journal(text)), is_over=True, head=head)
        except LogError:
            raise StorageError(msg("journal-not-kept")) from None
        match.text.pack()
        kept = self._new_name(JOURNAL, name)
        self._matches[kept] = match
        self._delete_excess()
        self.mirror.changed(kept)
        if not self.mirror.works:
            raise StorageError(msg("journal-not-kept"))

    def journals(self) -> list[str]:
        """Return the journals' names, newest first."""
        return self._over(JOURNAL)

    def recall_journal(self, name: str) -> str:
        """Return a journal's text."""
        try:
            return read_journal(self._find(JOURNAL + name).text.text)
        except LogError as error:
            raise StorageError(msg(error.id, name=name, **error.args_)) from None

    def journal_head(self, name: str) -> str:
        """Return a journal's first line, its head."""
        return self._find(JOURNAL + name).head

    def drop_journal(self, name: str) -> None:
        """Delete a journal, here and in the browser."""
        self._drop(JOURNAL + name)

    def load_summary(self) -> str:
        """Return the summary lines of finished matches."""
        return self._texts[STATISTICS].text if STATISTICS in self._texts else ""

    def save_summary(self, text: str) -> None:
        """Save the summary lines, without the oldest ones if they need too much storage."""
        self._put(STATISTICS, newest_lines(text, LONGEST[STATISTICS]))

    def kept_things(self) -> Iterator[tuple[str, str]]:
        """Yield everything to export by name: settings, statistics, matches, and journals.

        Unfinished matches precede finished ones.
        """
        for name in (SETTINGS, STATISTICS):
            if name in self._texts:
                yield name, self._texts[name].text
        matches = [one for one in reversed(self._matches.items()) if one[1].problem is None]
        for name, match in sorted(matches, key=lambda named: named[1].is_over):
            yield name, match.text.text

    def take_things(self, things: Mapping[str, str]) -> tuple[int, int]:
        """Import matches and statistics, except those that are stored already.

        Return the number of added matches, and the number of refused values.
        """
        known = {match.text.text for match in self._matches.values()}
        new = {self._free_name(name): text for name, text in things.items() if text not in known}
        lines = read_summaries(things.get(STATISTICS, ""))
        new[STATISTICS] = summaries_text({**lines, **read_summaries(self.load_summary())}.values())
        before, self._refused = len(self._matches), sum(not is_name(name) for name in new)
        self.take_in(new, self._refused)
        bad = [name for name in new if name in self._matches and self._matches[name].problem]
        for name in bad:
            del self._matches[name]
        for name in new.keys() - bad:
            if name in self._matches or name in self._texts:
                self.mirror.changed(name)
        return len(self._matches) - before, self._refused + len(bad)

    def _free_name(self, name: str) -> str:
        """Return the name, or a similar one if another match has it."""
        if not name.startswith((MATCH, JOURNAL)) or name not in self._matches:
            return name
        kind, _, short = name.partition(" ")
        return self._new_name(f"{kind} ", short)

    def load_results(self, kind: str) -> str:
        """Return the stored result lines of a kind, such as lessons."""
        return self._texts[kind].text if kind in self._texts else ""

    def save_results(self, kind: str, text: str) -> None:
        """Save the result lines of a kind, without the oldest if they need too much storage."""
        self._put(kind, newest_lines(text, LONGEST[kind]))

    @property
    def forget(self) -> Callable[[], None]:
        """The function that deletes all data, for players who use another person's browser."""
        return self._forget

    def _forget(self) -> None:
        """Delete everything, here and in the browser."""
        for name in (*self._matches, *LONGEST):
            self.mirror.changed(name)
        self.mirror.forget_asides()
        self._matches.clear()
        self._texts.clear()

    # Inside

    def grown(self, name: str, text: str) -> None:
        """Record that a match was extended by `text`."""
        self._delete_excess()
        self.mirror.grown(name, text)

    def _put(self, name: str, text: str) -> None:
        """Store a text under this name, here and in the browser."""
        packed = PackedText(text)
        packed.pack()
        self._texts[name] = packed
        self.mirror.changed(name)

    def _new_name(self, kind: str, started: str) -> str:
        """Return an unused name of this kind for a match that started at this time."""
        names = (kind + name for name in numbered(stem(started)[:30]))
        return next(name for name in names if name not in self._matches)

    def _over(self, kind: str) -> list[str]:
        """Return the names of finished matches or of journals, newest first.

        `kind` is the prefix of their stored names, `MATCH` or `JOURNAL`.
        """
        found = reversed(self._matches.items())
        return [_short(name) for name, one in found if one.is_over and name.startswith(kind)]

    def _find(self, name: str) -> _Match:
        """Return a match.  Raises `StorageError` if there is none or it cannot be read."""
        match = self._matches.get(name)
        if match is None:
            raise StorageError(msg("no-such-match", name=_short(name)))
        if match.problem is not None:
            raise StorageError(match.problem)
        return match

    def _drop(self, name: str) -> None:
        """Delete a match, here and in the browser."""
        if self._matches.pop(name, None) is not None:
            self.mirror.changed(name)

    def _text_of(self, name: str) -> str | None:
        """Return the current text of this name; None if it was deleted."""
        kept = self._matches[name].text if name in self._matches else self._texts.get(name)
        return None if kept is None else kept.text

    @property
    def _size(self) -> int:
        """Return the approximate number of bytes of all matches in memory."""
        return sum(match.text.size for match in self._matches.values())

    def _delete_excess(self) -> None:
        """Delete matches until their number and size are within the limits.

        Finished matches are deleted first, then unreadable ones, then the others; of each kind the
        oldest is deleted first.
        """
        while len(self._matches) > MOST_MATCHES or self._size > MOST_BYTES:
            going = [(name, one) for name, one in self._matches.items() if not one.is_played]
            if not going:
                return
            self._drop(min(going, key=lambda named: _priority(named[1]))[0])


def _short(name: str) -> str:
    """Return a match's name without its prefix, as it is shown to the player."""
    return name.partition(" ")[2] or name


def _priority(match: _Match) -> int:
    """Return the order of deletion: finished matches, then unreadable ones, then the others."""
    if match.is_over:
        return 0
    return 1 if match.problem else 2


def _log(name: str, match: _Match) -> Log:
    """Return the log of a match.  Raises `StorageError` if it cannot be read."""
    try:
        return read_match(match.text.text)
    except LogError as error:
        raise StorageError(msg(error.id, name=_short(name), **error.args_)) from None


class BrowserBook(Book):
    """The record of a match in progress, which the browser stores."""

    def __init__(self, name: str, match: _Match, storage: BrowserStorage) -> None:
        self._name = name
        self._match = match
        self._storage = storage
        self._is_full = False

    @property
    def name(self) -> str:
        """The name of the match."""
        return _short(self._name)

    def append(self, entry: Entry) -> None:
        """Append an entry.

        Raises `StorageError` if the match is too long or the browser stores nothing.
        """
        text, kept = line(entry), self._match.text
        too_long = entry.seq > MOST_ENTRIES or kept.length + len(text) > LONGEST_MATCH
        self._is_full = self._is_full or too_long  # no entry may follow a missing one
        if not self._is_full:
            kept.add(text)
            self._storage.grown(self._name, text)
        self.save()

    def save(self) -> None:
        """Raise `StorageError` if the browser has not stored the whole match."""
        if self._is_full or not self._storage.mirror.works:
            raise StorageError(msg("cannot-save-match"))

    def close(self, *, finished: bool) -> None:
        """Close the match; a finished one can no longer be resumed."""
        self._match.is_played = False
        self._match.is_over = finished or self._match.is_over
        self._match.text.pack()
