"""Solve for strategies that punish weak players: `python -m tools.invido.punish FOLDER`.

For each of CELLS (a cell is a score) a restricted Nash response is computed against the
weak players of `weak.py`, mixed in the proportions of POPULATIONS, one population after the
other. The score after the deal is valued as in a match between good players. In FOLDER the
program makes a folder for each population, with one file per cell, in the format of a
strategy file. It can be interrupted and restarted; it skips existing files.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.stochastic_game import Cell
from audiogames.solver.invido.strategies import decisions, realisation_plan
from audiogames.solver.invido.traversal import Traversal
from tools.invido.folder import ends, kind, likeness
from tools.invido.pack import COARSE, kept_of
from tools.invido.restricted import RestrictedTraversal
from tools.invido.weak import RULES, tabulated

Array = Any

POPULATIONS: Final = {
    "timid": {"easy": 0.85, "accepts": 0.05, "folds": 0.05, "tight": 0.05},
    "bold": {"2018": 0.9, "loose": 0.1},
}
"""The punished populations, by frequency of calls, and their assumed composition."""

CELLS: Final = (
    (18, 18), (21, 17), (17, 21), (21, 13), (13, 21),
    (10, 10), (10, 13), (13, 10), (10, 24), (23, 10), (10, 8),
    (7, 7), (13, 7), (7, 13), (18, 7), (7, 21), (7, 4), (5, 7),
    (13, 4), (21, 4), (4, 10), (4, 14), (4, 22),
)  # fmt: skip
"""The cells to solve.  For other certified plans the most similar of these is used: solving more
cells would be no safer, since each is solved only for a limited number of steps.
"""

REMEMBERED: Final = 3
"""The number of cells of each kind whose regrets are kept as starting points."""


def population(players: str) -> Array:
    """Return the mean strategy of a population of weak players, weighted by their frequency."""
    whole: Array = np.zeros(t.build().size, np.float32)
    for name, part in POPULATIONS[players].items():
        whole += np.float32(part) * realisation_plan(t.build(), tabulated(RULES[name]))
    return whole


class Responses:
    """Computes, for each score (cell), restricted Nash responses to a model of weak players."""

    def __init__(self, strategy: s.Strategy, model: Array, given: argparse.Namespace) -> None:
        self.strategy = strategy
        self.model = model
        self.given = given
        self._kept: dict[tuple[int, int], list[tuple[Cell, tuple[Array, Array]]]] = {}

    def weights(self, cell: Cell) -> Array:
        """Solve for the strategies at a score (a cell), and return the average of both seats.

        Each seat's decisions are taken from its own game, in which the opponent follows the model
        of weak players part of the time.
        """
        payoffs = self._payoffs(cell)
        regrets, at, steps = self._start(cell)
        averages = []
        for seat in (0, 1):
            tables = np.stack([regrets[seat], np.zeros_like(regrets[seat])])
            ours = RestrictedTraversal(t.build(), payoffs, tables, self.model, self.given.share)
            free = Traversal(t.build(), payoffs, tables[0], tables[1])
            for step in range(at + 1, at + steps + 1):
                ours.step(seat, step)
                free.step(1 - seat, step)
            averages.append(tables[1])
            regrets[seat][:] = tables[0]
        known = self._kept.setdefault(kind(cell), [])
        known.append((cell, regrets))
        del known[:-REMEMBERED]
        return joined(*averages)

    def _payoffs(self, cell: Cell) -> stochastic_game.Payoffs:
        return stochastic_game.payoffs(cell, lambda at: self.strategy.equity[at])

    def _start(self, cell: Cell) -> tuple[tuple[Array, Array], int, int]:
        """Return the initial regrets for a score (cell), and two numbers of solving steps.

        The regrets are those of the most similar score solved before, or zero.  The first number
        says how many steps they count as, the second how many steps are still to be done.
        """
        here, found = ends(self._payoffs(cell)), []
        for number, (source, _) in enumerate(self._kept.get(kind(cell), ())):
            factor, rest = likeness(ends(self._payoffs(source)), here)
            found.append((rest, number, factor))
        if not found:
            size = t.build().size
            return (np.zeros(size, np.float32), np.zeros(size, np.float32)), 0, self.given.steps
        _, number, factor = min(found)
        one, other = self._kept[kind(cell)][number][1]
        scale = np.float32(factor)
        return (
            (one * scale, other * scale),
            self.given.steps - self.given.further,
            self.given.further,
        )


def joined(mover: Array, dealer: Array) -> Array:
    """Combine two strategy tables: the mover's decisions in `mover`, the dealer's in `dealer`."""
    out = np.zeros_like(mover)
    for decision in decisions():
        decision.view(out)[:] = decision.view((mover, dealer)[decision.player])
    return out


def undone(folder: Path) -> Iterator[tuple[Cell, Path]]:
    """Yield each score (cell) that is not solved yet, with the path of the file to be written."""
    for cell in CELLS:
        file = folder / f"{cell[0]}-{cell[1]}.npz"
        if not file.exists():
            yield cell, file


def main() -> None:
    """Solve the deal at each listed score without a file, for each group of weak players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=0.18, help="how often the model plays")
    parser.add_argument("--steps", type=int, default=100, help="for the first cell of a kind")
    parser.add_argument("--further", type=int, default=30, help="for those that go on from one")
    given = parser.parse_args()
    for players in POPULATIONS:
        folder = given.folder / players
        folder.mkdir(parents=True, exist_ok=True)
        responses = Responses(s.shipped(), population(players), given)
        for cell, file in undone(folder):
            begun = time.process_time()
            kept = kept_of(responses.weights(cell), COARSE[max(kind(cell))])
            np.savez_compressed(file, kept=kept)
            print(players, cell, f"{time.process_time() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
