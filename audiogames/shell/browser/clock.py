"""The clock of a page's session, and the announcements that the page has not placed yet.

An announcement is placed when its text has been on the page long enough for a screen reader to find
it.  Before that it is not delivered: the page may be busy or suspended.  But the app counts a fact
as delivered half a second after sending it, and estimates from then on how long a listener needs.
So the session's clock stops just before that half second is over, until the page reports that the
announcement was placed.  Bots, turn clocks and everything else that waits for the listener are
stopped with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from audiogames.present.facts import DELIVERED_AFTER
from audiogames.present.outputs import Announcement
from audiogames.table.clock import LISTENING

SILENT_SECONDS: Final = 8.0
"""Seconds without any placed announcement after which a page counts as silent."""

AWAY_SECONDS: Final = LISTENING
"""Seconds for which the others at a table wait for an absent player."""


class Absence:
    """Measures how long a player is away; after `AWAY_SECONDS` the other players stop waiting."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._since: float | None = None
        self._is_reported = False

    def see(self, *, is_there: bool) -> bool:
        """Record whether the player is present.

        Return True once in each absence: when it has lasted too long for the others to wait.
        """
        if is_there:
            self._since, self._is_reported = None, False
            return False
        if self._since is None:
            self._since = self._real()
        if self._is_reported or self._real() < self._since + AWAY_SECONDS:
            return False
        self._is_reported = True
        return True

    @property
    def ends_at(self) -> float:
        """The real time until which others wait for an absent player; infinite if present."""
        if self._since is None or self._is_reported:
            return math.inf
        return self._since + AWAY_SECONDS


class SessionClock:
    """Counts the seconds of a session; it can be stopped, and then continues where it stopped."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._behind = 0.0
        self._stops_at = math.inf

    def __call__(self) -> float:
        """Return the session's time in seconds; time while the clock is stopped is not counted."""
        return min(self._real() - self._behind, self._stops_at)

    @property
    def is_stopped(self) -> bool:
        """Whether the clock is stopped."""
        return self._real() - self._behind >= self._stops_at

    def stop_at(self, at: float) -> None:
        """Restart the clock if it is stopped, and set the time at which it stops."""
        now = self()
        self._behind = self._real() - now
        self._stops_at = max(at, now)


class Unplaced:
    """Announcements that were sent to a page, but are too recent to count as placed.

    A screen reader may not have found them on the page yet.
    """

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._last = 0
        self._waiting: dict[int, tuple[Announcement, float]] = {}
        """The announcements by number, with the real time when they were sent."""

    def sent(self, announcement: Announcement) -> int:
        """Record that an announcement is being sent, and return its number.

        Announcements that it interrupts need not be placed any more.
        """
        self._last += 1
        if announcement.interrupt:
            self._waiting.clear()
        if announcement.spoken:
            self._waiting[self._last] = announcement, self._real()
        return self._last

    def placed(self, number: int) -> None:
        """Record that the page now contains all announcements up to this number."""
        self._waiting = {one: sent for one, sent in self._waiting.items() if one > number}

    def forget(self) -> None:
        """Stop waiting for any announcement: silenced announcements count as delivered."""
        self._waiting.clear()

    def take_lost(self) -> list[Announcement]:
        """Return the announcements that must be sent again because the page has not placed them.

        Facts are not among them, since the app itself repeats facts; neither are answers to keys,
        since the app announces the current position.
        """
        lost = [one for one, _ in self._waiting.values() if not (one.tells_facts or one.interrupt)]
        self._waiting.clear()
        return lost

    @property
    def stops_at(self) -> float:
        """The time at which the session's clock must stop.

        The clock must stop just before an announcement counts as delivered.
        """
        if not self._waiting:
            return math.inf
        handed = min(one.at for one, _ in self._waiting.values())
        return math.nextafter(handed + DELIVERED_AFTER, 0.0)

    @property
    def gives_up_at(self) -> float:
        """The real time after which the page counts as silent if it has placed no announcement."""
        return min((sent for _, sent in self._waiting.values()), default=math.inf) + SILENT_SECONDS
