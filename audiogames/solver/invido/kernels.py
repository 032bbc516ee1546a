"""Compiled loops over hands and over sequences of played cards, for the solver of Invido.

Each function writes its result to its last arguments.  A *lane* is one sequence of cards
that may have been played before; a *run* is a range of lanes in which the same card is
played next; a *plane* has the numbers of one action (see `public_tree`).  *Reach* is the
probability that a player's own moves lead to a position (see `traversal`).

A `table` has the axes plane, hand and lane; its numbers are regrets, weights or
probabilities, and `normalise` turns any of them into probabilities.  The lane is the last
axis of all arrays, so that the innermost loops access contiguous memory.  `worth` is the
value of each action, `even` an equal probability for each action that a hand allows and 0
for the others, `deals` the joint probability of both players' hands, `c` the rank of the
leader's last card.

The two functions for a last card with a call have two modes, chosen by `learns`: regret
matching of the traversing player (Hart and Mas-Colell, Econometrica 68, 2000), or the best
response, which does not change the table.  Learning is DCFR, see `traversal`: `shrink`
discounts the regrets of earlier iterations, regrets have a minimum of 0, and `share` is the
weight of this iteration in the average strategy.
"""

from __future__ import annotations

from typing import Any, Final

import llvmlite.binding
import numpy as np
from numba import njit

llvmlite.binding.set_option("solver", "-runtime-memory-check-threshold=256")

Array = Any
"""An alias for numpy arrays and numbers, whose types the compiler infers."""

TINY: Final = 1e-20
"""Smaller numbers count as zero: arithmetic with denormal numbers is slow."""

compiled: Any = njit(
    cache=True, fastmath={"nsz", "arcp", "contract", "afn", "reassoc"}, error_model="numpy"
)
"""The flags allow sums to be reordered, but keep infinities."""


@compiled
def normalise(table: Array, even: Array, out: Array) -> None:
    """Divide the numbers of a decision's actions by their sum, so that they are probabilities.

    This is done for each hand and each sequence of cards played before.  Where the sum is 0,
    the result is `even`, which has equal probabilities.
    """
    planes, hands, lanes = table.shape
    total = np.empty(lanes, out.dtype)
    for i in range(hands):
        for n in range(lanes):
            total[n] = TINY
        for a in range(planes):
            for n in range(lanes):
                total[n] += table[a, i, n]
        for n in range(lanes):
            total[n] = 1.0 / total[n] if total[n] > 2 * TINY else 0.0
        for a in range(planes):
            chance = even[a, i]
            for n in range(lanes):
                out[a, i, n] = table[a, i, n] * total[n] if total[n] > 0.0 else chance


@compiled
def learn(
    regret: Array,
    weight: Array,
    chances: Array,
    worth: Array,
    reach: Array,
    even: Array,
    shrink: Array,
    share: Array,
    out: Array,
) -> None:
    """Compute each hand's mean value at a decision; update its regrets and average strategy.

    `worth` has the value of each action, `chances` its present probability, and `reach` the
    probability that the player's own moves lead to this decision.
    """
    planes, hands, lanes = worth.shape
    for i in range(hands):
        for n in range(lanes):
            out[i, n] = 0.0
        for a in range(planes):
            if even[a, i] > 0.0:
                for n in range(lanes):
                    out[i, n] += chances[a, i, n] * worth[a, i, n]
        for a in range(planes):
            if even[a, i] > 0.0:
                for n in range(lanes):
                    x = regret[a, i, n] * shrink + worth[a, i, n] - out[i, n]
                    regret[a, i, n] = x if x > TINY else 0.0
                for n in range(lanes):
                    weight[a, i, n] += share * reach[i, n] * chances[a, i, n]


@compiled
def best(worth: Array, even: Array, out: Array) -> None:
    """Compute each hand's value at a decision if the best action is taken.

    `worth` has the value of each action.
    """
    planes, hands, lanes = worth.shape
    for i in range(hands):
        for n in range(lanes):
            out[i, n] = -np.inf
        for a in range(planes):
            if even[a, i] > 0.0:
                for n in range(lanes):
                    out[i, n] = max(out[i, n], worth[a, i, n])


@compiled
def gather(
    reach: Array, chances: Array, runs: Array, whole: Array, place: Array, out: Array
) -> None:
    """Compute the reach probabilities of a player after this player has played a card.

    They are the probabilities that the player's own moves, including the card, lead to the new
    position.  `runs` lists the cards, each with the sequences of cards before it.  The result
    has a row for each remaining hand and a column for each sequence of cards.
    """
    rests = out.shape[0]
    for k in range(runs.shape[0]):
        card, low, high, to = runs[k]
        for r in range(rests):
            h = whole[card, r]
            a = place[card, r]
            for n in range(high - low):
                out[r, to + n] = reach[h, low + n] * chances[a, h, low + n]


