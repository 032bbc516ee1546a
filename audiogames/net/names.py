"""What strangers write: names and lines of chat, made safe to say, to braille and to compare."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from audiogames.net.limits import (
    CHAT_LENGTH,
    CHAT_READ,
    MARKS_IN_A_ROW,
    NAME_LENGTH,
    SAME_IN_A_ROW,
    WORD_LENGTH,
)

MARKS_IN_NAMES: Final = " ._-'"

LOOKALIKES: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u0131\u217c\u2019",
    "aeopcyxijshdqwaopvii\u006c'",
)
"""Letters of other alphabets that nobody tells from these."""


ALIKE: Final = {"LATIN", "GREEK", "CYRILLIC"}


def read_name(text: str) -> str | None:
    """The name, or None where it is none: 1 to 20 letters, digits, spaces, . _ - '."""
    if len(text) > 4 * NAME_LENGTH:
        return None
    plain = unicodedata.normalize("NFC", text).replace("\u2019", "'")
    name = " ".join(filter(None, plain.split(" ")))
    good = 0 < len(name) <= NAME_LENGTH and all(map(_may_be_in_a_name, name))
    has_letter = any(letter.isalnum() for letter in name)
    return name if good and has_letter and len(_scripts(name)) < 2 else None


def key_of(name: str) -> str:
    """Names with the same key cannot be told apart by ear or on a braille line."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    plain = unicodedata.normalize("NFKC", plain.translate(LOOKALIKES))
    return "".join(letter for letter in plain if letter.isalnum())


def _may_be_in_a_name(letter: str) -> bool:
    return letter in MARKS_IN_NAMES or letter.isalpha() or letter.isdecimal()


def _scripts(name: str) -> set[str]:
    """Its alphabets that look alike: a name that mixes them means to be taken for another."""
    letters = (letter for letter in name if letter.isalpha())
    return {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters} & ALIKE


def clean(text: str, longest: int = CHAT_LENGTH) -> str:
    """A line that can be spoken: no controls, no turning of the writing, no endless repeats.

    Emoji are left out: a voice would read their long names, in a language of its own choosing.
    """
    letters = unicodedata.normalize("NFC", text[:CHAT_READ])
    said = "".join(_without_runs(filter(None, map(_speakable, letters))))
    words = (part for word in said.split() for part in _broken(word))
    return " ".join(words)[:longest].rstrip()


SPACES: Final = {"Cc", "Zs", "Zl", "Zp"}
MARKS: Final = {"Mn", "Mc", "Me"}
DROPPED: Final = {"Cf", "Co", "Cs", "Cn", "So", "Sk"}
KEYCAP: Final = "\u20e3"


def _speakable(letter: str) -> str:
    """The letter, a space for what parts words, or nothing."""
    kind = unicodedata.category(letter)
    if kind in SPACES:
        return " "
    keeps = letter in "^`\u00b0" or kind not in DROPPED
    return letter if keeps and letter != KEYCAP and not _varies(letter) else ""


def _varies(letter: str) -> bool:
    """Marks that only choose how an emoji looks."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _without_runs(letters: Iterable[str]) -> Iterator[str]:
    """Three of the same at most, and no towers of accents."""
    last, same, marks = "", 0, 0
    for letter in letters:
        same = same + 1 if letter == last else 1
        marks = marks + 1 if unicodedata.category(letter) in MARKS else 0
        last = letter
        if same <= SAME_IN_A_ROW and marks <= MARKS_IN_A_ROW:
            yield letter


def _broken(word: str) -> Iterator[str]:
    for start in range(0, len(word), WORD_LENGTH):
        yield word[start : start + WORD_LENGTH]
