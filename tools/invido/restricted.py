"""Restricted Nash responses: strategies that punish a weak player and stay safe against a good one.

The opponent plays a fixed model with chance p, and is free otherwise. The best strategy against
such an opponent gains from the model's mistakes, and gains more for a larger p; because of the free
part, the best opponent gains little on it (Johanson, Zinkevich and Bowling, Computing Robust
Counter-Strategies, NIPS 2007).

The opponent has two parts, the free player and the model. Each has half of the opponent's reach
array along the lanes (sequences of cards played, see `public_tree`). The two halves are passed down
the tree with separate probabilities, and are added up where a deal ends.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.solver.invido import deals, kernels
from audiogames.solver.invido.stochastic_game import Payoffs
from audiogames.solver.invido.traversal import Reach, Traversal, split

Array = Any


class RestrictedTraversal(Traversal):
    """A traversal of the game tree in which one player learns against a weak opponent.

    With probability `share` the opponent plays by the fixed strategy `model`, and otherwise by
    `table`, as in any traversal.
    """

    def __init__(
        self,
        tree: t.PublicTree,
        payoffs: Payoffs,
        tables: Array,
        model: Array,
        share: float,
    ) -> None:
        super().__init__(tree, payoffs, tables[0], tables[1])
        self.model = model
        self.parts = np.array([1 - share, share], np.float32)

    def by_hand(self, player: int, theirs: Array = None) -> Array:
        """Return the value of the deal for each hand of the learning player."""
        del theirs
        self.player = player
        hands = len(t.hands(3))
        ones: Array = np.ones((hands, 1), self.dtype)
        other = np.ascontiguousarray(np.broadcast_to(self.parts, (hands, 2)))
        return self._turn(self.tree.root, (ones, other) if player == 0 else (other, ones))[:, 0]

    def _chances(self, at: int, even: Array, width: int, player: int) -> Array:
        free = super()._chances(at, even, width, player)
        if player == self.player or at == t.NOBODY:
            return free if player == self.player else np.concatenate([free, free], axis=2)
        fixed = np.empty_like(free)
        end = at + free.size
        kernels.normalise(self.model[at:end].reshape(free.shape), even, fixed)
        return np.concatenate([free, fixed], axis=2)

    def _split(self, turn: t.PublicTurn, reach: Reach, chances: Array, branch: t.Branch) -> Reach:
        """Return both players' reach probabilities after a branch of the game tree.

        The opponent's array has two blocks of columns: in the first the opponent plays freely, in
        the second by the fixed model.  Each block is computed separately.
        """
        other, width = 1 - self.player, turn.width
        halves = []
        for low in (0, width):
            half = np.ascontiguousarray(reach[other][:, low : low + width])
            theirs = turn.player == other
            own = np.ascontiguousarray(chances[:, :, low : low + width]) if theirs else chances
            both = (half, reach[1]) if other == 0 else (reach[0], half)
            halves.append(split(turn, both, own, branch, self.dtype))
        mine = halves[0][self.player]
        joined = np.concatenate([half[other] for half in halves], axis=1)
        return (joined, mine) if other == 0 else (mine, joined)

    def _meet(self, table: Array, reach: Reach, payoff: float) -> Array:
        return super()._meet(table, self._summed(reach), payoff)

    def _summed(self, reach: Reach) -> Reach:
        other = 1 - self.player
        free, fixed = np.split(reach[other], 2, axis=1)
        whole = free + fixed
        return (whole, reach[1]) if other == 0 else (reach[0], whole)

    def _last(self, turn: t.PublicTurn, call: int, reach: Reach) -> Array:
        """Return the value of the third trick, in which the opponent mixes two strategies.

        They are the fixed strategy `model` and the free opponent's strategy `table`, averaged by
        their probabilities.
        """
        stake, at = turn.stake + call, turn.lasts[call]
        if at == t.NOBODY or not self.payoffs.may[1 - turn.player][stake]:
            return super()._last(turn, call, self._summed(reach))
        size = 4 * t.RANKS * turn.width
        kept = self.table[at : at + size].copy()
        self.table[at : at + size] = self._joined_last(turn, at, reach).ravel()
        worth = super()._last(turn, call, self._summed(reach))
        # Only the learning player's choices here are learned.
        low = 0 if turn.player == self.player else size // 2
        self.table[at + low : at + low + size // 2] = kept[low : low + size // 2]
        return worth

    def _joined_last(self, turn: t.PublicTurn, at: int, reach: Reach) -> Array:
        """Return the strategy for the last card, with the opponent's two strategies averaged.

        They are its free strategy (`table`) and the fixed `model`, weighted by the probability
        that each has reached the position.
        """
        shape = (2, 2, t.RANKS, turn.width)
        out = self.table[at : at + np.prod(shape)].reshape(shape).copy()
        model = self.model[at : at + np.prod(shape)].reshape(shape)
        leads = turn.player == self.player
        mine = 0 if leads else 1
        weights = np.split(reach[1 - self.player], 2, axis=1)
        if leads:
            lower = _lower(turn.group)
            weights = [np.einsum("cdn,dn->cn", lower, weight) for weight in weights]
        whole = np.zeros_like(weights[0])
        first = np.zeros_like(weights[0])
        for weight, planes in zip(weights, (out[mine], model[mine]), strict=True):
            total = planes.sum(axis=0)
            chance = np.divide(
                planes[0], total, out=np.full_like(total, 0.5), where=total > kernels.TINY
            )
            first += weight * chance
            whole += weight
        mixed = np.divide(first, whole, out=np.full_like(whole, 0.5), where=whole > kernels.TINY)
        out[mine, 0], out[mine, 1] = mixed, 1 - mixed
        return out


@cache
def _lower(group: str) -> Array:
    """Return the probability of each pair of last cards in which the leader's is higher.

    The probability of every other pair is 0.  There is one table for each sequence of cards
    that may have been played before.
    """
    return np.tri(t.RANKS, k=-1, dtype=np.float32)[:, :, None] * deals.at_lead(group, np.float32)
