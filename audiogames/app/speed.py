"""Stores the reading speed with the current speech output, and schedules new tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.speed import SpeedTest
from audiogames.present.announcer import ONSET

if TYPE_CHECKING:
    from audiogames.app.context import Context

FASTEST: Final = 900
SLOWEST: Final = 80
"""Measurements outside these limits, in words a minute, are ignored."""

REACTION: Final = 0.25
"""Seconds from the end of a sentence to the key."""


def measured(words: int, seconds: float, before: int) -> int:
    """Return the reading speed in words a minute, from the number of words and the time they took.

    If the time is too short or too long for any reader, return `before`.
    """
    spoken = seconds - ONSET - REACTION
    if not 60 * words / FASTEST <= spoken <= 60 * words / SLOWEST:
        return before
    return round(60 * words / spoken)


class ReadingSpeed:
    """Measures the player's reading speed, and measures again after a change of speech output."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._is_due = False

    def begin(self) -> None:
        """Schedule a new speed test if the saved speed was measured with another speech output."""
        known = self._context.settings.rate_of
        self._is_due = bool(known) and known != self._context.voice.name

    def output_changed(self) -> None:
        """Schedule a new speed test unless the saved speed was measured with the new output."""
        self._is_due = self._context.settings.rate_of != self._context.voice.name

    def measure(self, words: int, seconds: float) -> int:
        """Save and return the reading speed that a test has measured."""
        context, self._is_due = self._context, False
        rate = measured(words, seconds, context.settings.rate)
        context.change_settings(replace(context.settings, rate=rate, rate_of=context.voice.name))
        return rate

    @property
    def asks_at(self) -> float | None:
        """When to open the speed test; None if no test is needed, or if it would disturb now.

        Only the main menu may be interrupted.  An output that reports the end of its speech needs
        no measurement.
        """
        context, top = self._context, self._context.top
        if not self._is_due or context.announcer.announces_end:
            return None
        if top is None or not top.may_be_interrupted:
            return None
        return context.announcer.ends()

    def tick(self, now: float) -> None:
        """Open the speed test if it is due."""
        at = self.asks_at
        if at is not None and now >= at:
            self._is_due = False
            self._context.push(SpeedTest(self._context))
