"""A round of Wist played on by habit, where all hands are known: the trials of strong.

Nobody knows how another thinks, so that each seat has a manner: shrewd players play as if they saw
all hands, plain ones look at their own alone, and the seat that thinks goes on carefully.  The
hands of a state must be sorted from the lowest card of each suit, as `worlds` sorts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.wist import careful, plain, shrewd
from audiogames.games.wist.model import Play
from audiogames.games.wist.rules import WistState


class Manner(IntEnum):
    """How somebody bids and plays."""

    SHREWD = 0
    PLAIN = 1
    CAREFUL = 2
    """Of the seat that thinks, in its own trials."""


Habit = Callable[[WistState, Seat], Play]
HABITS: Final[tuple[Habit, ...]] = (shrewd.habit, plain.habit, careful.habit)
"""By manner."""


def play_out(state: WistState, manners: Sequence[Manner]) -> tuple[int, ...]:
    """Play the round to its end; returns what it brings to each seat."""
    play_on(state, manners, None)
    return state.sheet[-1].points


def play_on(state: WistState, manners: Sequence[Manner], until: Seat | None) -> bool:
    """Play until it is a seat's turn; returns whether the round is over instead."""
    habits = [HABITS[manner] for manner in manners]
    seat = state.to_act
    while isinstance(seat, int):
        if seat == until:
            return False
        state.apply(seat, habits[seat](state, seat))
        seat = state.to_act
    return True
