"""Pack solved cells into a strategy file: `python -m tools.invido.pack FOLDER PLANS FILE`.

A cell is a score, a plan is the solved strategy of one cell. PLANS is JSON: a list of the cells
whose strategies become plans, or the output of `choose.py`, which has these cells and every cell's
mixture of them. Without mixtures, each cell gets the mixture whose payoffs are nearest to its own.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.solver.invido import kernels, stochastic_game
from audiogames.solver.invido.stochastic_game import Cell
from audiogames.solver.invido.strategies import decisions, realisation_plan
from tools.invido.folder import Folder, kind, point

Array = Any
Mixture = list[tuple[int, int]]
"""Plans and their shares."""

COARSE: Final = (0.001, 0.001, 0.001, 0.0015, 0.0015, 0.002)
"""The greatest reach of a choice whose chances are stored only as 0 or 1, for a stake of 1.

Choices that are reached more often by their player's moves are stored in finer STEPS.  The index is
the greater number of the cell's kind: where fewer points are needed, every point has more weight.
"""

STEPS: Final[Array] = np.array([1, 2, 4, 8, 15, 30, 60, 120, 240.0])
"""The resolutions to which chances are rounded."""

NEVER: Final = 0.2
"""A choice is dropped if its reach is below this fraction of COARSE."""

SHARES: Final = 64
"""The sum of a mixture's shares."""

BEND: Final = 0.03
"""The penalty for distant plans, since strategies are not linear in payoffs."""


def kept_of(weights: Array, coarse: float) -> Array:
    """Return a strategy in the file's format, without decisions that are rarely reached.

    The more often a decision is reached, the more precisely its probabilities are stored.  With a
    higher `coarse`, more decisions are left out, and the rest are less precise.
    """
    plan = realisation_plan(t.build(), weights)
    kept: Array = np.zeros(t.build(kept=True).size, np.uint8)
    for decision in decisions():
        reach = decision.view(plan).sum(axis=0) * t.STAKES[decision.stake] ** 0.5
        chances: Array = np.empty(decision.shape(), np.float32)
        kernels.normalise(np.ascontiguousarray(decision.view(weights)), decision.even, chances)
        planes = rounded(chances, reach / coarse)[:-1]
        unknown = decision.view(weights).sum(axis=0) == 0
        dropped = (reach < coarse * NEVER) | unknown
        planes[:, dropped] = 0
        planes[0][dropped] = s.DROPPED
        decision.view_kept(kept)[:] = planes
    return kept


def rounded(chances: Array, reach: Array) -> Array:
    """Round the probabilities of a decision to integers that sum to UNIT.

    The more often a decision is reached, the finer are the steps to which it is rounded.
    """
    steps = STEPS[np.searchsorted(STEPS, np.clip(reach, 1, s.UNIT), side="right") - 1]
    exact = chances * steps
    whole = np.floor(exact)
    missing = np.rint(steps - whole.sum(axis=0))
    order = np.argsort(np.argsort(whole - exact, axis=0, kind="stable"), axis=0)
    return np.rint((whole + (order < missing)) * (s.UNIT / steps)).astype(np.uint8)


def kept_of_cell(folder: Folder, cell: Cell) -> Array:
    """Return the strategy that was solved for a score (cell), in the file's format."""
    return kept_of(folder.weights(cell), COARSE[max(kind(cell))])


def blocks_of(kept: Array) -> list[bytes]:
    """Return a plan as compressed blocks: its opening decisions, and then each part of the tree.

    A plan is the solved strategy of one score.
    """
    opening = np.concatenate([kept[low:high] for low, high in s.openings()])
    parts = [opening, *(kept[turn.plays[0] : turn.end] for turn in s.blocks())]
    return [
        lzma.compress(part.tobytes(), format=lzma.FORMAT_RAW, filters=s.FILTERS) for part in parts
    ]


