"""The interface through which the online screens use the program."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from audiogames.app.match_context import MatchContext

if TYPE_CHECKING:
    from audiogames.app.online.online import Online
    from audiogames.net.address import Address


class OnlineContext(MatchContext):
    """A `MatchContext` with the client of the server that the player uses."""

    only_server: Address | None = None
    """The only server, if there is no choice."""

    @property
    @abstractmethod
    def online(self) -> Online:
        """The online client."""
