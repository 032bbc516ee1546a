"""What README and the players' pages quote is what the program says."""

import re
import string
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from audiogames.core.registry import games
from tools.check_catalogues import LOCALES, forms

ROOT = LOCALES.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/play").glob("*.md"))]
QUOTE = re.compile(r'"([^"\n]+)"')
END = re.compile(r"(?<=[.?!])\s+|(?<=:)\s+(?=[A-Z0-9])")
ENOUGH_LETTERS = 4
"""A template with fewer letters of its own is matched by what its fields can hold only."""

NUMBER = r"(?:minus |plus )?\d+(?: \d)*"
NAMES = r"\b(?:you|ada|bruno|carla|marta|ugo)\b"
LIST = "[§¤#](?:(?:, | and )[§¤#])*"
"""A card, a player or a number as `plain` writes them, or several."""

KNOWN = {"card", "n", "total", "value", "points", "count", "seat", "seats", "others"}
"""Fields that hold nothing else."""

LANGUAGES = ("italiano", "english")

NOT_SAID = {
    "Scopa UICI": "a name that a player types",
    "@Ugo ciao": "a line that a player types",
    "You: ciao.": "a line of chat",
    "10 Kc  draw space": "braille",
    "Something went wrong": "the beginning of a sentence",
    "Resume": "the beginning of an item",
    "Welcome": "the setup",
    **dict.fromkeys(
        (
            "Windows protected your PC",
            "More info",
            "Run anyway",
            "Smart App Control",
            "Extract all",
        ),
        "Windows",
    ),
    r"%LOCALAPPDATA%\Programs\Audiogames\audiogames-console.exe": "a path",
}
"""What stands in quotation marks and is nothing that the program says."""


def messages(name):
    """The texts of an English catalogue."""
    for one in read_po(BytesIO((LOCALES / "en/LC_MESSAGES" / name).read_bytes())):
        if one.id:
            yield from forms(one)


CARD = re.compile(
    "|".join(rf"\b{re.escape(text)}\b" for text in sorted({*messages("cards.po")}, key=len)[::-1])
)


def plain(text):
    """A text in small letters, with a sign for each card, player and number."""
    for found, sign in ((CARD, "§"), (NAMES, "¤"), (NUMBER, "#")):
        text = re.sub(found, sign, text.lower())
    return text


def pattern(text):
    """What a sentence with fields can sound like; its short ones name nothing but known things."""
    literal = "".join(part for part, *_ in string.Formatter().parse(text))
    is_loose = sum(letter.isalpha() for letter in literal) >= ENOUGH_LETTERS
    any_text = f"(?:{LIST}|.+?)" if is_loose else LIST
    return "".join(
        re.escape(plain(part)) + ("" if name is None else LIST if name in KNOWN else any_text)
        for part, name, *_ in string.Formatter().parse(text)
    )


@pytest.fixture(scope="module")
def said():
    """Whether the program can say this sentence."""
    texts = {
        piece
        for po in (LOCALES / "en/LC_MESSAGES").glob("*.po")
        for text in messages(po.name)
        for piece in END.split(text)
    }
    patterns = [pattern(text.rstrip(".")) for text in sorted(texts)]
    patterns += ["¤ [§#]", *LANGUAGES]
    whole = re.compile("|".join(f"(?:{one})" for one in patterns))

    def is_said(sentence):
        """As one sentence of the program, or as a list of such parts."""
        heard = plain(sentence).rstrip(".:")
        return whole.fullmatch(heard) or all(map(whole.fullmatch, re.split(", | and ", heard)))

    return is_said


@pytest.mark.parametrize(
    "sentence", ["Ada sneezes.", "Total of hearts and hats.", "Your turn is near."]
)
def test_sentence_that_the_program_never_says_is_found(sentence, said):
    assert not said(sentence)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_quoted_sentences_are_said_by_the_program(page, said):
    quotes = set(QUOTE.findall(page.read_text("utf-8"))) - NOT_SAID.keys()
    unknown = {quote for quote in quotes if not all(map(said, END.split(quote)))}
    assert unknown == set()


def test_levels_of_the_command_line_page_are_those_of_the_games():
    page = (ROOT / "docs/command-line.md").read_text("utf-8")
    for spec in games():
        name = spec.id.capitalize()
        levels = ", ".join(f"`{level}`" for level in spec.bots.levels)
        assert f"\n- {name}: {levels}\n" in page
