"""Prepares text for a terminal: breaks lines between words, replaces unencodable characters."""

from __future__ import annotations

import codecs
import os
import textwrap
import unicodedata
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Final, TextIO

NEAREST: Final = "audiogames-nearest"
"""The name of the codec error handler that writes the nearest characters."""

SIGNS: Final = {"‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "×": "x"}  # noqa: RUF001
ACCENTS: Final = {"\u0300", "\u0301"}
"""Grave and acute, written as an apostrophe after a vowel: perche'."""


def write_what_can_be_written(streams: Iterable[object]) -> None:
    """Make these streams replace characters that they cannot encode, without an error."""
    codecs.register_error(NEAREST, _nearest)
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=NEAREST)


def rows(text: str, out: TextIO | None) -> str:
    """Return an announcement, broken between words to the width of `out` if it is a terminal.

    Names come from files and from other people, so control characters are removed.
    """
    return _broken(" ".join("".join(filter(str.isprintable, word)) for word in text.split()), out)


def drawn_rows(line: str, out: TextIO | None) -> str:
    """Break a line of the drawn table to the width of `out`, without changing its spaces."""
    return _broken("".join(filter(str.isprintable, line)), out)


def _broken(text: str, out: TextIO | None) -> str:
    """Break a text between words to the width of `out`, if it is a terminal."""
    # The last column stays free: some terminals wrap as soon as it is written to.
    columns = _columns(out) - 1
    if columns < 1:
        return text
    return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)


def _columns(out: TextIO | None) -> int:
    """Return the width of the terminal in columns; 0 if `out` is not a terminal."""
    try:
        return os.get_terminal_size(out.fileno()).columns if out and out.isatty() else 0
    except (OSError, ValueError):
        return 0


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: return similar characters, and the position after the error."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(letter: str) -> str:
    """Return the nearest ASCII characters for a character, "?" if there are none."""
    parts = unicodedata.normalize("NFKD", letter)
    base, marks = parts[0], parts[1:]
    if letter in SIGNS:
        return SIGNS[letter]
    if not base.isascii():
        return "?"
    rest = "".join(mark for mark in marks if mark.isascii())
    return base + rest + ("'" if base in "aeiouAEIOU" and ACCENTS.intersection(marks) else "")
