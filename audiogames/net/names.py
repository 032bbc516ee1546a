"""Validation and cleaning of names and chat lines, so that they can be spoken and compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from precis_i18n import get_profile

from audiogames.net.server.limits import (
    CHAT_LENGTH,
    CHAT_READ,
    MARKS_IN_A_ROW,
    NAME_LENGTH,
    SAME_IN_A_ROW,
    WORD_LENGTH,
)

MARKS_IN_NAMES: Final = " ._-'"

WRITTEN_ALIKE: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u02b9\u02bb\u02bc\u02c8\u2032\u00b4`\uff07\ua78c", "'")
    | dict.fromkeys("\u2010\u2011", "-")
)
"""Variants of apostrophe and hyphen that keyboards produce; Unicode counts some as letters."""

LOOKALIKES: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u0131\u217c\u2019",
    "aeopcyxijshdqwaopvii\u006c'",
)
"""Letters of other alphabets that look like Latin ones."""

LATIN_LETTERS: Final = frozenset(
    "\u00df\u00e6\u00f8\u0153\u0142\u0111\u00f0\u00fe\u0127\u014b\u0131\u0259"
)
"""Latin letters allowed besides a to z and accented ones; voices skip most others."""

EAST_ASIAN: Final = frozenset(
    {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "HANGUL"}
)
"""Scripts that may be mixed with one another and with Latin."""

# fmt: off
SCRIPTS: Final = EAST_ASIAN | {
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC",
    "THAANA", "ETHIOPIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA",
    "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO",
    "TIBETAN", "MYANMAR", "KHMER",
}
# fmt: on
"""Scripts that Unicode recommends for identifiers (UAX 31, table 5): voices read no others."""

LENGTHENERS: Final = "\u30fc\u3005"
"""The only audible marks among letters: long vowel and repetition, in Japanese."""

VOWELS: Final = "aeiou"

LIKE_LETTERS: Final = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b"}

_DIGIT: Final = re.compile(
    rf"(?<!\d)[{''.join(LIKE_LETTERS)}](?=[^\W\d_])|(?<=[^\W\d_{VOWELS}])[{''.join(LIKE_LETTERS)}]$",
    re.IGNORECASE,
)
"""A digit that replaces a letter."""

REMEMBERED: Final = 2000
"""The size of the cache of name keys.  A greeting needs its keys several times, and a client that
guesses passwords sends the same name again and again.
"""

_IDENTIFIERS: Final = get_profile("UsernameCasePreserved")
_WORD: Final = re.compile("[^ ._'-]+")


def read_name(text: str) -> str | None:
    """Return the normalised name, or None for an invalid one.

    A name has 1 to 20 letters, digits, spaces, dots, underscores, hyphens and apostrophes.
    """
    if len(text) > 4 * NAME_LENGTH:
        return None
    plain = unicodedata.normalize("NFC", text.translate(WRITTEN_ALIKE))
    name = " ".join(filter(None, plain.split(" ")))
    try:
        name = _WORD.sub(lambda word: _IDENTIFIERS.enforce(word.group()), name)
    except UnicodeEncodeError:  # fillers, stretched letters, non-letters
        return None
    good = 0 < len(name) <= NAME_LENGTH and all(map(_may_be_in_a_name, name))
    has_letter = any(letter.isalnum() for letter in name)
    return name if good and has_letter and _is_of_one_script(name) else None


def name_letters(text: str) -> str:
    """Return the text without characters that a name may not contain."""
    plain = unicodedata.normalize("NFC", text.translate(WRITTEN_ALIKE))
    return "".join(filter(_may_be_in_a_name, plain))


@lru_cache(REMEMBERED)
def key_of(name: str) -> str:
    """Return the name key, under which a person's data is stored.

    The rules of this function must never change.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    plain = unicodedata.normalize("NFKC", plain.translate(LOOKALIKES))
    return "".join(letter for letter in plain if letter.isalnum())


@lru_cache(REMEMBERED)
def sound_of(name: str) -> str:
    """Return the sound key of a name, a phonetic key: names with equal keys sound alike.

    Two people may not have the same sound key.

    Accents and silent marks are ignored.  A repeated vowel counts once.  A consonant counts twice
    at most, and only between vowels, where both are audible, as in "Anna".  A single digit counts
    as the letter that it resembles where it replaces one: before a letter, or after a consonant, as
    in "M4rco" and "Ug0", but not in "Anna4".
    """
    spelt = _WORD.sub(lambda word: _DIGIT.sub(_letter_of, word.group()), name)
    heard = re.sub(rf"([{VOWELS}])\1+", r"\1", stored_sound_of(spelt))
    alone = rf"(?<![{VOWELS}])([a-z])\1|([a-z])\2(?![{VOWELS}])"
    return re.sub(alone, lambda pair: pair[1] or pair[2], heard)


