"""What of a session's settings and matches its browser still has to be sent.

A browser says what it has written.  Until then a change is not safe: with a line all that was on
its way may be lost, so to a new line it is sent again, whole.
"""

from __future__ import annotations

from collections.abc import Callable

from audiogames.shell.web.messages import DropValue, KeepValue


class Mirror:
    """The changes of named texts.  `text_of` gives what one is now; None where it is gone."""

    def __init__(self, text_of: Callable[[str], str | None]) -> None:
        self.is_there = True
        """Whether the browser keeps anything at all."""
        self.is_full = False
        """Whether it could not write what it was sent last."""
        self._text_of = text_of
        self._number = 0
        self._whole: set[str] = set()
        """To be sent from the beginning."""
        self._grown: dict[str, str] = {}
        """What is to be sent after what the page of this line has already."""
        self._at_page: set[str] = set()
        self._sent: dict[str, int] = {}
        """Not known to be written, with the number of the last message."""

    @property
    def works(self) -> bool:
        """Whether what changes is kept beyond this session."""
        return self.is_there and not self.is_full

    def changed(self, name: str) -> None:
        """It is another text now, or gone."""
        self._grown.pop(name, None)
        self._whole.add(name)

    def grown(self, name: str, text: str) -> None:
        """It goes on with this text."""
        if name in self._at_page and name not in self._whole:
            self._grown[name] = self._grown.get(name, "") + text
        else:
            self._whole.add(name)

    def messages(self) -> list[KeepValue | DropValue]:
        """What the page is to be sent now, each change once."""
        if not self.is_there:
            return []
        grown = [self._message(name, text, more=True) for name, text in self._grown.items()]
        whole = [self._message(name, self._text_of(name)) for name in sorted(self._whole)]
        self._grown.clear()
        self._whole.clear()
        return [*grown, *whole]

    def written(self, number: int, *, done: bool) -> None:
        """The browser has written all up to this message, or could not."""
        self._sent = {name: sent for name, sent in self._sent.items() if sent > number}
        self.is_full = not done

    def start_again(self) -> None:
        """Another line, perhaps another page: it has nothing of what was sent before."""
        self._whole |= self._sent.keys() | self._grown.keys()
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
