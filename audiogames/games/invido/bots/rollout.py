"""A bot that looks ahead: flat Monte Carlo with determinizations and rollouts.

It samples hands that the opponent may hold and plays every move out against them; the
rollout policy is the normal bot.  It replaces the solved strategy at tables with options
for which none was solved: "vado dentro" (cards played face down), and answers implied by
another move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move, Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import Holding, holdings, opponent
from audiogames.games.invido.bots.evaluation import equity
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.rules import InvidoRules
from audiogames.games.invido.state import InvidoState

PLAYOUTS: Final = 8
"""Rollouts per move for a budget of 1,000: each takes a dozen decisions of normal bots."""
MARGIN: Final = 0.02
"""How much a move must gain over the normal bot's choice to replace it, since rollouts are
noisy."""


class RolloutBot(Bot[m.InvidoView, Move]):
    """Tries all moves by rollouts, in which normal bots play the rest of the deal."""

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return the normal bot's move, or a move that does clearly better in rollouts."""
        usual = NormalBot().choose(view, rng, budget, stop)
        moves = [move for move in view.legal if move not in (m.A_MONTE, usual)]
        if not moves or view.monte_asked:
            return usual
        samples = max(1, budget * PLAYOUTS // 1000)
        gains = dict.fromkeys(moves, 0.0)
        held = holdings(view)
        for _ in range(samples):
            start = determinization(view, held, rng)
            lot = rng.random()
            kept = _rollout_value(start, usual, view, Random(lot), stop)
            for move in moves:
                gains[move] += _rollout_value(start, move, view, Random(lot), stop) - kept
                if stop():
                    return usual
        best = max(moves, key=gains.__getitem__)
        return best if gains[best] / samples > MARGIN else usual


def determinization(view: m.InvidoView, held: Sequence[Holding], rng: Random) -> InvidoState:
    """Return a full state that fits the view.

    The opponent's hand is drawn from `held`, with probabilities proportional to the weights.
    """
    state = InvidoRules().redeal(view, rng)
    (found,) = rng.choices(held, [each.weight for each in held])
    other = opponent(view)
    spare = [*(play.card for play in state.hands[other]), *state.stock]
    rng.shuffle(spare)
    hand = []
    for rank in found.hand:
        card = next(card for card in spare if m.strength(card) == rank)
        spare.remove(card)
        hand.append(m.OPEN[card])
    state.hands[other], state.stock = hand, tuple(spare)
    return state


def _rollout_value(
    start: InvidoState, move: Move, view: m.InvidoView, rng: Random, stop: Callable[[], bool]
) -> float:
    """Return the chance to win the match after this move, if normal bots finish the deal."""
    assert view.seat is not None
    state = start.copy()
    state.apply(view.seat, move)
    bot = NormalBot()
    while not isinstance(state.to_act, Turn):
        seat = state.to_act
        state.apply(seat, bot.choose(state.view(seat), rng, 0, stop))
        if stop():
            return 0.0
    needs = [state.goal - points for points in state.score]
    return equity(needs[view.seat], needs[opponent(view)])
