"""Repeats a held key in the window.

pygame's own repeats are not used.  They look like presses, they arrive all at once after the
program was busy, and some arrive after the key was released.
"""

from __future__ import annotations

import math
from typing import Final

from audiogames.shell.keys import KeyEvent, Press

REPEAT_AFTER: Final = 0.4
REPEAT_EVERY: Final = 0.06
"""Seconds until a held key's first repeat, and between repeats."""


class HeldKey:
    """The key that was pressed last, while it is held down; determines when it repeats."""

    def __init__(self) -> None:
        self._event: KeyEvent | None = None
        self._press: Press | None = None
        self._due = math.inf

    @property
    def is_command(self) -> bool:
        """Whether the held key was pressed as a command, so that it types no text."""
        return self._press is not None

    def hold(self, event: KeyEvent, press: Press | None, now: float) -> None:
        """Handle a pressed key; `press` is None if the key types text, which the system repeats."""
        self._event, self._press = event, press
        self._due = math.inf if press is None else now + REPEAT_AFTER

    def release(self, event: KeyEvent) -> None:
        """Handle a released key; if it is the held key, stop repeating."""
        if self._event is not None and _is_same(self._event, event):
            self.let_go()

    def let_go(self) -> None:
        """Forget the held key, because the window has lost the focus."""
        self._event = self._press = None
        self._due = math.inf

    def seconds_left(self, now: float) -> float:
        """Return the seconds until the next repeat."""
        return max(0.0, self._due - now)

    def repeat(self, now: float) -> Press | None:
        """Return the held key if a repeat is due: only one repeat, even after a long delay."""
        if now < self._due:
            return None
        self._due = now + REPEAT_EVERY
        return self._press


def _is_same(one: KeyEvent, other: KeyEvent) -> bool:
    """Return whether two events are of the same key; its character may change while it is held."""
    scancode = getattr(one, "scancode", 0)
    return one.key == other.key or (scancode != 0 and scancode == getattr(other, "scancode", 0))
