"""What screens may use that have to do with matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audiogames.app.context import Context

if TYPE_CHECKING:
    from audiogames.app.matches import Matches
    from audiogames.app.reviews import Reviews


class MatchContext(Context):
    """The same, and the matches that the player has, with their reviews."""

    matches: Matches
    reviews: Reviews
