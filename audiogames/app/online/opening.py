"""The protocol for opening the screens of a server without importing their classes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Screen
from audiogames.core.cues import Cue, Say
from audiogames.net import wire


class TableOfServer(Screen):
    """The screen of the table at which the player sits."""

    @abstractmethod
    def arrival(self) -> Sequence[Cue]:
        """Return the announcements for a player who has sat down at this table."""

    @abstractmethod
    def beside_match(self) -> Sequence[Say]:
        """Return the announcements about the table itself, without its running match."""


class OnlineScreens(Protocol):
    """Creates the screens of a server; the calling code opens them."""

    def room(self) -> Screen:
        """Create the screen of the room, which lists the tables."""

    def table(self) -> TableOfServer:
        """Create the screen of the player's table."""

    def match(self, session: MatchController) -> Screen:
        """Create the screen of the match at the player's table."""

    def ask_further(self, reason: str, join: wire.Join) -> None:
        """Offer other ways to join a table that has refused the player."""

    def not_let_in(self, screen: Screen, reason: str) -> None:
        """Ask for another name or code, because the server has refused to let the player in."""
