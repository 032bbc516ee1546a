"""When a move may be made at the table: bots wait for the listeners, and cards for a draw.

A bot also hesitates, as people do, and the longer the more there is to choose from: by Hick's law
the time of a choice grows with the logarithm of the number of choices (Hick, "On the Rate of Gain
of Information", 1952).  What is counted is what everybody at the table can count.  The legal moves
of a hand are not: whoever played at once would tell that they have only one card of the suit.
Beside that, it takes as long as its character does.
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
"""Answers to keys delay a bot by so many seconds at most."""

MOST_CHOICES: Final = 16
"""With so many choices a decision is as hard as any."""


SPEEDS: Final = {-1: 1.6, 0: 1.0, 1: 0.4}
"""How many times as long a slow, a usual and a quick bot hesitates."""


def hesitation(spec: Spec, view: View, seed: int, speed: int = 0) -> float:
    """How long a bot of this speed hesitates, from 0 to 1, by what everybody knows and by lot.

    Where there is nothing to choose it is 0, otherwise between half and all of what the number of
    choices makes it, or as many times that as its speed says.
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
    """What each listener is estimated to hear, and until when.

    All times are those of the table: seconds of any steady clock.
    """

    def __init__(self, time: TimeSettings) -> None:
        self.time = time
        self.moved_at = 0.0
        self.hesitation = 0.0
        """That of the bot whose move is awaited, from 0 to 1."""
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
        at += self.time.thought * self.hesitation
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
