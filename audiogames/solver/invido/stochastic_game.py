"""The match as a stochastic game: its states are scores, and each deal is a stage game.

A *cell* is a score: the points that both players still need, the mover's first.  The *mover* plays
first in a deal; the other player has dealt.  They swap after every deal, so one number is enough as
the value of a cell: the mover's chance to win the match, the *equity*.

At 23 all, where both players need 1 point, the match becomes a race to 8; likewise at 7
all.  So the cell (1, 1) is replaced by (8, 8), and the cells of the race to 8 are among
those of the match.

The model is Shapley's (Stochastic Games, PNAS 39, 1953): the payoff of an end of a deal is the
equity of the cell that it leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.model import GOAL, SHORT_GOAL

Cell = tuple[int, int]
Equity = Callable[[Cell], float]


def settled(cell: Cell) -> Cell:
    """Replace the cell (1, 1) by (8, 8): if both players need 1 point, they play a race to 8."""
    return (SHORT_GOAL, SHORT_GOAL) if cell == (1, 1) else cell


def after(cell: Cell, points: int, equity: Equity) -> float:
    """Return the mover's chance to win the match after winning a deal by `points`.

    If the dealer won the deal, `points` is negative.
    """
    mover, dealer = cell
    if points >= mover:
        return 1.0
    if -points >= dealer:
        return 0.0
    mover, dealer = mover - max(points, 0), dealer - max(-points, 0)
    return 1.0 - equity(settled((dealer, mover)))


class Payoffs:
    """The value to each player of each end of a deal, and the stakes that each player may raise.

    The value is the chance to win the match, minus one half.  `win` and `lose` are player 0's
    chances after winning or losing the deal at each stake, by its index in STAKES; `tie` is the
    chance after three tied tricks; `needs` has the points that each player needs.  A player who
    needs no more than the current stake never raises.
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
        """Return the value of the deal to `player` if `winner` wins the stake with this index."""
        return (self.win if player == winner else self.lose)[player][stake]


def payoffs(cell: Cell, equity: Equity, top: int = t.TOP) -> Payoffs:
    """Return the payoffs of a deal that is played at this score."""
    win = [after(cell, stake, equity) for stake in t.STAKES]
    lose = [after(cell, -stake, equity) for stake in t.STAKES]
    return Payoffs(win, lose, after(cell, 0, equity), cell, top)


def cells(goal: int = GOAL) -> Iterator[Cell]:
    """Yield all cells (scores), each after the cells that a deal played at it can lead to.

    This order does not hold for the cells that follow three ties or a reset of the score.
    """
    for total in range(2, 2 * goal + 1):
        low = max(1, total - goal)
        for mover in range(low, total - low + 1):
            if (mover, total - mover) != (1, 1):
                yield mover, total - mover
