"""A match told again from its log: what its table told one listener, update by update.

What was taken back is not told.  Nor are the warnings of a clock and the extensions of a time,
which no log holds; that the clock moved for somebody, it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from audiogames.core.events import Event
from audiogames.core.game import Turn
from audiogames.core.log import Log
from audiogames.table.clock import read_time
from audiogames.table.course import Course, Made
from audiogames.table.events import time_limits
from audiogames.table.seats import read_player
from audiogames.table.table import Listener, Update


@dataclass(frozen=True)
class Told:
    """What the table told at one moment, in seconds since the start."""

    at: float
    update: Update
    made: tuple[Made, ...]

    @property
    def deals(self) -> bool:
        """Whether cards were dealt."""
        return any(one.entry.move.startswith("deal ") for one in self.made)


def retelling(log: Log, seat: Listener) -> Iterator[Told]:
    """All that was told: entries of the same moment were one update.  Raises `LogError`."""
    course = Course.of(log)
    first: Sequence[Event] = tuple(
        time_limits(read_time(log.header.time), map(read_player, log.header.players))
    )
    for at, entries in groupby(log.moves(), key=lambda entry: entry.at):
        made = tuple(course.follow(entries))
        yield Told(at, _update(course, seat, made, first), made)
        first = ()


def _update(course: Course, seat: Listener, made: Sequence[Made], first: Sequence[Event]) -> Update:
    told: list[Event] = [*first, *(event for one in made for event in one.events)]
    heard = tuple(event for event in told if event.heard_by(seat))
    state = course.state
    waiting = state.to_act is Turn.CHANCE and state.expects == "deal"
    over = state.to_act is Turn.OVER
    return Update(seat, course.seq, heard, state.view(seat), waiting, over)
