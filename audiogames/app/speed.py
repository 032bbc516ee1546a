"""The speed of the player's reader, measured by one key, once for each output."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.speed import SpeedTest
from audiogames.present.announcer import ONSET

if TYPE_CHECKING:
    from audiogames.app.context import Context

FASTEST: Final = 900
SLOWEST: Final = 80
"""Words a minute outside which a measurement is ignored."""

REACTION: Final = 0.25
"""Seconds from the end of a sentence to the key."""


def measured(words: int, seconds: float, before: int) -> int:
    """Return the words a minute of a reader that took so many seconds for so many words.

    A key that comes sooner than any reader could end, or very late, measures nothing: then `before`
    is returned.
    """
    spoken = seconds - ONSET - REACTION
    if not 60 * words / FASTEST <= spoken <= 60 * words / SLOWEST:
        return before
    return round(60 * words / spoken)


class ReadingSpeed:
    """The reading speed, and whether it must be measured again for another output."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._is_due = False

    def begin(self) -> None:
        """Note whether the output is another one than was measured."""
        known = self._context.settings.rate_of
        self._is_due = bool(known) and known != self._context.voice.name

    def output_changed(self) -> None:
        """Note that the output has changed."""
        self._is_due = self._context.settings.rate_of != self._context.voice.name

    def measure(self, words: int, seconds: float) -> int:
        """Save and return the result of a measurement."""
        context, self._is_due = self._context, False
        rate = measured(words, seconds, context.settings.rate)
        context.change_settings(replace(context.settings, rate=rate, rate_of=context.voice.name))
        return rate

    @property
    def asks_at(self) -> float | None:
        """When to ask; None if none is due, or this screen may not be interrupted.

        Only the main menu asks, so that no match or list is disturbed.  An output that reports its
        end needs no measurement.
        """
        context, top = self._context, self._context.top
        if not self._is_due or context.announcer.announces_end:
            return None
        if top is None or not top.may_be_interrupted:
            return None
        return context.announcer.ends()

    def tick(self, now: float) -> None:
        """Ask, once it is time."""
        at = self.asks_at
        if at is not None and now >= at:
            self._is_due = False
            self._context.push(SpeedTest(self._context))
