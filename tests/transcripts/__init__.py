"""Compares all that a player hears and reads in braille with stored transcripts.

Regenerate with `AUDIOGAMES_REGENERATE=1 pytest tests`, then read the diff as a player hears it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from audiogames.present.outputs import Announcement

FOLDER = Path(__file__).parent


def told(announcements: Iterable[Announcement]) -> str:
    """Return the texts of announcements, each with its braille line if that differs."""
    lines = []
    for one in announcements:
        lines.append(one.text)
        if one.braille != one.text:
            lines.append(f"    {one.braille}")
    return "\n".join(lines) + "\n"


def check_golden(name: str, text: str) -> None:
    """Compare a text with the stored transcript of this name; store it when regenerating."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("AUDIOGAMES_REGENERATE"):
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path.name} is missing: regenerate and read it"
    assert text == path.read_text("utf-8")
