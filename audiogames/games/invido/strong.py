"""The strong bot of Invido: it plays the solved strategy, which nobody can beat by much.

How much at most is in the certificate beside the strategy's file; `docs/bots.md` explains both.  At
each choice it looks up how often each move is made and lets the lot decide.  It never looks for its
opponent's weaknesses, so that it has none to show.

At tables whose options the strategy was not solved for, `search.SearchBot` plays in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.game import Bot, Move
from audiogames.games.invido import model as m
from audiogames.games.invido import strategy as s
from audiogames.games.invido import tree as t
from audiogames.games.invido.belief import ranks
from audiogames.games.invido.bot import NormalBot, only
from audiogames.games.invido.course import NOW, Choice, Course, courses, is_useless
from audiogames.games.invido.manners import Manners, accepts
from audiogames.games.invido.search import SearchBot

SOLVED: Final = frozenset(("sociable", "obliging", "strong"))
"""The levels that play the strategy."""


def is_solved(options: m.Options) -> bool:
    """Whether the strategy was solved for a table with these options; "a monte" is no matter."""
    return not (options.vado_dentro or options.implicit_accept or options.implicit_no)


def plays_as(options: m.Options, level: str) -> str:
    """Under which name a level plays: where there is no solution, those who have it search."""
    return level if is_solved(options) or level not in SOLVED else "searching"


class StrongBot(Bot[m.InvidoView, Move]):
    """Plays the solved strategy; `manners` are its way with "a monte"."""

    manners = Manners.STERN

    def __init__(self, strategy: s.Strategy | None = None) -> None:
        self._strategy = strategy
        self._other = SearchBot()

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
        if len(view.legal) == 1:
            return only(view)
        if not is_solved(view.options):
            return self._other.choose(view, rng, budget, stop)
        try:
            strategy = self._strategy or s.shipped()
        except s.StrategyRefused:
            return self._other.choose(view, rng, budget, stop)
        if view.monte_asked:
            return m.VA_BENE if accepts(self.manners, view) else m.NO
        move = Solved(view, strategy).move(rng)
        return move or NormalBot().choose(view, rng, budget, stop)


class ObligingBot(StrongBot):
    """Lets a deal go that it cannot win any more: that costs nothing."""

    manners = Manners.OBLIGING


class SociableBot(StrongBot):
    """Lets weak hands go before the first card; what that costs is in the certificate."""

    manners = Manners.SOCIABLE


class Solved:
    """One decision by the strategy."""

    def __init__(self, view: m.InvidoView, strategy: s.Strategy) -> None:
        self.view = view
        self.strategy = strategy
        self.calls = next((move for move in view.legal if isinstance(move, m.Call)), None)

    def move(self, rng: Random) -> Move | None:
        """A move by lot; None where the strategy's own moves never lead here."""
        view = self.view
        if view.asked is not None and is_useless(view):
            return m.VA_BENE
        if len(view.played) == t.LAST_TURN + 1 and (sure := self._last_card()):
            return sure
        chances: dict[Move, float] = {}
        for course in courses(view):
            for move, chance in self.chances(course):
                chances[move] = chances.get(move, 0.0) + chance
        if sum(chances.values()) > 0:
            return rng.choices(list(chances), list(chances.values()))[0]
        return None

    def _last_card(self) -> Move | None:
        """What is known at the last card: whoever holds it cannot be surprised."""
        view = self.view
        if view.asked is None and (self.calls is None or is_useless(view)):
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
        if self.calls and stake < view.goal - view.score[view.seat]:
            return self.calls
        return m.VA_BENE if view.asked is not None else m.OPEN[view.hand[0]]

    def chances(self, course: Course) -> list[tuple[Move, float]]:
        """The moves that are open, by how likely the plans come here and make them."""
        total: dict[int, float] = {}
        shares = [float(share) for _, share in self.strategy.mixture(course.cell)]
        for choice in course.choices():
            for at, (plan, _) in enumerate(self.strategy.mixture(course.cell)):
                told = self._told(plan, choice)
                if choice.chosen != NOW:
                    shares[at] *= told[choice.chosen]
                    continue
                for plane in choice.open:
                    total[plane] = total.get(plane, 0.0) + shares[at] * told[plane]
            if choice.chosen == NOW:
                return [(self._move(choice, plane), chance) for plane, chance in total.items()]
        return [(m.OPEN[self.view.hand[0]], sum(shares))]

    def _told(self, plan: int, choice: Choice) -> Sequence[float]:
        """The chances of a choice's planes; even ones where the plan dropped it."""
        told = self.strategy.chances(plan, choice.place)
        if told is not None:
            return [each / s.UNIT for each in told]
        even = 1 / len(choice.planes)
        return [even if at in choice.planes else 0.0 for at in range(choice.place.planes)]

    def _move(self, choice: Choice, plane: int) -> Move:
        """The move of a plane."""
        view = self.view
        if plane == choice.raises:
            assert self.calls is not None
            return self.calls
        if view.asked is not None:
            return m.VA_BENE if plane == t.CALL else m.VADO_VIA
        if len(view.hand) == 1:
            return m.OPEN[view.hand[0]]
        rank = sorted(set(ranks(view.hand)))[plane]
        return next(m.OPEN[card] for card in view.hand if m.strength(card) == rank)
