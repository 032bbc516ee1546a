"""The screens of a server, as being on one asks for them: it knows none of their classes."""

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
        """What is told when one sits down: where the player has come to."""

    @abstractmethod
    def beside_match(self) -> Sequence[Say]:
        """What is left of that where a match runs, which tells for itself how it stands."""


class OnlineScreens(Protocol):
    """Makes these screens; the caller opens them."""

    def room(self) -> Screen:
        """The room of tables."""

    def table(self) -> TableOfServer:
        """The table where the player sits."""

    def match(self, session: MatchController) -> Screen:
        """The match at that table."""

    def ask_further(self, reason: str, join: wire.Join) -> None:
        """A table has refused the player: offer the other ways to join it."""

    def not_let_in(self, screen: Screen, reason: str) -> None:
        """The server has refused the player, who may try again at its entrance."""
