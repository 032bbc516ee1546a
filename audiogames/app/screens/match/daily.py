"""The match screen of a deal of the day, after which results are compared.

The player's result is compared with the result of a bot in the same seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController
from audiogames.app.modes.daily import DayMode
from audiogames.app.reviews import Past
from audiogames.app.screens.match.menus import MenuAction
from audiogames.app.screens.match.table import MatchScreen
from audiogames.core.cues import Msg, msg
from audiogames.present.frame import Button

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


class DayScreen(MatchScreen):
    """The match screen of a deal of the day; its match is over when the deal has been played."""

    def __init__(self, context: MatchContext, session: MatchController, mode: DayMode) -> None:
        super().__init__(context, session)
        self._mode = mode

    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Handle Space: start the next deal if there is one; after the end, repeat the result."""
        if not self._mode.is_done:
            super().go_on_or(otherwise)
            return
        self.session.require_delivered()
        if self.is_just_announced:
            self.context.answer(msg("one-moment"))
        else:
            self.context.matches.days.tell(self._mode.day)

    def finished(self) -> Past | None:
        """Return the log for a review if the deal has been played; otherwise None."""
        return self.log if self._mode.is_done else None

    def available_actions(self) -> tuple[MenuAction, ...]:
        """Return all actions possible now."""
        return self.ends() if self._mode.is_done else super().available_actions()

    def ends(self) -> tuple[MenuAction, ...]:
        """Return the actions possible after the end; playing again is not one of them."""
        result = MenuAction("go-on", "space", msg("end-day-result"))
        return (result, *super().ends()[1:])

    def whose_turn(self) -> Msg:
        """Return whose turn it is; after the end, that the deal is over."""
        return msg("day-over") if self._mode.is_done else super().whose_turn()

    def _menu(self) -> None:
        if self._mode.is_done:
            self.context.matches.leave()
        else:
            super()._menu()

    def _buttons(self) -> list[Button]:
        if self._mode.is_done:
            return [self._button(action.words, action.key) for action in self.ends()]
        return super()._buttons()