class Shelf:
    """A list of packed strategies (plans), each stored whole or as a difference from another."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.kept: list[Array] = []
        self.parents: list[int | None] = []
        self.blocks: list[list[bytes]] = []

    def add(self, cell: Cell, kept: Array) -> int:
        """Pack and add the strategy (plan) for one score (cell); return its size in bytes."""
        ways: list[tuple[int | None, list[bytes]]] = [(None, blocks_of(kept))]
        ways += [(at, blocks_of(kept ^ self.kept[at])) for at in self._possible_parents(cell)]
        parent, blocks = min(ways, key=lambda way: sum(map(len, way[1])))
        self.cells.append(cell)
        self.kept.append(kept)
        self.parents.append(parent)
        self.blocks.append(blocks)
        return sum(map(len, blocks))

    def _possible_parents(self, cell: Cell) -> list[int]:
        """Return at most two earlier plans from which a cell's plan may be stored as a difference.

        A cell is a score, its plan the solved strategy.  Only plans that are stored in full are
        candidates.  Their cells allow the same raises as this one, and have the same difference
        between the two scores.
        """
        return [
            at
            for at, other in enumerate(self.cells)
            if self.parents[at] is None
            and kind(other) == kind(cell)
            and other[0] - other[1] == cell[0] - cell[1]
        ][:2]

    def packed(self, mixture: Callable[[Cell], Mixture], equity: Callable[[Cell], float]) -> bytes:
        """Return the content of the strategy file.

        `mixture` and `equity` return the mixture of plans and the equity of a score (cell).
        """
        body, listed = bytearray(), []
        for cell, parent, blocks in zip(self.cells, self.parents, self.blocks, strict=True):
            places = []
            for block in blocks:
                places.append((len(body), len(block)))
                body += block
            listed.append((cell, parent, places))
        index = {
            "plans": listed,
            "cells": [(*cell, mixture(cell)) for cell in stochastic_game.cells()],
            "equity": [(*cell, round(equity(cell), 6)) for cell in stochastic_game.cells()],
        }
        return s.packed(index, bytes(body))


class Mixer:
    """Finds the mixture of plans whose payoffs are closest to those of a cell (a score).

    A plan is the solved strategy of one cell.
    """

    def __init__(self, folder: Folder, plans: Sequence[Cell]) -> None:
        self.folder = folder
        self.plans = plans
        self.points = [point(folder, cell) for cell in plans]

    def usable(self, cell: Cell) -> list[int]:
        """Return the plans that allow as many raises as this cell (a score), most similar first.

        A plan is the solved strategy of one score.
        """
        here, at = kind(cell), point(self.folder, cell)
        known = [
            number
            for number, plan in enumerate(self.plans)
            if all(there >= need for there, need in zip(kind(plan), here, strict=True))
        ]
        return sorted(known, key=lambda number: float(np.linalg.norm(self.points[number] - at)))

    def mixtures(self, cell: Cell, most: int) -> list[Mixture]:
        """Return up to `most` mixtures of strategies for a score (cell), the best fit first.

        Each mixture combines one to three plans; a plan is the solved strategy of one score.
        """
        near, at = self.usable(cell), point(self.folder, cell)
        if self.plans[near[0]] == cell:
            return [[(near[0], SHARES)]]
        groups = [tuple(near[:1]), *combinations(near[:16], 2), *combinations(near[:10], 3)]
        found = [fit for group in groups if (fit := self._fit(at, group))]
        found.sort(key=lambda each: each[0])
        return [mixture for _, mixture in found[:most]]

    def _fit(self, at: Array, group: Sequence[int]) -> tuple[float, Mixture] | None:
        """Fit a mixture of these plans to the payoffs `at`; return the error and the mixture.

        Return None if a plan would need a negative share.
        """
        base, parts = self.points[group[0]], np.empty(0)
        if len(group) > 1:
            sides = np.array([self.points[number] - base for number in group[1:]]).T
            parts, *_ = np.linalg.lstsq(sides, at - base, rcond=None)
            if parts.min() < 0 or parts.sum() > 1:
                return None
        whole = np.rint(parts * SHARES).astype(int)
        shares = [SHARES - int(whole.sum()), *map(int, whole)]
        offs = [self.points[number] - at for number in group]
        off = sum(share / SHARES * each for share, each in zip(shares, offs, strict=True))
        bent = sum(share / SHARES * (each @ each) for share, each in zip(shares, offs, strict=True))
        mixture = [(number, share) for number, share in zip(group, shares, strict=True) if share]
        return float(np.linalg.norm(off) + BEND * bent), mixture


def main() -> None:
    """Write a strategy file: the solved strategies, and their mixture for each score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("plans", type=Path)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    folder, told = Folder(given.folder), json.loads(given.plans.read_text(encoding="utf-8"))
    chosen = told if isinstance(told, dict) else {"plans": told, "cells": []}
    shelf = Shelf()
    for mover, dealer in chosen["plans"]:
        cell = (mover, dealer)
        print(cell, shelf.add(cell, kept_of_cell(folder, cell)), flush=True)
    mixer = Mixer(folder, shelf.cells)
    known = {(mover, dealer): mixture for mover, dealer, mixture in chosen["cells"]}
    content = shelf.packed(
        lambda cell: known.get(cell) or mixer.mixtures(cell, 1)[0], folder.equity
    )
    given.file.write_bytes(content)


if __name__ == "__main__":
    main()
