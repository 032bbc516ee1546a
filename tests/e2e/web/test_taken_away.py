"""Tests of a browser that ends the bots' worker, deletes the storage or changes the clock."""

import re

import pytest

from tests.e2e.web.test_kept_by_browser import FORGE, KEPT, hand, wait_until_heard, wait_until_kept
from tests.kit.programs.browser import DESK, PHONE
from tests.kit.programs.side_by_side import short_table
from tests.kit.waiting import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

TURN = 45
"""Seconds of a turn: enough on a slow machine, and too few to be announced in minutes."""

SEED = 7
"""With this seed the first card of the hand has one value, so playing it asks no question."""

MOVE_CLOCK = "hours => { const now = Date.now; Date.now = () => now() + 3_600_000 * hours; }"

LOCKS = "async () => (await navigator.locks.query()).held.map(({ name }) => name)"


def begin(page, address):
    """Start a match of Novantanove against one bot, and wait for the player's turn."""
    page.open(address)
    for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Inizia la partita"):
        page.tap(name)
    page.page.locator("#hand .ready").first.wait_for()


def workers(page, name):
    """Return the page's workers that run this script."""
    return [one for one in page.page.workers if one.url.endswith(name)]


def test_match_continues_when_the_browser_ends_the_bots_worker(room, page_of):
    page = page_of(PHONE)
    page.keep()
    begin(page, room)
    wait_until(lambda: workers(page, "bots.js"), "the bots' worker starting")
    (killed,) = workers(page, "bots.js")
    wait_until(lambda: page.evaluate(LOCKS), "the bots' worker being watched")
    killed.evaluate("setTimeout(() => close(), 0)")
    turns = sum("Tocca a te" in text for text in page.told())
    page.play_on(lambda: sum("Tocca a te" in text for text in page.told()) > turns)
    assert killed not in workers(page, "bots.js")


def test_deleted_storage_is_written_again_and_announced_once(room, page_of):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    begin(page, room)
    wait_until_kept(page, "match ", "settings")
    devtools = page.page.context.new_cdp_session(page.page)
    origin = page.evaluate("location.origin")
    for _ in range(2):
        page.evaluate(FORGE, {"lost": ""})
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
        wait_until(lambda: "lost" not in page.evaluate(KEPT), "the storage being deleted")
        wait_until_kept(page, "match ", "settings")
        wait_until_heard(page, "aveva cancellato")  # announced only the first time
    assert sum("aveva cancellato" in text for text in page.told()) == 1
    cards = hand(page)
    page.open(room)
    page.page.get_by_role("button", name="Riprendi").first.tap()
    assert hand(page) == cards


def test_changes_of_clock_and_time_zone_do_not_change_the_time_of_a_turn(room, page_of):
    page = page_of(DESK)
    table = short_table("novantanove", "easy")
    table["favourites"][0]["limit"] = TURN
    page.keep(**table)
    page.open(f"{room}?seed={SEED}")
    for title in ("Menu principale", "Tavolo", "Novantanove"):
        page.press("Enter")
        page.wait_for_title(title)
    page.page.locator("#hand .ready").first.wait_for()
    devtools = page.page.context.new_cdp_session(page.page)
    before = seconds_left(page)
    for hours, zone in ((26, "Asia/Tokyo"), (-60, "America/Los_Angeles")):
        devtools.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        for one in (page.page, *page.page.workers):
            one.evaluate(MOVE_CLOCK, hours)
        after = seconds_left(page)
        assert before - TURN / 2 < after <= before
    page.press("Home", "Enter")
    page.page.wait_for_function("() => told.some((text) => text.includes('Pesca, spazio.'))")


def seconds_left(page):
    """Return the time left in the player's turn, as the program announces it."""
    told = len(page.told())
    page.listen()
    page.press("Shift+T")
    page.page.wait_for_function("told => window.told.length > told", arg=told)
    return int(re.search(r"\d+", page.told()[-1])[0])
