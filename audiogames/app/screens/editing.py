"""The text of a field, without a screen: a caret, a selection, a bound, and which letters it takes.

The caret stands before the letter of its number.  The selection reaches from the anchor to the
caret, and is empty where both are at one place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

LONGEST: Final = 300

READ: Final = 4
"""So many times the bound is looked at of what is inserted; the rest has no room anyway."""

_WORD: Final = re.compile(r"\S+")

Step = Literal["letter", "word", "edge"]


def printable(text: str) -> str:
    """A text without what cannot be seen; whatever parts words is a space."""
    spaced = (" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return "".join(
        sign for sign in unicodedata.normalize("NFC", "".join(spaced)) if sign.isprintable()
    )


@dataclass(frozen=True)
class TextRules:
    """How long the text of a field may become, and what is kept of a text."""

    longest: int = LONGEST
    keeps: Callable[[str], str] = printable


@dataclass(frozen=True)
class Inserted:
    """What became of a text that was inserted."""

    kept: str
    too_many: int = 0
    """Letters that had no room."""
    not_taken: int = 0
    """Letters that the field does not take."""

    @property
    def left_out(self) -> int:
        """How many letters of it are not in the field."""
        return self.too_many + self.not_taken


class TextField:
    """A text that is being written."""

    def __init__(self, rules: TextRules | None = None) -> None:
        self.rules = rules or TextRules()
        self.text = ""
        self.caret = 0
        self._anchor = 0

    @property
    def selected(self) -> str:
        """The selected text."""
        return self.text[slice(*self._selection)]

    @property
    def at_caret(self) -> str:
        """The letter at the caret; empty at the end."""
        return self.text[self.caret : self.caret + 1]

    @property
    def word_at_caret(self) -> str:
        """The word at the caret; empty at the end."""
        found = _WORD.match(self.text, self.caret)
        return found.group() if found else self.at_caret

    def replace(self, text: str) -> None:
        """Have this text, and the caret at its end."""
        self.text = text
        self.caret = self._anchor = len(text)

    def insert(self, text: str) -> Inserted:
        """Put a text in the place of the selection, as much of it as the field takes."""
        start, end = self._selection
        before, after = self.text[:start], self.text[end:]
        kept, taken, not_taken = before, 0, 0
        for letter in text[: READ * self.rules.longest]:
            longer = self.rules.keeps(kept + letter)
            if len(longer) < len(unicodedata.normalize("NFC", kept + letter)):
                not_taken += 1
            elif len(longer) + len(after) > self.rules.longest:
                break
            else:
                kept, taken = longer, taken + 1
        too_many = len(text) - taken - not_taken
        if kept != before or not text:
            self.text = kept + after
            self.caret = self._anchor = len(kept)
        return Inserted(kept[_same(before, kept) :], too_many, not_taken)

    def move(self, step: Step, by: int, *, selects: bool = False) -> tuple[str, str]:
        """Move the caret one step back (-1) or on (1); return what was selected before and after.

        Without `selects` the selection ends, at its own end where a step by a letter leaves it.
        """
        before, (start, end) = self.selected, self._selection
        if selects or step != "letter" or not before:
            self.caret = self._goal(step, by)
        else:
            self.caret = start if by < 0 else end
        if not selects:
            self._anchor = self.caret
        return before, self.selected

    def select_all(self) -> None:
        """Select the whole text."""
        self._anchor, self.caret = 0, len(self.text)

    def delete(self, step: Step, by: int) -> str:
        """Delete the selection, else one step back or on from the caret; return what is gone."""
        if not self.selected:
            self.caret = self._goal(step, by)
        start, end = self._selection
        gone = self.text[start:end]
        self.text = self.text[:start] + self.text[end:]
        self.caret = self._anchor = start
        return gone

    def settle(self) -> int:
        """Leave out what the whole text may not hold; return how many letters that were.

        A deletion may have brought together what the field does not take.
        """
        kept = self.rules.keeps(self.text)
        left_out = len(self.text) - len(kept)
        if left_out:
            self.replace(kept)
        return left_out

    @property
    def _selection(self) -> tuple[int, int]:
        return min(self._anchor, self.caret), max(self._anchor, self.caret)

    def _goal(self, step: Step, by: int) -> int:
        """Where a step from the caret leads."""
        if step == "edge":
            return 0 if by < 0 else len(self.text)
        if step == "letter":
            return max(0, min(len(self.text), self.caret + by))
        starts = [found.start() for found in _WORD.finditer(self.text)]
        if by < 0:
            return max((one for one in starts if one < self.caret), default=0)
        return min((one for one in starts if one > self.caret), default=len(self.text))


def _same(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
