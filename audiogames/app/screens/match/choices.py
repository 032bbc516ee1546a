"""Lists that are opened during a match: the ways to play a card, and the moves of a decision.

The match continues meanwhile: the game's questions are answered, and the hand can be browsed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import game_layer
from audiogames.app.screens.base import Action, Item, ListScreen
from audiogames.core.contract import Move
from audiogames.core.controls import Listing
from audiogames.core.cues import Msg, Sound, msg
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.context import Context
    from audiogames.app.screens.match.base import TableScreen

DEAL_GUARD: Final = 0.5
"""An Enter within this many seconds of a deal was meant for the previous screen."""


class MatchList(ListScreen):
    """A list of moves to choose from, which closes when none can be chosen any more (`stands`)."""

    kind = "choice"
    at_the_table = True

    def __init__(self, context: Context, match: TableScreen) -> None:
        super().__init__(context)
        self.match = match
        self.layers = ("choice", game_layer(match.session.spec), "list", *match.beside, "game")
        self._digit = ""
        self._digit_at = float("-inf")

    @property
    def moves(self) -> Sequence[Move]:
        """The moves to choose from."""
        raise NotImplementedError

    @property
    def first(self) -> int:
        """The number of the first move, for selecting moves by digits."""
        return 1

    @property
    def stands(self) -> bool:
        """Whether a move can still be chosen."""
        raise NotImplementedError

    def take(self, move: Move) -> None:
        """Handle the choice of a move, for example by making it."""
        raise NotImplementedError

    def items(self) -> Sequence[Item]:
        """Return an item for each move; choosing it passes the move to `take`."""
        session = self.match.session
        return tuple(
            Item(session.spec.lists.choice(move, session.view), partial(self.take, move))
            for move in self.moves
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of the match and of the list.

        If both have an action for the same binding, the list's action is used.
        """
        return {
            **self.match.actions(),
            **super().actions(),
            "digits": self._go_to_number,
            "pick": lambda _key: self.pick(),
        }

    def choose(self) -> None:
        """Choose the focused move, unless the key comes too soon to be meant for this list."""
        self.match.session.require_delivered()
        if self.match.is_too_soon:
            self.context.answer(msg("one-moment"))
        else:
            super().choose()

    def pick(self) -> None:
        """Handle Space: choose the focused move, as Enter does."""
        self.choose()

    def refreshed(self) -> None:
        """Close the list if none of its moves can be chosen any more."""
        self.match.hand.follow()
        if not self.stands:
            self.context.pop(silently=True)

    def returned(self) -> None:
        """Announce the list again, or close it if no move can be chosen any more."""
        if self.stands:
            self.context.say(*self.where())
        else:
            self.context.pop()

    def click(self, kind: str, number: int) -> None:
        """Handle a click on a row; a click on a card announces the card."""
        if kind == "card":
            self.match.hand.go(number)
        else:
            super().click(kind, number)

    def frame(self) -> Frame:
        """Draw the table, with the list in place of the buttons."""
        return self.in_picture(self.match.frame())

    def _go_to_number(self, digit: str) -> None:
        """Focus the move with this number; two digits in quick succession form one number."""
        quick = self.context.now - self._digit_at < self.SPELLING
        both = self._place_of(self._digit + digit) if quick and self._digit else None
        place = self._place_of(digit) if both is None else both
        self._digit, self._digit_at = digit if both is None else "", self.context.now
        if place is None:
            self.context.say(Sound("menu-edge", notice=True), self.current())
        else:
            self._go(place)

    def _place_of(self, digits: str) -> int | None:
        """Return the position of the move with this number, or None; "0" alone means 10."""
        number = 10 if digits == "0" and self.first > 0 else int(digits)
        place = number - self.first
        return place if 0 <= place < len(self.moves) else None


class WaysToPlay(MatchList):
    """The list of the ways in which a card can be played."""

    def __init__(self, context: Context, match: TableScreen, moves: Sequence[Move]) -> None:
        super().__init__(context, match)
        self._moves = tuple(moves)
        self._seq = match.session.seq

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves that play the card."""
        return self._moves

    @property
    def stands(self) -> bool:
        """Whether the decision for which the list was opened has not been made yet."""
        return self.match.session.seq == self._seq

    def title(self) -> Msg:
        """Return the title, which asks how to play the card."""
        return self.match.session.spec.lists.choice_title(self._moves[0], self.match.session.view)

    def take(self, move: Move) -> None:
        """Play the card by this move."""
        self.context.pop(silently=True)
        self.match.play(move)

    def click(self, kind: str, number: int) -> None:
        """Choose the clicked move; a click on a card plays that card instead."""
        if kind == "card":
            self.context.pop(silently=True)
            self.match.click(kind, number)
        else:
            super().click(kind, number)


class DecisionList(MatchList):
    """The list of moves for a decision, open until the decision is made.

    `since` is the time at which the list opened by itself; a key pressed right after that is
    ignored, since it was meant for the table.
    """

    def __init__(self, context: Context, match: TableScreen, since: float) -> None:
        super().__init__(context, match)
        self._number = match.session.decisions
        self._since = since
        self._is_known = since == float("-inf")
        """Whether the player has opened the list, or used it."""

    @property
    def listing(self) -> Listing[Move]:
        """The current list of moves."""
        listing = self.match.session.listing
        assert listing is not None
        return listing

    @property
    def moves(self) -> Sequence[Move]:
        """All moves of the list, including illegal ones."""
        return self.listing.moves

    @property
    def first(self) -> int:
        """The number of the first move, for selecting moves by digits."""
        return self.listing.first

    @property
    def stands(self) -> bool:
        """Whether the decision is still open."""
        session = self.match.session
        return session.listing is not None and session.decisions == self._number

    def opened(self) -> None:
        """Announce nothing, because the list is announced by the code that opens it."""

    def title(self) -> Msg:
        """Return the question that the list answers."""
        return self.listing.title

    def choose(self) -> None:
        """Make the focused move, unless the list has opened just before the key press."""
        self.match.session.require_delivered()
        if self._is_too_soon:
            self.context.answer(msg("one-moment"))
        else:
            super().choose()

    def pick(self) -> None:
        """Choose the focused move.

        But in a list opened without a key, the first Space only announces it: players also press
        Space to continue, and must not choose by mistake.
        """
        if self._is_known or self._is_too_soon or self.match.is_too_soon:
            self.choose()
        else:
            self._is_known, self._since = True, self.context.now
            self.context.say(*self.where())

    def take(self, move: Move) -> None:
        """Make the move; if it is refused, the list stays open."""
        self.match.submit(move)

    @property
    def _is_too_soon(self) -> bool:
        return self.context.now - self._since < DEAL_GUARD

    def _move_to(self, place: int, sound: str) -> None:
        self._is_known = True
        super()._move_to(place, sound)
