"""What happens at any table, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.core.events import Event, Seat


@dataclass(frozen=True)
class TimeWarned(Event):
    """So many seconds are left for your turn; `spoken` where it is more than a tick."""

    seconds: int
    spoken: bool


@dataclass(frozen=True)
class TimeExtended(Event):
    """A seat has its full time again."""

    seat: Seat
    seconds: int


@dataclass(frozen=True)
class ClockMoved(Event):
    """Time was up and a bot moves for this seat."""

    seat: Seat


TABLE_EVENTS: tuple[type[Event], ...] = (TimeWarned, TimeExtended, ClockMoved)
