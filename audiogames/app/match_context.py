"""The part of the program that match screens may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audiogames.app.context import Context

if TYPE_CHECKING:
    from audiogames.app.matches import Matches
    from audiogames.app.reviews import Reviews


class MatchContext(Context):
    """A `Context` with the player's matches and reviews."""

    matches: Matches
    reviews: Reviews
