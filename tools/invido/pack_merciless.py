"""Pack what punishes weak players, and certify it: `python -m tools.invido.pack_merciless FOLDER`.

Without FOLDER the file that is there is certified.

FOLDER is what `punish.py` wrote.  The file goes on from the strong bot's.  Every cell mixes the
plans that it mixes there, each with the one in its place that punishes, where there is one: both
follow the payoffs of their deals alike.  A plan that would let the best opponent gain more than
`--most` in a deal of its own cell is played so much more seldom, and the certified one instead.
The certificate is that of a bot that chooses for each deal between this strategy and the strong
bot's; it is written beside the file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.model import SHORT_GOAL
from audiogames.games.invido.rules import InvidoRules
from audiogames.solver.invido import certificate as c
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.strategies import table
from audiogames.solver.invido.traversal import Traversal
from tools.invido.certificate import START
from tools.invido.pack import blocks_of

Array = Any

PARTS: Final = 8
"""Of so many parts of a mixture some are the punishing plan's, the others the certified one's."""

MOST: Final = 0.0012
"""What the best opponent may gain in a deal, as a part of a match; a match has some 27."""


def content(folder: Path, most: float) -> bytes:
    """The bytes of the file."""
    strong = s.shipped()
    body, place, part = bytearray(), {}, {}
    listed: list[tuple[s.Cell, None, list[tuple[int, int]]]] = []
    for number, plan in enumerate(strong.plans):
        file = folder / f"{plan.cell[0]}-{plan.cell[1]}.npz"
        if not file.exists():
            continue
        kept = np.load(file)["kept"]
        blocks = blocks_of(kept)
        place[number] = len(strong.plans) + len(listed)
        part[number] = min(PARTS, int(PARTS * most / loss(plan.cell, kept)))
        print(plan.cell, part[number], sum(map(len, blocks)), flush=True)
        places = []
        for block in blocks:
            places.append((len(body), len(block)))
            body += block
        listed.append((plan.cell, None, places))
    index = {
        "base": strong.sha256,
        "plans": listed,
        "cells": [(*cell, _mixture(strong.mixture(cell), place, part)) for cell in strong.equity],
        "equity": [],
    }
    return s.packed(index, bytes(body))


def _mixture(
    certified: tuple[tuple[int, int], ...], place: dict[int, int], part: dict[int, int]
) -> list[tuple[int, int]]:
    """A mixture with the punishing plans in their places."""
    out = []
    for number, share in certified:
        punishes = part.get(number, 0)
        if punishes:
            out.append((place[number], share * punishes))
        if punishes < PARTS:
            out.append((number, share * (PARTS - punishes)))
    return out


def loss(cell: s.Cell, kept: Array) -> float:
    """What the best opponent gains on a plan in one deal of its own cell."""
    payoffs = stochastic_game.payoffs(cell, s.shipped().equity.__getitem__)
    walk = Traversal(t.build(), payoffs, table(kept))
    return (walk.worth(c.MOVER) + walk.worth(c.DEALER)) / 2


def told(file: Path) -> dict[str, Any]:
    """The certificate of a file."""
    strong = s.shipped()
    strategy = s.read(file, base=strong)
    best = c.certify_choice([strong, strategy], print)
    assert best.is_bound
    return {
        "game": "invido",
        "rules": InvidoRules.version,
        "sha256": strategy.sha256,
        "base": strong.sha256,
        "bytes": file.stat().st_size,
        "exploitability": c.exploitability(best),
        "best_as_first_mover": best.of(c.MOVER, START),
        "best_as_first_dealer": best.of(c.DEALER, START),
        "race_to_8": c.exploitability(best, SHORT_GOAL),
        "plans": len(strategy.plans) - len(strong.plans),
    }


def main() -> None:
    """Write the file and its certificate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--file", type=Path, default=s.PUNISHING)
    parser.add_argument("--most", type=float, default=MOST, help="lost in a deal, at most")
    given = parser.parse_args()
    if given.folder:
        given.file.write_bytes(content(given.folder, given.most))
    text = json.dumps(told(given.file), indent=1) + "\n"
    given.file.with_suffix(".json").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
