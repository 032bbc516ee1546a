"""The mode for the deal of the day: no practice aids, and an announcement after its end."""

from __future__ import annotations

from collections.abc import Iterable

from audiogames.app.match.mode import MatchMode
from audiogames.core.cues import Cue, mine
from audiogames.table.daily import DayDeal
from audiogames.table.protocol import Update
from audiogames.table.table import Table


class DayMode(MatchMode):
    """The mode for the deal of the day, in which conditions are the same for all players."""

    allows_practice = False

    def __init__(self, day: DayDeal, table: Table) -> None:
        self.day = day
        self._table = table
        self._is_done = False

    @property
    def is_done(self) -> bool:
        """Whether the deal has been played to its end."""
        self._is_done = self._is_done or self.day.is_over(self._table)
        return self._is_done

    @property
    def is_played(self) -> bool:  # type: ignore[override] # it changes here
        """Whether the deal is still being played, so that leaving now would lose it."""
        return not self.is_done

    def asks(self, update: Update) -> Iterable[Cue] | None:
        """Return the announcement after the deal, which says how to hear the result.

        None before the end of the deal.
        """
        is_end = update.events and (update.waiting or update.over) and self.is_done
        return (mine("day-over"),) if is_end else None
