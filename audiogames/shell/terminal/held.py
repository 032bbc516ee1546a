"""Distinguishes presses from repeats of a held key in a terminal, which sends equal bytes for both.

A held key is sent again after a quarter to two thirds of a second, and then every 30 to 40 ms.
Nobody presses a key that fast.  So:

1. A key within 40 ms of the same key is a repeat, and so are those that follow within 100 ms.

2. The same key after 40 ms and within 0.7 s may be the first repeat.  It is held back for 50 ms: if
it is sent again in this time, both are repeats; if not, it was a press.

3. Keys that move the focus are passed on immediately, since their repeats act like presses.

4. Text is not examined, except for the letter that has opened the text field.

Slower repeats, such as those of the Linux console, are not recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from audiogames.shell.host import Host
from audiogames.shell.keys import QUIT, Press

REPEATS_WITHIN: Final = 0.04
"""Greatest interval in seconds between two repeats."""

GOES_ON_WITHIN: Final = 0.1
"""The greatest interval for a key known to be held, since program or connection may be busy."""

FIRST_WITHIN: Final = 0.7
"""Greatest time in seconds until the first repeat."""

WAITS: Final = 0.05
"""Seconds for which a possible first repeat is held back, until a second one confirms it."""

MOVING: Final = frozenset(
    {"up", "down", "left", "right", "pageup", "pagedown", "backspace", "delete"}
)


@dataclass(frozen=True)
class Counted:
    """A key, and whether it was pressed or is the automatic repeat of a held key."""

    press: Press
    is_repeat: bool = False


class HeldInTerminal:
    """Sorts a terminal's keys into presses and repeats, by the time of each key."""

    def __init__(self) -> None:
        self._last: Press | None = None
        """The last key, unless it was text."""
        self._last_at = 0.0
        self._is_held = False
        self._waiting = False
        """Whether a second press of the last key is held back."""

    @property
    def deadline(self) -> float | None:
        """The time at which `flush` must be called; None if no key is held back."""
        return self._last_at + WAITS if self._waiting else None

    def feed(self, press: Press, now: float, *, is_text: bool) -> list[Counted]:
        """Handle a key; return all keys that are now known to be presses or repeats."""
        if press != self._last:
            found = self._settle()
            self._last, self._last_at = (None if is_text else press), now
            self._is_held = False
            return [*found, Counted(press)]
        gap, self._last_at = now - self._last_at, now
        if gap <= (GOES_ON_WITHIN if self._is_held else REPEATS_WITHIN):
            repeats = 2 if self._waiting else 1  # the key that was held back is a repeat too
            self._is_held, self._waiting = True, False
            return [Counted(press, is_repeat=True)] * repeats
        self._is_held = False
        if gap <= FIRST_WITHIN and press.key.rpartition("+")[2] not in MOVING:
            found, self._waiting = self._settle(), True
            return found
        if is_text:
            self._last = None
        return [Counted(press)]

    def flush(self, now: float) -> list[Counted]:
        """Return the key that was held back, as a press, if its waiting time is over."""
        deadline = self.deadline
        return [] if deadline is None or now < deadline else self._settle()

    def _settle(self) -> list[Counted]:
        """Return a list with the key that is held back, as a press; empty if none is held back."""
        if not self._waiting or self._last is None:
            return []
        self._waiting = False
        return [Counted(self._last)]


def take(counted: Counted, host: Host) -> None:
    """Pass a key to the app: its text if a text field has the focus, otherwise its name."""
    press = counted.press
    if press.key == QUIT:
        host.leave()
    elif not (press.text and host.wants_text):
        host.key(press.key, is_repeat=counted.is_repeat, origin=press.origin)
    elif not counted.is_repeat:
        host.type_text(press.text)
