"""The concrete screens of a server, for what is on one and must know none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController
from audiogames.app.online.opening import TableOfServer
from audiogames.app.screens.base import Screen
from audiogames.app.screens.online.claim import ask_further
from audiogames.app.screens.online.entrance import Entrance
from audiogames.app.screens.online.match import OnlineMatch
from audiogames.app.screens.online.room import RoomScreen
from audiogames.app.screens.online.table import OnlineTableScreen
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext


class OnlineNavigation:
    """Makes the screens that `OnlineScreens` names."""

    def __init__(self, context: OnlineContext) -> None:
        self._context = context

    def room(self) -> Screen:
        """The room of tables."""
        return RoomScreen(self._context)

    def table(self) -> TableOfServer:
        """The table where the player sits."""
        return OnlineTableScreen(self._context)

    def match(self, session: MatchController) -> Screen:
        """The match at that table."""
        return OnlineMatch(self._context, session)

    def ask_further(self, reason: str, join: wire.Join) -> None:
        """A table has refused the player: offer the other ways to join it."""
        ask_further(self._context, reason, join)

    def not_let_in(self, screen: Screen, reason: str) -> None:
        """The server has refused the player, who may try again at its entrance."""
        if isinstance(screen, Entrance):
            screen.refused(reason)