@compiled
def spread(reach: Array, runs: Array, out: Array) -> None:
    """Copy the reach probabilities of a player for each card that the opponent may play.

    They are the probabilities that the player's own moves lead to a position; an opponent's
    card does not change them.
    """
    for k in range(runs.shape[0]):
        _, low, high, to = runs[k]
        for r in range(out.shape[0]):
            for n in range(high - low):
                out[r, to + n] = reach[r, low + n]


@compiled
def scatter(values: Array, runs: Array, whole: Array, place: Array, out: Array) -> None:
    """Copy the value of each hand after a play to the hand before the play.

    The first index of `out` is the action: the index of the played card among the distinct
    ranks of the hand.
    """
    for k in range(runs.shape[0]):
        card, low, high, to = runs[k]
        for r in range(values.shape[0]):
            h = whole[card, r]
            a = place[card, r]
            for n in range(high - low):
                out[a, h, low + n] = values[r, to + n]


@compiled
def add(values: Array, runs: Array, out: Array) -> None:
    """Add up a player's values over all cards that the opponent may play."""
    for k in range(runs.shape[0]):
        _, low, high, to = runs[k]
        for r in range(values.shape[0]):
            for n in range(high - low):
                out[r, low + n] += values[r, to + n]


@compiled
def meet_rows(deals: Array, reach: Array, pays: Array, out: Array) -> None:
    """Compute the value of each hand of player 0 for a deal that has ended with payoff `pays`.

    `reach` is the probability that player 1's own moves lead to this end, for each hand.
    """
    for a in range(out.shape[0]):
        for n in range(out.shape[1]):
            out[a, n] = 0.0
        for b in range(reach.shape[0]):
            for n in range(out.shape[1]):
                out[a, n] += deals[a, b, n] * reach[b, n]
        for n in range(out.shape[1]):
            out[a, n] *= pays


@compiled
def meet_columns(deals: Array, reach: Array, pays: Array, out: Array) -> None:
    """Compute the value of each hand of player 1 for a deal that has ended with payoff `pays`.

    `reach` is the probability that player 0's own moves lead to this end, for each hand.
    """
    for a in range(out.shape[0]):
        for n in range(out.shape[1]):
            out[a, n] = 0.0
        for b in range(reach.shape[0]):
            for n in range(out.shape[1]):
                out[a, n] += deals[b, a, n] * reach[b, n]
        for n in range(out.shape[1]):
            out[a, n] *= pays


@compiled
def _split(deals: Array, reach: Array, c: Array, low: Array, tie: Array, high: Array) -> None:
    """Compute the probabilities that the follower's card is lower than, equal to or above `c`.

    `c` is the rank of the leader's card; the trick is the last one.
    """
    for n in range(low.shape[0]):
        low[n] = 0.0
        high[n] = 0.0
        tie[n] = deals[c, c, n] * reach[c, n]
    for d in range(c):
        for n in range(low.shape[0]):
            low[n] += deals[c, d, n] * reach[d, n]
    for d in range(c + 1, 8):
        for n in range(low.shape[0]):
            high[n] += deals[c, d, n] * reach[d, n]


@compiled
def show_leader(
    deals: Array, follows: Array, win: Array, tie: Array, lose: Array, out: Array
) -> None:
    """Compute the last trick's value to its leader if the follower cannot call.

    `win`, `tie` and `lose` are the leader's payoffs.
    """
    lanes = out.shape[1]
    low = np.empty(lanes, out.dtype)
    same = np.empty(lanes, out.dtype)
    high = np.empty(lanes, out.dtype)
    for c in range(8):
        _split(deals, follows, c, low, same, high)
        for n in range(lanes):
            out[c, n] = win * low[n] + tie * same[n] + lose * high[n]


@compiled
def show_follower(
    deals: Array, leads: Array, win: Array, tie: Array, lose: Array, out: Array
) -> None:
    """Compute the last trick's value to its follower if the follower cannot call.

    `win`, `tie` and `lose` are the follower's payoffs.
    """
    lanes = out.shape[1]
    for d in range(8):
        for n in range(lanes):
            out[d, n] = 0.0
        for c in range(8):
            pays = win if d > c else tie if d == c else lose
            for n in range(lanes):
                out[d, n] += pays * deals[c, d, n] * leads[c, n]


@compiled
def _chance(table: Array, at: Array, c: Array, out: Array) -> None:
    """Compute the probability of action `at` in a choice between actions `at` and `at + 1`."""
    for n in range(out.shape[0]):
        one = table[at, c, n]
        both = one + table[at + 1, c, n]
        out[n] = one / both if both > TINY else 0.5


