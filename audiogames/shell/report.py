"""Error reports and the transcript of announcements, for developers."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from audiogames import __version__
from audiogames.core.cues import Msg, Priority, msg
from audiogames.core.text import Plain, plain
from audiogames.present.outputs import Announcement
from audiogames.shell.files import FILE, FOLDER

SECRETS: Final = frozenset({"digits", "code", "own", "token", "password"})
"""Names of secret fields: codes of seats and tables, tokens and passwords."""

HIDDEN: Final = "…"
_CREDENTIALS: Final = re.compile(r"(\w+://)[^\s/@]+@")

FAULT: Final = "fault"
FAULT_UNREPORTED: Final = "fault-unreported"
_ENGLISH: Final = {
    FAULT: "Something went wrong and the program ends. The match is saved. Report in {path}.",
    FAULT_UNREPORTED: "Something went wrong and the program ends. The match is saved.",
}
"""The English sentences, used if rendering the message has failed too."""


def write_report(folder: Path, failure: Exception, said: Iterable[Announcement]) -> str:
    """Write a report with the traceback and the last announcements.

    Return the file's path, or an empty text if it cannot be written.  Only its owner may read the
    file, and secrets are left out, because reports are sent to developers.
    """
    path = folder / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}.txt"
    try:
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - opened by its rights
            file.write(report_text(failure, said))
    except OSError:
        return ""
    return str(path)


def _options(arguments: Sequence[str]) -> list[str]:
    """Return the names of the command line options, without values, which may be secret."""
    return [one.partition("=")[0] for one in arguments if one.startswith("-")]


def _without_secrets(text: str) -> str:
    """Replace user names and passwords in URLs."""
    return _CREDENTIALS.sub(r"\1" + HIDDEN + "@", text)


def hidden(announcement: Announcement) -> Announcement:
    """Return a copy of an announcement without text and arguments, which may be secret."""
    return replace(announcement, text=HIDDEN, braille=HIDDEN, args={}, parts=())


def _shown(announcement: Announcement) -> str:
    """Return an announcement as a line of a report, without its text if that may be secret."""
    is_secret = _contains_secret(announcement.args)
    return json_line(hidden(announcement) if is_secret else announcement)


def _contains_secret(value: object) -> bool:
    """Return whether message arguments include a secret field, such as a password."""
    if isinstance(value, Msg):
        return _contains_secret(value.args)
    if isinstance(value, Mapping):
        return not SECRETS.isdisjoint(value) or any(map(_contains_secret, value.values()))
    return isinstance(value, tuple | list) and any(map(_contains_secret, value))


def report_text(failure: Exception, said: Iterable[Announcement]) -> str:
    """Return the traceback and the last announcements, without secrets."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return "\n".join(
        [
            f"audiogames {__version__}, {python}, {platform.platform()}",
            f"options: {', '.join(_options(sys.argv[1:])) or 'none'}",
            "",
            _without_secrets("".join(traceback.format_exception(failure))),
            "Announced before:",
            "".join(map(_shown, said)),
        ]
    )


def fault(report: str) -> Msg:
    """Return the message about a fatal error, with the path of its report."""
    return msg(FAULT, path=report) if report else msg(FAULT_UNREPORTED)


def farewell(text: Callable[[Msg], str], lang: str, report: str, now: float) -> Announcement:
    """Return the announcement of a fatal error, in English if the translation fails."""
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
    """A file of announcements, flushed after each line.  Opening it raises `OSError`."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", buffering=1)
        self._writes = True

    def write(self, announcement: Announcement) -> None:
        """Append an announcement; errors such as a full disk are ignored."""
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
    """Return an announcement as a line of the transcript."""
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
    """Return a value as plain JSON data, or as text if that is impossible.

    Without the fallback an announcement would be missing from the transcript.
    """
    try:
        return plain(value)
    except TypeError:
        return str(value)
