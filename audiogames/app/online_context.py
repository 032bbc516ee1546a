"""What a screen of a server may use."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from audiogames.app.match_context import MatchContext

if TYPE_CHECKING:
    from audiogames.app.online.online import Online
    from audiogames.net.address import Address


class OnlineContext(MatchContext):
    """A `MatchContext` with the server that the player is on or goes to."""

    only_server: Address | None = None
    """The only server that can be gone to, where there is no choice."""

    @property
    @abstractmethod
    def online(self) -> Online:
        """Being on a server."""
