"""Tests that sentences quoted in README and in the players' pages are real messages.

The walkthroughs are replayed by tests/pilot/test_walkthroughs.py.
"""

from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from audiogames.core.registry import game, own_ids
from tests.pilot.test_walkthroughs import ONLINE, QUOTE, STEP, WALKS
from tools.check_catalogues import LOCALES, forms

ROOT = LOCALES.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/play").glob("*.md"))]

NOT_SAID = {
    "Scopa UICI": "a name that a player types",
    "10 Qs  draw space": "braille",
    "Something went wrong": "the beginning of a sentence",
    "vado dentro": "an option, in Italian",
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
"""Texts in quotation marks that the program never announces, or not as a whole sentence."""


def english():
    """Yield the messages of the English catalogues."""
    for path in (LOCALES / "en/LC_MESSAGES").glob("*.po"):
        for one in read_po(BytesIO(path.read_bytes())):
            if one.id:
                yield from forms(one)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_quotes_outside_walkthroughs_are_catalogue_messages(page):
    text = page.read_text("utf-8")
    if page.relative_to(ROOT).as_posix() in {*WALKS, ONLINE}:
        text = STEP.sub("", text)
    quotes = {quote for quote in QUOTE.findall(text) if quote not in NOT_SAID}
    assert {quote.rstrip(".") for quote in quotes} - {one.rstrip(".") for one in english()} == set()


def test_command_line_page_lists_the_bot_levels_of_each_game():
    page = (ROOT / "docs/command-line.md").read_text("utf-8")
    for spec in map(game, own_ids()):
        name = spec.id.capitalize()
        levels = ", ".join(f"`{level}`" for level in spec.bots.levels)
        assert f"\n- {name}: {levels}\n" in page
