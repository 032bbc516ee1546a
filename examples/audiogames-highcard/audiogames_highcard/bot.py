"""The bot of High card."""

from collections.abc import Callable
from random import Random

from audiogames.cards.tricks import would_take
from audiogames.core.contract import Bot
from audiogames_highcard import model as m


class EasyBot(Bot[m.HighCardView, m.Play]):
    """Takes the trick with the worst card that does; otherwise throws its worst card away."""

    def choose(
        self, view: m.HighCardView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> m.Play:
        """One of the legal moves."""
        plays: list[m.Play] = sorted(view.legal, key=lambda play: m.RANKS.index(play.card.rank))
        return next((play for play in plays if would_take(view, play.card, m.best_of)), plays[0])
