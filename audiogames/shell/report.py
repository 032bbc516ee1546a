"""The transcript, and reports of unforeseen errors, for developers."""

from __future__ import annotations

import json
import platform
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from audiogames import __version__
from audiogames.core.cues import Msg, Priority, msg
from audiogames.core.text import Plain, plain
from audiogames.present.outputs import Announcement

FAULT: Final = "fault"
FAULT_UNREPORTED: Final = "fault-unreported"
_ENGLISH: Final = {
    FAULT: "Something went wrong and the program ends. The match is saved. Report in {path}.",
    FAULT_UNREPORTED: "Something went wrong and the program ends. The match is saved.",
}
"""For the case that what went wrong is the making of sentences."""


def write_report(folder: Path, failure: Exception, said: Iterable[Announcement]) -> str:
    """Write the traceback and what was announced before it; the file's path, or empty."""
    path = folder / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(failure, said), "utf-8")
    except OSError:
        return ""
    return str(path)


def _text(failure: Exception, said: Iterable[Announcement]) -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return "\n".join(
        [
            f"audiogames {__version__}, {python}, {platform.platform()}",
            f"started with: {sys.argv[1:]}",
            "",
            "".join(traceback.format_exception(failure)),
            "Announced before:",
            "".join(map(json_line, said)),
        ]
    )


def fault(report: str) -> Msg:
    """That something went wrong, and where the report about it is."""
    return msg(FAULT, path=report) if report else msg(FAULT_UNREPORTED)


def farewell(text: Callable[[Msg], str], lang: str, report: str, now: float) -> Announcement:
    """What is said at the end, in the player's language where that can still be done."""
    message = fault(report)
    try:
        sentence = text(message)
    except Exception:  # then in English, for silence would be worse
        sentence, lang = _ENGLISH[message.id].format(path=report), "en"
    return Announcement(
        at=now,
        priority=Priority.CRITICAL,
        interrupt=True,
        text=sentence,
        braille=sentence,
        lang=lang or "en",
        message=message.id,
        args=dict(message.args),
    )


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
