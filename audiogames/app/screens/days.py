"""The list of the deals of the day, one for each game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.days import games_of_the_day
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.storage import StorageError
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.table.daily import DayDeal, ahead

if TYPE_CHECKING:
    from audiogames.app.days import DayResult
    from audiogames.app.match_context import MatchContext


class DaysScreen(ListScreen):
    """The list of the deals of the day; Enter plays or resumes one, or announces its result."""

    context: MatchContext

    def opened(self) -> None:
        """Load the results, then announce the list."""
        self._date = self.context.storage.today()
        self._known = self.context.matches.days.all()
        super().opened()

    def title(self) -> Msg:
        """Return the title with the date."""
        return msg("days-title", date=date_words(self._date))

    def remarks(self) -> Sequence[Msg]:
        """Return how many days in a row were played, and a warning if the clock was set back."""
        days = self.context.matches.days
        streak, newest = days.streak(), days.newest()
        messages = [msg("days-streak", streak)] if streak else []
        if newest > self._date:
            messages.append(msg("days-clock", date=date_words(newest)))
        return messages

    def items(self) -> Sequence[Item]:
        """Return the deal of the day of each game, with its result if it was played."""
        return tuple(map(self._line, games_of_the_day()))

    def _line(self, id_: str) -> Item:
        day, known = DayDeal(id_, self._date), self._known.get((id_, self._date))
        game = msg(f"game-{id_}")
        if known is None:
            return Item(msg("day-new", game=game), partial(self._play, day))
        if not known.is_over:
            return Item(msg("day-begun", game=game), partial(self._go_on, known))
        words = msg("day-done", game=game, result=_in_short(known))
        return Item(words, partial(self.context.matches.days.tell, day))

    def _play(self, day: DayDeal) -> None:
        self.context.matches.begin_day(day, self.context.now)

    def _go_on(self, known: DayResult) -> None:
        try:
            self.context.matches.resume(known.match, self.context.now)
        except (StorageError, LogError):
            self.context.answer(msg("day-lost"))


def _in_short(known: DayResult) -> Msg:
    """Return the points in a deal of the day, and whether they are better than the bot's."""
    own = known.points[known.side]
    if not known.bots:
        return msg("day-short", own=own)
    mine, bot = ahead(known.points, known.side), ahead(known.bots, known.side)
    word = "day-short-better" if mine > bot else "day-short-worse" if mine < bot else "day-short-as"
    return msg(word, own=own)


def date_words(date: str) -> Msg:
    """Return a date in words; a text that is not a date is returned unchanged."""
    parts = date.split("-")
    is_date = len(parts) == 3 and all(one.isascii() and one.isdigit() for one in parts)
    if not is_date or int(parts[1]) not in range(1, 13):
        return msg("text", text=date)
    return msg("date", day=int(parts[2]), month=msg(f"month-{int(parts[1])}"))
