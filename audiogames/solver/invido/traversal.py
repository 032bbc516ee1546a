"""One traversal of the public tree of a deal: a CFR iteration, or an exact best response.

Theory of operation
-------------------
The terms are `public_tree`'s.  A *turn* is one player's turn to play a card, with the
calls before it.  A *lane* is one sequence of cards that may have been played before a turn,
and its *group* is the outcome of the first trick.  A *branch* has the plays of a turn that
lead to the same next turn, or to the same end of the deal; it consists of *runs*, ranges of
lanes in which the same card is played.  A *plane* has the numbers of one action.

A traversal is made for one player.  Passed down the tree are *reach probabilities*: for
each player, hand and lane, the probability that the player's own moves lead there.
Returned up are counterfactual values: for each hand and lane of the traversing player the
value of the deal, summed over the opponent's hands, weighted by the opponent's reach and by
the deal.  All hands are traversed together, as in Johanson, Waugh, Bowling and Zinkevich,
Accelerating Best Response Calculation in Large Extensive Games (IJCAI 2011).

At its own decisions the traversing player learns by regret matching (`kernels.learn`), or
makes the best choice; the opponent plays by `table`.

The learning is DCFR with alternating updates: Brown and Sandholm, Solving
Imperfect-Information Games via Discounted Regret Minimization (AAAI 2019).  Positive
regrets are discounted with exponent ALPHA, negative ones are set to 0 as in CFR+ (Tammelin
2014), and the strategy of iteration t has the weight t to the power of GAMMA in the
average.

In a turn the player plays a card, or calls first.  A call is answered, perhaps with a higher
call; once a call is accepted, the card is played.  The methods are in this order.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.solver.invido import deals, kernels
from audiogames.solver.invido.deals import Array
from audiogames.solver.invido.stochastic_game import Payoffs

ALPHA: Final = 1.5
"""The exponent that discounts positive regrets, as in the paper."""
GAMMA: Final = 4.0
"""The exponent of an iteration's weight; the paper uses 2."""

Reach = tuple[Array, Array]
"""The reach of each player, as arrays of hands by lanes."""


@cache
def moves(size: int) -> tuple[Array, Array]:
    """Return two arrays, indexed by a card and by the hand that remains after it is played.

    The first has the index of the hand before the play.  The second has the number of the
    action: the index of the card among the distinct ranks of that hand.
    """
    rests = t.hands(size - 1)
    whole: Array = np.empty((t.RANKS, len(rests)), np.int64)
    place: Array = np.empty((t.RANKS, len(rests)), np.int64)
    for card in range(t.RANKS):
        for at, rest in enumerate(rests):
            hand = tuple(sorted((*rest, card)))
            whole[card, at] = t.places(size)[hand]
            place[card, at] = sorted(set(hand)).index(card)
    return whole, place


@cache
def uniform(size: int, calls: int, dtype: Any) -> Array:
    """Return equal probabilities for the cards of each hand, and for a call if `calls` is 1."""
    out = np.zeros((size + calls, len(t.hands(size))), dtype)
    for at, hand in enumerate(t.hands(size)):
        kinds = len(set(hand))
        out[:kinds, at] = 1 / (kinds + calls)
        out[size:, at] = 1 / (kinds + calls)
    return out


@cache
def uniform_answers(planes: int, count: int, dtype: Any) -> Array:
    """Return an equal probability for each of `planes` answers to a call, for `count` hands."""
    return np.full((planes, count), 1 / planes, dtype)


@cache
def runs_of(branch: t.Branch) -> Array:
    """Return the cards of a branch as an array with one row for each card.

    A branch has the plays of a turn that lead to the same next turn, or to the same end of the
    deal.  A row has the card and the range of the sequences of cards before it.
    """
    return np.array(branch.runs, np.int64).reshape(-1, len(t.Run._fields))


