"""Tests of copying to the clipboard and downloading files on the page."""

import pytest

from tests.kit.programs.feed import WORDS, Program

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

PLAIN_TEXT = """
Object.defineProperty(window, "isSecureContext", { value: false });
Object.defineProperty(navigator, "clipboard", { value: undefined });
"""
"""Removes from a page what a browser denies to one that came over plain HTTP."""


def test_page_over_plain_http_reports_that_copying_is_not_permitted(pages, page_of):
    page = page_of()
    page.page.add_init_script(PLAIN_TEXT)
    program = Program(page, pages)
    program.send({"t": "settings", "theme": "dark", "scale": 100, "lang": "it", "words": WORDS})
    program.send({"t": "copy", "text": "Tocca a te."})
    program.waits_until_heard(lambda message: message["t"] == "copied")
    assert program.heard[-1] == {"t": "copied", "done": False, "safe": False}


def test_file_is_downloaded_under_its_name(pages, page_of, tmp_path):
    page = page_of()
    program = Program(page, pages)
    with page.page.expect_download() as begun:
        program.send({"t": "download", "name": "audiogames-scopa-it.txt", "text": "più\f"})
    assert begun.value.suggested_filename == "audiogames-scopa-it.txt"
    begun.value.save_as(tmp_path / "file.txt")
    assert (tmp_path / "file.txt").read_text("utf-8") == "più\f"
