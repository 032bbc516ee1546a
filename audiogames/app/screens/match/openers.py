"""Lists of optional moves: a key opens them, in turn or out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from audiogames.app.keys.bindings import game_layer, without_letters
from audiogames.app.match.cues import queued
from audiogames.app.screens.base import Action
from audiogames.app.screens.match.choices import MatchList
from audiogames.core.contract import Move, Refused, View
from audiogames.core.controls import Listing, Opener
from audiogames.core.cues import Msg

if TYPE_CHECKING:
    from audiogames.app.context import Context
    from audiogames.app.screens.match.base import TableScreen


def listing_of(opener: Opener[View], match: TableScreen) -> Listing[Move]:
    """Return the list that it opens now.  Raises `Refused` if the list is empty."""
    listing = opener.listing(match.session.view)
    if not listing.moves:
        raise Refused("nothing-to-choose")
    return listing


class OpenedList(MatchList):
    """Open until a move is made, the player leaves, or no move can be chosen any more.

    Letters find items here, so the game's keys without modifiers are off; its other keys work.
    """

    def __init__(self, context: Context, match: TableScreen, opener: Opener[View]) -> None:
        super().__init__(context, match)
        self.opener = opener
        self.layers = (
            "choice",
            without_letters(game_layer(match.session.spec)),
            "list",
            *match.beside,
            without_letters("game"),
        )
        self._listing = listing_of(opener, match)
        self._decisions = match.session.decisions

    @property
    def moves(self) -> Sequence[Move]:
        """All moves of the list."""
        return self._listing.moves

    @property
    def first(self) -> int:
        """The number of the first move, as the game counts."""
        return self._listing.first

    @property
    def stands(self) -> bool:
        """Whether there is something to choose, and no decision is open that has its own list."""
        return self._offered() is not None

    def title(self) -> Msg:
        """Return what is offered."""
        return self._listing.title

    def take(self, move: Move) -> None:
        """Make the move; a refusal leaves the list open."""
        self.match.submit(move)
        self.context.pop(silently=True)

    def refreshed(self) -> None:
        """Update the list; the focus stays on its move, otherwise the new focus is said."""
        super().refreshed()
        offered = self._offered()
        if offered is None:
            return
        before, self._listing = self._listing, offered
        if offered.moves == before.moves:
            return
        focused = before.moves[self.place]
        if focused in offered.moves:
            self.place = offered.moves.index(focused)
        else:
            self.context.say(queued(self.current()))

    def actions(self) -> Mapping[str, Action]:
        """Let its own key say the focus."""
        here: Action = lambda _key: self.context.say(*self.where())  # noqa: E731 - one short action
        return {**super().actions(), self.opener.id: here}

    def _offered(self) -> Listing[Move] | None:
        session = self.match.session
        is_asked_anew = session.listing is not None and session.decisions != self._decisions
        if session.over or session.waits_for_me or is_asked_anew:
            return None
        try:
            return listing_of(self.opener, self.match)
        except Refused:
            return None
