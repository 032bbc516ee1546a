"""The page where the line is silent, where nothing may be kept, and where others change it too."""

import signal

import pytest

from audiogames.shell.browser.clock import Silence
from tests.kit.programs.browser import DESK
from tests.kit.programs.feed import WORDS, Program, card
from tests.kit.programs.guests import guests

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

QUIET, DEAD = 4, 8

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


def test_silent_connection_is_given_up_and_presses_still_get_an_answer(pages, page_of):
    still = Program(page_of(), pages, stopped=True, silence={"quiet": QUIET, "dead": DEAD})
    still.send({"t": "alive", "now": 60.0})  # the silence begins here
    still.draws()
    still.passes(1000 * QUIET)
    still.waits_until_heard(lambda message: message == {"t": "alive"})
    still.page.press("a")
    still.waits_until_heard(lambda message: message.get("key") == "a")
    sent = next(message for message in still.heard if message.get("key") == "a")
    assert sent["at"] == pytest.approx(60 + QUIET, abs=1)
    still.passes(1000 * (DEAD - QUIET))
    still.passes(APART)
    still.page.press("b")
    still.passes(2 * APART)
    assert still.page.texts() == [WORDS["lost"]] * 2
    assert all(message.get("key") != "b" for message in still.heard)


APART = 250
"""Milliseconds between two announcements."""

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
"""What the translators of Chromium and Edge do to a page."""


def test_page_still_works_while_a_translator_changes_it(program):
    program.draws(cards=HAND, sheet=SHEET, questions=TURN)
    program.page.evaluate(TRANSLATE)
    program.draws(cards=HAND[1:], sheet=SHEET | {"heads": ["Eva", "Ada"]}, questions=TURN)
    assert program.page.names("#hand button") == ["3 di cuori"]
    assert program.page.page.locator("#sheet th").all_text_contents()[:2] == ["EVA", "Ada"]
    program.page.page.get_by_role("button", name="3 di cuori").click()
    program.waits_until_heard(lambda message: message["t"] == "click")
    assert program.heard[-1] == {"t": "click", "number": 3}
    assert not any(message["t"] == "fault" for message in program.heard)


def test_only_a_browser_in_another_language_may_translate_the_page(pages, page_of):
    for locale, translate in (("it-IT", "no"), ("fr-FR", "yes")):
        program = Program(page_of(DESK | {"locale": locale}), pages)
        assert program.page.page.locator("html").get_attribute("translate") == translate


def test_failed_page_part_is_reported_and_the_others_are_drawn(program):
    program.draws(cards=HAND, questions=TURN)
    program.page.evaluate("document.getElementById('sheet').remove()")
    program.draws(cards=HAND[1:], sheet=SHEET, questions=[*TURN, {"text": "totale", "key": "p"}])
    assert program.page.names("#hand button") == ["3 di cuori"]
    assert program.page.names("#buttons button") == ["turno", "totale"]
    program.waits_until_heard(lambda message: message["t"] == "fault")
    (fault,) = [message for message in program.heard if message["t"] == "fault"]
    assert fault["part"] == "sheet"
    assert "TypeError" in fault["why"]


def test_damaged_page_part_is_drawn_again(program):
    program.draws(cards=HAND)
    program.page.evaluate("document.querySelector('#hand li').replaceChildren()")
    program.draws(cards=HAND, status="Anew.")
    assert program.page.names("#hand button") == ["2 di cuori", "3 di cuori"]


def test_presses_while_the_program_is_stopped_are_dropped(page_of, tmp_path):
    processes = []
    with guests(tmp_path, silence=Silence(1, 2), stopped=processes) as address:
        page = page_of()
        page.open(address)
        for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Inizia la partita"):
            page.page.get_by_role("button", name=name).first.click()
        page.page.wait_for_function("() => document.querySelector('#hand .ready')")
        page.listen()
        before = page.names("#hand button")
        page.focus_table()
        processes[0].send_signal(signal.SIGSTOP)
        try:
            page.press("Enter", "Home", "Enter")
            page.page.locator("#line").wait_for()
            assert page.page.locator("#line p").inner_text() == "Connessione persa, riprovo."
            page.press("Enter")
        finally:
            processes[0].send_signal(signal.SIGCONT)
        page.page.locator("#line").wait_for(state="hidden")
        page.page.wait_for_function(
            "() => placed.some((one) => one.text.includes('non è stato eseguito'))"
        )
        page.listen()
        assert page.names("#hand button") == before
        assert sum("non è stato eseguito" in text for text in page.texts()) == 1
