"""A clock that does not run while the computer sleeps or the program is suspended.

Without it the time of a turn could be over when a computer wakes: the clocks of Windows also count
the time asleep.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

LONGEST: Final = 5.0
"""The longest gap in seconds that counts; a host reads at least every three (`REFRESH_SECONDS`)."""


class AwakeClock:
    """Counts the seconds during which the program was awake, based on any monotonic clock."""

    def __init__(self, real: Callable[[], float] = time.monotonic) -> None:
        self._real = real
        self._last = real()
        self._asleep = 0.0

    def __call__(self) -> float:
        """Return the time in seconds.

        A gap of more than `LONGEST` between two readings counts as `LONGEST`: the computer was
        asleep.
        """
        now = self._real()
        self._asleep += max(0.0, now - self._last - LONGEST)
        self._last = now
        return now - self._asleep
