"""What of a session's settings and matches its browser still has to be sent.

A browser says what it has written.  Until then a change is not safe: with a line all that was on
its way may be lost, so to a new line it is sent again, whole.
"""

from __future__ import annotations

from collections.abc import Callable

from audiogames.shell.web.messages import DropAsides, DropValue, KeepValue, PutAside


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
        self._aside: dict[str, int] = {}
        """What is to be put aside and is not known to be, with the number of the last message."""
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

    def put_aside(self, name: str) -> None:
        """Have the browser keep what it has under this name where nothing reads it."""
        self._aside[name] = 0
        self._whole.add(name)

    def forget_asides(self) -> None:
        """Have the browser forget all that was put aside."""
        self._aside = {"": 0}

    def messages(self) -> list[KeepValue | DropValue | PutAside | DropAsides]:
        """What the page is to be sent now, each change once."""
        if not self.is_there:
            return []
        aside = [self._aside_message(name) for name, sent in self._aside.items() if not sent]
        grown = [self._message(name, text, more=True) for name, text in self._grown.items()]
        whole = [self._message(name, self._text_of(name)) for name in sorted(self._whole)]
        self._grown.clear()
        self._whole.clear()
        return [*aside, *grown, *whole]

    def written(self, number: int, *, done: bool) -> None:
        """The browser has written all up to this message, or could not."""
        self._sent = {name: sent for name, sent in self._sent.items() if sent > number}
        self._aside = {name: sent for name, sent in self._aside.items() if not 0 < sent <= number}
        self.is_full = not done

    def start_again(self) -> None:
        """Another line, perhaps another page: it has nothing of what was sent before."""
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
