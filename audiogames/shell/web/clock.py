"""The time of a session of the page, and what of it has not been placed there yet.

An announcement that was sent is not yet told: it may be on a slow line, or the page may be asleep.
The app counts a fact as told half a second after it was handed over, and estimates from then on
how long a listener needs.  So that this stays true without the app knowing of pages, its time
stands still just before that half second is over, until the page says that the announcement was
placed.  Bots, clocks and everything else that waits for the listener wait as long.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from audiogames.present.facts import TOLD_AFTER
from audiogames.present.outputs import Announcement
from audiogames.table.clock import LISTENING

SILENT_SECONDS: Final = 8.0
"""A page that has placed nothing for so long is taken for one that nobody hears."""


AWAY_SECONDS: Final = LISTENING
"""The others at a table need not wait longer for somebody at whose page nobody is."""


@dataclass(frozen=True)
class Silence:
    """How long a line may be silent, in seconds."""

    quiet: float = 4.0
    """After so many the page asks whether the server is there."""

    dead: float = 8.0
    """After so many the page gives the line up; a press that took longer is not carried out."""


USUAL_SILENCE: Final = Silence()


class Absence:
    """Since when nobody has been at the page, and whether the others still wait for them."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._since: float | None = None
        self._is_told = False

    def see(self, *, is_there: bool) -> bool:
        """Whether somebody is there; True once, when nobody has been for too long."""
        if is_there:
            self._since, self._is_told = None, False
            return False
        if self._since is None:
            self._since = self._real()
        if self._is_told or self._real() < self._since + AWAY_SECONDS:
            return False
        self._is_told = True
        return True

    @property
    def ends_at(self) -> float:
        """When, by the real time, the others wait no longer."""
        if self._since is None or self._is_told:
            return math.inf
        return self._since + AWAY_SECONDS


class SessionClock:
    """Seconds of a session; it can stand still, and goes on from where it stood."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._behind = 0.0
        self._stops_at = math.inf

    def __call__(self) -> float:
        """The session's time."""
        return min(self._real() - self._behind, self._stops_at)

    @property
    def is_stopped(self) -> bool:
        """Whether it stands still by now."""
        return self._real() - self._behind >= self._stops_at

    def stop_at(self, at: float) -> None:
        """Go on from now, and stand still at this time."""
        now = self()
        self._behind = self._real() - now
        self._stops_at = max(at, now)


class Unplaced:
    """The announcements that a page was sent and has not placed."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._last = 0
        self._waiting: dict[int, tuple[Announcement, float]] = {}
        """By their numbers, with the real time of their sending."""

    def sent(self, announcement: Announcement) -> int:
        """It is being sent; its number.  What it cuts off need not be placed any more."""
        self._last += 1
        if announcement.interrupt:
            self._waiting.clear()
        if announcement.spoken:
            self._waiting[self._last] = announcement, self._real()
        return self._last

    def placed(self, number: int) -> None:
        """Everything up to this one was placed."""
        self._waiting = {one: sent for one, sent in self._waiting.items() if one > number}

    def forget(self) -> None:
        """They were silenced, which counts as told."""
        self._waiting.clear()

    def take_lost(self) -> list[Announcement]:
        """The page has lost all of them: those that nobody says again but we.

        The app itself tells facts again, and where one is in the place of an answer.
        """
        lost = [one for one, _ in self._waiting.values() if not (one.tells_facts or one.interrupt)]
        self._waiting.clear()
        return lost

    @property
    def stops_at(self) -> float:
        """When the session's time must stand still: a moment before anything counts as told."""
        if not self._waiting:
            return math.inf
        handed = min(one.at for one, _ in self._waiting.values())
        return math.nextafter(handed + TOLD_AFTER, 0.0)

    @property
    def gives_up_at(self) -> float:
        """When, by the real time, the page is taken for one that nobody hears."""
        return min((sent for _, sent in self._waiting.values()), default=math.inf) + SILENT_SECONDS
