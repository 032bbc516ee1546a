"""The interface through which lists and groups of keys use a match screen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Screen
from audiogames.app.screens.match.hand_keys import HandKeys
from audiogames.core.contract import Move, Refused
from audiogames.core.cues import Msg


class TableScreen(Screen):
    """The interface of the screen of a match."""

    session: MatchController
    hand: HandKeys
    beside: tuple[str, ...] = ()
    """Layers of keys that also work in the lists over the match, in addition to the game's."""

    @property
    @abstractmethod
    def is_too_soon(self) -> bool:
        """Whether a key is pressed too soon after a deal to be meant for the new position."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Play the card of this move, with the check boxes that are ticked."""

    @abstractmethod
    def submit(self, move: Move, *, at_once: bool = False) -> None:
        """Make a move; with `at_once`, undelivered announcements do not prevent it."""

    @abstractmethod
    def not_now(self) -> Refused:
        """Return why no card can be played now: a reason of the rules, or whose turn it is."""

    @abstractmethod
    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Handle Space: start the next deal or match if one is due, else run `otherwise`."""

    @abstractmethod
    def whose_turn(self) -> Msg:
        """Return whose turn it is, or what the match waits for."""
