"""Unsent changes of a session's settings and matches, which its browser stores.

A browser reports what it has written.  Until then a change is not safe: a lost connection may lose
everything on its way, so on a new one it is sent again, whole.
"""

from __future__ import annotations

from collections.abc import Callable

from audiogames.shell.web.messages import DropAsides, DropValue, KeepValue, PutAside


class Mirror:
    """Changes of named texts.  `text_of` returns the current text; None if deleted."""

    def __init__(self, text_of: Callable[[str], str | None]) -> None:
        self.is_there = True
        """Whether the browser can store anything at all."""
        self.is_full = False
        """Whether its last write failed."""
        self._text_of = text_of
        self._number = 0
        self._whole: set[str] = set()
        """Texts to send from the beginning."""
        self._grown: dict[str, str] = {}
        """Text to append to what the current page has."""
        self._aside: dict[str, int] = {}
        """Names to set aside, with the number of the unconfirmed message."""
        self._at_page: set[str] = set()
        self._sent: dict[str, int] = {}
        """Unconfirmed changes, with the number of the last message."""

    @property
    def works(self) -> bool:
        """Whether changes are kept beyond this session."""
        return self.is_there and not self.is_full

    def changed(self, name: str) -> None:
        """A text was replaced or deleted."""
        self._grown.pop(name, None)
        self._whole.add(name)

    def grown(self, name: str, text: str) -> None:
        """A text was extended."""
        if name in self._at_page and name not in self._whole:
            self._grown[name] = self._grown.get(name, "") + text
        else:
            self._whole.add(name)

    def put_aside(self, name: str) -> None:
        """Let the browser set aside what it has under this name."""
        self._aside[name] = 0
        self._whole.add(name)

    def forget_asides(self) -> None:
        """Let the browser delete all that was set aside."""
        self._aside = {"": 0}

    def messages(self) -> list[KeepValue | DropValue | PutAside | DropAsides]:
        """Return the messages for the page, each change once."""
        if not self.is_there:
            return []
        aside = [self._aside_message(name) for name, sent in self._aside.items() if not sent]
        grown = [self._message(name, text, more=True) for name, text in self._grown.items()]
        whole = [self._message(name, self._text_of(name)) for name in sorted(self._whole)]
        self._grown.clear()
        self._whole.clear()
        return [*aside, *grown, *whole]

    def written(self, number: int, *, done: bool) -> None:
        """The browser has written everything up to this message, or could not."""
        self._sent = {name: sent for name, sent in self._sent.items() if sent > number}
        self._aside = {name: sent for name, sent in self._aside.items() if not 0 < sent <= number}
        self.is_full = not done

    def start_again(self) -> None:
        """Resend on a new connection, whose page has nothing that was sent before."""
        self._whole |= self._sent.keys() | self._grown.keys()
        self._aside = dict.fromkeys(self._aside, 0)
        self._sent.clear()
        self._grown.clear()
        self._at_page.clear()

    def _message(self, name: str, text: str | None, *, more: bool = False) -> KeepValue | DropValue:
        self._number += 1
        self._sent[name] = self._number
        if text is None:
            self._at_page.discard(name)
            return DropValue(self._number, name)
        self._at_page.add(name)
        return KeepValue(self._number, name, text, more)

    def _aside_message(self, name: str) -> PutAside | DropAsides:
        self._number += 1
        self._aside[name] = self._number
        return PutAside(self._number, name) if name else DropAsides(self._number)
