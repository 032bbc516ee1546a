"""The easy bot: takes points when it can, otherwise throws its lowest card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from audiogames.cards.tricks import would_take
from audiogames.core.contract import Bot, Move
from audiogames.games.briscola import model as m


class EasyBot(Bot[m.BriscolaView, Move]):
    """Considers only the trick on the table; never exchanges the seven."""

    def choose(
        self, view: m.BriscolaView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return the cheapest card that takes points, or else the lowest card."""
        del rng, budget, stop
        if view.to_act != view.seat:
            return m.SIGNS[-1]  # out of turn only signs are legal
        plays = [move for move in view.legal if isinstance(move, m.Play)]
        plays.sort(key=lambda play: (play.card.suit == view.briscola, play.power, play.card.suit))
        lies = sum(m.PLAYS[card].points for _, card in view.on_table)
        for play in plays:
            takes = would_take(view, play.card, lambda trick: m.best_of(trick, view.briscola))
            if view.on_table and lies + play.points and takes:
                return play
        return plays[0]
