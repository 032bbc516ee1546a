"""Times of day in the player's time zone: parsing an hour that was typed, and times in words."""

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
    """Parse an hour and a minute from "21", "21:30", "21.30" or "21 30".

    None for any other text.
    """
    found = HOUR.fullmatch(text)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    return (hour, minute) if hour < 24 and minute < 60 else None


def seconds_until(storage: Storage, day: date, hour: int, minute: int) -> float:
    """Return the seconds from now to this local time; negative if it has passed.

    A day on which the clocks are changed has 23 or 25 hours.
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
    """Return the local time in this many seconds, in words: "Tomorrow at 21:30"."""
    now, then = storage.local_time(), storage.local_time(seconds + 30)
    return msg("day-at", day=day_words(then.date(), now.date()), time=then.strftime("%H:%M"))
