"""Tests of a real browser's storage: reloads, restarts, full storage and forged data."""

import pytest

from tests.kit.programs.browser import PHONE, Page
from tests.kit.waiting import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

NO_STORAGE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"

FULL = """() => {
IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""

FORGE = """values => new Promise((done, failed) => {
  const request = indexedDB.open("audiogames", 1);
  request.onerror = failed;
  request.onsuccess = () => {
    const work = request.result.transaction("kept", "readwrite");
    for (const [name, value] of Object.entries(values)) {
      work.objectStore("kept").put(value, name);
    }
    work.oncomplete = () => { request.result.close(); done(); };
    work.onabort = failed;
  };
})"""

FORGED = {
    "settings": '{"language": "it", "scale": "huge", "pace": 5, "rate": 900}',
    "statistics": "[" * 60_000,
    "places": "<script>alert(1)</script>",
    "match 1": "x" * 300_000,
    "match 9": "x" * 500_000,
    "match 2": '{"game": "wist"}\n' * 2000,
    "journal 1": "x" * 30_000,
    "journal 2": "eJw=",
    "match <img src=x onerror=alert(1)>": "[]",
    "more": 7,
}

KEPT = """() => new Promise((done) => {
  const request = indexedDB.open("audiogames", 1);
  request.onupgradeneeded = () => request.transaction.abort(); // nothing is there
  request.onerror = (event) => { event.preventDefault(); done([]); };
  request.onsuccess = () => {
    const asked = request.result.transaction("kept").objectStore("kept").getAllKeys();
    asked.onsuccess = () => { request.result.close(); done(asked.result); };
  };
})"""

KEEPER = """async () => {
  const { Keeper } = await import("./keep.js");
  let tell;
  const keeper = new Keeper((message) => tell(message));
  window.sent = (message) => new Promise((written) => { tell = written; keeper.keep(message); });
}"""

VALUE = """() => new Promise((done, failed) => {
  const request = indexedDB.open("audiogames", 1);
  request.onerror = failed;
  request.onsuccess = () => {
    const asked = request.result.transaction("kept").objectStore("kept").get("match a");
    asked.onsuccess = () => { request.result.close(); done(asked.result); };
  };
})"""


def sit_down(page):
    """Start a match of Wist with three bots, and wait until the player must bid."""
    for name in ("Gioca", "Wist", *["Aggiungi un bot"] * 3, "Inizia la partita"):
        page.tap(name)
    wait_for_bid(page)


def hand(page):
    """Return the names of the cards in the hand."""
    page.page.locator("#hand .card").first.wait_for()
    return page.page.locator("#hand .card").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)"
    )


def another_tab(page):
    """Open a second tab of the same browser, and close the first one; return the new page."""
    other = Page(page.page.context.new_page())
    page.page.close()
    return other


def wait_for_bid(page):
    """Wait until the player must bid."""
    page.page.get_by_role("button", name="13", exact=True).wait_for()


def wait_until_heard(page, words):
    page.page.wait_for_function(
        "words => placed.some((node) => node.text.includes(words))", arg=words
    )


def wait_until_kept(page, *starts):
    """Wait until the browser has stored an entry for each of these texts.

    The name of the entry must begin with the text.
    """

    def is_kept():
        names = page.evaluate(KEPT)
        return all(any(name.startswith(start) for name in names) for start in starts)

    wait_until(is_kept, f"{starts} being kept")


def test_bidding_resumes_after_a_reload_and_a_restart(page_of, room):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    sit_down(page)
    cards = hand(page)
    wait_until_kept(page, "match ", "settings")
    page = another_tab(page)
    page.open(room)
    wait_until_heard(page, "Riprendi, Wist")
    page.press("Enter")
    wait_for_bid(page)
    assert hand(page) == cards


def test_match_saved_in_two_tabs_keeps_the_later_write(pages, page_of):
    first = page_of()
    first.page.goto(pages)
    second = Page(first.page.context.new_page())
    second.page.goto(pages)
    tabs = (first.page, second.page)
    for tab in tabs:
        tab.evaluate(KEEPER)
    for number, more in ((1, False), (2, True)):
        for tab, text in zip(tabs, ("first", "second"), strict=True):
            tab.evaluate("message => sent(message)", keep(number, f"{text} {number}\n", more=more))
    assert first.page.evaluate(VALUE) == "second 1\nsecond 2\n"
    assert second.errors == []


def keep(number, text, *, more):
    return {"n": number, "name": "match a", "text": text, "more": more}


def test_browser_without_storage_is_announced_and_play_continues(page_of, room):
    page = page_of(PHONE)
    page.page.add_init_script(NO_STORAGE)
    page.open(room)
    wait_until_heard(page, "Questo browser non conserva niente")
    for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Inizia la partita"):
        page.tap(name)
    hand(page)
    wait_until_heard(page, "non si può salvare")
    assert sum("non conserva" in text for text in page.texts()) == 1


def test_full_storage_is_announced_and_play_continues(page_of, room):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    page.evaluate(FULL)
    sit_down(page)
    wait_until_heard(page, "non si può salvare")
    assert sum("non si può salvare" in text for text in page.texts()) == 1


def test_forged_stored_values_are_refused_with_a_message_and_valid_values_kept(page_of, room):
    page = page_of(PHONE)
    page.keep()
    page.open(room)
    sit_down(page)
    wait_until_kept(page, "match ", "settings")
    page.page.evaluate(FORGE, FORGED)
    page = another_tab(page)
    page.open(room)
    wait_until_heard(page, "Alcune opzioni non si leggono, scale")
    wait_until_heard(page, "Riprendi, Wist")
    page.press("Enter")
    wait_for_bid(page)
