"""Computes exactly how much an opponent with the best response wins against a bot.

The opponent knows the bot's strategy.  A *cell* is a score, and the *mover* of a deal leads
its first trick.  For every cell, from the end of the match backwards, a traversal of the
whole tree of a deal finds the best result that the opponent can achieve as mover and as
dealer; an end of a deal is worth the opponent's chance in the cell to which it leads.
Three ties, or a reset of the score, lead to a cell that is not computed yet: its chance
starts as an upper bound, and every sweep lowers it towards the true value, never below it,
as in value iteration from above.  A *sweep* is one computation of a list of cells.

A bot may have several strategies and choose one for each deal, before it sees its cards.
How it chooses need not be known: in every cell the opponent is given the best value
against any of them.  No way to choose can do worse.

*Exploitability* is the mean, over both seats as first mover, of what the best response wins
above the value of the game, which is the chance to win if both players play optimally.  The
values of the two seats add up to 1, so they need not be known: the exploitability is half
of the excess over 1 of the best response's two chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.annulment import is_weak
from audiogames.games.invido.model import GOAL, SHORT_GOAL
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.deals import whole
from audiogames.solver.invido.stochastic_game import Cell, Payoffs
from audiogames.solver.invido.strategies import realisation_plan, table, unpacked
from audiogames.solver.invido.traversal import Traversal

MOVER, DEALER = 0, 1

SWEEPS = 2
"""How often each diagonal, the cells of one sum, is computed.

After one sweep, cells reached by three ties are nearly exact, after two exact.
"""

EXACT = 1e-7
"""The race to 8 is computed again until the chances of its first cell change by less than this."""

ROUGH = 1e-4
"""Used instead of EXACT if the initial chances are a guess, since annulled deals often lead back to
the first cell.
"""

MARGIN = 0.02
"""The initial upper bound of the best opponent's gain from deals that the bot agrees to annul."""


LEANING = 0.05
"""The initial upper bound of what several strategies lose beyond the value of the game."""


PlanesOf = Callable[[Cell], Any]
"""Returns the strategy's planes of the whole tree in a cell."""


@dataclass
class BestResponse:
    """The best opponent's chance to win against a bot, from each score and in either seat.

    For a chance that is not computed yet, its upper bound in `start` is used; without one, 1.
    """

    chance: dict[tuple[int, Cell], float] = field(default_factory=dict)
    lets_go: Callable[[int], Any] | None = None
    """Return, as 1 or 0 for each hand, whether the bot in this seat agrees to annul the deal before
    the first card.

    The opponent asks with the hands for which asking is better: a refusal reveals that the bot's
    hand is none with which it agrees.
    """

    start: dict[tuple[int, Cell], float] = field(default_factory=dict)
    """Initial upper bounds for cells that are not computed yet, if they are below 1."""

    def of(self, seat: int, cell: Cell) -> float:
        at = (seat, stochastic_game.settled(cell))
        return self.chance.get(at, self.start.get(at, 1.0))

    @property
    def is_bound(self) -> bool:
        """Whether all computed chances are valid upper bounds: none exceeds its initial bound."""
        return all(chance <= self.start.get(at, 1.0) for at, chance in self.chance.items())


def exploitability(best: BestResponse, goal: int = GOAL) -> float:
    """Return the bot's exploitability in a match: the best opponent's mean chance minus 1/2.

    The mean is over both seats: the opponent leads the first deal, or deals it.
    """
    start = (goal, goal)
    return (best.of(MOVER, start) + best.of(DEALER, start) - 1) / 2


def payoffs_against(best: BestResponse, seat: int, cell: Cell, top: int = t.TOP) -> Payoffs:
    """Return the payoffs of a deal at this score if the best opponent sits at `seat`.

    A payoff is the value of one possible end of the deal.
    """

    def equity(after: Cell) -> float:
        """Return the probability that the player who leads next wins the match from this score."""
        return best.of(MOVER, after) if seat == DEALER else 1 - best.of(DEALER, after)

    return stochastic_game.payoffs(cell, equity, top)


def best_response_value(
    best: BestResponse, seat: int, cell: Cell, planes: Any, top: int = t.TOP
) -> float:
    """Return the best response's probability of winning the match from a cell (a score).

    The best response plays at `seat`.  `planes` are the action probabilities of the bot, which
    plays the other seat.
    """
    payoffs = payoffs_against(best, seat, cell, top)
    traversal = Traversal(t.build(top), payoffs, planes)
    if best.lets_go is None:
        return 0.5 + traversal.worth(seat)
    weak = best.lets_go(1 - seat)
    asked = traversal.by_hand(seat, 1 - weak) + payoffs.tie[seat] * (whole() @ weak)
    return 0.5 + float(np.maximum(traversal.by_hand(seat), asked).sum())


def sweep(
    best: BestResponse, cells: Iterable[Cell], ways: Sequence[PlanesOf], top: int = t.TOP
) -> None:
    """Compute the best response in these cells (scores), in order.

    `ways` are the strategies between which the bot may choose: in each cell, the opponent's
    best value against any of them counts.
    """
    for cell in cells:
        planes = [planes_of(cell) for planes_of in ways]
        for seat in (MOVER, DEALER):
            best.chance[seat, cell] = max(
                best_response_value(best, seat, cell, each, top) for each in planes
            )


