"""A match told again from its log: what its table told one listener, update by update.

What was taken back is not told.  Nor are the warnings of a clock and the extensions of a time,
which no log holds; that the clock moved for somebody, it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from audiogames.core.events import Event, Seat
from audiogames.core.game import Turn, View
from audiogames.core.log import Entry, Log, read_move
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
        return any(one.entry.deals for one in self.made)


def retelling(log: Log, seat: Listener) -> Iterator[Told]:
    """All that was told, update by update.  Raises `LogError`."""
    course = Course.of(log)
    first: Sequence[Event] = tuple(
        time_limits(read_time(log.header.time), map(read_player, log.header.players))
    )
    for made in _together(course, log.moves()):
        yield Told(made[0].entry.at, _update(course, seat, made, first), made)
        first = ()


def _together(course: Course, moves: Sequence[Entry]) -> Iterator[tuple[Made, ...]]:
    """The moves that a table makes at once, as `course` makes them.

    They have the same time, but that is not enough: a program that plays by lines of text, or a
    clock that was moved by hand, may give one time to a whole match.
    """
    made: list[Made] = []
    dealt = False
    mover: View | None = None
    for entry, following in zip_longest(moves, moves[1:]):
        if made and (
            entry.at != made[-1].entry.at
            or (entry.deals and dealt)  # the table waits until everybody is ready
            or (_answers(course, entry) and not _remarked(course, made, entry, mover))
        ):
            yield tuple(made)
            made.clear()
        if not made:
            mover = _before_a_remark(course, entry, following)
        made += course.follow([entry])
        dealt = dealt or entry.deals
    if made:
        yield tuple(made)


def _answers(course: Course, entry: Entry) -> bool:
    """Whether somebody was asked and this is the answer, or the clock's."""
    window = course.spec.window(course.state)
    aside = window is not None and (window.seat, str(window.move)) == (entry.seat, entry.move)
    return isinstance(course.state.to_act, int) and not aside


def _before_a_remark(course: Course, entry: Entry, following: Entry | None) -> View | None:
    """What the mover knows before it moves twice at one time: a bot may have said something."""
    if following is None or entry.seat is None:
        return None
    twice = (following.at, following.seat) == (entry.at, entry.seat)
    return course.state.view(Seat(entry.seat)) if twice else None


def _remarked(course: Course, made: Sequence[Made], entry: Entry, mover: View | None) -> bool:
    """Whether all that was made so far is what a bot says before this move."""
    if mover is None or mover.seat != entry.seat:
        return False
    _, move = read_move(course.spec, course.state, entry)
    said = [str(one) for one in course.spec.remarks(move, mover)]
    return [one.entry.move for one in made] == said[: len(made)]


def _update(course: Course, seat: Listener, made: Sequence[Made], first: Sequence[Event]) -> Update:
    told: list[Event] = [*first, *(event for one in made for event in one.events)]
    heard = tuple(event for event in told if event.heard_by(seat))
    state = course.state
    waiting = state.to_act is Turn.CHANCE and state.expects == "deal"
    over = state.to_act is Turn.OVER
    return Update(seat, course.seq, heard, state.view(seat), waiting, over)
