"""Lists of optional moves that the player opens by a key, in turn or out of turn."""

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
    """Return the list that this key opens now.  Raises `Refused` if it would be empty."""
    listing = opener.listing(match.session.view)
    if not listing.moves:
        raise Refused("nothing-to-choose")
    return listing


class OpenedList(MatchList):
    """A list of optional moves, opened by a key.

    It closes when a move is made, when the player leaves it, or when no move can be chosen any
    more. In this list letters find items, so the game's keys that are single letters do not work.
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
        """The number of the first move, for selecting moves by digits."""
        return self._listing.first

    @property
    def stands(self) -> bool:
        """Whether the list may stay open.

        It is closed when it has no move any more, or when a pending decision opens another list.
        """
        return self._offered() is not None

    def title(self) -> Msg:
        """Return the title of the list."""
        return self._listing.title

    def take(self, move: Move) -> None:
        """Make the move; if it is refused, the list stays open."""
        self.match.submit(move)
        self.context.pop(silently=True)

    def refreshed(self) -> None:
        """Update the list; if the focused move is no longer in it, announce the new focus."""
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
        """Return the actions of the list; the key that opened it announces the focus."""
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
