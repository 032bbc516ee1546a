"""The transcript: every announcement as one JSON object a line, for reports and for tests."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from audiogames.core.text import Plain, plain
from audiogames.present.outputs import Announcement


class Transcript:
    """Appends to a file, line by line, each flushed.  Opening it raises `OSError`."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", buffering=1)
        self._writes = True

    def write(self, announcement: Announcement) -> None:
        """Add one announcement; a disk that is full by now stops no game."""
        if self._writes:
            try:
                self._file.write(json_line(announcement))
            except OSError:
                self._writes = False

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()


def json_line(announcement: Announcement) -> str:
    """An announcement as the line that the transcript keeps."""
    values = {
        "at": round(announcement.at, 3),
        "priority": announcement.priority.name.lower(),
        "interrupt": announcement.interrupt,
        "text": announcement.text,
        "braille": announcement.braille,
        "lang": announcement.lang,
        "message": announcement.message,
        "args": {name: _plain(value) for name, value in announcement.args.items()},
    }
    return json.dumps(values, ensure_ascii=False) + "\n"


def _plain(value: object) -> Plain:
    """What has no plain form is still worth its text: a line less would hide what was said."""
    try:
        return plain(value)
    except TypeError:
        return str(value)
