"""The key that is held down in the window, and when it counts again.

pygame's own repeats are not used: they arrive as presses, all at once after a busy stretch of the
program, and some after the key was let go.
"""

from __future__ import annotations

import math
from typing import Final

from audiogames.shell.keys import KeyEvent, Press

REPEAT_AFTER: Final = 0.4
REPEAT_EVERY: Final = 0.06
"""Seconds that a key is held before it counts again, and between its repeats."""


class HeldKey:
    """The key that was pressed last, while it is down; the time is given with each call."""

    def __init__(self) -> None:
        self._event: KeyEvent | None = None
        self._press: Press | None = None
        self._due = math.inf

    @property
    def is_command(self) -> bool:
        """Whether what is held was no text when it was pressed: it writes nothing either."""
        return self._press is not None

    def hold(self, event: KeyEvent, press: Press | None, now: float) -> None:
        """A key went down; `press` is None where it writes text, which the system repeats."""
        self._event, self._press = event, press
        self._due = math.inf if press is None else now + REPEAT_AFTER

    def release(self, event: KeyEvent) -> None:
        """A key went up: if it is the held one, it does not repeat any more."""
        if self._event is not None and _is_same(self._event, event):
            self.let_go()

    def let_go(self) -> None:
        """No key is held: the window has lost the focus."""
        self._event = self._press = None
        self._due = math.inf

    def seconds_left(self, now: float) -> float:
        """How long it is until the next repeat."""
        return max(0.0, self._due - now)

    def repeat(self, now: float) -> Press | None:
        """Return the press that is due again; one only, however long the program was busy."""
        if now < self._due:
            return None
        self._due = now + REPEAT_EVERY
        return self._press


def _is_same(one: KeyEvent, other: KeyEvent) -> bool:
    """Return whether these are events of one key: a layout may change while it is down."""
    scancode = getattr(one, "scancode", 0)
    return one.key == other.key or (scancode != 0 and scancode == getattr(other, "scancode", 0))
