"""Announcements that all games share: time limits, the turn, and the state of a match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Final

from audiogames.core.contract import Turn, View
from audiogames.core.cues import Cue, Msg, Name, Priority, Say, Sound, mine, msg, reply, say
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec
from audiogames.table.clock import (
    QUIET_WARNING,
    TICKS,
    ClockMoved,
    TimeExtended,
    TimeLimited,
    TimeWarned,
)

URGENT = 5
"""From this many seconds left on, the warning interrupts."""

TIME: Final = "time"
"""The topic of announcements of the time left: only the newest waiting one is spoken."""


def describe_table(event: Event, seat: Seat | None) -> Iterator[Cue]:
    """Announce an event that any game may have, such as a time warning; ignore other events."""
    match event:
        case TimeLimited(seconds=seconds):
            yield say("time-limited", seconds)
        case TimeWarned(seconds=seconds, spoken=spoken):
            yield from _warning(seconds, spoken=spoken)
        case TimeExtended(seat=whose, seconds=seconds):
            if whose == seat:
                yield reply("time-extended", seconds)
            else:
                yield say("time-extended-other", seconds, seat=Name(whose))
        case ClockMoved(seat=whose):
            yield Sound("time-up", whose)
            yield mine("clock-moves-you") if whose == seat else say("clock-moves", seat=Name(whose))


def _warning(seconds: int, *, spoken: bool) -> Iterator[Cue]:
    """Announce that time is running out: by a sound, and if `spoken`, by the seconds left.

    The announcement is quiet at 30 seconds, normal at 10 and urgent at 5.
    """
    sound = "time-warning" if seconds > URGENT else "tick" if seconds > TICKS[1] else "tick-urgent"
    yield Sound(sound, notice=True)
    if not spoken:
        return
    priority = Priority.EVENT if seconds == QUIET_WARNING else Priority.MINE
    yield Say(
        msg("seconds", seconds), Priority.CRITICAL if seconds <= URGENT else priority, topic=TIME
    )


def standing(spec: Spec, view: View, *, waiting: bool) -> Msg:
    """Return the score of the match, and whose turn it is or what the listener must answer."""
    turn = spec.standing(view) or _turn(view, waiting=waiting)
    return msg("standing", where=spec.summary(view), turn=turn)


def standing_in_full(spec: Spec, view: View, *, waiting: bool, before: View | None = None) -> Msg:
    """Return the state of the match, the deal and the turn, without the last full stop.

    With an earlier position `before`, only what has changed and the turn are included.
    """
    standings = (spec.summary, spec.deal)
    changed = [tell for tell in standings if before is None or tell(view) != tell(before)]
    parts = [part for tell in changed or standings[1:] if (part := tell(view)) is not None]
    if spec.lists.listing(view) is None or not parts:  # otherwise the list, announced next, asks
        parts.append(spec.standing(view) or _turn(view, waiting=waiting))
    return reduce(lambda so_far, part: msg("standing-on", where=so_far, next=part), parts)


def _turn(view: View, *, waiting: bool) -> Msg:
    """Return the message that says whose turn it is."""
    if view.to_act is Turn.OVER:
        return msg("standing-over")
    if waiting or isinstance(view.to_act, Turn):
        return msg("standing-waiting")
    if view.to_act == view.seat:
        return msg("standing-you")
    return msg("standing-other", seat=Name(view.to_act))


def time_left(seconds: float | None) -> Msg:
    """Return the message that says how much time is left."""
    if seconds is None:
        return msg("no-time-limit")
    whole = max(0, round(seconds))
    if whole < 60:
        return msg("seconds", whole)
    if whole % 60 == 0:
        return msg("minutes-left", whole // 60)
    return msg(
        "minutes-and-seconds",
        minutes=msg("minutes", whole // 60),
        seconds=msg("seconds-part", whole % 60),
    )
