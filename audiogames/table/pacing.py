"""The times at which bots move and cards are played: listeners need time to hear, others to draw.

A bot also hesitates, as people do, and longer if there is more to choose from: by Hick's law the
time of a choice grows with the logarithm of the number of choices (Hick, "On the Rate of Gain of
Information", 1952).  Only publicly known choices are counted.  The legal moves of a hand are not,
because an immediate play would reveal that the bot holds only one card of the suit.  The bot's
character scales the hesitation.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from audiogames.core.contract import View
from audiogames.core.events import Seat
from audiogames.core.registry import Spec
from audiogames.table.clock import TimeSettings

LONGEST_ANSWER = 3.0
"""Answers to keys delay a bot by at most this many seconds."""

MOST_CHOICES: Final = 16
"""From this many choices on, a decision counts as hardest."""


SPEEDS: Final = {-1: 1.6, 0: 1.0, 1: 0.4}
"""The factor of a slow, a usual and a quick bot's hesitation."""


def hesitation(spec: Spec, view: View, seed: int, speed: int = 0) -> float:
    """Return how long a bot hesitates, as a fraction of the longest hesitation, from 0 to 1.

    The time depends on the number of choices.  A random fraction of it, from a half to the whole,
    is multiplied by a factor for the bot's speed.  With fewer than two choices the result is 0.
    Only public facts are used.
    """
    assert view.seat is not None
    listed = spec.lists.listing(view) is not None
    choices = len(view.legal) if listed else view.hand_sizes[view.seat]
    if choices < 2:
        return 0.0
    hardness = min(1.0, math.log2(choices) / math.log2(MOST_CHOICES))
    drawn = hardness * Random(f"hesitation {seed}").uniform(0.5, 1.0)
    return min(1.0, drawn * SPEEDS[speed])


class Pacing:
    """Estimates of when each listener will have heard the current announcements.

    All times are those of the table: seconds of any monotonic clock.
    """

    def __init__(self, time: TimeSettings) -> None:
        self.time = time
        self.moved_at = 0.0
        self.hesitation = 0.0
        """The hesitation of the bot whose move is pending, from 0 to 1."""
        self.heard: dict[Seat | None, float] = {}
        """When the announcements to each listener are estimated to end."""
        self.answered: dict[Seat | None, float] = {}
        """When the answers to each listener's keys are estimated to end."""

    def moved(self, now: float) -> None:
        """Record that a decision was made, so that earlier announcements no longer delay bots."""
        self.moved_at = now
        self.heard.clear()
        self.answered.clear()

    def shift(self, seconds: float) -> None:
        """Shift all times by the length of a pause, in seconds."""
        self.moved_at += seconds
        self.heard = {listener: until + seconds for listener, until in self.heard.items()}

    def next_deal_at(self) -> float:
        """Return when the next deal starts if no person has to confirm it.

        The deal starts one pace after all listeners have heard the announcements.
        """
        return self._heard_by_all() + self.time.pace

    def bot_moves_at(self, *, somebody_may_draw: bool) -> float:
        """Return the earliest time of a bot's move.

        The bot waits for the end of the announcements and, if a player may draw, for the time that
        players have for drawing.
        """
        at = max(self.moved_at + self.time.pace, self._heard_by_all())
        at += self.time.thought * self.hesitation
        if somebody_may_draw:
            at = max(at, self._heard_by_all() + self.time.grace)
        return max(at, min(at + LONGEST_ANSWER, max(self.answered.values(), default=at)))

    def grace_ends(self, drawing: Seat) -> float:
        """Return when this seat's time for drawing a card ends.

        Until then a card that another person has played is held back.
        """
        return max(self.moved_at, self.heard.get(drawing, self.moved_at)) + self.time.grace

    def _heard_by_all(self) -> float:
        """Return when all listeners are estimated to have heard the announcements."""
        return max([self.moved_at, *self.heard.values()])
