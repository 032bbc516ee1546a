"""The certificate: what the best opponent there can be wins against a bot, exactly.

The best opponent knows the strategy: their play is the best response to it.  For every cell, from
the end of the match backwards, a traversal of the whole tree of a deal finds the best that they can
do as the mover and as the dealer, where each end of the deal is worth what they can do from the
cell that it leads to.  Three ties lead to a cell that is not yet done, and so does a level score:
there their chance is first taken far too high, and every sweep brings it down nearer to the truth,
never below it, as value iteration from above does.

A bot may have several strategies and choose one for each deal, before it sees its cards.  How it
chooses need not be known: in every cell the opponent is given the most that they can do against any
of them.  No way of choosing is worse, whatever it goes by.

*Exploitability* is the mean, over both seats as first mover, of what the best response gains on the
game's value.  The two values add up to 1, so that they need not be known: it is half of what the
two chances of the best response have above 1.
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
"""Over each diagonal of the board: after one, three ties are nearly right; after two, quite."""

EXACT = 1e-7
"""The race to 8 is swept until its first cell changes by less."""

ROUGH = 1e-4
"""The same where it begins from a guess; hands that are let go often lead back to it."""

MARGIN = 0.02
"""What the best opponent is taken to win at most by hands that are let go, until it is swept."""


LEANING = 0.05
"""The same by what several strategies lose beyond the worth of the game."""


PlanesOf = Callable[[Cell], Any]
"""What the strategy does in a cell, as planes of the whole tree."""


@dataclass
class BestResponse:
    """What the best opponent wins in each cell, by their seat; at first everything."""

    chance: dict[tuple[int, Cell], float] = field(default_factory=dict)
    lets_go: Callable[[int], Any] | None = None
    """Which hands the strategy lets be annulled before the first card, by its seat; as 1 or 0.

    The best opponent asks with those hands for which that is better: a refusal tells them that the
    other hand is none of these.
    """

    start: dict[tuple[int, Cell], float] = field(default_factory=dict)
    """What they are taken to win in cells that were not swept yet, where that is less than all."""

    def of(self, seat: int, cell: Cell) -> float:
        at = (seat, stochastic_game.settled(cell))
        return self.chance.get(at, self.start.get(at, 1.0))

    @property
    def is_bound(self) -> bool:
        """Whether no chance came out higher than it was taken to be: then none is too low."""
        return all(chance <= self.start.get(at, 1.0) for at, chance in self.chance.items())


def exploitability(best: BestResponse, goal: int = GOAL) -> float:
    """Of the whole match, as a part of a match."""
    start = (goal, goal)
    return (best.of(MOVER, start) + best.of(DEALER, start) - 1) / 2


def payoffs_against(best: BestResponse, seat: int, cell: Cell, top: int = t.TOP) -> Payoffs:
    """What a deal is worth to its mover, where `seat` is the best opponent."""

    def equity(after: Cell) -> float:
        """Of the mover after the deal: the seats have changed."""
        return best.of(MOVER, after) if seat == DEALER else 1 - best.of(DEALER, after)

    return stochastic_game.payoffs(cell, equity, top)


def best_response_value(
    best: BestResponse, seat: int, cell: Cell, planes: Any, top: int = t.TOP
) -> float:
    """The best opponent's chance from a cell against a strategy."""
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
    """Work these cells out in this order, each for the worst of the strategies."""
    for cell in cells:
        planes = [planes_of(cell) for planes_of in ways]
        for seat in (MOVER, DEALER):
            best.chance[seat, cell] = max(
                best_response_value(best, seat, cell, each, top) for each in planes
            )


def diagonals(goal: int, above: int = 1) -> list[list[Cell]]:
    """The cells of a board by the sum of what is needed, less those of the smaller board."""
    found: dict[int, list[Cell]] = {}
    for cell in stochastic_game.cells(goal):
        if max(cell) > above:
            found.setdefault(sum(cell), []).append(cell)
    return list(found.values())


def sweep_race(best: BestResponse, ways: Sequence[PlanesOf], top: int = t.TOP) -> None:
    """The race to 8, which leads back to its own first cell."""
    start, before = (SHORT_GOAL, SHORT_GOAL), 3.0
    exact = ROUGH if best.start else EXACT
    while before - sum(best.of(seat, start) for seat in (MOVER, DEALER)) > exact:
        before = sum(best.of(seat, start) for seat in (MOVER, DEALER))
        for cells in diagonals(SHORT_GOAL):
            sweep(best, cells, ways, top)


def sweep_match(
    best: BestResponse, ways: Sequence[PlanesOf], tell: Callable[[int], None], sweeps: int = SWEEPS
) -> None:
    """The match to 24, once the race to 8 is known."""
    total = GOAL**2
    for cells in diagonals(GOAL, above=SHORT_GOAL):
        for _ in range(sweeps):
            sweep(best, cells, ways)
        tell(100 * len(best.chance) // (2 * total))


class Mixed:
    """A mixture of plans, of which only those places are added up that are looked at."""

    def __init__(self, parts: Sequence[tuple[Any, int]]) -> None:
        self.parts = [(plan, np.float32(share)) for plan, share in parts]

    def __getitem__(self, places: slice) -> Any:
        return sum(share * plan[places] for plan, share in self.parts)


class MixedPlans:
    """The mixtures of a file as realisation plans, each plan unpacked once: about 32 MB a plan.

    `base`: those of the file that this one goes on from, which has them already.
    """

    def __init__(self, strategy: s.Strategy, base: MixedPlans | None = None) -> None:
        self.strategy = strategy
        self._plans: dict[int, Any] = base._plans if base else {}  # noqa: SLF001 - of its kind

    def __call__(self, cell: Cell) -> Any:
        return Mixed([(self.plan(plan), share) for plan, share in self.strategy.mixture(cell)])

    def plan(self, number: int) -> Any:
        """A plan of the file as a realisation plan."""
        if number not in self._plans:
            planes = table(unpacked(self.strategy, number))
            self._plans[number] = realisation_plan(t.build(), planes)
        return self._plans[number]


def sociable(seat: int) -> Any:
    """The hands that the sociable bot lets go in this seat."""
    return np.array([float(is_weak(leads=seat == MOVER, hand=hand)) for hand in t.hands(3)])


def certify(
    strategy: s.Strategy,
    tell: Callable[[int], None],
    friendly: tuple[Callable[[int], Any], BestResponse] | None = None,
) -> BestResponse:
    """Work the whole board out; `tell` hears how much is done, in per cent.

    `friendly`: the hands that are let go, and what was worked out without that.
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
    """The same for a bot that chooses between strategies; those after the first go on from it.

    Chances begin at what the game is worth and LEANING more, which is near enough for one sweep.
    It holds where none comes out higher: see `is_bound`.
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
