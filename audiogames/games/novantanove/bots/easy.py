"""The easy bot of Novantanove: it considers only the tokens that a card costs at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.games.novantanove import model as m

CARELESS: Final = 0.3
"""How often the easy bot plays a random card."""


class EasyBot(Bot[m.NovantanoveView, Move]):
    """Plays the card with the best immediate swing of tokens, but sometimes a random card."""

    def choose(
        self, view: m.NovantanoveView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return a draw if one is due, otherwise the play of a card."""
        del budget, stop
        if m.DRAW in view.legal:
            return m.DRAW
        if rng.random() < CARELESS:
            return any_play(view, rng)
        return best_play(view, rng, lambda play: swing(view, play))


def any_play(view: m.NovantanoveView, rng: Random) -> Move:
    move = rng.choice(view.legal)
    assert isinstance(move, Move)
    return move


def best_play(view: m.NovantanoveView, rng: Random, worth: Callable[[m.Play], float]) -> Move:
    """Return the play with the greatest `worth`; of equal plays, a random one."""
    return max((play for play in view.legal), key=lambda play: (worth(play), rng.random()))  # type: ignore[no-any-return]


def total_after_play(view: m.NovantanoveView, play: m.Play) -> int:
    return m.total_after(view.total, play, min_zero=view.options.min_zero)


def swing(view: m.NovantanoveView, play: m.Play) -> float:
    """Return the tokens that a play wins from each other player, minus those that it costs.

    A player's last token counts more than the others.
    """
    cost = m.outcome(view.total, total_after_play(view, play))
    assert view.seat is not None
    loss = min(cost.player, view.tokens[view.seat])
    dies = 3.0 if loss and loss == view.tokens[view.seat] else 0.0
    return cost.others - loss - dies