def with_reach(reach: Reach, player: int, chances: Array) -> Reach:
    """Return both players' reach probabilities after `player` has chosen an action.

    Reach is the probability that a player's own moves lead to a position; `chances` are the
    probabilities of the action.
    """
    changed = reach[player] * chances
    return (changed, reach[1]) if player == 0 else (reach[0], changed)


def split(turn: t.PublicTurn, reach: Reach, chances: Array, branch: t.Branch, dtype: Any) -> Reach:
    """Return both players' reach probabilities after the plays of one branch of a turn.

    Reach is the probability that a player's own moves lead to a position.  A branch has the
    plays that lead to the same next turn, or to the same end of the deal.
    """
    own, other = turn.player, 1 - turn.player
    whole, place = moves(turn.size)
    runs = runs_of(branch)
    width = sum(run.high - run.low for run in branch.runs)
    mine = np.empty((whole.shape[1], width), dtype)
    theirs = np.empty((reach[other].shape[0], width), dtype)
    kernels.gather(reach[own], chances, runs, whole, place, mine)
    kernels.spread(reach[other], runs, theirs)
    return (mine, theirs) if own == 0 else (theirs, mine)


class Traversal:
    """Traverses the tree of one deal for one player: learns, or computes the best response.

    `table` has the strategy.  If a `weight` is given, the traversal learns: `table` has the
    regrets, and `weight` accumulates the average strategy.
    """

    def __init__(
        self, tree: t.PublicTree, payoffs: Payoffs, table: Array, weight: Array = None
    ) -> None:
        self.tree = tree
        self.payoffs = payoffs
        self.table = table
        self.weight = table if weight is None else weight
        self.learns = weight is not None
        self.dtype = np.float32 if self.learns else np.float64
        self.player = 0
        self.shrink = 1.0
        self.share = 1.0

    def step(self, player: int, time: float) -> float:
        """Run CFR iteration number `time` (from 1) for a player; return the deal's mean value."""
        before = max(time - 1.0, 0.0) ** ALPHA
        self.shrink = before / (before + 1.0)
        self.share = time**GAMMA * 1e-3
        return self.worth(player)

    def worth(self, player: int) -> float:
        """Return the mean value of a deal for this player, minus one half."""
        return float(self.by_hand(player).sum(dtype=np.float64))

    def by_hand(self, player: int, theirs: Array = None) -> Array:
        """Return the value of a deal for each of the player's hands, minus one half.

        `theirs`, if given, has one probability for each hand of the opponent: the probability that
        an opponent with this hand does not annul the deal.
        """
        self.player = player
        ones: Array = np.ones((len(t.hands(3)), 1), self.dtype)
        other = ones if theirs is None else theirs.astype(self.dtype)[:, None]
        reach = (ones, other) if player == 0 else (other, ones)
        return self._turn(self.tree.root, reach)[:, 0]

    # Decisions

    def _chances(self, at: int, even: Array, width: int, player: int) -> Array:
        """Return the probability of each action of a decision.

        If a best response is being computed for `player`, it needs no probabilities at that
        player's decisions, and all actions get the same number.
        """
        if at == t.NOBODY or (player == self.player and not self.learns):
            return np.repeat(even[:, :, None], width, axis=2)
        out = np.empty((*even.shape, width), self.dtype)
        kernels.normalise(_planes(self.table, at, out.shape), even, out)
        return out

    def _decide(self, at: int, even: Array, chances: Array, worth: Array, reach: Array) -> Array:
        """Return a decision's value to the traversing player; `worth` is each action's value."""
        if at == t.NOBODY:
            return worth[0]
        out = np.empty(worth.shape[1:], self.dtype)
        if not self.learns:
            kernels.best(worth, even, out)
            return out
        regret = _planes(self.table, at, worth.shape)
        weight = _planes(self.weight, at, worth.shape)
        shrink, share = self.dtype(self.shrink), self.dtype(self.share)
        kernels.learn(regret, weight, chances, worth, reach, even, shrink, share, out)
        return out

    # Calls

    def _calls(self, turn: t.PublicTurn) -> int:
        """Return how many calls can be made in this turn at this score."""
        calls = 0
        while calls < turn.calls and self.payoffs.may[turn.caller(calls + 1)][turn.stake + calls]:
            calls += 1
        return calls

    def _is_empty(self, reach: Reach) -> bool:
        """Return whether the opponent never reaches this node, so that all its values are zero."""
        return not self.learns and not reach[1 - self.player].any()

    def _nothing(self, turn: t.PublicTurn, reach: Reach) -> Array:
        return np.zeros((reach[self.player].shape[0], turn.width), self.dtype)

    def _turn(self, turn: t.PublicTurn, reach: Reach) -> Array:
        if self._is_empty(reach):
            return self._nothing(turn, reach)
        calls, own = self._calls(turn), turn.player
        at = turn.plays[0] if calls or turn.size > 1 else t.NOBODY
        even = uniform(turn.size, 1 if calls else 0, self.dtype)
        chances = self._chances(at, even, turn.width, own)
        worth = self._play(turn, 0, reach, chances, 1 if calls else 0)
        if calls:
            answer = self._answer(turn, 1, calls, with_reach(reach, own, chances[turn.size]))
            if own == self.player:
                worth[turn.size] = answer
            else:
                worth += answer
        return self._decide(at, even, chances, worth, reach[own]) if own == self.player else worth

    def _answer(self, turn: t.PublicTurn, call: int, calls: int, reach: Reach) -> Array:
        """Return the value of a turn in which a call awaits its answer.

        At most `calls` calls are made in the turn.
        """
        if self._is_empty(reach):
            return self._nothing(turn, reach)
        who, planes = 1 - turn.caller(call), 3 if call < calls else 2
        at = turn.answers[call - 1]
        even = uniform_answers(planes, reach[who].shape[0], self.dtype)
        chances = self._chances(at, even, turn.width, who)
        ends = [
            self._accepted(turn, call, with_reach(reach, who, chances[t.CALL])),
            self._folded(turn, call, with_reach(reach, who, chances[t.FOLD])),
        ]
        if planes > t.COUNTER:
            countered = with_reach(reach, who, chances[t.COUNTER])
            ends.append(self._answer(turn, call + 1, calls, countered))
        if who != self.player:
            return sum(ends[1:], ends[0])
        return self._decide(at, even, chances, np.stack(ends), reach[who])

    def _folded(self, turn: t.PublicTurn, call: int, reach: Reach) -> Array:
        payoff = self.payoffs.end(self.player, turn.caller(call), turn.stake + call - 1)
        return self._meet(deals.at_turn(turn.cards, turn.group, self.dtype), reach, payoff)

    def _accepted(self, turn: t.PublicTurn, call: int, reach: Reach) -> Array:
        """Return the value of a turn whose last call, number `call`, was accepted."""
        if self._is_empty(reach):
            return self._nothing(turn, reach)
        own, at = turn.player, turn.plays[call]
        even = uniform(turn.size, 0, self.dtype)
        chances = self._chances(at, even, turn.width, own)
        worth = self._play(turn, call, reach, chances, 0)
        return self._decide(at, even, chances, worth, reach[own]) if own == self.player else worth

    # Cards

    def _play(
        self, turn: t.PublicTurn, call: int, reach: Reach, chances: Array, spare: int
    ) -> Array:
        """Return the value of playing a card after this many calls.

        If the traversal is for the player who plays, there is a value for each rank in hand; for
        the opponent the values of all cards are added up.
        """
        if turn.cards == t.LAST_TURN:
            return self._lead_last(turn, call, with_reach(reach, turn.player, chances[0]), spare)
        mine = turn.player == self.player
        whole, place = moves(turn.size)
        width = turn.width
        hands = reach[self.player].shape[0]
        shape = (turn.size + spare, hands, width) if mine else (hands, width)
        out = np.zeros(shape, self.dtype)
        for branch in t.branches(turn.cards, turn.group):
            after = self._split(turn, reach, chances, branch)
            value, runs = self._branch(turn, call, branch, after), runs_of(branch)
            if mine:
                kernels.scatter(value, runs, whole, place, out)
            else:
                kernels.add(value, runs, out)
        return out

    def _split(self, turn: t.PublicTurn, reach: Reach, chances: Array, branch: t.Branch) -> Reach:
        return split(turn, reach, chances, branch, self.dtype)

    def _branch(self, turn: t.PublicTurn, call: int, branch: t.Branch, reach: Reach) -> Array:
        """Return the value of the deal after the plays of one branch of a turn.

        A branch has the plays that lead to the same next turn, or to the same end of the deal.
        """
        if branch.wins == 0:
            return self._turn(turn.then[call][branch.group], reach)
        winner = turn.player if branch.wins > 0 else 1 - turn.player
        table = deals.at_end(turn.cards, turn.group, branch, self.dtype)
        return self._meet(table, reach, self.payoffs.end(self.player, winner, turn.stake + call))

    def _meet(self, table: Array, reach: Reach, payoff: float) -> Array:
        """Return the value of ending the deal with the same payoff for all hands.

        `table` has the joint probability of both players' hands.
        """
        out = np.empty((table.shape[self.player], table.shape[2]), self.dtype)
        meet = kernels.meet_rows if self.player == 0 else kernels.meet_columns
        meet(table, reach[1 - self.player], self.dtype(payoff), out)
        return out

    # The last card

    def _lead_last(self, turn: t.PublicTurn, call: int, reach: Reach, spare: int) -> Array:
        value = self._last(turn, call, reach)
        if turn.player != self.player:
            return value
        return np.stack([value] * (1 + spare))

    def _last(self, turn: t.PublicTurn, call: int, reach: Reach) -> Array:
        """Return the value of the third trick after its leader has played."""
        leads, stake = turn.player, turn.stake + call
        table = deals.at_lead(turn.group, self.dtype)
        out: Array = np.empty((t.RANKS, turn.width), self.dtype)
        may_call = turn.lasts[call] != t.NOBODY and self.payoffs.may[1 - leads][stake]
        if not may_call:
            show = kernels.show_leader if self.player == leads else kernels.show_follower
            show(table, reach[1 - self.player], *self._shown(turn, stake), out)
            return out
        shape = (4, t.RANKS, turn.width)
        planes = _planes(self.table, turn.lasts[call], shape)
        weight = _planes(self.weight, turn.lasts[call], shape)
        last = kernels.last_leader if self.player == leads else kernels.last_follower
        shrink, share = self.dtype(self.shrink), self.dtype(self.share)
        payoffs = self._last_pays(turn, stake)
        last(
            table, reach[leads], reach[1 - leads], planes, weight, payoffs, self.learns, shrink,
            share, out,
        )  # fmt: skip
        return out

    def _shown(self, turn: t.PublicTurn, stake: int) -> tuple[Any, ...]:
        """Return the payoffs of a last trick without a call: for winning, tying and losing it."""
        player = self.player
        win, lose = self.payoffs.win[player][stake], self.payoffs.lose[player][stake]
        follower = lose if player == turn.player else win
        tie = self.payoffs.tie[player] if turn.group == t.TIED else follower
        return self.dtype(win), self.dtype(tie), self.dtype(lose)

    def _last_pays(self, turn: t.PublicTurn, stake: int) -> Array:
        """Return the payoffs of the last trick if the follower can call.

        They are in the order that `kernels.last_leader` expects.
        """
        win, lose = self.payoffs.win[self.player], self.payoffs.lose[self.player]
        joins = 0.0 if turn.group == t.TIED else 1.0
        ends = (win[stake], lose[stake], win[stake + 1], lose[stake + 1])
        return np.array((*ends, self.payoffs.tie[self.player], joins), self.dtype)


def _planes(table: Array, at: int, shape: tuple[int, ...]) -> Array:
    """Return the part of a table that holds the numbers of one decision, in this shape.

    The part begins at index `at`; the first axis of the shape is the action.
    """
    return table[at : at + int(np.prod(shape))].reshape(shape)
