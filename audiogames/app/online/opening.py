"""The protocol by which online code opens screens without importing their classes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Screen
from audiogames.core.cues import Cue, Say
from audiogames.net import wire


class TableOfServer(Screen):
    """The table where the player sits."""

    @abstractmethod
    def arrival(self) -> Sequence[Cue]:
        """Return the announcements on sitting down."""

    @abstractmethod
    def beside_match(self) -> Sequence[Say]:
        """Return the announcements on sitting down during a match, which reports its own state."""


class OnlineScreens(Protocol):
    """Makes the screens of a server; the caller opens them."""

    def room(self) -> Screen:
        """Make the screen of the room of tables."""

    def table(self) -> TableOfServer:
        """Make the screen of the player's table."""

    def match(self, session: MatchController) -> Screen:
        """Make the screen of the match at that table."""

    def ask_further(self, reason: str, join: wire.Join) -> None:
        """Offer other ways to join a table that has refused the player."""

    def not_let_in(self, screen: Screen, reason: str) -> None:
        """Ask for the missing field at the entrance after the server's refusal."""
