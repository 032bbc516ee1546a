"""Creates the screens of matches for code that must not import their classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Screen
from audiogames.app.screens.match.curtain import Curtain, SharedMatch
from audiogames.app.screens.match.daily import DayScreen
from audiogames.app.screens.match.lesson import LessonScreen
from audiogames.app.screens.match.puzzle import PuzzleScreen
from audiogames.app.screens.match.review import ReviewScreen
from audiogames.app.screens.match.table import MatchScreen
from audiogames.core.cues import Priority

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext
    from audiogames.app.modes.daily import DayMode
    from audiogames.app.modes.hotseat import HotSeat
    from audiogames.app.modes.lesson import Tutor
    from audiogames.app.modes.puzzle import PuzzleMode
    from audiogames.app.modes.review import LookBack


class MatchNavigation:
    """Creates the screens of matches: the implementation of `MatchScreens`."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    def match(self, session: MatchController) -> Screen:
        """Create the screen of a match that this controller runs."""
        return MatchScreen(self._context, session)

    def day(self, session: MatchController, mode: DayMode) -> Screen:
        """Create the screen of a deal of the day."""
        return DayScreen(self._context, session, mode)

    def puzzle(self, mode: PuzzleMode) -> Screen:
        """Create the screen of a puzzle."""
        return PuzzleScreen(self._context, mode)

    def lesson(self, tutor: Tutor) -> Screen:
        """Create the screen of a game's lesson."""
        return LessonScreen(self._context, tutor)

    def review(
        self, looking: LookBack, back: Callable[[], None], *, is_result_announced: bool
    ) -> Screen:
        """Create the screen of a match under review; `back` is called to leave it."""
        return ReviewScreen(self._context, looking, back, is_result_announced=is_result_announced)

    def shared(self, session: MatchController, keyboard: HotSeat) -> Screen:
        """Create the screen of one of several people who play at one keyboard."""
        return SharedMatch(self._context, session, keyboard)

    def curtain(self, keyboard: HotSeat, priority: Priority) -> Screen:
        """Create the screen that hides the cards between the turns of two people."""
        return Curtain(self._context, keyboard, priority)