def diagonals(goal: int, above: int = 1) -> list[list[Cell]]:
    """Group the scores (cells) by the sum of the points that both players still need.

    Scores at which neither player needs more than `above` points are left out.
    """
    found: dict[int, list[Cell]] = {}
    for cell in stochastic_game.cells(goal):
        if max(cell) > above:
            found.setdefault(sum(cell), []).append(cell)
    return list(found.values())


def sweep_race(best: BestResponse, ways: Sequence[PlanesOf], top: int = t.TOP) -> None:
    """Compute the best response at every score of the race to 8; repeat until it converges.

    A match becomes a race to 8 points when both players need one point.  The computation is
    repeated since play can lead back to the race's first score.
    """
    start, before = (SHORT_GOAL, SHORT_GOAL), 3.0
    exact = ROUGH if best.start else EXACT
    while before - sum(best.of(seat, start) for seat in (MOVER, DEALER)) > exact:
        before = sum(best.of(seat, start) for seat in (MOVER, DEALER))
        for cells in diagonals(SHORT_GOAL):
            sweep(best, cells, ways, top)


def sweep_match(
    best: BestResponse, ways: Sequence[PlanesOf], tell: Callable[[int], None], sweeps: int = SWEEPS
) -> None:
    """Compute the best response at all scores at which a player needs more than 8 points.

    The scores at which both players need at most 8 must have been computed before.
    """
    total = GOAL**2
    for cells in diagonals(GOAL, above=SHORT_GOAL):
        for _ in range(sweeps):
            sweep(best, cells, ways)
        tell(100 * len(best.chance) // (2 * total))


class Mixed:
    """The weighted sum of several strategies, computed only for the slice that is read.

    Each strategy is a realisation plan: an array with the probabilities that a player's own
    moves lead to each of their actions.
    """

    def __init__(self, parts: Sequence[tuple[Any, int]]) -> None:
        self.parts = [(plan, np.float32(share)) for plan, share in parts]

    def __getitem__(self, places: slice) -> Any:
        return sum(share * plan[places] for plan, share in self.parts)


class MixedPlans:
    """Computes the strategy that a file prescribes at a cell (score): a mixture of its plans.

    Each plan is a complete strategy of a deal, and is unpacked once (about 32 MB).  If the file
    extends another file, `base` has the plans of that other file, already unpacked.
    """

    def __init__(self, strategy: s.Strategy, base: MixedPlans | None = None) -> None:
        self.strategy = strategy
        self._plans: dict[int, Any] = base._plans if base else {}  # noqa: SLF001 - of its kind

    def __call__(self, cell: Cell) -> Any:
        return Mixed([(self.plan(plan), share) for plan, share in self.strategy.mixture(cell)])

    def plan(self, number: int) -> Any:
        """Return the plan with this number in the file, unpacked into a realisation plan.

        A realisation plan has the probability that a player's own moves lead to each of their
        actions.
        """
        if number not in self._plans:
            planes = table(unpacked(self.strategy, number))
            self._plans[number] = realisation_plan(t.build(), planes)
        return self._plans[number]


def sociable(seat: int) -> Any:
    """Return, for each hand, whether the bot "sociable" in this seat agrees to annul the deal.

    The answers are 1 (yes) and 0 (no).
    """
    return np.array([float(is_weak(leads=seat == MOVER, hand=hand)) for hand in t.hands(3)])


def certify(
    strategy: s.Strategy,
    tell: Callable[[int], None],
    friendly: tuple[Callable[[int], Any], BestResponse] | None = None,
) -> BestResponse:
    """Compute the best response to a strategy at every score.

    `tell` is called with the progress in per cent.  If the bot agrees to annul deals,
    `friendly` has the hands with which it agrees, and the result computed without annulment.
    """
    best = BestResponse()
    if friendly:
        start = {at: chance + MARGIN for at, chance in friendly[1].chance.items()}
        best = BestResponse(lets_go=friendly[0], start=start)
    ways = [MixedPlans(strategy)]
    sweep_race(best, ways)
    sweep_match(best, ways, tell)
    return best


def certify_choice(strategies: Sequence[s.Strategy], tell: Callable[[int], None]) -> BestResponse:
    """Compute the best response to a bot that chooses one of these strategies for each deal.

    The files of all strategies but the first extend the file of the first.  Each winning chance
    starts at an upper bound: the estimate of the first strategy plus the margin LEANING.  This
    bound is so close that each score is computed only once.  The result is valid if no chance
    exceeds its starting value: see `is_bound`.  `tell` is called with the progress in percent.
    """
    start = {}
    for cell, worth in strategies[0].equity.items():
        start[MOVER, cell] = worth + LEANING
        start[DEALER, cell] = 1 - worth + LEANING
    best, first = BestResponse(start=start), MixedPlans(strategies[0])
    ways = [first, *(MixedPlans(strategy, first) for strategy in strategies[1:])]
    sweep_race(best, ways)
    sweep_match(best, ways, tell, sweeps=1)
    return best
