"""What is kept of an error that nobody foresaw, for whoever can mend it."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from audiogames import __version__
from audiogames.core.cues import Msg, Priority, msg
from audiogames.present.outputs import Announcement
from audiogames.shell.transcript import json_line

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
    except Exception:  # noqa: BLE001 - then in English, for silence would be worse
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
