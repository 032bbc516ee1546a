"""Choose the scores whose strategies are stored; other scores get mixtures of these.

    python -m tools.invido.choose FOLDER START.json OUT.json [--bytes 11900000]
        [--seconds 600]

A score is called a cell. A plan is a stored strategy, the solution of a deal at one cell.
In the other cells the bot plays a mixture of plans. The loss of a cell is the loss of its
mixture, in one deal, against an exact best response.

Run it from the top folder. START.json lists the initial cells. Plans are added where
mixtures of the existing plans lose most; then mixtures are improved by trial, the most
important cells first, until the time is up. `pack.py` makes the file from the result.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.stochastic_game import Cell
from audiogames.solver.invido.strategies import realisation_plan, table
from audiogames.solver.invido.traversal import Traversal
from tools.invido.folder import Folder, kind
from tools.invido.pack import Mixer, Mixture, Shelf, kept_of_cell

ENDS: Final = {1: 0.36, 3: 0.11, 6: 0.02, 9: 0.006, 12: 0.001, 24: 0.0005}
"""Approximate frequency with which one player wins a deal at this stake."""

OWN: Final = 0.0001
"""The loss of a cell that has its own plan, which results from rounding in the file."""

AT_ONCE: Final = 12
"""Plans added between two evaluations."""

TRIES: Final = 22
"""Mixtures of a cell that are tried."""


def visits() -> dict[Cell, float]:
    """Return approximately how often each cell (score) occurs in a match."""
    found = dict.fromkeys(stochastic_game.cells(), 0.0)
    found[24, 24] = 1.0
    for mover, dealer in sorted(found, key=sum, reverse=True):
        for stake, chance in ENDS.items():
            for after in ((dealer, mover - stake), (dealer - stake, mover)):
                if after in found:
                    found[after] += found[mover, dealer] * chance
    return found


class Chooser:
    """Chooses which scores get a solved strategy of their own (a plan) in the strategy file.

    For the other scores it searches for mixtures of these plans that lose little to a best
    response.
    """

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.visits = visits()
        self.shelf = Shelf()
        self.plans: list[Any] = []
        self.size = 0
        self.mixtures: dict[Cell, Mixture] = {}
        self.losses: dict[Cell, float] = {}
        self.end = 0.0

    def add(self, cell: Cell) -> None:
        """Add the solved strategy of a cell (a score) to the strategies chosen for the file.

        In the file, a strategy is called a plan.
        """
        kept = kept_of_cell(self.folder, cell)
        self.size += self.shelf.add(cell, kept)
        self.plans.append(realisation_plan(t.build(), table(kept)))

    def loss(self, cell: Cell, mixture: Mixture) -> float:
        """Return a best response's gain in one deal against a mixture of strategies.

        The deal is played at this score (cell).
        """
        planes: Any = np.zeros(t.build().size, np.float32)
        for plan, share in mixture:
            planes += np.float32(share) * self.plans[plan]
        walk = Traversal(t.build(), stochastic_game.payoffs(cell, self.folder.equity), planes)
        return (walk.worth(0) + walk.worth(1)) / 2

    def look(self) -> float:
        """Choose a mixture of strategies for every score, and return the expected loss in a match.

        The expected loss is the sum of the losses at all scores, weighted by how often a match
        visits each score.
        """
        mixer = Mixer(self.folder, self.shelf.cells)
        self.mixtures = {cell: mixer.mixtures(cell, 1)[0] for cell in self.visits}
        with get_context("fork").Pool() as pool:
            found = pool.starmap(self.loss, self.mixtures.items(), chunksize=4)
        self.losses = dict(zip(self.mixtures, found, strict=True))
        return sum(self.visits[cell] * loss for cell, loss in self.losses.items())

    def wanted(self) -> list[Cell]:
        """Return the scores (cells) without a strategy of their own (a plan).

        The score whose plan would reduce losses most comes first.  The losses of neighbouring
        scores, which the plan reduces too, are included.
        """
        return sorted(set(self.visits) - set(self.shelf.cells), key=self._gain, reverse=True)

    def _gain(self, cell: Cell) -> float:
        near = [
            (0.6 ** (abs(cell[0] - other[0]) + abs(cell[1] - other[1])), other)
            for other in self.losses
            if kind(other) == kind(cell)
        ]
        gain = sum(
            part * self.visits[other] * max(0.0, self.losses[other] - OWN) for part, other in near
        )
        return gain / (min(kind(cell)) + 0.5)

    def grow(self, size: int) -> None:
        """Add plans until the strategy file exceeds this size in bytes.

        A plan is the solved strategy of one score.
        """
        while True:
            print(len(self.plans), "plans,", self.size, "bytes, loss", self.look(), flush=True)
            for cell in self.wanted()[:AT_ONCE]:
                self.add(cell)
                if self.size > size:
                    return

    def better(self, cell: Cell) -> tuple[Cell, Mixture, float]:
        """Try other mixtures of plans for a score; return score, best mixture and its loss.

        A plan is the solved strategy of one score, which is called a cell.  The loss is what an
        exact best response gains in a deal.
        """
        mixer = Mixer(self.folder, self.shelf.cells)
        best, loss, tried = dict(self.mixtures[cell]), self.losses[cell], 0
        ways: list[dict[int, int]] = [dict(each) for each in mixer.mixtures(cell, 5)]
        near = mixer.usable(cell)[:4]
        while ways and tried < TRIES and time.monotonic() < self.end:
            way, tried = ways.pop(0), tried + 1
            found = self.loss(cell, list(way.items()))
            if found < loss:
                best, loss = way, found
            if not ways:
                ways = list(_shifted(best, near, 8 if tried < TRIES // 2 else 3))
        return cell, sorted(best.items(), key=lambda each: -each[1]), loss

    def improve(self, seconds: float) -> None:
        """Improve the mixture of plans at each score by trial, the most important scores first.

        A plan is the solved strategy of one score; a score is called a cell.
        """
        self.look()
        self.end = time.monotonic() + seconds
        rest = [cell for cell in self.visits if cell not in self.shelf.cells]
        rest.sort(key=lambda cell: self.visits[cell] * self.losses[cell], reverse=True)
        with get_context("fork").Pool() as pool:
            for cell, mixture, loss in pool.imap(self.better, rest):
                self.mixtures[cell], self.losses[cell] = mixture, loss


def _shifted(mixture: dict[int, int], near: Iterable[int], step: int) -> Iterable[dict[int, int]]:
    """Yield variants of a mixture, in which one strategy cedes `step` shares to another one."""
    for giver, share in mixture.items():
        for taker in dict.fromkeys((*mixture, *near)):
            if taker != giver and share > step:
                yield {**mixture, giver: share - step, taker: mixture.get(taker, 0) + step}


def main() -> None:
    """Choose the strategies to store, and each score's mixture of them; write both to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--bytes", type=int, default=11_900_000)
    parser.add_argument("--seconds", type=float, default=600)
    given = parser.parse_args()
    chooser = Chooser(Folder(given.folder))
    for mover, dealer in json.loads(given.start.read_text(encoding="utf-8")):
        chooser.add((mover, dealer))
    chooser.grow(given.bytes)
    chooser.improve(given.seconds)
    chosen = {
        "plans": chooser.shelf.cells,
        "cells": [(*cell, mixture) for cell, mixture in chooser.mixtures.items()],
    }
    given.out.write_text(json.dumps(chosen), encoding="utf-8")


if __name__ == "__main__":
    main()
