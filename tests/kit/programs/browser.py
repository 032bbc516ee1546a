"""Controls the web page in Debian's chromium by Playwright, and records its announcements."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from contextlib import contextmanager
from types import MappingProxyType

CHROMIUM = "/usr/bin/chromium"

PHONE = {
    "service_workers": "block",
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "it-IT",
}
DESK = {
    "service_workers": "block",
    "viewport": {"width": 1280, "height": 800},
    "locale": "it-IT",
}

OBSERVER = """
window.placed = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        const spans = [...node.querySelectorAll("[lang]")];
        const parts = spans.map((one) => [one.lang, one.textContent]);
        placed.push({ at: performance.now(), text: node.textContent, parts });
      }
    }
  }).observe(document.getElementById("live"), { childList: true });
});
"""
"""Notes every node that is added to the live region, and when."""

TOLD = """
window.told = [];
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const message = typeof data === "string" ? JSON.parse(data) : {};
      if (message.t === "say" && message.spoken) told.push(message.text);
    });
  }
};
"""
"""Notes every announcement that the program sends to a screen reader."""

KEEP = """
((values) => {
  const request = indexedDB.open("audiogames", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("kept");
  request.onsuccess = () => {
    const work = request.result.transaction("kept", "readwrite");
    for (const [name, text] of Object.entries(values)) {
      work.objectStore("kept").add(text, name).onerror = (event) => {
        event.preventDefault(); // it is there, and newer
        event.stopPropagation();
      };
    }
    work.oncomplete = () => request.result.close();
  };
})(%s);
"""
"""Puts texts into the browser's storage before the page reads it, unless it holds some already."""

USUAL = {"language": "it", "pace": 5, "thought": 0, "rate": 900, "braille": "off"}
"""Settings of players in a hurry."""

PATIENCE = 60_000
"""Milliseconds to wait for results that should come soon, long because the machine may be busy."""

TRY = 2_000
"""Milliseconds for an attempt to use an element that may be gone by then."""

CAN_BE_PRESSED = ("#rows button", "#buttons .deed", "#hand .ready")
"""Buttons that continue a match, in the order in which they are tried."""

READY = f"() => document.querySelector('{', '.join(CAN_BE_PRESSED)}, #result:not([hidden])')"

MOST_PRESSES = 300
"""The number of presses after which a match is stuck; some are answered by news and have no effect.
"""

REPEATED = re.compile(r"^(Di nuovo|Ancora( una volta)?|Again|Once more): ")
"""The text that is put before a sentence that repeats the last one."""


def reason_missing():
    """Return why no browser can be controlled on this machine, or None."""
    names = [name for name in ("playwright", "axe_playwright_python") if not _has(name)]
    if not shutil.which("chromium"):
        names.append("chromium")
    return f"not installed: {', '.join(names)}" if names else None


def _has(module):
    return importlib.util.find_spec(module) is not None


@contextmanager
def chromium(desktop=None):
    """Run a browser and yield it; with an environment `desktop`, its window is on that screen."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM,
            headless=desktop is None,
            env=desktop,
            args=["--no-sandbox", *(["--force-renderer-accessibility"] if desktop else [])],
        )
        try:
            yield browser
        finally:
            browser.close()


class Page:
    """A page in the browser, with methods to press its buttons and read its announcements."""

    def __init__(self, page):
        self.page = page
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)
        page.add_init_script(OBSERVER)
        page.add_init_script(TOLD)
        page.set_default_timeout(PATIENCE)

    def _note(self, message):
        if message.type == "error":
            self.errors.append(message.text)

    def keep(self, values=MappingProxyType({}), **settings):
        """Store these texts, and settings for fast play, in the browser before the page loads."""
        texts = {"settings": json.dumps({**USUAL, **settings}), **values}
        self.page.add_init_script(KEEP % json.dumps(texts))

    def told(self):
        """Return the announcements that the program has sent since the page was loaded."""
        return self.page.evaluate("told")

    def open(self, address):
        """Load the page, and wait for the first screen."""
        self.page.goto(address)
        self.page.locator("#bar button").first.wait_for()

    @property
    def title(self):
        return self.page.locator("#title").inner_text()

    def wait_for_title(self, words):
        self.page.wait_for_function(
            "words => document.getElementById('title').textContent.startsWith(words)", arg=words
        )

    def tap(self, name):
        """Tap the button with this name, as a finger or a screen reader does."""
        self.page.get_by_role("button", name=name, exact=True).first.tap()

    def tap_what_is_there(self, *selectors):
        """Tap the first of these buttons that can be pressed; return False if none can.

        The match continues meanwhile, so a button may disappear before it is tapped.
        """
        from playwright.sync_api import Error

        for selector in selectors:
            one = self.page.locator(selector).first
            try:
                if one.is_visible():
                    one.tap(timeout=TRY)
                    return True
            except Error:
                continue
        return False

    def play_on(self, is_enough=None):
        """Tap the buttons that advance the match, until there is a result or `is_enough` is true.

        A card with several ways to play it is played in the first way.
        """
        is_enough = is_enough or self.page.locator("#result").is_visible
        for _ in range(MOST_PRESSES):
            self.page.wait_for_function(READY)
            if is_enough():
                return
            told = len(self.placed())
            if self.tap_what_is_there(*CAN_BE_PRESSED):
                self.listen(told)
        raise AssertionError("the match has come to a stand")

    def evaluate(self, script, arg=None):
        return self.page.evaluate(script, arg)

    def pause(self, milliseconds):
        """Let the page and the test's request handlers run for this time."""
        self.page.wait_for_timeout(milliseconds)

    def play_short_match(self):
        """Play a match of Novantanove with one token each, from the main menu to the end."""
        for name in ("Gioca", "Novantanove", "Aggiungi un bot", "Opzioni del tavolo", "Gettoni, 9"):
            self.tap(name)
        for left in range(8, 0, -1):
            self.tap("Valore precedente")
            self.page.get_by_role("button", name=f"Gettoni, {left}").wait_for()
        self.tap("Indietro")
        self.tap("Inizia la partita")
        self.page.locator("#hand .card").first.wait_for()
        self.play_on()
        title = self.page.locator("#result h2").inner_text()
        assert title.startswith(("Vinc", "Hai vinto", "Vince"))

    def focus_table(self):
        """Move the focus into the page, to the table."""
        self.page.mouse.click(1, 1)
        self.page.locator("#table").focus()

    def click_shown(self, selector, place=0):
        """Click the visible element number `place` among those that match the selector.

        The timeout is short, in case the element disappears.
        """
        shown = self.page.locator(selector).locator("visible=true")
        shown.nth(place).click(timeout=TRY)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def listen(self, more_than=0):
        """Wait for more than this many announcements, and until the last was shown long enough.

        A player who presses a key earlier hears the news again, and the key does nothing.
        """
        self.page.wait_for_function(
            "told => placed.length > told && performance.now() - placed.at(-1).at > 600",
            arg=more_than,
        )

    def placed(self):
        """Return the announcements added to the live region since the page was loaded."""
        return self.page.evaluate("placed")

    def texts(self):
        """Return the texts of `placed()`, without the words that mark repeated texts."""
        return [REPEATED.sub("", node["text"]) for node in self.placed()]

    def names(self, selector):
        """Return the accessible names of all elements that match the selector."""
        return self.page.locator(selector).evaluate_all(
            "found => found.map((one) => one.getAttribute('aria-label') ?? one.textContent)"
        )

    def shown(self):
        """Return name, size and position of every visible button and field."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll("button, input")]
                 .filter((one) => one.getClientRects().length)
                 .map((one) => {
                   const { width, height, left, right } = one.getBoundingClientRect();
                   const name = one.getAttribute("aria-label") ?? one.textContent;
                   return { name, width, height, left, right };
                 })"""
        )

    def focused(self):
        """Return the id or the name of the focused element."""
        return self.page.evaluate(
            """() => { const one = document.activeElement;
                 return one.id || one.getAttribute("aria-label") || one.textContent; }"""
        )