@lru_cache(REMEMBERED)
def stored_sound_of(name: str) -> str:
    """Return the phonetic key of a name by which stores find accounts; its rules must never change.

    Repeated letters count at most twice, and digits are not read as letters.
    """
    plain = unicodedata.normalize("NFKD", key_of(name)).casefold().translate(LOOKALIKES)
    heard = "".join(filter(None, map(_heard, plain)))
    return re.sub(r"([^\W\d])\1{2,}", r"\1\1", heard)


def _letter_of(digit: re.Match[str]) -> str:
    """Return the letter that this digit resembles; 1 is an l after a vowel, otherwise an i."""
    if digit.group() != "1":
        return LIKE_LETTERS[digit.group()]
    before = digit.string[digit.start() - 1 : digit.start()].casefold()
    return "l" if before and before in VOWELS else "i"


def _heard(letter: str) -> str:
    """Return the sound of a character; an empty text if a speech synthesiser skips it."""
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    if letter in LENGTHENERS:
        return letter
    silent = not letter.isalpha() or unicodedata.category(letter) == "Lm"
    return "" if silent or "FILLER" in unicodedata.name(letter, "") else letter


def _may_be_in_a_name(letter: str) -> bool:
    if letter in MARKS_IN_NAMES or letter.isdecimal() or letter in LENGTHENERS:
        return True
    if not letter.isalpha() or unicodedata.category(letter) == "Lm":
        return False
    script = _script(letter)
    plain = unicodedata.normalize("NFD", letter.casefold())[0]
    return script in SCRIPTS and (script != "LATIN" or plain.isascii() or plain in LATIN_LETTERS)


def _script(letter: str) -> str:
    """Return the name of a letter's script."""
    return unicodedata.name(letter, "?").partition(" ")[0]


def _is_of_one_script(name: str) -> bool:
    """Return True if the name uses one alphabet: mixed alphabets can imitate another name."""
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    return len(scripts) < 2 or scripts <= EAST_ASIAN | {"LATIN"}


def clean(text: str, longest: int = CHAT_LENGTH) -> str:
    """Return a text fit for speech: no control characters, no direction marks, few repeats.

    Emoji are removed: a speech synthesiser would read their long names, in any language.
    """
    words = (part for word in sayable(text[:CHAT_READ]).split() for part in _broken(word))
    return " ".join(words)[:longest].rstrip()


def sayable(text: str) -> str:
    """Remove emoji, other unspeakable characters and long repetitions of a character.

    Unlike `clean`, keep all spaces and long words.
    """
    letters = unicodedata.normalize("NFC", text)
    return "".join(_without_runs(filter(None, map(_speakable, letters))))


SPACES: Final = {"Cc", "Zs", "Zl", "Zp"}
MARKS: Final = {"Mn", "Mc", "Me"}
DROPPED: Final = {"Cf", "Co", "Cs", "Cn", "So", "Sk"}
KEYCAP: Final = "\u20e3"


def _speakable(letter: str) -> str:
    """Return the character if it can be spoken; a space for a separator; otherwise nothing."""
    kind = unicodedata.category(letter)
    if kind in SPACES:
        return " "
    keeps = letter in "^`\u00b0" or kind not in DROPPED
    return letter if keeps and letter != KEYCAP and not _varies(letter) else ""


def _varies(letter: str) -> bool:
    """Return True for a variation selector, a character that only chooses how an emoji looks."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _without_runs(letters: Iterable[str]) -> Iterator[str]:
    """Drop equal characters in a row after the third, and accents stacked on one letter."""
    last, same, marks = "", 0, 0
    for letter in letters:
        same = same + 1 if letter == last else 1
        marks = marks + 1 if unicodedata.category(letter) in MARKS else 0
        last = letter
        if same <= SAME_IN_A_ROW and marks <= MARKS_IN_A_ROW:
            yield letter


def _broken(word: str) -> Iterator[str]:
    """Split a word into parts of at most `WORD_LENGTH` letters."""
    for start in range(0, len(word), WORD_LENGTH):
        yield word[start : start + WORD_LENGTH]
