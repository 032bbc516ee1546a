"""What a braille line shows of texts that are longer than it, and how its own keys move in them.

The texts follow one another like the lines of a page: panning on from the end of one leads to the
next, panning back from its beginning to the one before, as brltty itself pans its screen.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

#: So many texts can be gone back to; all else is in the program's history.
KEPT = 30


class PanningKey(Enum):
    """What a key of the line asks for."""

    FORWARD = auto()
    BACK = auto()
    OLDER = auto()
    NEWER = auto()
    START = auto()
    END = auto()
    NOW = auto()
    """The newest text, from its beginning."""


def parts(text: str, columns: int, rows: int = 1) -> list[str]:
    """The text in pieces that a line of so many cells can show, cut between words; at least one.

    On several rows each row begins with a word, so all rows but the last are filled up.
    """
    rows_of_text = _wrapped(" ".join(text.splitlines()).strip(), columns)
    pieces = [rows_of_text[at : at + rows] for at in range(0, len(rows_of_text), rows)]
    return ["".join(row.ljust(columns) for row in piece).rstrip() for piece in pieces]


def _wrapped(text: str, columns: int) -> list[str]:
    rows = []
    while len(text) > columns:
        space = text.rfind(" ", 1, columns + 1)
        cut = space if space > 0 else columns
        rows.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*rows, text]


class Reading:
    """The texts that were to be shown, and the part that the line stands on."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque(maxlen=KEPT)
        self._size = (1, 1)
        self._place = 0
        """The text that is read."""
        self._part = 0

    def fit(self, columns: int, rows: int) -> None:
        """The line has so many cells; another size begins the text again."""
        if (columns, rows) != self._size:
            self._size, self._part = (columns, rows), 0

    def add(self, text: str) -> None:
        """A new text: it is what is shown."""
        self._texts.append(text)
        self.move(PanningKey.NOW)

    def forget(self) -> None:
        """Nothing can be gone back to any longer."""
        self._texts.clear()
        self._place = self._part = 0

    @property
    def shown(self) -> str:
        """The part that the line stands on."""
        return self._parts()[self._part]

    def move(self, step: PanningKey) -> None:
        """Follow a key; at either end it stays."""
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
        self._place, self._part = place, 0

    def _parts(self) -> list[str]:
        return parts(self._texts[self._place], *self._size) if self._texts else [""]