@compiled
def _learn_two(
    regret: Array,
    weight: Array,
    at: Array,
    c: Array,
    one: Array,
    two: Array,
    scale: Array,
    reach: Array,
    shrink: Array,
    share: Array,
    out: Array,
) -> None:
    """Compute the mean value of a choice between two actions, and update regrets and strategy.

    It does the same as `learn`.  The actions have the numbers `at` and `at + 1` in the tables,
    and the values `one` and `two`; `scale` is a factor of the regrets.
    """
    for n in range(out.shape[0]):
        r0 = regret[at, c, n]
        r1 = regret[at + 1, c, n]
        x = r0 / (r0 + r1) if r0 + r1 > TINY else 0.5
        mean = x * one[n] + (1 - x) * two[n]
        out[n] = mean
        y = r0 * shrink + scale[n] * (one[n] - mean)
        regret[at, c, n] = y if y > TINY else 0.0
        y = r1 * shrink + scale[n] * (two[n] - mean)
        regret[at + 1, c, n] = y if y > TINY else 0.0
        weight[at, c, n] += share * reach[n] * x
        weight[at + 1, c, n] += share * reach[n] * (1 - x)


@compiled
def last_leader(
    deals: Array,
    leads: Array,
    follows: Array,
    table: Array,
    weight: Array,
    pays: Array,
    learns: Array,
    shrink: Array,
    share: Array,
    out: Array,
) -> None:
    """Compute the last trick's value to its leader if the follower may call.

    `pays` has the leader's payoffs for winning and losing the stake, for winning and losing the
    next stake, and for a tie; and whether a tie of the last cards is the follower's win (1) or
    a draw (0).
    """
    lanes = out.shape[1]
    rows = np.empty((7, lanes), out.dtype)
    low, tie, high, bluff, met, gone, ones = rows
    ones[:] = 1
    win, lose, win2, lose2, even, joins = pays
    for c in range(8):
        _split(deals, follows, c, low, tie, high)
        _chance(table, 0, c, bluff)
        for n in range(lanes):
            strong = high[n] + joins * tie[n]
            tied = (1 - joins) * tie[n]
            bluff[n] *= low[n]
            met[n] = lose2 * strong + even * tied + win2 * bluff[n]
            gone[n] = lose * (strong + tied + bluff[n])
            low[n] = win * (low[n] - bluff[n])
        if learns:
            _learn_two(table, weight, 2, c, met, gone, ones, leads[c], shrink, share, high)
        else:
            for n in range(lanes):
                high[n] = max(met[n], gone[n])
        for n in range(lanes):
            out[c, n] = low[n] + high[n]


@compiled
def _below(deals: Array, reach: Array, c: Array, mass: Array, own: Array) -> None:
    """Compute the probability that the follower's card is lower than the leader's card `c`.

    `mass` has the plain probability.  `own` has it multiplied by the probability that the
    follower's own moves lead to this position (`reach`).
    """
    for n in range(mass.shape[0]):
        mass[n] = 0.0
        own[n] = 0.0
    for d in range(c):
        for n in range(mass.shape[0]):
            mass[n] += deals[c, d, n]
            own[n] += deals[c, d, n] * reach[d, n]


@compiled
def _pay(deals: Array, c: Array, weak: Array, tied: Array, strong: Array, out: Array) -> None:
    """Add to `out` the payoff of each possible card of the follower.

    `weak`, `tied` and `strong` are the payoffs if that card is lower than, equal to or higher
    than the leader's card `c`.  Each payoff is weighted by `deals`.
    """
    lanes = out.shape[1]
    for d in range(c):
        for n in range(lanes):
            out[d, n] += deals[c, d, n] * weak[n]
    for n in range(lanes):
        out[c, n] += deals[c, c, n] * tied[n]
    for d in range(c + 1, 8):
        for n in range(lanes):
            out[d, n] += deals[c, d, n] * strong[n]


@compiled
def last_follower(
    deals: Array,
    leads: Array,
    follows: Array,
    table: Array,
    weight: Array,
    pays: Array,
    learns: Array,
    shrink: Array,
    share: Array,
    out: Array,
) -> None:
    """Compute the last trick's value to its follower if the follower may call.

    `pays` has the same payoffs as in `last_leader`, for the follower.
    """
    lanes = out.shape[1]
    rows = np.empty((8, lanes), out.dtype)
    mass, own, strong, tied, weak, calls, plays, meets = rows
    win, lose, win2, lose2, even, joins = pays
    out[:] = 0
    for c in range(8):
        _below(deals, follows, c, mass, own)
        _chance(table, 2, c, meets)
        for n in range(lanes):
            x = meets[n]
            strong[n] = leads[c, n] * max((1 - x) * win + x * win2, win)
            after = leads[c, n] * max((1 - x) * win + x * even, even)
            tied[n] = joins * strong[n] + (1 - joins) * after
            calls[n] = leads[c, n] * ((1 - x) * win + x * lose2)
            plays[n] = leads[c, n] * lose
        if learns:
            _learn_two(table, weight, 0, c, calls, plays, mass, own, shrink, share, weak)
        else:
            for n in range(lanes):
                weak[n] = max(calls[n], plays[n])
        _pay(deals, c, weak, tied, strong, out)
