"""Presses random keys on the page, served by `audiogames web`, in a headless browser."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from audiogames.app.keys.bindings import BROWSERS_KEEP
from tests.kit.programs.browser import DESK, Page, chromium
from tests.kit.programs.host import StaticHost, build_site
from tests.monkey.keys import page_name
from tests.monkey.shells import HELD, SETTINGS, Act, Program

TO_A_TABLE: Final = ("enter", "enter", "b", "enter")
"""From the main menu to the first turn of a match."""

KEPT: Final = BROWSERS_KEEP | {"tab", "shift+tab", "ctrl"}

SEND: Final = """(event) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...event }))"""

PASTE: Final = """(text) => { const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(
    new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData })); }"""

LETTERS: Final = {"KeyH": "р", "KeyI": "ш", "KeyV": "м", "KeyA": "ф", "KeyF": "φ", "KeyR": "ρ"}  # noqa: RUF001 - Russian and Greek
PAD: Final = ("Add", "Subtract", "Multiply", "Divide", "Decimal", "Enter", *"0123456789")


class OnPage(Program):
    """The program on a page in a browser; key presses go to the page's table."""

    name = "page"
    where = "f7"
    """A key that lowers the voice.  Browsers keep F5, and a text field keeps all but the F-keys."""

    @classmethod
    def can_send(cls, key: str) -> bool:
        """Return True if the browser passes this key to the page."""
        return key not in KEPT and page_name(key) is not None

    def press(self, key: str) -> None:
        """Press a key in the browser."""
        self._keyboard.press(page_name(key))

    def may_be_silent(self, key: str, *, again: bool) -> bool:
        """Return True if this key needs no answer, for example in a text field.

        The browser itself handles text fields.
        """
        return self._is_in_text or super().may_be_silent(key, again=again)

    @property
    def _is_in_text(self) -> bool:
        return bool(self._page.focused() == "text")

    def act(self, rng: Random) -> Act | None:
        """Return a random input, such as a held key or a paste, or None in a text field."""
        if self._is_in_text:
            return None
        kind = rng.choice(("pad", "num lock", "held", "layout", "paste"))
        if kind == "held":
            key = rng.choice(HELD)
            return Act(f"{key} held", lambda: self._hold(page_name(key)))
        if kind == "layout":
            code, letter = rng.choice(tuple(LETTERS.items()))
            event: dict[str, object] = {"code": code, "key": letter}
        elif kind == "num lock":
            digit = rng.randrange(10)
            event = {"code": f"Numpad{digit}", "key": str(digit), "modifierNumLock": True}
        elif kind == "paste":
            return Act(kind, lambda: self._page.evaluate(PASTE, "y\n1\n"), most_moves=0)
        else:
            key = f"Numpad{rng.choice(PAD)}"
            return Act(key, lambda: self._keyboard.press(key))
        return Act(f"{kind} {event}", lambda: self._page.evaluate(SEND, event))

    def code(self) -> int | None:
        """Return 0 if the page shows that the session has ended, otherwise None."""
        return 0 if self._page.page.locator("#table").is_hidden() else None

    def _hold(self, key: str | None) -> None:
        for _ in range(6):
            self._keyboard.down(key)
        self._keyboard.up(key)

    def _start(self, arguments: Sequence[str], environ: dict[str, str]) -> None:
        del arguments, environ  # the kit has one
        enter = self._stack.enter_context
        build_site(self.home / "cards")
        host = enter(StaticHost(self.home / "cards"))
        browser = enter(chromium())
        self._page: Any = Page(browser.new_context(**DESK).new_page())
        self._page.keep(language=self._lang, **SETTINGS)
        self._page.open(host.address)
        self._page.focus_table()
        self._keyboard: Any = self._page.page.keyboard
        for key in TO_A_TABLE:
            before = self.size
            self.press(key)
            self.answers(before)
