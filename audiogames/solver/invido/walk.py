"""One walk through the tree of a deal: a step of learning, or an exact best response.

Theory of operation
-------------------
A walk is made for one player.  Down the tree go, for each player, a hand and a lane, how likely his
own moves lead there (his *reach*); up come, for each hand and lane of the player walked for, what
the deal is worth to him, summed over the opponent's hands and reach and over all deals.

At his own choices he either learns (regret matching; `kernels.learn`) or takes the best; at the
opponent's choices he meets what `table` says.  Learning is DCFR: regrets begin to count less with
time (ALPHA), none is below 0, and late strategies count more in the average (GAMMA).

A turn goes: card or call; answers to calls, each perhaps a further call; after an accepted call
the card.  Methods follow that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from audiogames.games.invido import tree as t
from audiogames.solver.invido import deals, kernels

ALPHA: Final = 1.5
GAMMA: Final = 4.0

Array = Any
"""numpy's arrays: their types are no part of the checks."""

Reach = tuple[Array, Array]
"""By player; hands, lanes."""


class Pays:
    """What a deal is worth, less a half, to each player, and which calls make sense.

    Given are the chances of player 0 by the place of the stake that he wins or loses, and where
    three tricks are tied.  Whoever needs no more than the stake in force does not raise it.
    """

    def __init__(
        self,
        win: Sequence[float],
        lose: Sequence[float],
        tie: float,
        needs: Sequence[int],
        top: int = t.TOP,
    ) -> None:
        self.win = [x - 0.5 for x in win], [0.5 - x for x in lose]
        self.lose = [x - 0.5 for x in lose], [0.5 - x for x in win]
        self.tie = tie - 0.5, 0.5 - tie
        self.may = [
            [stake < need and at < top for at, stake in enumerate(t.STAKES)] for need in needs
        ]

    def end(self, player: int, winner: int, stake: int) -> float:
        """What it is worth to a player that somebody wins this stake."""
        return (self.win if player == winner else self.lose)[player][stake]


@cache
def moves(size: int) -> tuple[Array, Array]:
    """For each card and each rest: the whole hand, and the plane of the card in that hand."""
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
def evenly(size: int, calls: int, dtype: Any) -> Array:
    """Even chances for the cards of each hand, and for a call where `calls` is 1."""
    out = np.zeros((size + calls, len(t.hands(size))), dtype)
    for at, hand in enumerate(t.hands(size)):
        kinds = len(set(hand))
        out[:kinds, at] = 1 / (kinds + calls)
        out[size:, at] = 1 / (kinds + calls)
    return out


@cache
def evenly_answers(planes: int, count: int, dtype: Any) -> Array:
    """Even chances of so many answers for so many hands."""
    return np.full((planes, count), 1 / planes, dtype)


@cache
def runs_of(branch: t.Branch) -> Array:
    """The runs of a branch as an array."""
    return np.array(branch.runs, np.int64).reshape(-1, len(t.Run._fields))


def with_reach(reach: Reach, player: int, chances: Array) -> Reach:
    """Reach after a choice of one player."""
    changed = reach[player] * chances
    return (changed, reach[1]) if player == 0 else (reach[0], changed)


def split(turn: t.Turn, reach: Reach, chances: Array, branch: t.Branch, dtype: Any) -> Reach:
    """Reach in the lanes of a branch, once its cards were played."""
    own, other = turn.player, 1 - turn.player
    whole, place = moves(turn.size)
    runs = runs_of(branch)
    width = sum(run.high - run.low for run in branch.runs)
    mine = np.empty((whole.shape[1], width), dtype)
    theirs = np.empty((reach[other].shape[0], width), dtype)
    kernels.gather(reach[own], chances, runs, whole, place, mine)
    kernels.spread(reach[other], runs, theirs)
    return (mine, theirs) if own == 0 else (theirs, mine)


