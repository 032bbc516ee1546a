"""Certify a strategy file, and write the certificate beside it.

    python -m tools.invido.certificate FILE FOLDER

FOLDER is the folder in which the strategy was solved; it says how closely each plan was solved.
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.model import SHORT_GOAL
from audiogames.games.invido.rules import InvidoRules
from audiogames.solver.invido import certificate as c
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.traversal import Traversal
from tools.invido.folder import Folder

START = (24, 24)


def told(file: Path, folder: Folder) -> dict[str, Any]:
    """Verify a strategy file; return its certificate, which bounds its possible losses."""
    strategy = s.read(file)
    best = c.certify(strategy, print)
    kind = c.certify(strategy, print, (c.sociable, best))
    assert kind.is_bound
    losses = per_cell(strategy)
    worst = max(losses, key=lambda cell: losses[cell])
    steps = [folder.told(plan.cell) or {} for plan in strategy.plans]
    return {
        "game": "invido",
        "rules": InvidoRules.version,
        "sha256": sha256(file.read_bytes()).hexdigest(),
        "bytes": file.stat().st_size,
        "exploitability": c.exploitability(best),
        "best_as_first_mover": best.of(c.MOVER, START),
        "best_as_first_dealer": best.of(c.DEALER, START),
        "race_to_8": c.exploitability(best, SHORT_GOAL),
        "sociable": c.exploitability(kind),
        "worst_cell": {"needs": worst, "loss": losses[worst]},
        "mean_cell": sum(losses.values()) / len(losses),
        "plans": len(strategy.plans),
        "steps_of_plans": [min(one["time"] for one in steps), max(one["time"] for one in steps)],
        "largest_gap_of_a_plan": max(one["gap"] for one in steps),
        "equity_of_first_mover": strategy.equity[START],
    }


def per_cell(strategy: s.Strategy) -> dict[stochastic_game.Cell, float]:
    """Return how much a best response gains in one deal at each cell (score).

    The value of a score is the equity stored in the strategy's file.
    """
    tables, losses = c.MixedPlans(strategy), {}
    for cell in stochastic_game.cells():
        walk = Traversal(
            t.build(), stochastic_game.payoffs(cell, strategy.equity.__getitem__), tables(cell)
        )
        losses[cell] = (walk.worth(c.MOVER) + walk.worth(c.DEALER)) / 2
    return losses


def main() -> None:
    """Write `certificate.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("folder")
    given = parser.parse_args()
    found = told(given.file, Folder(given.folder))
    text = json.dumps(found, indent=1) + "\n"
    given.file.with_name("certificate.json").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
