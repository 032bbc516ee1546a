"""The screens of matches, as what runs matches asks for them: it knows none of their classes."""

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
    """Makes these screens; the caller opens them."""

    def match(self, session: MatchController) -> Screen:
        """A match at this table."""

    def day(self, session: MatchController, mode: DayMode) -> Screen:
        """The deal of a day."""

    def puzzle(self, mode: PuzzleMode) -> Screen:
        """A position in which one move is to be found."""

    def lesson(self, tutor: Tutor) -> Screen:
        """The lesson of a game."""

    def review(self, looking: LookBack, back: Callable[[], None], *, found_told: bool) -> Screen:
        """A match with the mistakes in it; `back` leaves it."""

    def shared(self, session: MatchController, keyboard: HotSeat) -> Screen:
        """The match of one of several people at one keyboard."""

    def curtain(self, keyboard: HotSeat, priority: Priority) -> Screen:
        """The screen between the turns of two people, which hides the cards."""
