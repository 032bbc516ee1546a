"""Tests of the page on a phone, by touch only: scrolling, order of buttons, and screens."""

import pytest

from tests.kit.programs.browser import PHONE, Page
from tests.kit.programs.feed import Program, card

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def program(pages, page_of):
    return Program(page_of(PHONE), pages)


def rows(count, focus=0, **more):
    return [
        {"text": f"Voce {place}", "focused": place == focus, **(more if place == focus else {})}
        for place in range(count)
    ]


TABLE = {
    "title": "Scopa",
    "screen": 1,
    "cards": [card("2", "h", focused=True, click=1), card("3", "h", click=2)],
    "table": {"seats": [{"number": 0, "name": "Eva", "is_own": True}], "turn": "Tocca a te."},
    "questions": [{"text": "Punteggio", "key": "s"}],
}


def scrolled(program):
    return program.page.page.evaluate("scrollY")


def is_seen(program, selector):
    return program.page.page.evaluate(
        """selector => {
             const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
             return top >= 0 && bottom <= innerHeight; }""",
        selector,
    )


def test_new_screen_starts_at_its_heading_and_keeps_its_position_on_return(program):
    program.say(*(f"È successa la cosa {number}." for number in range(30)))
    program.waits_until_placed(30)
    program.draws(**TABLE)
    page = program.page.page
    page.evaluate("scrollTo(0, 40)")
    page.locator("#bar button").last.tap()
    program.draws(title="Azioni", screen=2, rows=rows(30))
    assert scrolled(program) == 0
    assert is_seen(program, "#title")
    assert program.page.focused() == "Voce 0"
    page.locator("#bar button").first.tap()  # at the far end
    assert scrolled(program) > 900
    program.draws(**TABLE)
    assert scrolled(program) == 40
    assert is_seen(program, "#hand .card")
    assert program.page.focused() == "Tasti", "what was pressed has the focus again"


def test_question_at_the_table_is_scrolled_into_view_when_a_list_above_it_closes(program):
    asked = {**TABLE, "cards": [card("2", "h")] * 13, "rows": rows(14), "screen": 4}
    program.draws(**asked)
    program.page.page.locator("#bar button").last.tap()
    program.draws(title="Azioni", screen=5, rows=rows(30))
    program.page.page.locator("#top").tap()
    program.draws(**asked)
    assert is_seen(program, "#rows .focused")


def test_new_screen_scrolls_to_its_focused_row(program):
    program.draws(title="Regole", screen=1, is_text=True, rows=rows(60, focus=50))
    assert is_seen(program, "#prose .focused")


def test_buttons_that_change_an_option_are_directly_below_it(program):
    buttons = [
        {"text": "Valore precedente", "key": "left", "click": 1},
        {"text": "Valore seguente", "key": "right", "click": 2},
    ]
    program.draws(title="Opzioni", screen=1, rows=rows(35, 0, has_buttons=True), buttons=buttons)
    page = program.page.page
    page.get_by_role("button", name="Voce 27", exact=True).tap()
    at = page.get_by_role("button", name="Voce 27", exact=True).bounding_box()["y"]
    program.draws(title="Opzioni", screen=1, rows=rows(35, 27, has_buttons=True), buttons=buttons)
    row = page.get_by_role("button", name="Voce 27", exact=True).bounding_box()
    assert row["y"] == pytest.approx(at, abs=2), "it stays under the finger"
    values = [page.get_by_role("button", name=one["text"]) for one in buttons]
    assert [one.count() for one in values] == [1, 1]
    for one in values:
        assert 0 < one.bounding_box()["y"] - row["y"] < 100
    names = [one["name"] for one in program.page.shown()]
    place = names.index("Voce 27")
    assert names[place + 1 : place + 4] == ["Valore precedente", "Valore seguente", "Voce 28"]
    values[1].tap()
    program.waits_until_heard(lambda message: message == {"t": "click", "number": 2})


def test_text_screen_has_headings_and_paragraphs(program):
    lines = [
        {"text": "Scopa", "heading": 1, "focused": True},
        {"text": "Lo scopo", "heading": 2},
        {"text": "Si prendono le carte.", "click": 3},
    ]
    program.draws(title="Regole di Scopa", screen=3, is_text=True, rows=lines)
    page = program.page.page
    found = page.locator("#prose > *").evaluate_all(
        "all => all.map((one) => [one.tagName, one.textContent])"
    )
    assert found == [["H2", "Scopa"], ["H3", "Lo scopo"], ["P", "Si prendono le carte."]]
    assert page.locator("#prose button").count() == 0
    page.locator("#prose p").tap()
    program.waits_until_heard(lambda message: message == {"t": "click", "number": 3})


def test_page_shows_the_result_as_a_ranking_with_a_table_of_points(program):
    sheet = {
        "heads": ["Carte", "Scope", "Napola"],
        "names": ["Tu", "Ada"],
        "cells": [[["21", ""], ["1", ""], ["", ""]], [["19", ""], ["", ""], ["", ""]]],
    }
    result = {
        "title": "Vinci tu",
        "lines": ["Tu 11", "Ada 11", "Bruno 7"],
        "places": [1, 1, 3],
        "sheet": sheet,
    }
    program.draws(**{**TABLE, "table": {**TABLE["table"], "result": result}})
    page = program.page.page
    items = page.locator("#result ol > li")
    assert items.evaluate_all("all => all.map((one) => one.value)") == [1, 1, 3]
    assert page.locator("#points tr").evaluate_all(
        "all => all.map((line) => [...line.children].map((cell) => cell.textContent))"
    ) == [["", "Tu", "Ada"], ["Carte", "21", "19"], ["Scope", "1", "–"]]


def test_seats_are_listed_in_order_of_play_with_the_players_own_last(program):
    seats = [{"number": number, "name": f"Posto {number}"} for number in (0, 1, 2)]
    seats[0]["is_own"] = True
    program.draws(**{**TABLE, "table": {"seats": seats, "order": [2, 1, 0]}})
    names = program.page.page.locator("#seats .name").all_inner_texts()
    assert [name.strip() for name in names] == ["Posto 2", "Posto 1", "Posto 0"]


def test_blanked_page_is_black_but_its_buttons_still_work(program):
    program.draws(**TABLE, is_blank=True)
    page = program.page.page
    assert page.get_by_role("button", name="2 di cuori").count() == 1
    page.get_by_role("button", name="2 di cuori").tap()
    program.waits_until_heard(lambda message: message == {"t": "click", "number": 1})
    before = page.screenshot()
    program.draws(title="B", screen=2, rows=rows(5), is_blank=True)
    assert page.screenshot() == before, "nothing is to be seen of what changes"
    program.draws(title="B", screen=2, rows=rows(5))
    assert page.screenshot() != before


def test_list_of_table_actions_is_opened_and_closed_by_touch(room, page_of):
    page: Page = page_of(PHONE)
    page.keep()
    page.open(room)
    page.tap("Gioca")
    page.wait_for_title("Gioca")
    page.tap("Scopa")
    page.wait_for_title("Tavolo")
    page.tap("Aggiungi un bot")
    page.tap("Inizia la partita")
    page.page.locator("#hand .card").first.wait_for()
    page.tap("Azioni")
    page.wait_for_title("Azioni")
    assert len(page.names("#rows > li > button")) < 32
    assert page.names("#rows > li > button")[0] == "Un consiglio"
    page.page.locator("#bar button").first.tap()
    page.wait_for_title("Scopa")
    assert page.page.locator("#hand .card").first.bounding_box()["y"] < 844
    assert page.evaluate("scrollY") < 400, "and not in the history"
