"""How strong goes on for its own seat in its trials: it counts on nothing that it cannot know.

It plays as a plain player does, from its own hand and the table, but hunts a Wist as shrewd ones do
(`hunting`): that others' cards are known there is a fault on both sides, and without the hunt a
Wist of another would seem to cost nothing.
"""

from __future__ import annotations

from audiogames.core.events import Seat
from audiogames.games.wist import plain
from audiogames.games.wist.hunting import prey_in_sight
from audiogames.games.wist.model import Play
from audiogames.games.wist.rules import WistState


def habit(state: WistState, seat: Seat) -> Play:
    """The card that a careful player plays."""
    return prey_in_sight(state, seat) or plain.habit(state, seat)
