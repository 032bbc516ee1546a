"""How exploitability falls with the steps, for a deal played for points: `course.py [FILE]`.

Writes the description of a plot for `bench.plots`, by default docs/plots/invido-steps.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.solver.invido.stochastic_game import Payoffs
from audiogames.solver.invido.traversal import Traversal

FILE: Final = Path(__file__).resolve().parents[2] / "docs" / "plots" / "invido-steps.json"
LOOKS: Final = (10, 20, 30, 50, 75, 100, 150, 200)
LADDERS: Final = {"Ladder up to 3": 1, "Ladder up to 9": 3, "The whole ladder": t.TOP}


def points(top: int) -> Payoffs:
    """A deal played for points, with the ladder up to this place."""
    win, lose = [0.5 + stake for stake in t.STAKES], [0.5 - stake for stake in t.STAKES]
    return Payoffs(win, lose, 0.5, (99, 99), top)


def course(top: int) -> list[tuple[int, float]]:
    """Steps, and what the best opponent gains a deal after them."""
    tree, payoffs, found = t.build(top), points(top), []
    tables: Any = np.zeros((2, tree.size), np.float32)
    regret, weight = tables
    learner, judge = Traversal(tree, payoffs, regret, weight), Traversal(tree, payoffs, weight)
    for step in range(1, LOOKS[-1] + 1):
        for player in (0, 1):
            learner.step(player, step)
        if step in LOOKS:
            found.append((step, round(sum(judge.worth(player) for player in (0, 1)) / 2, 6)))
    return found


def main() -> None:
    """Write the description."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=FILE)
    file = parser.parse_args().file
    plot = {
        "title": "Invido: what the best opponent gains in a deal",
        "x": "steps of learning",
        "y": "points a deal",
        "log": True,
        "lines": {name: course(top) for name, top in LADDERS.items()},
    }
    file.write_text(json.dumps(plot, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
