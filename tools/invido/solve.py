"""Solve Invido cell by cell: `python -m tools.invido.solve FOLDER`.

A cell is a score. Its deal is solved by steps of CFR (`audiogames/solver/invido/traversal.py`)
until the gap, which is the mean gain of both players' best responses, is small.

Cells are solved from the end of the match backwards. Each starts from the regrets of a cell with
similar payoffs, if there is one. Its state is saved in FOLDER when it is solved. The program can be
interrupted and restarted, and several instances can share a folder. A further pass (`--turn 2`)
continues from the saved states, with the equities found; `--cells FILE` solves only the cells of a
list.
"""

from __future__ import annotations

import argparse
import json
import time
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.stochastic_game import Cell
from audiogames.solver.invido.traversal import Traversal
from tools.invido.folder import Folder, ends, kind, likeness

Array = Any

NEIGHBOURS: Final = ((1, 1), (1, 0), (0, 1), (2, 2), (2, 1), (1, 2))
"""How many points fewer are needed in the cells that may serve as a start."""


def start(folder: Folder, cell: Cell, given: Namespace, size: int) -> tuple[Array, float, str]:
    """Return the tables from which to start solving a cell, their step number and their origin.

    A cell is a score.  The tables come from an earlier run for this score, or from a similar
    score; otherwise they are zeros.
    """
    if told := folder.told(cell):
        return folder.load(cell), told["time"], "itself"
    here = ends(stochastic_game.payoffs(cell, folder.equity, given.top))
    found = []
    for down in NEIGHBOURS:
        source = (cell[0] - down[0], cell[1] - down[1])
        if min(source) > 0 and folder.told(source) and kind(source) == kind(cell):
            there = ends(stochastic_game.payoffs(source, folder.equity, given.top))
            factor, rest = likeness(there, here)
            found.append((rest, factor, source))
    if not found or min(found)[0] > given.alike:
        return np.zeros((2, size), np.float32), 0.0, "nothing"
    rest, factor, source = min(found)
    tables, told = folder.load(source), folder.told(source)
    tables[0] *= factor
    assert told is not None
    return tables, min(told["time"], given.older), f"{source}, {rest:.3f} off"


def solve(folder: Folder, cell: Cell, given: Namespace) -> None:
    """Solve a cell (the deal at one score) until the gap is small or the steps are used up."""
    tree, begun = t.build(given.top), time.process_time()
    tables, at, source = start(folder, cell, given, tree.size)
    payoffs = stochastic_game.payoffs(cell, folder.equity, given.top)
    learner, judge = (
        Traversal(tree, payoffs, tables[0], tables[1]),
        Traversal(tree, payoffs, tables[1]),
    )
    gap, steps, course = 1.0, 0, []
    while gap >= given.gap and steps < given.most:
        for _ in range(given.steps):
            at += 1
            for player in (0, 1):
                learner.step(player, at)
        steps += given.steps
        most = [judge.worth(player) for player in (0, 1)]
        gap = sum(most) / 2
        course.append((steps, gap))
    told = {
        "equity": 0.5 + (most[0] - most[1]) / 2,
        "gap": gap,
        "steps": steps,
        "time": at,
        "pass": given.turn,
        "seconds": time.process_time() - begun,
        "course": course,
    }
    folder.save(cell, tables, told)
    found = f"equity {told['equity']:.5f}, gap {gap:.6f}, {steps} steps from {source}"
    print(cell, found, f"in {told['seconds']:.1f} s", flush=True)


def before(cell: Cell, goal: int) -> Iterable[Cell]:
    """Return the cells (scores) that a deal at this cell can lead to.

    They must be solved first.
    """
    return [
        other for other in stochastic_game.cells(goal) if sum(cell) - 2 <= sum(other) < sum(cell)
    ]


def arguments() -> Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--goal", type=int, default=24)
    parser.add_argument("--top", type=int, default=t.TOP, help="place of the last stake")
    parser.add_argument(
        "--gap", type=float, default=0.0003, help="parts of a match, enough if less"
    )
    parser.add_argument("--steps", type=int, default=10, help="between two looks at the gap")
    parser.add_argument("--most", type=int, default=60, help="steps at most")
    parser.add_argument("--older", type=float, default=60.0, help="step to go on from at most")
    parser.add_argument("--alike", type=float, default=0.12, help="points off, to go on from")
    parser.add_argument("--cells", type=Path, help="a list of cells, as JSON")
    parser.add_argument("--turn", type=int, default=1, help="the pass")
    return parser.parse_args()


def main() -> None:
    """Solve the game at all scores (cells) that no other process has solved or claimed."""
    given = arguments()
    folder = Folder(given.folder)
    listed = json.loads(given.cells.read_text(encoding="utf-8")) if given.cells else None
    for cell in map(tuple, listed) if listed else stochastic_game.cells(given.goal):
        if folder.is_ready([cell], given.turn) or not folder.claim(cell, given.turn):
            continue
        while not listed and not folder.is_ready(before(cell, given.goal), given.turn):
            time.sleep(0.5)
        solve(folder, cell, given)


if __name__ == "__main__":
    main()
