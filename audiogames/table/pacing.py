"""When a move may be made at the table: bots wait for the listeners, and cards for a draw."""

from __future__ import annotations

import math

from audiogames.core.events import Seat
from audiogames.table.clock import TimeSettings

LONGEST_ANSWER = 3.0
"""Answers to keys delay a bot by so many seconds at most."""


class Pacing:
    """What each listener is estimated to hear, and until when.

    All times are those of the table: seconds of any steady clock.
    """

    def __init__(self, time: TimeSettings) -> None:
        self.time = time
        self.moved_at = 0.0
        self._heard: dict[Seat | None, float] = {}
        self._answering: dict[Seat | None, float] = {}

    def moved(self, now: float) -> None:
        """A decision was made: what was told before it is waited for no longer."""
        self.moved_at = now
        self._heard.clear()
        self._answering.clear()

    def shift(self, seconds: float) -> None:
        """A pause of so many seconds is over."""
        self.moved_at += seconds
        self._heard = {listener: until + seconds for listener, until in self._heard.items()}

    def listening(self, listener: Seat | None, until: float) -> None:
        """What this listener was told is estimated to end then."""
        self._heard[listener] = until

    def answering(self, listener: Seat | None, until: float) -> None:
        """The answers to this listener's keys are estimated to end then."""
        self._answering[listener] = until

    def next_deal_at(self) -> float:
        """When the next deal comes by itself: after a pause for the listeners."""
        return self._heard_by_all() + self.time.pace

    def bot_moves_at(self, *, somebody_may_draw: bool) -> float:
        """Not before the last announcement has ended, nor while a person may draw in grace."""
        at = max(self.moved_at + self.time.pace, self._heard_by_all())
        if somebody_may_draw:
            at = max(at, self._heard_by_all() + self.time.grace)
        return max(at, min(at + LONGEST_ANSWER, max(self._answering.values(), default=at)))

    def grace_ends(self, drawing: Seat | None) -> float:
        """Until when a person's card waits for the draw of this other one, if there is one."""
        if drawing is None:
            return -math.inf
        return max(self.moved_at, self._heard.get(drawing, self.moved_at)) + self.time.grace

    def _heard_by_all(self) -> float:
        return max([self.moved_at, *self._heard.values()])
