"""Tests of the page without a server on a narrow phone, and of a whole match in Firefox."""

import time

import pytest

from tests.kit.programs import gecko
from tests.kit.programs.browser import PHONE
from tests.kit.programs.whole_match import STATE, ByButtons, just_begun
from tests.kit.waiting import require

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
SECONDS = 420


def left(game_id):
    """Return the stored log of an unfinished short match."""
    return {"match short": just_begun(game_id)}


def play_to_the_end(page, seconds=SECONDS):
    """Press available buttons until the match is over."""
    way, end, last = ByButtons(page, None), time.monotonic() + seconds, None
    while time.monotonic() < end:
        state = page.evaluate(STATE)
        if state["over"]:
            return
        if state["ready"] and state["deed"] == last:
            state["deed"] = None  # a ticked box could be unticked and ticked for ever
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


def test_narrow_phone_has_no_axe_violations_and_no_sideways_scrolling(host, page_of):
    page = page_of(NARROW)
    page.open(host.address)
    finds_nothing(page, "the menu")
    page.keep(left("wist"))
    page.open(host.address)
    page.tap_what_is_there("#rows button")
    page.page.locator("#hand .card").first.wait_for()
    finds_nothing(page, "the table")


def test_match_is_played_to_its_end_in_firefox(host):
    require(gecko.reason_missing())
    with gecko.firefox() as page:
        page.keep(left("briscola"))
        page.open(host.address)
        page.click_shown("#rows button")
        play_to_the_end(page)
