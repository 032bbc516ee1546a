"""The mode of a review: a replay that jumps from one mistake of the player to the next."""

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
"""The number of reasons announced with a mistake; key G announces the others."""


class LookBack(Replay):
    """The mode of a review; keys are answered from the view that the player had at the mistake."""

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
        """Move to the mistake number `self.number`, counted from 0."""
        super().begin()
        self._go_to_mistake()

    def turn(self, by: int) -> bool:
        """Move to the next (1) or previous (-1) mistake; return False if there is none."""
        if not 0 <= self.number + by < len(self.review.mistakes):
            return False
        self.number += by
        self._go_to_mistake()
        return True

    def _go_to_mistake(self) -> None:
        if self.mistake is not None:
            self.to_before(self.mistake.decision.entry)


def mistake_words(mistake: Mistake, review: MatchReview) -> Sequence[Msg]:
    """Describe a mistake: the move played, the better one, the main reasons, and the cost."""
    spec, one, judged = review.spec.bots.review, mistake.decision, mistake.judgement
    assert spec is not None
    played = describe_move(review.spec, one.view, one.move, "review-played")
    better = better_move(review.spec, one.view, judged.rival, one.move)
    cost = msg("review-cost", price=spec.price(judged.gain, one.view))
    return (played, better, *spec.reasons(one.view, judged.rival, one.move)[:REASONS], cost)


def place_words(mistake: Mistake, review: MatchReview) -> Msg:
    """Return when in the match a mistake was made, in words that fit inside a sentence."""
    spec = review.spec.bots.review
    assert spec is not None
    return spec.place(mistake.decision.view)


def why_words(mistake: Mistake, review: MatchReview) -> Sequence[Msg]:
    """Return further reasons why the better move is better, for a player who asks why.

    They include reasons that do not compare the two moves, unless a reason of the same kind was
    given already (`ReviewSpec.reasons` defines the kinds).  If there is no further reason, the
    first ones are returned again.
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
