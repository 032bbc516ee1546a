"""Pans long texts on a braille line by the line's own keys.

The texts follow one another like the lines of a page: panning beyond the end of one shows the next,
panning back before its start shows the previous one, as in brltty's panning of a screen.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

#: Number of texts kept for panning back; older ones are in the program's history.
KEPT = 30


class PanningKey(Enum):
    """The panning actions of a braille line's keys."""

    FORWARD = auto()
    BACK = auto()
    OLDER = auto()
    NEWER = auto()
    START = auto()
    END = auto()
    NOW = auto()
    """The newest text, from its start."""


def parts(text: str, columns: int, rows: int = 1) -> list[str]:
    """Split a text between words into pieces, each as long as the braille line.

    There is at least one piece.  Every row of a line begins with a word, so rows are padded with
    spaces.
    """
    rows_of_text = _wrapped(" ".join(text.splitlines()).strip(), columns)
    pieces = [rows_of_text[at : at + rows] for at in range(0, len(rows_of_text), rows)]
    return ["".join(row.ljust(columns) for row in piece).rstrip() for piece in pieces]


def _wrapped(text: str, columns: int) -> list[str]:
    """Break a text into rows, between words where possible."""
    rows = []
    while len(text) > columns:
        space = text.rfind(" ", 1, columns + 1)
        cut = space if space > 0 else columns
        rows.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*rows, text]


class Reading:
    """The recent texts, and the player's place in them on the braille display."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque(maxlen=KEPT)
        self._size = (1, 1)
        self._place = 0
        """The index of the current text."""
        self._part = 0

    def fit(self, columns: int, rows: int) -> None:
        """Set the size of the line; with a new size the text is shown from its start."""
        if (columns, rows) != self._size:
            self._size, self._part = (columns, rows), 0

    def add(self, text: str) -> None:
        """Add a text and move to its start."""
        self._texts.append(text)
        self.move(PanningKey.NOW)

    def forget(self) -> None:
        """Forget all texts."""
        self._texts.clear()
        self._place = self._part = 0

    @property
    def shown(self) -> str:
        """The piece of the current text that the braille line shows."""
        return self._parts()[self._part]

    def move(self, step: PanningKey) -> None:
        """Change the position by a panning key, within the recent texts."""
        newest, last = max(0, len(self._texts) - 1), len(self._parts()) - 1
        match step:
            case PanningKey.FORWARD if self._part < last:
                self._part += 1
            case PanningKey.BACK if self._part > 0:
                self._part -= 1
            case PanningKey.BACK if self._place > 0:
                self._place -= 1
                self._part = len(self._parts()) - 1
            case PanningKey.OLDER:
                self._go(max(0, self._place - 1))
            case PanningKey.FORWARD | PanningKey.NEWER if self._place < newest:
                self._go(self._place + 1)
            case PanningKey.START:
                self._part = 0
            case PanningKey.END:
                self._part = last
            case PanningKey.NOW:
                self._go(newest)

    def _go(self, place: int) -> None:
        """Move to the start of the text at this index."""
        self._place, self._part = place, 0

    def _parts(self) -> list[str]:
        """Return the current text, split into pieces for the braille line."""
        return parts(self._texts[self._place], *self._size) if self._texts else [""]
