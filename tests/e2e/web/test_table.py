"""Tests of the table drawn on the page: captures, turns, and moving cards."""

import pytest

from tests.kit.programs.browser import DESK, PHONE
from tests.kit.programs.feed import Program, card

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

SEEN = 2_000
"""Milliseconds for which a capture is shown."""

MOVES = """
window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const held = this.closest("[data-card], #hand li");
  moves.push(held?.dataset.card ?? held?.dataset.is ?? this.className);
  return animate.apply(this, how);
};
"""
"""Notes what moves: the card, or "flying" for one that has left the table."""

SEATS = [
    {"number": 0, "name": "Tu", "is_own": True},
    {"number": 1, "name": "Ada", "pile": 4, "across": 2, "deals": True},
]
BEFORE = {
    "title": "Scopa",
    "screen": 1,
    "cards": [card("2", "h", focused=True), card("3", "h")],
    "table": {
        "seats": SEATS,
        "laid": [{"seat": None, "card": card("7", "s")}, {"seat": None, "card": card("4", "s")}],
    },
}
TAKER = {"seat": 1, "card": card("7", "h"), "takes": True}
TAKEN = [{"seat": None, "card": card("7", suit), "takes": True} for suit in "hs"]


def after(**taken):
    """Return a frame after Ada has taken a seven with another seven."""
    laid = [BEFORE["table"]["laid"][1], TAKER]
    taken = {"seat": 1, "laid": TAKEN, "number": 1, **taken}
    return {**BEFORE, "table": {"seats": SEATS, "laid": laid, "taken": taken}}


def middle(program, selector=".lying"):
    return program.page.page.locator(f"#laid {selector}").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    )


def moves(program):
    return program.page.page.evaluate("moves.splice(0)")


@pytest.fixture
def table(pages, page_of):
    """Return a fake program whose page shows a table on a phone.

    The page's clock is stopped; `passes` advances it.
    """
    page = page_of(PHONE)
    page.page.add_init_script(MOVES)
    program = Program(page, pages, stopped=True)
    program.draws(**BEFORE)
    return program


def test_taken_cards_are_shown_for_two_seconds_and_on_request(table):
    table.draws(**after())
    assert middle(table) == ["4s", "7h", "7s"]
    assert middle(table, ".takes:not([aria-hidden])") == [], "readers find what lies there"
    table.passes(SEEN)
    assert middle(table) == ["4s"], "nothing stays marked until the next card"
    table.draws(**after(asked=1))
    assert middle(table, ".taken") == ["7h", "7s"]
    table.passes(SEEN)
    table.draws(title="Azioni", screen=2, rows=[{"text": "Ultima presa", "focused": True}])
    table.draws(**after(asked=2))
    assert middle(table, ".taken") == ["7h", "7s"], "asked for from the list of actions"
    table.passes(SEEN)
    assert middle(table, ".taken") == []


def test_undoing_a_capture_does_not_show_the_previous_capture_again(table):
    table.draws(**after(number=5))
    table.draws(**after(number=3))
    assert middle(table) == ["4s"]


def test_page_scrolls_to_the_last_capture_when_the_player_asks_for_it(table):
    page = table.page.page
    table.say(*(f"È successa la cosa {number}." for number in range(30)))
    table.passes(60_000)
    table.draws(**after())
    page.evaluate("scrollTo(0, 600)")
    assert page.locator("#felt").bounding_box()["y"] < 0
    table.draws(**after(asked=1))
    assert page.locator("#felt").bounding_box()["y"] >= 0


def test_table_on_a_newly_opened_screen_does_not_show_its_last_capture(table):
    table.draws(**{**after(), "screen": 2})
    assert middle(table) == ["4s"]


def test_last_trick_is_drawn_on_request_while_screen_readers_read_the_current_trick(table):
    trick = [
        {"seat": 0, "card": card("2", "s")},
        {"seat": 1, "card": card("9", "s"), "takes": True},
    ]
    now = {"seats": SEATS, "laid": [{"seat": 1, "card": card("5", "s")}]}
    table.draws(**{**BEFORE, "table": now})
    table.draws(**{**BEFORE, "table": {**now, "taken": {"seat": 1, "laid": trick, "asked": 1}}})
    assert middle(table, ".taken") == ["2s", "9s"]
    assert middle(table, ".lying:not([aria-hidden])") == ["5s"]
    table.passes(SEEN)
    assert middle(table) == ["5s"]


def test_played_captured_and_dealt_cards_move_across_the_table(table):
    moves(table)
    table.draws(**after())
    assert moves(table) == ["7h"], "from the seat of who played it"
    table.passes(SEEN)
    assert moves(table) == ["flying", "flying"]
    dealt = [*BEFORE["cards"], card("9", "h")]
    table.draws(**{**after(), "cards": dealt})
    assert moves(table) == ["9h"]
    own = [{"seat": 0, "card": card("2", "h")}]
    table.draws(**{**BEFORE, "cards": dealt[1:], "table": {"seats": SEATS, "laid": own}})
    assert "2h" in moves(table), "from the hand"


def test_moving_cards_keep_the_focus_and_can_be_pressed_at_once(table):
    page = table.page.page
    page.locator("#hand button").nth(1).focus()
    table.draws(**{**BEFORE, "cards": [*BEFORE["cards"], card("9", "h")]})
    assert moves(table) == ["9h"]
    assert table.page.focused() == "3 di cuori"
    assert page.locator("#hand button").last.evaluate(
        """(one) => { const { left, top, width, height } = one.getBoundingClientRect();
             return document.elementFromPoint(left + width / 2, top + height / 2) === one; }"""
    )


@pytest.mark.parametrize("who", ["program", "browser"])
def test_cards_are_not_animated_if_motion_is_off(table, who):
    if who == "browser":
        table.page.page.emulate_media(reduced_motion="reduce")
    else:
        look = {"theme": "dark", "scale": 100, "voice": "reader", "lang": "it"}
        table.send({"t": "settings", **look, "motion": False, "words": {}})
    moves(table)
    table.draws(**after())
    assert middle(table, ".taken") == ["7h", "7s"]
    table.passes(SEEN)
    assert moves(table) == []


def test_captured_pile_beside_a_seat_has_one_crosswise_card_for_each_scopa(table):
    piles = table.page.page.locator("#seats .seat").evaluate_all(
        "all => all.map((one) => one.querySelectorAll('.pile .across').length)"
    )
    assert sorted(piles) == [0, 2]


@pytest.mark.parametrize("device", [PHONE, DESK])
def test_page_shows_buttons_above_the_points_after_a_match(pages, page_of, device):
    program = Program(page_of(device), pages)
    cells = [[[str(place), ""] for place in range(30)]] * 4
    names = ["Tu", "Ada", "Bruno", "Carla"]
    heads = [f"Smazzata {place}" for place in range(30)]
    sheet = {"heads": heads, "names": names, "cells": cells}
    result = {"title": "Vinci tu", "lines": ["Tu 11", "Ada 9"], "places": [1, 2], "sheet": sheet}
    buttons = [{"text": "Ancora", "key": "enter"}, {"text": "Menu", "key": "escape"}]
    program.draws(**{**BEFORE, "buttons": buttons, "table": {"seats": SEATS, "result": result}})
    page = program.page.page
    bottom = page.locator("#buttons").evaluate("(one) => one.getBoundingClientRect().bottom")
    assert bottom < page.viewport_size["height"]
    assert bottom < page.locator("#points").bounding_box()["y"]
