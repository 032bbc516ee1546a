"""Progress by weeks: the number of results in each week, and of successes such as wins."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

WEEKS: Final = 8
"""How many weeks are shown."""

ROUGHLY: Final = 10
"""The number of marks in a full bar."""


@dataclass(frozen=True)
class Week:
    """The number of results in one week, and how many of these were successes.

    `ago` is 0 for this week, 1 for the last one.
    """

    ago: int
    done: int
    well: int

    @property
    def bar(self) -> str:
        """The share of successes as a bar made of characters."""
        return "|" * round(ROUGHLY * self.well / self.done) if self.done else ""


def weeks(done: Iterable[tuple[str, bool]], today: str) -> tuple[Week, ...]:
    """Count results by week; return the last weeks, beginning with the current one.

    Weeks begin on Monday.  Results without a valid date, or with a future one, are left out.
    """
    try:
        now = date.fromisoformat(today)
    except ValueError:
        return ()
    monday = now - timedelta(days=now.weekday())
    counts = [[0, 0] for _ in range(WEEKS)]
    for day, well in done:
        with suppress(ValueError):
            ago = (monday - date.fromisoformat(day[:10])).days
            place = -(-ago // 7)
            if date.fromisoformat(day[:10]) <= now and place < WEEKS:
                counts[max(0, place)][0] += 1
                counts[max(0, place)][1] += well
    return tuple(Week(ago, *count) for ago, count in enumerate(counts))
