"""The contents of a text field: text, caret, selection, length limit and allowed letters.

The caret is an index: it is before the letter with that index.  The selection extends from the
anchor to the caret, and is empty if both are equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

LONGEST: Final = 300

READ: Final = 4
"""Read at most this many times the length limit of inserted text; the rest would not fit."""

_WORD: Final = re.compile(r"\S+")

Step = Literal["letter", "word", "edge"]


def printable(text: str) -> str:
    """Return the text without invisible characters; every kind of space becomes a plain space."""
    spaced = (" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return "".join(
        sign for sign in unicodedata.normalize("NFC", "".join(spaced)) if sign.isprintable()
    )


@dataclass(frozen=True)
class TextRules:
    """The limits of a text field: a maximum length, and a filter of forbidden characters."""

    longest: int = LONGEST
    keeps: Callable[[str], str] = printable


@dataclass(frozen=True)
class Inserted:
    """The result of an insertion: the inserted text, and the number of omitted letters."""

    kept: str
    too_many: int = 0
    """The number of letters that did not fit."""
    not_taken: int = 0
    """The number of letters that the field does not allow."""

    @property
    def left_out(self) -> int:
        """The number of letters of the inserted text that were left out."""
        return self.too_many + self.not_taken


class TextField:
    """A text being edited, with its caret and selection."""

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
        """The letter after the caret; empty at the end of the text."""
        return self.text[self.caret : self.caret + 1]

    @property
    def word_at_caret(self) -> str:
        """The word that begins at the caret, or the letter there; empty at the end of the text."""
        found = _WORD.match(self.text, self.caret)
        return found.group() if found else self.at_caret

    def replace(self, text: str) -> None:
        """Replace the whole text, and put the caret at its end."""
        self.text = text
        self.caret = self._anchor = len(text)

    def insert(self, text: str) -> Inserted:
        """Replace the selection by this text, as far as the field's rules allow."""
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
        return Inserted(kept[_common_prefix_length(before, kept) :], too_many, not_taken)

    def move(self, step: Step, by: int, *, selects: bool = False) -> tuple[str, str]:
        """Move the caret one step back (`by` -1) or forward (1).

        Return the selected text before and after.  Without `selects` the selection ends; a step by
        a letter then moves the caret only to the end of the selection in that direction.
        """
        before, (start, end) = self.selected, self._selection
        if selects or step != "letter" or not before:
            self.caret = self._target(step, by)
        else:
            self.caret = start if by < 0 else end
        if not selects:
            self._anchor = self.caret
        return before, self.selected

    def select_all(self) -> None:
        """Select the whole text."""
        self._anchor, self.caret = 0, len(self.text)

    def delete(self, step: Step, by: int) -> str:
        """Delete the selection or, if nothing is selected, one step back (-1) or forward (1).

        Return the deleted text.
        """
        if not self.selected:
            self.caret = self._target(step, by)
        start, end = self._selection
        gone = self.text[start:end]
        self.text = self.text[:start] + self.text[end:]
        self.caret = self._anchor = start
        return gone

    def settle(self) -> int:
        """Apply the filter to the whole text; return how many letters it removed.

        This is needed after a deletion, which may have joined letters to a text that is not
        allowed.
        """
        kept = self.rules.keeps(self.text)
        left_out = len(self.text) - len(kept)
        if left_out:
            self.replace(kept)
        return left_out

    @property
    def _selection(self) -> tuple[int, int]:
        return min(self._anchor, self.caret), max(self._anchor, self.caret)

    def _target(self, step: Step, by: int) -> int:
        """Return where a step back (-1) or forward (1) would move the caret."""
        if step == "edge":
            return 0 if by < 0 else len(self.text)
        if step == "letter":
            return max(0, min(len(self.text), self.caret + by))
        starts = [found.start() for found in _WORD.finditer(self.text)]
        if by < 0:
            return max((one for one in starts if one < self.caret), default=0)
        return min((one for one in starts if one > self.caret), default=len(self.text))


def _common_prefix_length(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