class Walk:
    """Walks through one tree.  `table` is what is played; where `weight` is given, it learns.

    `weight` gathers the average strategy; then `table` are the regrets that it follows.
    """

    def __init__(self, tree: t.Tree, pays: Pays, table: Array, weight: Array = None) -> None:
        self.tree = tree
        self.pays = pays
        self.table = table
        self.weight = table if weight is None else weight
        self.learns = weight is not None
        self.dtype = np.float32 if self.learns else np.float64
        self.player = 0
        self.shrink = 1.0
        self.share = 1.0

    def step(self, player: int, time: float) -> float:
        """Learn as this player, at this time from 1; his worth against the other."""
        before = max(time - 1.0, 0.0) ** ALPHA
        self.shrink = before / (before + 1.0)
        self.share = time**GAMMA * 1e-3
        return self.worth(player)

    def worth(self, player: int) -> float:
        """The mean worth of a deal for this player, less a half."""
        return float(self.by_hand(player).sum(dtype=np.float64))

    def by_hand(self, player: int, theirs: Array = None) -> Array:
        """Its parts by his hand; `theirs` is how likely the opponent goes on with each hand."""
        self.player = player
        ones: Array = np.ones((len(t.hands(3)), 1), self.dtype)
        other = ones if theirs is None else theirs.astype(self.dtype)[:, None]
        reach = (ones, other) if player == 0 else (other, ones)
        return self._turn(self.tree.root, reach)[:, 0]

    # Choices

    def _chances(self, at: int, even: Array, width: int, player: int) -> Array:
        """How likely each plane is chosen; his own choices need none for a best response."""
        if at == t.NOBODY or (player == self.player and not self.learns):
            return np.repeat(even[:, :, None], width, axis=2)
        out = np.empty((*even.shape, width), self.dtype)
        kernels.match(_planes(self.table, at, out.shape), even, out)
        return out

    def _decide(self, at: int, even: Array, chances: Array, worth: Array, reach: Array) -> Array:
        """The worth of one's own choice, by the worth of its planes."""
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

    def _calls(self, turn: t.Turn) -> int:
        """How many calls this turn may have at this score."""
        calls = 0
        while calls < turn.calls and self.pays.may[turn.caller(calls + 1)][turn.stake + calls]:
            calls += 1
        return calls

    def _turn(self, turn: t.Turn, reach: Reach) -> Array:
        calls, own = self._calls(turn), turn.player
        at = turn.plays[0] if calls or turn.size > 1 else t.NOBODY
        even = evenly(turn.size, 1 if calls else 0, self.dtype)
        chances = self._chances(at, even, turn.width, own)
        worth = self._play(turn, 0, reach, chances, 1 if calls else 0)
        if calls:
            answer = self._answer(turn, 1, calls, with_reach(reach, own, chances[turn.size]))
            if own == self.player:
                worth[turn.size] = answer
            else:
                worth += answer
        return self._decide(at, even, chances, worth, reach[own]) if own == self.player else worth

    def _answer(self, turn: t.Turn, call: int, calls: int, reach: Reach) -> Array:
        """The worth of the answers to this call, where so many may be made."""
        who, planes = 1 - turn.caller(call), 3 if call < calls else 2
        at = turn.answers[call - 1]
        even = evenly_answers(planes, reach[who].shape[0], self.dtype)
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

    def _folded(self, turn: t.Turn, call: int, reach: Reach) -> Array:
        pays = self.pays.end(self.player, turn.caller(call), turn.stake + call - 1)
        return self._meet(deals.at_turn(turn.cards, turn.group, self.dtype), reach, pays)

    def _accepted(self, turn: t.Turn, call: int, reach: Reach) -> Array:
        """The card after so many calls."""
        own, at = turn.player, turn.plays[call]
        even = evenly(turn.size, 0, self.dtype)
        chances = self._chances(at, even, turn.width, own)
        worth = self._play(turn, call, reach, chances, 0)
        return self._decide(at, even, chances, worth, reach[own]) if own == self.player else worth

    # Cards

    def _play(self, turn: t.Turn, call: int, reach: Reach, chances: Array, spare: int) -> Array:
        """The worth of the cards: by plane for who plays, with spare planes; else as a sum."""
        if turn.cards == t.LAST_TURN:
            return self._lead_last(turn, call, with_reach(reach, turn.player, chances[0]), spare)
        mine = turn.player == self.player
        whole, place = moves(turn.size)
        width = reach[0].shape[1]
        hands = reach[self.player].shape[0]
        shape = (turn.size + spare, hands, width) if mine else (hands, width)
        out = np.zeros(shape, self.dtype)
        for branch in t.branches(turn.cards, turn.group):
            after = split(turn, reach, chances, branch, self.dtype)
            value, runs = self._branch(turn, call, branch, after), runs_of(branch)
            if mine:
                kernels.scatter(value, runs, whole, place, out)
            else:
                kernels.add(value, runs, out)
        return out

    def _branch(self, turn: t.Turn, call: int, branch: t.Branch, reach: Reach) -> Array:
        """The worth of what is left after the cards of a branch."""
        if branch.wins == 0:
            return self._turn(turn.then[call][branch.group], reach)
        winner = turn.player if branch.wins > 0 else 1 - turn.player
        table = deals.at_end(turn.cards, turn.group, branch, self.dtype)
        return self._meet(table, reach, self.pays.end(self.player, winner, turn.stake + call))

    def _meet(self, table: Array, reach: Reach, pays: float) -> Array:
        """The worth of an end that pays all hands the same."""
        out = np.empty((table.shape[self.player], table.shape[2]), self.dtype)
        meet = kernels.meet_rows if self.player == 0 else kernels.meet_columns
        meet(table, reach[1 - self.player], self.dtype(pays), out)
        return out

    # The last card

    def _lead_last(self, turn: t.Turn, call: int, reach: Reach, spare: int) -> Array:
        value = self._last(turn, call, reach)
        if turn.player != self.player:
            return value
        return np.stack([value] * (1 + spare))

    def _last(self, turn: t.Turn, call: int, reach: Reach) -> Array:
        """The third trick once its leader has played."""
        leads, stake = turn.player, turn.stake + call
        table = deals.at_lead(turn.group, self.dtype)
        out: Array = np.empty((t.RANKS, turn.width), self.dtype)
        may_call = turn.lasts[call] != t.NOBODY and self.pays.may[1 - leads][stake]
        if not may_call:
            show = kernels.show_leader if self.player == leads else kernels.show_follower
            show(table, reach[1 - self.player], *self._shown(turn, stake), out)
            return out
        shape = (4, t.RANKS, turn.width)
        planes = _planes(self.table, turn.lasts[call], shape)
        weight = _planes(self.weight, turn.lasts[call], shape)
        last = kernels.last_leader if self.player == leads else kernels.last_follower
        shrink, share = self.dtype(self.shrink), self.dtype(self.share)
        pays = self._last_pays(turn, stake)
        last(
            table, reach[leads], reach[1 - leads], planes, weight, pays, self.learns, shrink,
            share, out,
        )  # fmt: skip
        return out

    def _shown(self, turn: t.Turn, stake: int) -> tuple[Any, ...]:
        """What the last cards pay where nobody may call: won, tied, lost."""
        player = self.player
        win, lose = self.pays.win[player][stake], self.pays.lose[player][stake]
        follower = lose if player == turn.player else win
        tie = self.pays.tie[player] if turn.group == t.TIED else follower
        return self.dtype(win), self.dtype(tie), self.dtype(lose)

    def _last_pays(self, turn: t.Turn, stake: int) -> Array:
        """What they pay where the follower may call: see `kernels.last_leader`."""
        win, lose = self.pays.win[self.player], self.pays.lose[self.player]
        joins = 0.0 if turn.group == t.TIED else 1.0
        ends = (win[stake], lose[stake], win[stake + 1], lose[stake + 1])
        return np.array((*ends, self.pays.tie[self.player], joins), self.dtype)


def _planes(table: Array, at: int, shape: tuple[int, ...]) -> Array:
    """The planes that begin here."""
    return table[at : at + int(np.prod(shape))].reshape(shape)
