"""The strong bot of Invido: it plays the solved strategy, which no opponent can beat by much.

The bound is in the certificate beside the strategy's file; `docs/bots.md` explains both.  For each
decision the bot looks up the probabilities of the moves and draws one.  It never adapts to its
opponent, so it cannot be exploited through that.

`rollout.RolloutBot` replaces it if the table's options have no solved strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.annulment import AnnulmentPolicy, accepts
from audiogames.games.invido.bots.belief import ranks
from audiogames.games.invido.bots.easy import offered_call, only
from audiogames.games.invido.bots.history import (
    NOW,
    DealHistory,
    DecisionPoint,
    histories,
    is_useless,
)
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.bots.rollout import RolloutBot

UNSOLVED: Final = {
    "sociable": "searching",
    "obliging": "searching",
    "strong": "searching",
    "merciless": "normal",
}
"""The levels that replace those of solved strategies at unsolved tables.  The searching bot assumes
a normal opponent, and against weaker players does worse than the normal bot.  So the normal bot
replaces the top of the ladder.
"""


def is_solved(options: m.Options) -> bool:
    """Return True if the strategy was solved for these options, with or without "a monte"."""
    return not (options.vado_dentro or options.implicit_accept or options.implicit_no)


def plays_as(options: m.Options, level: str) -> str:
    """Return `level`, or the level that replaces it if these options have no solved strategy."""
    return level if is_solved(options) else UNSOLVED.get(level, level)


class StrongBot(Bot[m.InvidoView, Move]):
    """Plays the solved strategy; `annulment_policy` says when it accepts "a monte"."""

    annulment_policy = AnnulmentPolicy.NEVER

    def __init__(
        self, strategy: s.Strategy | None = None, other: Bot[m.InvidoView, Move] | None = None
    ) -> None:
        self._strategy = strategy
        self._other = other or RolloutBot()

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Draw a move from the solved strategy; without one, let another bot choose."""
        if len(view.legal) == 1:
            return only(view)
        if not is_solved(view.options):
            return self._other.choose(view, rng, budget, stop)
        try:
            strategy = self._strategy or self.strategy_for(view)
        except s.StrategyRefused:
            return self._other.choose(view, rng, budget, stop)
        if view.monte_asked:
            return m.VA_BENE if accepts(self.annulment_policy, view) else m.NO
        move = SolvedDecision(view, strategy).move(rng)
        return move or NormalBot().choose(view, rng, budget, stop)

    def strategy_for(self, view: m.InvidoView) -> s.Strategy:
        """Return the strategy for this deal; subclasses may choose another one."""
        del view
        return s.shipped()


class ObligingBot(StrongBot):
    """A strong bot that agrees to annul a deal which it can no longer win: that costs nothing."""

    annulment_policy = AnnulmentPolicy.IF_LOST


class SociableBot(StrongBot):
    """A strong bot that also annuls weak hands before the first card, at a certified cost."""

    annulment_policy = AnnulmentPolicy.IF_LOST_OR_WEAK


class SolvedDecision:
    """The solved strategy's probabilities for the moves of one decision."""

    def __init__(self, view: m.InvidoView, strategy: s.Strategy) -> None:
        self.view = view
        self.strategy = strategy
        self.call = offered_call(view)

    def move(self, rng: Random) -> Move | None:
        """Draw a move; return None if the strategy never reaches this position."""
        if sure := self._sure():
            return sure
        weighted = self._weighted()
        if sum(weighted.values()) > 0:
            return rng.choices(list(weighted), list(weighted.values()))[0]
        return None

    def usual(self, least: float) -> Sequence[Move]:
        """Return the moves with at least this probability; equal cards are listed once."""
        if sure := self._sure():
            return (sure,)
        weighted = self._weighted()
        total = sum(weighted.values())
        return [move for move, chance in weighted.items() if chance > 0 and chance >= least * total]

    def _sure(self) -> Move | None:
        """Return the move if it is certain without consulting the strategy, otherwise None."""
        view = self.view
        if view.asked is not None and is_useless(view):
            return m.VA_BENE
        return self._last_card() if len(view.played) == t.LAST_TURN + 1 else None

    def _weighted(self) -> dict[Move, float]:
        """Return the moves of this decision with weights proportional to their probabilities."""
        weighted: dict[Move, float] = {}
        for history in histories(self.view):
            for move, chance in self.chances(history):
                weighted[move] = weighted.get(move, 0.0) + chance
        return weighted

    def _last_card(self) -> Move | None:
        """Return the best move of the player with the last card; None if no move is surely best."""
        view = self.view
        if view.asked is None and (self.call is None or is_useless(view)):
            return m.OPEN[view.hand[0]]
        if not view.hand:
            return None
        won = self._outcome()
        if view.asked is not None:  # the leader raised a call: only we can gain by that
            return m.VADO_VIA if won < 0 else self._raise() if won > 0 else m.VA_BENE
        return self._raise() if won >= 0 else None

    def _outcome(self) -> int:
        """Return the deal's outcome for the player of the last card: 1, 0 or -1."""
        view = self.view
        ((_, led),) = view.on_table
        mine, theirs = m.strength(view.hand[0]), m.strength(led)
        winner = None if mine == theirs else view.seat if mine > theirs else view.leader
        end = m.deal_winner([*view.tricks, winner])
        return 0 if end == m.NOBODY else 1 if end == view.seat else -1

    def _raise(self) -> Move:
        """Return the next call if it can gain anything, otherwise "va bene" or the last card."""
        view = self.view
        assert view.seat is not None
        stake = view.asked or view.value
        if self.call and stake < view.goal - view.score[view.seat]:
            return self.call
        return m.VA_BENE if view.asked is not None else m.OPEN[view.hand[0]]

    def chances(self, history: DealHistory) -> list[tuple[Move, float]]:
        """Return the moves at the pending decision of a history, with their weights.

        A weight is the probability that the strategy makes the player's earlier moves in this
        history and then this move.
        """
        total: dict[int, float] = {}
        shares = [float(share) for _, share in self.strategy.mixture(history.cell)]
        for point in history.decision_points():
            for at, (plan, _) in enumerate(self.strategy.mixture(history.cell)):
                chances = self._chances_in_plan(plan, point)
                if point.chosen != NOW:
                    shares[at] *= chances[point.chosen]
                    continue
                for plane in point.open:
                    total[plane] = total.get(plane, 0.0) + shares[at] * chances[plane]
            if point.chosen == NOW:
                return [(self._move(point, plane), chance) for plane, chance in total.items()]
        return [(m.OPEN[self.view.hand[0]], sum(shares))]

    def _chances_in_plan(self, plan: int, point: DecisionPoint) -> Sequence[float]:
        """Return the probabilities of a decision's actions in one plan (a strategy in the file).

        They are in the order in which the file stores the actions.  All are equal if the plan never
        reaches the decision.
        """
        chances = self.strategy.chances(plan, point.place)
        if chances is not None:
            return [each / s.UNIT for each in chances]
        even = 1 / len(point.planes)
        return [even if at in point.planes else 0.0 for at in range(point.place.planes)]

    def _move(self, point: DecisionPoint, plane: int) -> Move:
        """Return the move for an action, given by its number in the strategy file."""
        view = self.view
        if plane == point.raises:
            assert self.call is not None
            return self.call
        if view.asked is not None:
            return m.VA_BENE if plane == t.CALL else m.VADO_VIA
        if len(view.hand) == 1:
            return m.OPEN[view.hand[0]]
        rank = sorted(set(ranks(view.hand)))[plane]
        return next(m.OPEN[card] for card in view.hand if m.strength(card) == rank)
