"""The list of the deals of the day on a server.

Each account can play one deal of each game, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.days import games_of_the_day
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.days import date_words
from audiogames.core.cues import Msg, msg
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext


class ServerDays(ListScreen):
    """The list of the server's deals of the day.

    Enter plays or resumes one, or announces its result.
    """

    context: OnlineContext

    layers = ("list", "server")

    def title(self) -> Msg:
        """Return the title with the date in UTC, which the server uses."""
        return msg("days-title", date=date_words(self.context.storage.today()))

    def items(self) -> Sequence[Item]:
        """Return an item for each game."""
        return tuple(
            Item(msg("item", name=msg(f"game-{id_}")), partial(self._play, id_))
            for id_ in games_of_the_day()
        )

    def _play(self, id_: str) -> None:
        self.context.online.ask(wire.PlayDay, game=id_)
