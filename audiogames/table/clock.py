"""Time at the table: turn limits with their warnings, and when a bot may move."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from audiogames.core.log import LogError
from audiogames.core.options import Number

LIMIT: Final = Number(5, 600, (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600))
"""Seconds a turn, where there is a limit."""

LONGEST_WAIT: Final = 60.0
"""Seconds of pace or grace that a log may ask for."""

LISTENING: Final = 8.0
"""The clock of a turn starts when the announcement has ended, but so many seconds later at most."""

LONGEST_ANSWER: Final = 3.0
"""Answers to keys delay a bot by so many seconds at most."""

EXTENSIONS: Final = 10
"""How often a player may ask for the full time again in one turn."""

QUIET_WARNING: Final = 30
LONG_LIMIT: Final = 60
SPOKEN_WARNINGS: Final = (10, 5)
TICKS: Final = (4, 3, 2, 1)


@dataclass(frozen=True)
class TimeSettings:
    """`limit` seconds a turn or None; `pace` and `grace` in seconds."""

    limit: int | None = None
    pace: float = 1.5
    grace: float = 3.0

    def written(self) -> dict[str, Any]:
        """As a log's header keeps it."""
        return asdict(self)


def read_time(values: dict[str, Any]) -> TimeSettings:
    """Time settings out of a log's header.  Raises `LogError`."""
    try:
        time = TimeSettings(**values)
    except TypeError:
        raise LogError("log-damaged", line=1) from None
    if not (is_limit(time.limit) and _is_wait(time.pace) and _is_wait(time.grace)):
        raise LogError("log-damaged", line=1)
    return time


def is_limit(value: object) -> bool:
    """Whether a turn may have so many seconds; None is no limit."""
    return value is None or (type(value) is int and LIMIT.low <= value <= LIMIT.high)


def _is_wait(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= LONGEST_WAIT


def warnings_for(limit: float) -> list[int]:
    """The seconds before the end at which this limit warns, the earliest first."""
    marks = (QUIET_WARNING,) if limit >= LONG_LIMIT else ()
    return [mark for mark in (*marks, *SPOKEN_WARNINGS, *TICKS) if mark < limit]


class TurnClock:
    """The clock of one turn.  It starts when the player has heard what there is to hear."""

    def __init__(self, now: float, limit: float) -> None:
        self.limit = limit
        self.extensions = 0
        self._length = limit
        """Seconds from the start to the end: less than the limit when the turn was interrupted."""
        self._set_at = now
        self._starts = now
        self._listens = True
        """Until the first warning: only what began the turn is waited for."""
        self._due = warnings_for(limit)

    def heard(self, until: float) -> None:
        """The announcement is estimated to end then."""
        if self._listens:
            self._starts = max(self._starts, min(until, self._set_at + LISTENING))

    def extend(self, now: float) -> bool:
        """The full limit again, if the turn still has extensions."""
        if self.extensions == EXTENSIONS:
            return False
        self.extensions += 1
        self._starts = max(self._starts, now)
        self._length = self.limit
        self._listens = False
        self._due = warnings_for(self.limit)
        return True

    def resume(self, stopped: float, now: float) -> None:
        """Go on with what was left when another was asked, from what there is to hear now."""
        self._length = self.left(stopped)
        self._set_at = self._starts = now
        self._listens = True
        self._due = [mark for mark in warnings_for(self.limit) if mark < self._length]

    @property
    def ends(self) -> float:
        """When the time is up."""
        return self._starts + self._length

    def left(self, now: float) -> float:
        """Seconds left."""
        return min(self._length, max(0.0, self.ends - now))

    @property
    def deadline(self) -> float:
        """The next warning, or the end."""
        return self.ends - self._due[0] if self._due else self.ends

    def is_spoken(self, mark: int) -> bool:
        """Whether a warning is told: the ticks are not, unless nothing was told before them."""
        return mark not in TICKS or mark == warnings_for(self.limit)[0]

    def warning(self, now: float) -> int | None:
        """The warning that has come due, once; a later one swallows those before it."""
        passed = [mark for mark in self._due if now >= self.ends - mark]
        self._due = self._due[len(passed) :]
        self._listens = self._listens and not passed
        return passed[-1] if passed else None
