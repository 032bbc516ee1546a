"""The match as cells: what both players still need, the mover's need first.

The player who moves first in a deal is its mover, the other one dealt.  They change after every
deal, so that a cell needs no more than the mover's chance to win the match, his *equity*.  After
23 all the match goes to 8: then both need 1, which counts as both needing 8; and so it does at
7 all.  So the race to 8 is the corner of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from audiogames.games.invido import tree as t
from audiogames.games.invido.model import GOAL, SHORT_GOAL
from audiogames.solver.invido.walk import Pays

Cell = tuple[int, int]
Equity = Callable[[Cell], float]


def settled(cell: Cell) -> Cell:
    """The cell after a level score was put back."""
    return (SHORT_GOAL, SHORT_GOAL) if cell == (1, 1) else cell


def after(cell: Cell, points: int, equity: Equity) -> float:
    """The mover's chance once a deal of this cell gave him points (if below 0, the dealer)."""
    mover, dealer = cell
    if points >= mover:
        return 1.0
    if -points >= dealer:
        return 0.0
    mover, dealer = mover - max(points, 0), dealer - max(-points, 0)
    return 1.0 - equity(settled((dealer, mover)))


def pays(cell: Cell, equity: Equity, top: int = t.TOP) -> Pays:
    """What a deal of this cell is worth to its mover."""
    win = [after(cell, stake, equity) for stake in t.STAKES]
    lose = [after(cell, -stake, equity) for stake in t.STAKES]
    return Pays(win, lose, after(cell, 0, equity), cell, top)


def cells(goal: int = GOAL) -> Iterator[Cell]:
    """All cells, each after those that it leads to (but for three ties and level scores)."""
    for total in range(2, 2 * goal + 1):
        low = max(1, total - goal)
        for mover in range(low, total - low + 1):
            if (mover, total - mover) != (1, 1):
                yield mover, total - mover
