"""The transcript, and reports of unexpected exceptions, for developers."""

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
"""Used if producing the sentence is what failed."""


def write_report(folder: Path, failure: Exception, said: Iterable[Announcement]) -> str:
    """Write the traceback and the last announcements; return the file's path, or an empty text.

    Only its owner may read the file, and it holds no secrets: reports are sent to developers.
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
    """Return the names of command line options: values may be passwords and addresses."""
    return [one.partition("=")[0] for one in arguments if one.startswith("-")]


def _without_secrets(text: str) -> str:
    """Hide names and passwords in addresses."""
    return _CREDENTIALS.sub(r"\1" + HIDDEN + "@", text)


def hidden(announcement: Announcement) -> Announcement:
    """Return what a report may contain of an announcement that may be secret: its message."""
    return replace(announcement, text=HIDDEN, braille=HIDDEN, args={}, parts=())


def _shown(announcement: Announcement) -> str:
    """Return an announcement's line for a report; of a secret one only the message."""
    is_secret = _tells_secret(announcement.args)
    return json_line(hidden(announcement) if is_secret else announcement)


def _tells_secret(value: object) -> bool:
    if isinstance(value, Msg):
        return _tells_secret(value.args)
    if isinstance(value, Mapping):
        return not SECRETS.isdisjoint(value) or any(map(_tells_secret, value.values()))
    return isinstance(value, tuple | list) and any(map(_tells_secret, value))


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
    """Return the message about a fault, with the path of its report."""
    return msg(FAULT, path=report) if report else msg(FAULT_UNREPORTED)


def farewell(text: Callable[[Msg], str], lang: str, report: str, now: float) -> Announcement:
    """Return the last announcement, in the player's language if possible."""
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
        """Add one announcement; a full disk stops no game."""
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
    """Return plain values, or the text: a missing line would hide an announcement."""
    try:
        return plain(value)
    except TypeError:
        return str(value)
