"""What the lists over a match and the keys beside it need of its screen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Screen
from audiogames.app.screens.match.hand_keys import HandKeys
from audiogames.core.contract import Move, Refused
from audiogames.core.cues import Msg


class TableScreen(Screen):
    """The screen of a match."""

    session: MatchController
    hand: HandKeys
    beside: tuple[str, ...] = ()
    """Layers of keys beside those of the game, also in the lists over it."""

    @property
    @abstractmethod
    def is_too_soon(self) -> bool:
        """Whether a key that was pressed now was meant for what was before the deal."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Play a card, with the boxes that are ticked."""

    @abstractmethod
    def submit(self, move: Move, *, at_once: bool = False) -> None:
        """Make the move, a draw `at_once`; what it does is told by the table."""

    @abstractmethod
    def not_now(self) -> Refused:
        """The rules' own reason, asked with any card; without one, whose turn it is."""

    @abstractmethod
    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Space: the next deal or match where that is what is waited for."""

    @abstractmethod
    def whose_turn(self) -> Msg:
        """Whose turn it is, or what is waited for."""
