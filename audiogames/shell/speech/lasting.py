"""Waits, before a program ends, until its own voice has spoken a line.

Screen readers and daemons finish a text after the program has ended; a voice of this process, the
built-in one or SAPI's, would be cut off.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from audiogames.shell.speech.base import OwnVoice

ONSET: Final = 2.0
"""Seconds that a voice may take to start."""

POLL: Final = 0.05


def wait_until_spoken(
    speaker: OwnVoice,
    longest: float,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Wait for a voice of this process to start and, for at most `longest` seconds, to finish."""
    for wanted, seconds in ((True, ONSET), (False, longest)):
        end = clock() + seconds
        while clock() < end:
            speaks = speaker.is_speaking()
            if speaks is None:
                return
            if speaks is wanted:
                break
            sleep(POLL)
