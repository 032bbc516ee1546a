"""Creates the screens of a server for code that must not import their classes."""

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
    """Creates the screens of a server: the implementation of `OnlineScreens`."""

    def __init__(self, context: OnlineContext) -> None:
        self._context = context

    def room(self) -> Screen:
        """Create the screen of the room, which lists the tables."""
        return RoomScreen(self._context)

    def table(self) -> TableOfServer:
        """Create the screen of the player's table."""
        return OnlineTableScreen(self._context)

    def match(self, session: MatchController) -> Screen:
        """Create the screen of a match at an online table."""
        return OnlineMatch(self._context, session)

    def ask_further(self, reason: str, join: wire.Join) -> None:
        """Offer other ways to join a table that has refused the player."""
        ask_further(self._context, reason, join)

    def not_let_in(self, screen: Screen, reason: str) -> None:
        """Ask for another name or code, because the server has refused to let the player in."""
        if isinstance(screen, Entrance):
            screen.refused(reason)
