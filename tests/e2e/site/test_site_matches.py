"""The page with no server on a narrow phone, and a whole match of it in Firefox."""

import time

import pytest

from tests.e2e.web.test_what_a_guest_keeps import FORGE
from tests.kit.programs import gecko
from tests.kit.programs.browser import PHONE
from tests.kit.programs.whole_match import STATE, ByButtons, lay_out
from tests.kit.waiting import require

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
SECONDS = 420
SETTINGS = '{"language": "it", "pace": 5, "thought": 0, "rate": 900, "welcomed": true}'


def left(tmp_path, game_id):
    """What a browser keeps of a short match that was left."""
    home = tmp_path / game_id
    home.mkdir()
    lay_out(home, game_id)
    return {"match 1": (home / "matches/short.jsonl").read_text("utf-8"), "settings": SETTINGS}


def play_to_the_end(page):
    """Press what can be pressed, until the match is over."""
    way, end, last = ByButtons(page, None), time.monotonic() + SECONDS, None
    while time.monotonic() < end:
        state = page.evaluate(STATE)
        if state["over"]:
            return
        if state["ready"] and state["deed"] == last:
            state["deed"] = None  # a box that is ticked can be ticked off again, for ever
        if state["deed"] or state["row"] or state["ready"]:
            way.take_turn(state)
            last = state["deed"]
        page.pause(300)
    raise AssertionError(f"the match has come to a stand: {page.placed()[-5:]}")


def finds_nothing(page, where):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page.page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, where


def test_narrow_phone_has_no_axe_violations_and_no_sideways_scrolling(host, page_of, tmp_path):
    page = page_of(NARROW)
    page.open(host.address)
    finds_nothing(page, "the menu")
    page.evaluate(FORGE, left(tmp_path, "wist"))
    page.open(host.address)
    page.tap_what_is_there("#rows button")
    page.page.locator("#hand .card").first.wait_for()
    finds_nothing(page, "the table")


def test_match_is_played_to_its_end_in_firefox(host, tmp_path):
    require(gecko.reason_missing())
    with gecko.firefox() as page:
        page.open(host.address)
        page.evaluate(FORGE, left(tmp_path, "briscola"))
        page.open(host.address)
        page.click_shown("#rows button")
        play_to_the_end(page)
