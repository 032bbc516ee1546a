"""Pack the strategies that punish weak players, and certify them.

    python -m tools.invido.pack_merciless [FOLDER]

FOLDER is the output of `punish.py`: a folder for each kind of weak player, which becomes a
file. The first file extends the strong bot's, the second extends the first. Without FOLDER
the existing files are certified.

A cell is a score, and a plan is the solved strategy of one cell. Every cell has the same
mixture of plans as in the strong bot's strategy, with each certified plan replaced by the
most similar punishing plan that was solved with the same calls available; plans are similar
if the payoffs of their deals are. If a best response would gain more than `--most` from the
punishing plan in a deal at the certified plan's own cell, the punishing plan gets only a
part of the share, and the certified plan keeps the rest. The certificate is for a bot that
chooses in each deal between these strategies and the strong bot's; it is written beside the
files.
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
from tools.invido.folder import ends, kind, likeness
from tools.invido.pack import blocks_of
from tools.invido.punish import CELLS

Array = Any

PARTS: Final = 16
"""A mixture's parts, some of which are the punishing plan's and the others the certified one's."""

MOST: Final = 0.0011
"""The most that the best response may gain in a deal, as a fraction of a match; a match has about
27 deals.
"""


class Shelf:
    """The plans for one kind of weak player, and the parts of the strong plans that they replace.

    A plan is the solved strategy of one score.  `base` is the strategy that the file extends.
    """

    def __init__(self, folder: Path, base: s.Strategy, most: float) -> None:
        self.strong = s.shipped()
        self.base = base
        self.kept = {
            cell: np.load(file)["kept"]
            for cell in CELLS
            if (file := folder / f"{cell[0]}-{cell[1]}.npz").exists()
        }
        self.place = {cell: len(base.plans) + at for at, cell in enumerate(self.kept)}
        self.stands: dict[int, tuple[s.Cell, int]] = {}
        for number, plan in enumerate(self.strong.plans):
            if likest := self._most_similar(plan.cell):
                part = min(PARTS, int(PARTS * most / loss(plan.cell, self.kept[likest])))
                self.stands[number] = likest, part
                print(plan.cell, likest, part, flush=True)

    def _most_similar(self, cell: s.Cell) -> s.Cell | None:
        """Return the most similar cell (a score) that was solved with the same calls available."""
        here = _ends(cell)
        found = [
            (likeness(_ends(own), here)[1], own) for own in self.kept if kind(own) == kind(cell)
        ]
        return min(found)[1] if found else None

    def mixture(self, cell: s.Cell) -> list[tuple[int, int]]:
        """Return the mixture of plans for a score (a cell).

        A plan is the solved strategy of one score.  The strong bot's plans are certified; each is
        replaced, in part or wholly, by the most similar plan that punishes weak players.
        """
        out: dict[int, int] = {}
        for number, share in self.strong.mixture(cell):
            own, part = self.stands.get(number, (None, 0))
            for plan, much in ((own and self.place[own], part), (number, PARTS - part)):
                if plan is not None and much:
                    out[plan] = out.get(plan, 0) + share * much
        return list(out.items())

    def content(self) -> bytes:
        """Return the content of the file with the plans that punish one kind of weak player.

        The file extends the strategy `base`: it adds these plans, and for each score the mixture
        in which they are played (`mixture`).  A plan is the solved strategy of one score.
        """
        body, listed = bytearray(), []
        for cell, kept in self.kept.items():
            places = []
            for block in blocks_of(kept):
                places.append((len(body), len(block)))
                body += block
            listed.append((cell, None, places))
        index = {
            "base": self.base.sha256,
            "plans": listed,
            "cells": [(*cell, self.mixture(cell)) for cell in self.strong.equity],
            "equity": [],
        }
        return s.packed(index, bytes(body))


def _ends(cell: s.Cell) -> Array:
    return ends(_payoffs(cell))


def _payoffs(cell: s.Cell) -> stochastic_game.Payoffs:
    return stochastic_game.payoffs(cell, s.shipped().equity.__getitem__)


def loss(cell: s.Cell, kept: Array) -> float:
    """Return how much a best response gains against a plan, in one deal at this score (cell).

    A plan is the solved strategy of one score.
    """
    walk = Traversal(t.build(), _payoffs(cell), table(kept))
    return (walk.worth(c.MOVER) + walk.worth(c.DEALER)) / 2


def read(folder: Path) -> list[s.Strategy]:
    """Return the strong bot's strategy and the punishing ones, each extending the previous one.

    Raises `StrategyRefused` if they do not fit together.
    """
    chain = [s.shipped()]
    for file in s.PUNISHING.values():
        chain.append(s.read(folder / file.name, base=chain[-1]))
    return chain


def told(folder: Path) -> dict[str, Any]:
    """Verify the packed strategy files in a folder, and return their certificate."""
    chain = read(folder)
    best = c.certify_choice(chain, print)
    assert best.is_bound
    return {
        "game": "invido",
        "rules": InvidoRules.version,
        "sha256": chain[-1].sha256,
        "base": chain[0].sha256,
        "bytes": sum((folder / file.name).stat().st_size for file in s.PUNISHING.values()),
        "exploitability": c.exploitability(best),
        "best_as_first_mover": best.of(c.MOVER, START),
        "best_as_first_dealer": best.of(c.DEALER, START),
        "race_to_8": c.exploitability(best, SHORT_GOAL),
        "plans": len(chain[-1].plans) - len(chain[0].plans),
    }


def main() -> None:
    """Write the files of the strategies that punish weak players, and their certificate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--into", type=Path, default=s.FILE.parent, help="where the files stand")
    parser.add_argument("--most", type=float, default=MOST, help="lost in a deal, at most")
    given = parser.parse_args()
    if given.folder:
        base = s.shipped()
        for players, file in s.PUNISHING.items():
            into = given.into / file.name
            into.write_bytes(Shelf(given.folder / players, base, given.most).content())
            base = s.read(into, base=base)
    text = json.dumps(told(given.into), indent=1) + "\n"
    (given.into / s.PUNISHING_CERTIFICATE.name).write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
