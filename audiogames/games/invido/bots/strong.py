"""The strong bot of Invido: it plays the solved strategy, which nobody can beat by much.

How much at most is in the certificate beside the strategy's file; `docs/bots.md` explains both.  At
each choice it looks up how often each move is made and lets the lot decide.  It never looks for its
opponent's weaknesses, so that it has none to show.

At tables whose options the strategy was not solved for, `rollout.RolloutBot` plays in its place.
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
"""As which level those that play solved strategies play where there is none.

The searching bot takes its opponent for a normal one.  Against weaker players it does worse than
the normal bot does, so the top of the ladder plays as that one.
"""


def is_solved(options: m.Options) -> bool:
    """Whether the strategy was solved for a table with these options; "a monte" is no matter."""
    return not (options.vado_dentro or options.implicit_accept or options.implicit_no)


def plays_as(options: m.Options, level: str) -> str:
    """Under which name a level plays: where there is no solution, those who have it cannot."""
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
        """One of the legal moves."""
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
        """The strategy of this deal."""
        del view
        return s.shipped()


class ObligingBot(StrongBot):
    """Lets a deal go that it cannot win any more: that costs nothing."""

    annulment_policy = AnnulmentPolicy.IF_LOST


class SociableBot(StrongBot):
    """Lets weak hands go before the first card; what that costs is in the certificate."""

    annulment_policy = AnnulmentPolicy.IF_LOST_OR_WEAK


class SolvedDecision:
    """One decision by the strategy."""

    def __init__(self, view: m.InvidoView, strategy: s.Strategy) -> None:
        self.view = view
        self.strategy = strategy
        self.call = offered_call(view)

    def move(self, rng: Random) -> Move | None:
        """A move by lot; None where the strategy's own moves never lead here."""
        if sure := self._sure():
            return sure
        weighted = self._weighted()
        if sum(weighted.values()) > 0:
            return rng.choices(list(weighted), list(weighted.values()))[0]
        return None

    def usual(self, least: float) -> Sequence[Move]:
        """The moves it makes here with at least this chance, one of equally strong cards."""
        if sure := self._sure():
            return (sure,)
        weighted = self._weighted()
        total = sum(weighted.values())
        return [move for move, chance in weighted.items() if chance > 0 and chance >= least * total]

    def _sure(self) -> Move | None:
        """The move that needs no strategy, if there is one."""
        view = self.view
        if view.asked is not None and is_useless(view):
            return m.VA_BENE
        return self._last_card() if len(view.played) == t.LAST_TURN + 1 else None

    def _weighted(self) -> dict[Move, float]:
        """The moves, by how likely the plans come here and make them."""
        weighted: dict[Move, float] = {}
        for history in histories(self.view):
            for move, chance in self.chances(history):
                weighted[move] = weighted.get(move, 0.0) + chance
        return weighted

    def _last_card(self) -> Move | None:
        """What is known at the last card: whoever holds it cannot be surprised."""
        view = self.view
        if view.asked is None and (self.call is None or is_useless(view)):
            return m.OPEN[view.hand[0]]
        if not view.hand:
            return None
        won = self._outcome()
        if view.asked is not None:  # the leader answered a call by another: nobody's gain but ours
            return m.VADO_VIA if won < 0 else self._raise() if won > 0 else m.VA_BENE
        return self._raise() if won >= 0 else None

    def _outcome(self) -> int:
        """How the deal ends for the holder of the last card."""
        view = self.view
        ((_, led),) = view.on_table
        mine, theirs = m.strength(view.hand[0]), m.strength(led)
        winner = None if mine == theirs else view.seat if mine > theirs else view.leader
        end = m.deal_winner([*view.tricks, winner])
        return 0 if end == m.NOBODY else 1 if end == view.seat else -1

    def _raise(self) -> Move:
        """The next call where it makes sense, else what comes without it."""
        view = self.view
        assert view.seat is not None
        stake = view.asked or view.value
        if self.call and stake < view.goal - view.score[view.seat]:
            return self.call
        return m.VA_BENE if view.asked is not None else m.OPEN[view.hand[0]]

    def chances(self, history: DealHistory) -> list[tuple[Move, float]]:
        """The moves that are open, by how likely the plans come here and make them."""
        total: dict[int, float] = {}
        shares = [float(share) for _, share in self.strategy.mixture(history.cell)]
        for point in history.decision_points():
            for at, (plan, _) in enumerate(self.strategy.mixture(history.cell)):
                told = self._chances_in_plan(plan, point)
                if point.chosen != NOW:
                    shares[at] *= told[point.chosen]
                    continue
                for plane in point.open:
                    total[plane] = total.get(plane, 0.0) + shares[at] * told[plane]
            if point.chosen == NOW:
                return [(self._move(point, plane), chance) for plane, chance in total.items()]
        return [(m.OPEN[self.view.hand[0]], sum(shares))]

    def _chances_in_plan(self, plan: int, point: DecisionPoint) -> Sequence[float]:
        """The chances of a decision's planes; even ones where the plan dropped it."""
        told = self.strategy.chances(plan, point.place)
        if told is not None:
            return [each / s.UNIT for each in told]
        even = 1 / len(point.planes)
        return [even if at in point.planes else 0.0 for at in range(point.place.planes)]

    def _move(self, point: DecisionPoint, plane: int) -> Move:
        """The move of a plane."""
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
