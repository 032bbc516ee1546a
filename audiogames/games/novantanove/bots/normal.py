"""The normal bot of Novantanove: it also considers the next player, and the cards left in hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots.easy import best_play, swing, total_after_play

KEEP: Final = {"A": 0.30, "9": 0.35, "T": 0.30, "2": 0.15, "J": 0.10, "3": 0.05, "4": 0.05}
"""The value of holding a card: those that help near a limit."""

HAND_SHORT: Final = 0.4
SAMPLE: Final = tuple(
    (rank, plays) for rank, plays in ((c.rank, m.PLAYS[c]) for c in list(m.PLAYS)[:13])
)
"""One card of each rank."""


class NormalBot(Bot[m.NovantanoveView, Move]):
    """Rates a play by the tokens that it moves, the total after it, and the cards left in hand."""

    def choose(
        self, view: m.NovantanoveView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return a draw if one is due, otherwise the play with the best rating."""
        del budget, stop
        if m.DRAW in view.legal:
            return m.DRAW
        return best_play(view, rng, lambda play: _worth(view, play))


def _worth(view: m.NovantanoveView, play: m.Play) -> float:
    new = total_after_play(view, play)
    worth = swing(view, play) - _kept_from(play)
    cost = m.outcome(view.total, new)
    if cost.ends_round:
        return worth
    if play.card.rank == "J" and sum(view.alive) == 2:
        return worth + _own_next(view, play, new)
    return worth + _trap(new, others=sum(view.alive) - 1)


def _kept_from(play: m.Play) -> float:
    return KEEP.get(play.card.rank, 0.0)


def _own_next(view: m.NovantanoveView, jack: m.Play, total: int) -> float:
    """Return the gain in tokens of the best card that the rest of the hand can play after a jack.

    With two players a jack gives its player another turn.
    """
    rest = list(view.hand)
    rest.remove(jack.card)
    swings = [_change(total, play) for card in rest for play in m.PLAYS[card]]
    return max(swings, default=-HAND_SHORT)


def _trap(total: int, others: int) -> float:
    """Return how many tokens a total is expected to cost the next player.

    That player is assumed to play the best of three random cards.  With more than two players
    the result is smaller, because the others share the gain.
    """
    best = sorted(
        (max(_change(total, play) for play in plays) for _, plays in SAMPLE), reverse=True
    )
    expected = sum(swing * (1 - k / 13) ** 2 * 3 for k, swing in enumerate(best)) / 13
    return -expected / (1 if others == 1 else 1.5)


def _change(total: int, play: m.Play) -> float:
    cost = m.outcome(total, m.total_after(total, play))
    return cost.others - cost.player
