"""A match under review: a replay from one mistake to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.app.match.mode import MatchServices
from audiogames.app.match.moves import better_move, describe_move
from audiogames.app.modes.replay import Replay
from audiogames.app.reviews import MatchReview, Mistake
from audiogames.core.cues import Msg, msg
from audiogames.table.clock import TimeSettings

REASONS: Final = 2
"""The number of reasons given unasked; G gives the others."""


class LookBack(Replay):
    """A replay at the moment of a mistake; its questions are answered as of then."""

    def __init__(
        self, review: MatchReview, services: MatchServices, time: TimeSettings, number: int = 0
    ) -> None:
        super().__init__(review.past, services, time)
        self.review = review
        self.number = number

    @property
    def mistake(self) -> Mistake | None:
        """The current mistake; None if no move cost anything."""
        found = self.review.mistakes
        return found[self.number] if found else None

    def begin(self) -> None:
        """Move to the mistake of the number given, from 0."""
        super().begin()
        self._stand()

    def turn(self, by: int) -> bool:
        """Move to the next (1) or previous (-1) mistake; return False if there is none."""
        if not 0 <= self.number + by < len(self.review.mistakes):
            return False
        self.number += by
        self._stand()
        return True

    def _stand(self) -> None:
        if self.mistake is not None:
            self.to_before(self.mistake.decision.entry)


def mistake_words(mistake: Mistake, review: MatchReview) -> Sequence[Msg]:
    """Return the move played, the better one, why, and the cost."""
    spec, one, judged = review.spec.bots.review, mistake.decision, mistake.judgement
    assert spec is not None
    played = describe_move(review.spec, one.view, one.move, "review-played")
    better = better_move(review.spec, one.view, judged.rival, one.move)
    cost = msg("review-cost", price=spec.price(judged.gain, one.view))
    return (played, better, *spec.reasons(one.view, judged.rival, one.move)[:REASONS], cost)


def place_words(mistake: Mistake, review: MatchReview) -> Msg:
    """Return where in the match a mistake was made, as part of a sentence."""
    spec = review.spec.bots.review
    assert spec is not None
    return spec.place(mistake.decision.view)


def why_words(mistake: Mistake, review: MatchReview) -> Sequence[Msg]:
    """Return further reasons, including those for the better move on its own.

    Of the latter, reasons of a kind given before are left out (`ReviewSpec.reasons` defines the
    kinds).  If nothing is left, the first reasons are repeated: the player may have cut them off.
    """
    spec, one, rival = review.spec.bots.review, mistake.decision, mistake.judgement.rival
    assert spec is not None
    reasons = spec.reasons(one.view, rival, one.move)
    kinds = set(map(_kind, reasons))
    alone = (two for two in spec.reasons(one.view, rival, None) if _kind(two) not in kinds)
    more = (*reasons[REASONS:], *spec.more(one.view, rival, one.move), *alone)
    return more or tuple(reasons) or (msg("review-no-more"),)


def _kind(reason: Msg) -> str:
    return "-".join(reason.id.split("-")[:2])
