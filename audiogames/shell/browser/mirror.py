"""Collects the changes of a session's settings and matches that must be sent to its browser.

The browser stores them, and reports whether it could.
"""

from __future__ import annotations

from collections.abc import Callable

from audiogames.shell.browser.messages import DropAsides, DropValue, KeepValue, PutAside


class Mirror:
    """Collects changes of named texts that were not sent to the browser yet.

    `text_of` returns the current text of a name, or None if the text was deleted.
    """

    def __init__(self, text_of: Callable[[str], str | None]) -> None:
        self.is_there = True
        """Whether the browser can store anything at all."""
        self.is_full = False
        """Whether its last write failed."""
        self._text_of = text_of
        self._number = 0
        self._whole: set[str] = set()
        """Names of texts that must be sent as a whole."""
        self._grown: dict[str, str] = {}
        """By name, the text to append to what the page has."""
        self._aside: list[str] = []
        """Names to set aside; an empty one stands for deleting all that was set aside."""
        self._at_page: set[str] = set()

    @property
    def works(self) -> bool:
        """Whether the browser can store data and its last write has succeeded."""
        return self.is_there and not self.is_full

    def changed(self, name: str) -> None:
        """Record that a text was replaced or deleted."""
        self._grown.pop(name, None)
        self._whole.add(name)

    def grown(self, name: str, text: str) -> None:
        """Record that a text was extended by `text`."""
        if name in self._at_page and name not in self._whole:
            self._grown[name] = self._grown.get(name, "") + text
        else:
            self._whole.add(name)

    def put_aside(self, name: str) -> None:
        """Have the browser set aside the stored text with this name."""
        self._aside.append(name)
        self._whole.add(name)

    def forget_asides(self) -> None:
        """Have the browser delete all values that it has set aside."""
        self._aside = [""]

    def messages(self) -> list[KeepValue | DropValue | PutAside | DropAsides]:
        """Return the messages with all unsent changes, and forget these changes."""
        if not self.is_there:
            return []
        aside = [self._aside_message(name) for name in self._aside]
        grown = [self._message(name, text, more=True) for name, text in self._grown.items()]
        whole = [self._message(name, self._text_of(name)) for name in sorted(self._whole)]
        self._aside.clear()
        self._grown.clear()
        self._whole.clear()
        return [*aside, *grown, *whole]

    def written(self, *, done: bool) -> None:
        """Record whether the browser could write everything that was sent."""
        self.is_full = not done

    def _message(self, name: str, text: str | None, *, more: bool = False) -> KeepValue | DropValue:
        """Return the message for a changed text; None means that the text was deleted.

        With `more`, `text` is appended to the stored text.
        """
        self._number += 1
        if text is None:
            self._at_page.discard(name)
            return DropValue(self._number, name)
        self._at_page.add(name)
        return KeepValue(self._number, name, text, more)

    def _aside_message(self, name: str) -> PutAside | DropAsides:
        """Return the message that makes the browser set aside the value with this name.

        If `name` is empty, return the message that deletes all values that were set aside.
        """
        self._number += 1
        return PutAside(self._number, name) if name else DropAsides(self._number)
