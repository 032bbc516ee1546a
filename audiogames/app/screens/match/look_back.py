"""The keys for reviewing a finished match, at its end and in a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController
from audiogames.app.reviews import Past
from audiogames.app.screens.base import Action
from audiogames.core.contract import Refused
from audiogames.core.cues import msg

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


class LookBackKeys:
    """The actions of Control+E, which begins a review, announces its progress or opens its result.

    With Shift, the review is stopped.  In a match continued from a mistake, Control+E returns to
    that mistake.
    """

    def __init__(
        self, context: MatchContext, session: MatchController, finished: Callable[[], Past | None]
    ) -> None:
        self._context = context
        self._session = session
        self._finished = finished

    def actions(self) -> Mapping[str, Action]:
        """Return the actions by binding id."""
        return {
            "look-back": lambda _key: self._look_back(),
            "stop-review": lambda _key: self._context.reviews.stop(),
        }

    def _look_back(self) -> None:
        """Begin the review of this match, announce its progress, or open its result.

        During a match, announce the progress of the last review.
        """
        reviews, past, seat = self._context.reviews, self._finished(), self._session.seat
        if reviews.current is not None and reviews.left_at is not None:
            self._context.matches.look_back(reviews.current)
        elif past is None:
            self._announce_last_review()
        elif seat is None:
            raise Refused("not-playing")
        else:
            reviews.go_on(past, seat)

    def _announce_last_review(self) -> None:
        reviews = self._context.reviews
        if reviews.runs:
            reviews.tell_progress()
        elif reviews.current is not None:
            self._context.answer(msg("review-waits"))
        elif self._session.over or self._session.spec.bots.review is None:
            raise Refused("no-review")
        else:
            raise Refused("review-after-match")
