"""The protocol for opening the screens of matches without importing their classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Screen
from audiogames.core.cues import Priority

if TYPE_CHECKING:
    from audiogames.app.modes.daily import DayMode
    from audiogames.app.modes.hotseat import HotSeat
    from audiogames.app.modes.lesson import Tutor
    from audiogames.app.modes.puzzle import PuzzleMode
    from audiogames.app.modes.review import LookBack


class MatchScreens(Protocol):
    """Creates the screens of matches; the calling code opens them."""

    def match(self, session: MatchController) -> Screen:
        """Create the screen of a match that this controller runs."""

    def day(self, session: MatchController, mode: DayMode) -> Screen:
        """Create the screen of a deal of the day."""

    def puzzle(self, mode: PuzzleMode) -> Screen:
        """Create the screen of a puzzle."""

    def lesson(self, tutor: Tutor) -> Screen:
        """Create the screen of a game's lesson."""

    def review(
        self, looking: LookBack, back: Callable[[], None], *, is_result_announced: bool
    ) -> Screen:
        """Create the screen of a match under review; `back` is called to leave it."""

    def shared(self, session: MatchController, keyboard: HotSeat) -> Screen:
        """Create the screen of one of several people who play at one keyboard."""

    def curtain(self, keyboard: HotSeat, priority: Priority) -> Screen:
        """Create the screen that hides the cards between the turns of two people."""
