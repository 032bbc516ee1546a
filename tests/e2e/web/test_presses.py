"""Tests that a press acts on the control touched first, even if the picture changes."""

import pytest

from tests.kit.programs.browser import DESK, PHONE
from tests.kit.programs.feed import Program, card

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


class Mouse:
    """Presses a control of the page with the mouse."""

    device = DESK

    def __init__(self, page):
        self.page = page

    def down(self, x, y):
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def up(self):
        self.page.mouse.up()


class Finger:
    """A finger that presses a control on the touch screen."""

    device = PHONE

    def __init__(self, page):
        self.line = page.context.new_cdp_session(page)

    def down(self, x, y):
        self._touch("touchStart", {"x": x, "y": y})

    def up(self):
        self._touch("touchEnd")

    def _touch(self, kind, *points):
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


@pytest.fixture(params=[Mouse, Finger])
def held(request, pages, page_of):
    """Yield a fake program, and a button press that lasts while the program sends frames."""
    program = Program(page_of(request.param.device), pages)
    hand = request.param(program.page.page)

    def press(name="", lying="", **frame):
        page = program.page.page
        target = page.locator(lying) if lying else page.get_by_role("button", name=name)
        box = target.bounding_box()
        hand.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        program.draws(**frame)
        hand.up()
        program.waits_until_heard(lambda message: message["t"] == "click")
        program.page.press("x")  # comes after all other results of the touch
        program.waits_until_heard(lambda message: message == {"t": "key", "key": "x"})
        return [one["number"] for one in program.heard if one["t"] == "click"]

    program.press = press
    return program


def rows(*texts, first=1):
    """Return rows of a list with these texts, numbered from `first` on."""
    return [
        {"text": text, "focused": not place, "click": first + place}
        for place, text in enumerate(texts)
    ]


def test_press_on_a_row_is_sent_although_another_screen_replaces_the_list(held):
    held.draws(title="A", rows=rows("Gioca.", "Esci."))
    assert held.press("Esci.", title="B", rows=rows("Wist.", "Novantanove.", first=3)) == [2]


def test_press_on_a_row_is_sent_although_the_row_disappears(held):
    held.draws(title="A", rows=rows("Pesca.", "Passo."))
    table = {"seats": [{"number": 0, "name": "Eva", "is_own": True}]}
    assert held.press("Passo.", title="B", cards=[card("2", "h", click=3)], table=table) == [2]


def test_row_whose_text_changes_while_it_is_pressed_sends_its_earlier_id(held):
    held.draws(title="A", rows=rows("Gettoni, 9."))
    held.page.page.get_by_role("button", name="Gettoni, 9.").focus()
    held.draws(title="B", rows=rows("Gettoni, 9.", first=2))
    row = held.page.page.locator("#rows button").element_handle()
    pressed = held.press("Gettoni, 9.", title="B", rows=rows("Gettoni, 8.", first=3))
    assert row.inner_text() == "Gettoni, 8."
    assert held.page.focused() == "Gettoni, 8."
    assert pressed == [2]


def test_press_on_a_card_is_sent_although_the_card_moves(held):
    held.draws(title="A", cards=[card("2", "h", click=1), card("3", "h", click=2)])
    assert held.press("3 di cuori", title="A", cards=[card("3", "h", click=2)]) == [2]


def test_press_sends_the_id_that_the_button_had_when_the_press_began(held):
    held.draws(title="A", buttons=[{"text": "Pesca", "key": "space", "click": 1}])
    now = {"text": "Vai avanti", "key": "space", "click": 2}
    assert held.press("Pesca", title="A", buttons=[now]) == [1]


def test_press_on_a_played_card_is_sent_although_the_card_is_removed(held):
    seats = [{"number": 0, "name": "Eva", "is_own": True}]
    table = {"seats": seats, "laid": [{"seat": 0, "card": card("2", "h", click=1)}]}
    held.draws(title="A", table=table)
    assert held.press(lying=".lying", title="A", table={"seats": seats}) == [1]
