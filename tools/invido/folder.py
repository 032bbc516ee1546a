"""Files of solved cells, and functions that compare the payoffs of cells.

A cell is a score; to solve it is to compute the strategy of a deal at this score.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots.evaluation import equity as guessed
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.stochastic_game import Cell, Payoffs

Array = Any
"""An alias for numpy arrays, which are not typed."""

FIRST_GUESS: Final = 0.4962
"""The assumed equity of the race to 8 before it is solved for the first time."""

HEED: Final[Array] = np.array([1, 1, 0.6, 0.3, 0.2, 0.1] * 2 + [0.05])
"""The weight of each outcome of a deal when two cells are compared."""


class Folder:
    """A folder with the results, regrets and average strategy of each solved score (cell)."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)

    def _stem(self, cell: Cell) -> str:
        return f"{cell[0]}-{cell[1]}"

    def told(self, cell: Cell) -> dict[str, Any] | None:
        """Return the results of a cell (a score), or None if it is not solved yet."""
        file = self.path / f"{self._stem(cell)}.json"
        return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None

    def equity(self, cell: Cell) -> float:
        """Return the equity of a cell (score); if unsolved, an estimate from a lower score."""
        if told := self.told(cell):
            return float(told["equity"])
        if cell == (8, 8):
            return FIRST_GUESS
        back = self.told((cell[0] - 1, cell[1] - 1))
        return float(back["equity"]) if back else guessed(*cell)

    def load(self, cell: Cell) -> Array:
        """Return the regrets (row 0) and the average strategy (row 1) of a cell (score)."""
        half = np.load(self.path / f"{self._stem(cell)}.npy")
        return (half.astype(np.uint32) << 16).view(np.float32).reshape(2, -1)

    def weights(self, cell: Cell) -> Array:
        """Return the average strategy that was solved for a score (a cell)."""
        return np.ascontiguousarray(self.load(cell)[1])

    def save(self, cell: Cell, tables: Array, told: dict[str, Any]) -> None:
        """Save the results of a cell (score), and its tables at half precision.

        Later computations start from these tables, and strategy files are made from them.
        """
        passing = self.path / f"{self._stem(cell)}.tmp.npy"
        np.save(passing, (tables.view(np.uint32) >> 16).astype(np.uint16))
        passing.replace(self.path / f"{self._stem(cell)}.npy")
        words = self.path / f"{self._stem(cell)}.tmp"
        words.write_text(json.dumps(told), encoding="utf-8")
        words.replace(self.path / f"{self._stem(cell)}.json")

    def claim(self, cell: Cell, turn: int) -> bool:
        """Reserve a score (cell) for this process in this pass; return False if it is taken."""
        try:
            (self.path / f"{self._stem(cell)}.pass{turn}").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def is_ready(self, cells: Iterable[Cell], turn: int) -> bool:
        """Return True if all these scores (cells) are solved in this pass."""
        return all((self.told(cell) or {"pass": -1})["pass"] >= turn for cell in cells)


def kind(cell: Cell) -> tuple[int, int]:
    """Return how many stakes are worth raising to, for each player, at this score (cell).

    These two numbers determine the tree of the deal.
    """
    mover, dealer = (sum(need > stake for stake in t.STAKES) for need in cell)
    return mover, dealer


def ends(payoffs: Payoffs) -> Array:
    """Return the mover's payoffs for winning and for losing each stake, and for a tie."""
    return np.array([*payoffs.win[0], *payoffs.lose[0], payoffs.tie[0]])


def point(folder: Folder, cell: Cell, top: int = t.TOP) -> Array:
    """Return a score's payoffs as a vector on a common scale, weighted by importance.

    A score is called a cell.  A strategy depends only on these numbers, so cells with equal
    numbers have the same strategy.
    """
    paid = ends(stochastic_game.payoffs(cell, folder.equity, top))
    mean = HEED @ paid / HEED.sum()
    return (paid - mean) / ((paid[0] - paid[len(t.STAKES)]) / 2) * HEED**0.5


def likeness(one: Array, other: Array) -> tuple[float, float]:
    """Return the factor that best fits the payoffs `one` to `other`, and the remaining distance."""
    x, y = (paid - HEED @ paid / HEED.sum() for paid in (one, other))
    factor = float((HEED @ (x * y)) / (HEED @ (x * x)))
    rest = float((HEED @ (y - factor * x) ** 2 / HEED.sum()) ** 0.5)
    return factor, rest / float((other[0] - other[len(t.STAKES)]) / 2)
