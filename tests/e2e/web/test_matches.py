"""Tests of matches on the page, in which every announcement must appear once and in order."""

import re

import pytest

from audiogames.core.registry import game
from audiogames.table.seats import BOT, Player
from tests.contract.walk import Plan, Walk
from tests.kit.programs.browser import MOST_PRESSES, PHONE, READY
from tests.kit.waiting import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

FINGER = 44
"""The least size in CSS pixels of everything that can be pressed."""

LOADING = re.compile(r"^Audiogames si sta caricando|^\d+ per cento\.$")
"""The text of the page before the program has announced anything."""


def all_is_told(page):
    """Check that every announcement of the program was added to the live region, in order."""

    seen = {}

    def agree():
        texts = [text for text in page.texts() if not LOADING.search(text)]
        seen["page"], seen["program"] = texts, page.told()
        return " ".join(seen["page"]) == " ".join(seen["program"])

    try:
        wait_until(agree, "all told")
    finally:
        assert " ".join(seen["page"]) == " ".join(seen["program"])


def test_novantanove_match_is_played_by_touch(room, page_of):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    page.play_short_match()
    all_is_told(page)


def late(game_id, plan, left):
    """Return a random match as stored in the browser, without its last `left` moves."""
    walk = Walk(game(game_id), plan).to_end()
    names = ("Eva", "Ada", "Bruno", "Carla")[: plan.seats]
    players = [Player(names[0]), *(Player(name, BOT, "easy") for name in names[1:])]
    walk.log.header.players[:] = [player.written() for player in players]
    del walk.log.entries[-left:]
    return {"match late": walk.log.text()}


@pytest.fixture
def late_in_wist():
    """Return a stored match of Wist before the last three tricks."""
    return late("wist", Plan(4, {}, (7, 3, 11, 5, 2), 600), 12)


@pytest.fixture
def late_in_scopa():
    """Return a stored match of Scopa to one point, with three cards left in each hand."""
    return late("scopa", Plan(2, {"points": 1}, (7, 3, 11, 5, 2), 600), 6)


@pytest.fixture
def late_in_briscola():
    """Return a stored match of Briscola in pairs, before partners see each other's hands."""
    options = {"deals": 1, "signals": True}
    return late("briscola", Plan(4, options, (0,), 600), 28)


def test_wist_match_is_finished_by_keys(late_in_wist, room, page_of):
    page = page_of()
    page.keep(late_in_wist)
    page.open(room)
    assert page.focused() == "table"
    page.press("Enter")
    page.wait_for_title("Wist")
    for left in (3, 2, 1):
        page.page.wait_for_function(
            f"() => document.querySelectorAll('#hand .ready').length"
            f" && document.querySelectorAll('#hand .card').length === {left}"
        )
        for _ in range(MOST_PRESSES):
            page.listen()
            if page.page.locator("#hand .card").count() < left:
                break
            told = len(page.placed())
            page.press("ArrowRight", "Enter")
            page.listen(told)
    page.page.locator("#result").wait_for()
    assert page.focused() == "table"
    all_is_told(page)


def test_scopa_match_is_finished_by_touch(late_in_scopa, room, page_of):
    page = page_of(PHONE)
    page.keep(late_in_scopa)
    page.open(room)
    page.tap_what_is_there("#rows button")
    page.play_on()
    all_is_told(page)
    assert page.texts()[-1].endswith("Ancora o menu.")


def test_briscola_pairs_match_with_a_signal_is_finished_by_keys(late_in_briscola, room, page_of):
    page = page_of()
    page.keep(late_in_briscola)
    page.open(room)
    page.press("Enter")
    page.wait_for_title("Briscola")
    keys = {"#rows button": ["Enter"], "#buttons [data-is='deed f']": ["f"]}
    for _ in range(MOST_PRESSES):
        page.page.wait_for_function(READY)
        if page.page.locator("#result").is_visible():
            break
        told = len(page.placed())
        there = (one for one in keys if page.page.locator(one).first.is_visible())
        page.press(*keys.get(next(there, ""), ["ArrowRight", "Enter"]))
        page.listen(told)
    all_is_told(page)
    told = " ".join(page.texts())
    assert "Segno al compagno." in told
    assert "Bruno ha " in told  # the partner's hand, once the stock is used up


def test_reloaded_page_resumes_the_match(late_in_wist, room, page_of):
    page = page_of()
    page.keep(late_in_wist)
    page.open(room)
    page.press("Enter")
    page.wait_for_title("Wist")
    page.page.locator("#hand .card").first.wait_for()
    hand = page.names("#hand .card")
    assert len(hand) == 3
    page.page.reload()
    page.page.wait_for_function("() => placed.some(({ text }) => text.includes('Riprendi, Wist'))")
    page.press("Enter")
    page.wait_for_title("Wist")
    page.page.locator("#hand .card").first.wait_for()
    assert page.names("#hand .card") == hand
    assert "#" not in page.page.url


def test_every_control_of_the_page_can_be_tapped_on_every_size_of_phone(room, page_of):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    for name in ("Gioca", "Wist", *["Aggiungi un bot"] * 3, "Inizia la partita"):
        page.tap(name)
    page.page.locator("#hand .card").first.wait_for()
    for width, height in ((390, 844), (844, 390), (320, 568)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        for one in page.shown():
            assert min(one["width"], one["height"]) >= FINGER, one
            assert one["left"] >= 0, one
            assert one["right"] <= width, one


def test_text_can_be_typed_into_a_page_field(room, page_of):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    for name in ("Tavoli in rete", "Nome, niente"):
        page.tap(name)
    page.page.locator("#text").fill("Evaa")
    page.page.locator("#text").press("Backspace")
    page.tap("Invia")
    page.page.get_by_role("button", name="Nome, Eva").wait_for()
