"""A clock that leaves out the time in which the computer slept, or the program was stopped.

A turn with a limit would else be over when a computer wakes: the clocks of Windows go on meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

LONGEST: Final = 5.0
"""Seconds from one look to the next; a host looks every three (`REFRESH_SECONDS`) or sooner."""


class AwakeClock:
    """Seconds that the program was awake, after any clock that does not go back."""

    def __init__(self, real: Callable[[], float] = time.monotonic) -> None:
        self._real = real
        self._last = real()
        self._asleep = 0.0

    def __call__(self) -> float:
        """Now.  Of a longer gap since the last look only `LONGEST` counts."""
        now = self._real()
        self._asleep += max(0.0, now - self._last - LONGEST)
        self._last = now
        return now - self._asleep
