"""What happens at any table, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from audiogames.core.events import Event, Seat
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player


@dataclass(frozen=True)
class TimeLimited(Event):
    """The match begins, and your turns have so many seconds."""

    seconds: int


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


TABLE_EVENTS: tuple[type[Event], ...] = (
    TimeLimited,
    TimeWarned,
    TimeExtended,
    ClockMoved,
)


def time_limits(time: TimeSettings, players: Iterable[Player]) -> Iterator[TimeLimited]:
    """What each person is told before the first deal, where turns have a limit."""
    if time.limit is None:
        return
    for seat, player in enumerate(players):
        if not player.is_bot:
            yield TimeLimited(round(time.limit * player.patience), to=Seat(seat))
