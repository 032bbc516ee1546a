"""Times of day in the player's own time zone: parsing typed hours, and describing them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.days import date_words
from audiogames.core.cues import Msg, msg

if TYPE_CHECKING:
    from audiogames.app.storage import Storage

HOUR: Final = re.compile(r"\s*([0-9]{1,2})(?:\s*[:.,h ]\s*([0-9]{2}))?\s*h?\s*", re.ASCII)


def read_hour(text: str) -> tuple[int, int] | None:
    """Return hour and minute of "21", "21:30", "21.30" or "21 30"; None for anything else."""
    found = HOUR.fullmatch(text)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    return (hour, minute) if hour < 24 and minute < 60 else None


def seconds_until(storage: Storage, day: date, hour: int, minute: int) -> float:
    """Return the seconds from now until this local time; negative if it is past.

    A day on which clocks change has 23 or 25 hours.
    """
    wanted = datetime(day.year, day.month, day.day, hour, minute)  # noqa: DTZ001 - by local clocks
    ahead = (wanted - storage.local_time().replace(tzinfo=None)).total_seconds()
    shifted = wanted - storage.local_time(ahead).replace(tzinfo=None)
    return ahead + shifted.total_seconds()


def day_words(day: date, today: date) -> Msg:
    """Return a day in words: "Today", "Tomorrow", or its date."""
    if day == today:
        return msg("day-today")
    if day == today + timedelta(days=1):
        return msg("day-tomorrow")
    return date_words(day.isoformat())


def when_words(storage: Storage, seconds: float) -> Msg:
    """Return a local time, so many seconds from now, to the minute: "Tomorrow at 21:30"."""
    now, then = storage.local_time(), storage.local_time(seconds + 30)
    return msg("day-at", day=day_words(then.date(), now.date()), time=then.strftime("%H:%M"))
