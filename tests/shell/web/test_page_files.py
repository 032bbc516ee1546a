"""The files of the page fit the program that serves them."""

import re

from audiogames.shell.web.page import FOLDER
from audiogames.shell.web.words import PAGE_WORDS, PREFIX
from audiogames.shell.window.shapes import SUITS
from audiogames.shell.window.signs import NAMES

LARGEST = 60_000
"""Bytes of the whole page, before sounds."""


def text_of(pattern):
    return "\n".join(path.read_text("utf-8") for path in sorted(FOLDER.glob(pattern)))


def test_the_page_is_small():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= LARGEST


def test_every_word_of_the_page_is_sent_to_it_and_none_for_nothing():
    script = text_of("*.js")
    for word in PAGE_WORDS:
        id_ = word.removeprefix(PREFIX)
        assert f'"{id_}"' in script or f"words.{id_}" in script, word
    named = set(re.findall(r'words(?:\.|\[")([a-z-]+)(?![A-Za-z-])', script))
    assert named <= {word.removeprefix(PREFIX) for word in PAGE_WORDS}


def test_the_page_draws_all_that_the_window_draws():
    drawn = set(re.findall(r'<symbol id="([a-z-]+)"', text_of("cards.svg")))
    suits = {f"{pack}-{suit}" for pack, shapes in SUITS.items() for suit in shapes}
    assert drawn == {*suits, *NAMES}


def test_nothing_in_the_page_needs_leave_to_run_inline():
    page = text_of("*.html")
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]*src)|\son\w+=", page)
