"""The time limit of a turn: settings, the running clock, warnings, and the events for listeners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from audiogames.core.events import Event, Seat
from audiogames.core.log import LogError
from audiogames.core.options import Number
from audiogames.table.seats import Player

LIMIT: Final = Number(5, 600, (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600))
"""Seconds per turn, if there is a limit."""

LONGEST_WAIT: Final = 60.0
"""The most seconds of pace, grace or thought that a log may contain."""

LISTENING: Final = 8.0
"""The clock of a turn starts when the announcement has ended, but at most this many seconds
later."""

EXTENSIONS: Final = 10
"""How often a player may ask for the full time again within one turn."""

QUIET_WARNING: Final = 30
LONG_LIMIT: Final = 60
SPOKEN_WARNINGS: Final = (10, 5)
TICKS: Final = (4, 3, 2, 1)


@dataclass(frozen=True)
class TimeSettings:
    """The time settings of a match, all in seconds: `limit` is the time for a turn, or None.

    `pace` is the least time of a bot's turn, and `grace` is how long bots wait for a player who may
    draw.  `thought` is the longest additional wait of a bot, before the hardest decision.
    """

    limit: int | None = None
    pace: float = 1.5
    grace: float = 3.0
    thought: float = 0.0

    def written(self) -> dict[str, Any]:
        """Return the settings as fields for a log's header."""
        return asdict(self)


def read_time(values: dict[str, Any]) -> TimeSettings:
    """Parse the time settings of a log's header.  Raises `LogError`."""
    try:
        time = TimeSettings(**values)
    except TypeError:
        raise LogError("log-damaged", line=1) from None
    waits = (time.pace, time.grace, time.thought)
    if not (is_limit(time.limit) and all(map(_is_wait, waits))):
        raise LogError("log-damaged", line=1)
    return time


def is_limit(value: object) -> bool:
    """Return whether this is a valid turn limit in seconds, or None for no limit."""
    return value is None or (type(value) is int and LIMIT.low <= value <= LIMIT.high)


def _is_wait(value: object) -> bool:
    """Return whether this is a valid waiting time in seconds."""
    return isinstance(value, int | float) and 0 <= value <= LONGEST_WAIT


def warnings_for(limit: float) -> list[int]:
    """Return when warnings are due: seconds before the end of a turn, the earliest first."""
    marks = (QUIET_WARNING,) if limit >= LONG_LIMIT else ()
    return [mark for mark in (*marks, *SPOKEN_WARNINGS, *TICKS) if mark < limit]


class TurnClock:
    """The clock of one turn; it starts when the player has heard the announcements of the turn."""

    def __init__(self, now: float, limit: float) -> None:
        self.limit = limit
        self.extensions = 0
        self._length = limit
        """Seconds from the start to the end; less than the limit if the clock was stopped
        meanwhile."""
        self._set_at = now
        self._starts = now
        self._listens = True
        """Whether the start still waits for the announcements of the turn; False from the first
        warning on."""
        self._due = warnings_for(limit)

    def heard(self, until: float) -> None:
        """Start the clock at `until`, when the player will have heard the announcement of the turn.

        A later call may correct this estimate.
        """
        if self._listens:
            self._starts = max(self._set_at, min(until, self._set_at + LISTENING))

    def extend(self, now: float) -> bool:
        """Restart the clock with the full limit; return False if no extensions are left."""
        if self.extensions == EXTENSIONS:
            return False
        self.extensions += 1
        self._starts = max(self._starts, now)
        self._length = self.limit
        self._listens = False
        self._due = warnings_for(self.limit)
        return True

    def resume(self, stopped: float, now: float) -> None:
        """Continue with the time that was left at `stopped`.

        The clock runs again once the announcements of the turn have ended.
        """
        self._length = self.left(stopped)
        self._set_at = self._starts = now
        self._listens = True
        self._due = [mark for mark in warnings_for(self.limit) if mark < self._length]

    @property
    def ends(self) -> float:
        """The moment at which the time for the turn is up."""
        return self._starts + self._length

    def left(self, now: float) -> float:
        """Return the seconds left."""
        return min(self._length, max(0.0, self.ends - now))

    @property
    def deadline(self) -> float:
        """The time of the next warning, or the end of the turn if no warning is left."""
        return self.ends - self._due[0] if self._due else self.ends

    def is_spoken(self, mark: int) -> bool:
        """Return whether the warning `mark` seconds before the end is spoken.

        Other warnings are only ticking sounds; a tick that is the first warning is spoken too.
        """
        return mark not in TICKS or mark == warnings_for(self.limit)[0]

    def warning(self, now: float) -> int | None:
        """Return the latest warning that is due, and discard the earlier ones."""
        passed = [mark for mark in self._due if now >= self.ends - mark]
        self._due = self._due[len(passed) :]
        self._listens = self._listens and not passed
        return passed[-1] if passed else None


class TurnClocks:
    """The clocks of a table: the running one, and one stopped while another player must answer."""

    def __init__(self) -> None:
        self.running: TurnClock | None = None
        self._set_for: tuple[Seat, int] | None = None
        """The seat and the decision that the clock times."""
        self._turn: object = None
        """The seat and the turn that the clock was set for, if it may be interrupted."""
        self._stopped: tuple[object, TurnClock, float] | None = None
        """The interrupted turn, its clock, and the time of the interruption."""

    def runs_for(self, seat: object, seq: int) -> bool:
        """Return whether this decision of this seat is being timed."""
        return self.running is not None and self._set_for == (seat, seq)

    def stop(self, now: float) -> None:
        """Stop the clock because another player must answer; the clock may be resumed later."""
        if self.running is not None and self._turn is not None:
            self._stopped = self._turn, self.running, now
        self.running = None

    def start(self, seat: Seat, seq: int, turn: object, limit: float, now: float) -> None:
        """Start a new clock, or resume the seat's clock if it was stopped in this turn."""
        self._set_for = seat, seq
        self._turn = None if turn is None else (seat, turn)
        if self._stopped is not None and self._stopped[0] == self._turn:
            _, self.running, stopped = self._stopped
            self.running.resume(stopped, now)
        else:
            self.running = TurnClock(now, limit)

    def drop(self) -> None:
        """Discard the running clock, and the clock of an interrupted turn if there is one."""
        self.running = self._stopped = None


@dataclass(frozen=True)
class TimeLimited(Event):
    """Sent to each person at the start of a match: the seconds for each of their turns."""

    seconds: int


@dataclass(frozen=True)
class TimeWarned(Event):
    """Sent before a turn ends: how many seconds are left; `spoken` is False for a ticking sound."""

    seconds: int
    spoken: bool


@dataclass(frozen=True)
class TimeExtended(Event):
    """The turn clock of a seat was restarted with its full time."""

    seat: Seat
    seconds: int


@dataclass(frozen=True)
class ClockMoved(Event):
    """The seat's time for this turn has run out, so a bot moves for it."""

    seat: Seat


TABLE_EVENTS: tuple[type[Event], ...] = (
    TimeLimited,
    TimeWarned,
    TimeExtended,
    ClockMoved,
)


def time_limits(time: TimeSettings, players: Iterable[Player]) -> Iterator[TimeLimited]:
    """Yield an event for each person with their time limit; no events if turns are not limited."""
    if time.limit is None:
        return
    for seat, player in enumerate(players):
        if not player.is_bot:
            yield TimeLimited(round(time.limit * player.patience), to=Seat(seat))
