"""Tests of the page with an unresponsive program, a browser's translator, or damaged parts."""

import pytest

from tests.kit.programs.browser import DESK
from tests.kit.programs.feed import Program, card

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

QUIET, DEAD = 10_000, 40_000
"""Milliseconds of silence before the page asks, and before it considers the program dead."""

APART = 250
"""Milliseconds between two announcements."""

HAND = [card("2", "h", click=2), card("3", "h", click=3)]
SHEET = {
    "heads": ["Eva", "Ugo"],
    "names": ["Carte"],
    "cells": [[["7", "1"], ["4", ""]]],
    "focus": [0, 0],
}
TURN = [{"text": "turno", "key": "t"}]


@pytest.fixture
def program(pages, page_of):
    return Program(page_of(), pages)


def test_unresponsive_program_is_announced_with_a_restart_button(pages, page_of):
    still = Program(page_of(), pages, stopped=True)
    still.page.evaluate("answers = false")
    still.draws()
    still.passes(QUIET)
    still.waits_until_heard(lambda message: message == {"t": "alive"})
    assert still.page.texts() == []
    still.passes(DEAD)
    still.passes(APART)
    still.page.press("b")
    still.passes(2 * APART)
    assert [text.startswith("Il programma si è fermato.") for text in still.page.texts()] == [
        True
    ] * 2
    assert still.page.page.locator("#retry").is_visible()


TRANSLATE = """
() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
  for (const text of found) {
    const outer = document.createElement("font"), inner = document.createElement("font");
    text.replaceWith(outer);
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
  }
}
"""
"""Changes a page as the translators of Chromium and Edge do."""


def test_page_works_while_a_browser_translator_changes_its_text(program):
    program.draws(cards=HAND, sheet=SHEET, questions=TURN)
    program.page.evaluate(TRANSLATE)
    program.draws(cards=HAND[1:], sheet=SHEET | {"heads": ["Eva", "Ada"]}, questions=TURN)
    assert program.page.names("#hand button") == ["3 di cuori"]
    assert program.page.page.locator("#sheet th").all_text_contents()[:2] == ["EVA", "Ada"]
    program.page.page.get_by_role("button", name="3 di cuori").click()
    program.waits_until_heard(lambda message: message["t"] == "click")
    assert program.heard[-1] == {"t": "click", "number": 3}
    assert not any(message["t"] == "fault" for message in program.heard)


def test_page_may_be_translated_only_if_the_program_lacks_the_browsers_language(pages, page_of):
    for locale, translate in (("it-IT", "no"), ("fr-FR", "no"), ("pl-PL", "yes")):
        program = Program(page_of(DESK | {"locale": locale}), pages)
        assert program.page.page.locator("html").get_attribute("translate") == translate


def test_part_of_the_page_that_cannot_be_drawn_is_reported_and_the_others_are_drawn(program):
    program.draws(cards=HAND, questions=TURN)
    program.page.evaluate("document.getElementById('sheet').remove()")
    program.draws(cards=HAND[1:], sheet=SHEET, questions=[*TURN, {"text": "totale", "key": "p"}])
    assert program.page.names("#hand button") == ["3 di cuori"]
    assert program.page.names("#buttons button") == ["turno", "totale"]
    program.waits_until_heard(lambda message: message["t"] == "fault")
    (fault,) = [message for message in program.heard if message["t"] == "fault"]
    assert fault["part"] == "sheet"
    assert "TypeError" in fault["why"]


def test_page_restores_parts_that_other_software_has_changed(program):
    program.draws(cards=HAND)
    program.page.evaluate("document.querySelector('#hand li').replaceChildren()")
    program.draws(cards=HAND, status="Anew.")
    assert program.page.names("#hand button") == ["2 di cuori", "3 di cuori"]
