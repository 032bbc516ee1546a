"""The three forms of a strategy: packed in a file, as a table, and as a realisation plan.

A *table* is one array with the numbers of all decisions, in the order of the game tree
(`public_tree`).  Each decision has one number for each action, hand and sequence of cards
played before; all numbers of one action are its *plane*.

A *realisation plan* has the probability that a player's own moves lead to each of their
actions.  It is the sequence form of a strategy (Koller, Megiddo and von Stengel, Fast
Algorithms for Finding Randomized Strategies in Game Trees, STOC 1994).  It is linear: a
mixture of two strategies is the weighted sum of their plans.  Normalising the planes of
each decision gives the strategy again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.solver.invido import deals, kernels
from audiogames.solver.invido.deals import Array
from audiogames.solver.invido.traversal import (
    Reach,
    split,
    uniform,
    uniform_answers,
    with_reach,
)

FLOAT: Any = np.float32


class DecisionPlanes(NamedTuple):
    """Where a decision's numbers begin in a full table (`full`) and an unpacked file (`kept`).

    There is one number for each action, hand and sequence of cards played before; the numbers
    of one action are a *plane*.  `even` has equal probabilities for the actions that a hand
    allows, and 0 for the others.
    """

    full: int
    kept: int
    even: Array
    width: int
    player: int
    stake: int

    def shape(self) -> tuple[int, int, int]:
        """Return the numbers of actions, hands and sequences of played cards at this decision."""
        planes, hands = self.even.shape
        return planes, hands, self.width

    def view(self, table: Array) -> Array:
        """Return the part of a full table with this decision's numbers, as a view of the array.

        The axes are the actions, the hands, and the sequences of cards played before.
        """
        planes, hands, lanes = self.shape()
        return table[self.full : self.full + planes * hands * lanes].reshape(planes, hands, lanes)

    def view_kept(self, table: Array) -> Array:
        """Return the part of an unpacked file with this decision's numbers, as an array view.

        The axes are the actions except the last, which is not stored, the hands, and the sequences
        of cards played before.
        """
        planes, hands, lanes = self.shape()
        end = self.kept + (planes - 1) * hands * lanes
        return table[self.kept : end].reshape(planes - 1, hands, lanes)


@cache
def decisions() -> tuple[DecisionPlanes, ...]:
    """Return all decisions of the whole tree, for every stake."""
    pairs = zip(t.build().turns, t.build(kept=True).turns, strict=True)
    return tuple(decision for full, kept in pairs for decision in _of_turn(full, kept))


def _of_turn(full: t.PublicTurn, kept: t.PublicTurn) -> Iterator[DecisionPlanes]:
    owner, width = full.player, full.width
    for calls in range(full.calls + 1):
        stake = full.stake + calls
        if full.plays[calls] != t.NOBODY:
            called = 1 if calls == 0 and full.calls else 0
            chances = uniform(full.size, called, np.float32)
            yield DecisionPlanes(full.plays[calls], kept.plays[calls], chances, width, owner, stake)
        if calls < full.calls:
            who = 1 - full.caller(calls + 1)
            chances = uniform_answers(full.answer_planes(calls + 1), full.hands_of(who), np.float32)
            yield DecisionPlanes(
                full.answers[calls], kept.answers[calls], chances, width, who, stake + 1
            )
    for calls, at in enumerate(full.lasts):
        if at != t.NOBODY:
            chances, stake = uniform_answers(2, t.RANKS, np.float32), full.stake + calls
            yield DecisionPlanes(at, kept.lasts[calls], chances, width, 1 - owner, stake)
            yield DecisionPlanes(
                full.meets[calls], kept.meets[calls], chances, width, owner, stake + 1
            )


def unpacked(strategy: s.Strategy, plan: int) -> Array:
    """Read a plan (a strategy) from a strategy file, and unpack it in the file's layout.

    The layout is `public_tree.build(kept=True)`.  It omits the probabilities of a decision's
    last action, because they follow from the probabilities of the other actions.
    """
    out: Array = np.empty(t.build(kept=True).size, np.uint8)
    opening = np.frombuffer(strategy.block(plan, 0), np.uint8)
    done = 0
    for low, high in s.openings():
        out[low:high] = opening[done : done + high - low]
        done += high - low
    for number, turn in enumerate(s.blocks(), 1):
        out[turn.plays[0] : turn.end] = np.frombuffer(strategy.block(plan, number), np.uint8)
    return out


def table(kept: Array) -> Array:
    """Expand an unpacked plan to a table with the weight of every action at every decision.

    The weights of a decision that the plan omits are 0.
    """
    out: Array = np.zeros(t.build().size, np.float32)
    for decision in decisions():
        planes = decision.view_kept(kept).astype(np.float32)
        full = decision.view(out)
        full[:-1] = planes
        full[-1] = s.UNIT - planes.sum(axis=0)
        full[:, planes[0] == s.DROPPED] = 0
    return out


def realisation_plan(tree: t.PublicTree, table: Array) -> Array:
    """Return a realisation plan: the probability that a player's moves lead to each action.

    `table` is the player's strategy: it has the weights of the actions at each decision, not
    necessarily normalised.
    """
    return _Planner(tree, table).plan


class _Planner:
    """Computes a realisation plan by traversing a tree with the reach of both players.

    A player's reach is the probability that the player's own moves lead to a position.
    """

    def __init__(self, tree: t.PublicTree, table: Array) -> None:
        self.table = table
        self.plan = np.zeros(tree.size, FLOAT)
        ones = np.ones((len(t.hands(3)), 1), FLOAT)
        self._turn(tree.root, (ones, ones))

    def _fill(self, at: int, even: Array, reach: Array) -> Array:
        """Return the probabilities of the actions of one decision.

        The decision's numbers begin at index `at` of the table.  The products of the probabilities
        and `reach`, the probability that the player's own moves lead to the decision, are stored in
        the plan.
        """
        out = np.ones((*even.shape, reach.shape[1]), FLOAT)
        if at != t.NOBODY:
            end = at + out.size
            kernels.normalise(self.table[at:end].reshape(out.shape), even, out)
            self.plan[at:end] = (out * reach).ravel()
        return out

    def _turn(self, turn: t.PublicTurn, reach: Reach) -> None:
        even = uniform(turn.size, 1 if turn.calls else 0, FLOAT)
        chances = self._fill(turn.plays[0], even, reach[turn.player])
        self._play(turn, 0, reach, chances)
        if turn.calls:
            self._answer(turn, 1, with_reach(reach, turn.player, chances[turn.size]))

    def _answer(self, turn: t.PublicTurn, call: int, reach: Reach) -> None:
        who = 1 - turn.caller(call)
        even = uniform_answers(turn.answer_planes(call), reach[who].shape[0], FLOAT)
        chances = self._fill(turn.answers[call - 1], even, reach[who])
        accepted = with_reach(reach, who, chances[t.CALL])
        cards = self._fill(turn.plays[call], uniform(turn.size, 0, FLOAT), accepted[turn.player])
        self._play(turn, call, accepted, cards)
        if call < turn.calls:
            self._answer(turn, call + 1, with_reach(reach, who, chances[t.COUNTER]))

    def _play(self, turn: t.PublicTurn, call: int, reach: Reach, chances: Array) -> None:
        if turn.cards == t.LAST_TURN:
            self._last(turn, call, with_reach(reach, turn.player, chances[0]))
            return
        for branch in t.branches(turn.cards, turn.group):
            if branch.wins == 0:
                after = split(turn, reach, chances, branch, FLOAT)
                self._turn(turn.then[call][branch.group], after)

    def _last(self, turn: t.PublicTurn, call: int, reach: Reach) -> None:
        """Compute the realisation plan of the decisions about a call at the last card.

        All of a player's cards lower than the led card share one decision.  The probability
        of reaching it is the weighted mean of the probabilities of reaching it with each of
        these cards.
        """
        if turn.lasts[call] == t.NOBODY:
            return
        table = deals.at_lead(turn.group, FLOAT)
        lower = np.tri(t.RANKS, k=-1, dtype=FLOAT)[:, :, None] * table
        total = lower.sum(axis=1)
        reached = (lower * reach[1 - turn.player]).sum(axis=1)
        own = np.divide(reached, total, out=np.zeros_like(total), where=total > 0)
        half = uniform_answers(2, t.RANKS, FLOAT)
        self._fill(turn.lasts[call], half, own)
        self._fill(turn.meets[call], half, reach[turn.player])
