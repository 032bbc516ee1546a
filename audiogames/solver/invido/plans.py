"""Strategies as realisation plans: how likely a player's own moves lead to each of his choices.

A plan is linear: a mixture of two strategies is the sum of their plans, weighed.  Planes of a plan
made into probabilities by `kernels.match` are the strategy again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from audiogames.games.invido import tree as t
from audiogames.solver.invido import deals, kernels
from audiogames.solver.invido.walk import Array, Reach, evenly, evenly_answers, split, with_reach

FLOAT: Any = np.float32


def plan_of(tree: t.Tree, table: Array) -> Array:
    """The plan of a strategy, of which `table` has the chances or what is in proportion to them."""
    return _Planner(tree, table).plan


class _Planner:
    """Walks a tree with both players' own reach."""

    def __init__(self, tree: t.Tree, table: Array) -> None:
        self.table = table
        self.plan = np.zeros(tree.size, FLOAT)
        ones = np.ones((len(t.hands(3)), 1), FLOAT)
        self._turn(tree.root, (ones, ones))

    def _fill(self, at: int, even: Array, reach: Array) -> Array:
        """The chances at a choice; the plan gets them times the reach."""
        out = np.ones((*even.shape, reach.shape[1]), FLOAT)
        if at != t.NOBODY:
            end = at + out.size
            kernels.match(self.table[at:end].reshape(out.shape), even, out)
            self.plan[at:end] = (out * reach).ravel()
        return out

    def _turn(self, turn: t.Turn, reach: Reach) -> None:
        even = evenly(turn.size, 1 if turn.calls else 0, FLOAT)
        chances = self._fill(turn.plays[0], even, reach[turn.player])
        self._play(turn, 0, reach, chances)
        if turn.calls:
            self._answer(turn, 1, with_reach(reach, turn.player, chances[turn.size]))

    def _answer(self, turn: t.Turn, call: int, reach: Reach) -> None:
        who = 1 - turn.caller(call)
        even = evenly_answers(turn.answer_planes(call), reach[who].shape[0], FLOAT)
        chances = self._fill(turn.answers[call - 1], even, reach[who])
        accepted = with_reach(reach, who, chances[t.CALL])
        cards = self._fill(turn.plays[call], evenly(turn.size, 0, FLOAT), accepted[turn.player])
        self._play(turn, call, accepted, cards)
        if call < turn.calls:
            self._answer(turn, call + 1, with_reach(reach, who, chances[t.COUNTER]))

    def _play(self, turn: t.Turn, call: int, reach: Reach, chances: Array) -> None:
        if turn.cards == t.LAST_TURN:
            self._last(turn, call, with_reach(reach, turn.player, chances[0]))
            return
        for branch in t.branches(turn.cards, turn.group):
            if branch.wins == 0:
                after = split(turn, reach, chances, branch, FLOAT)
                self._turn(turn.then[call][branch.group], after)

    def _last(self, turn: t.Turn, call: int, reach: Reach) -> None:
        """The last card: lost hands are one, weighed by how likely each is dealt."""
        if turn.lasts[call] == t.NOBODY:
            return
        table = deals.at_lead(turn.group, FLOAT)
        lower = np.tri(t.RANKS, k=-1, dtype=FLOAT)[:, :, None] * table
        total = lower.sum(axis=1)
        reached = (lower * reach[1 - turn.player]).sum(axis=1)
        own = np.divide(reached, total, out=np.zeros_like(total), where=total > 0)
        half = evenly_answers(2, t.RANKS, FLOAT)
        self._fill(turn.lasts[call], half, own)
        self._fill(turn.meets[call], half, reach[turn.player])
