"""Pack solved cells into the strategy's file: `pack.py FOLDER PLANS.json FILE`.

PLANS.json lists the cells whose strategies become plans.  Every cell gets the mixture of plans whose
payoffs, mixed, come nearest to its own: strategies follow payoffs so smoothly that a mixture of two
plans is better than either by far.
"""

from __future__ import annotations

import argparse
import json
import lzma
from itertools import combinations
from pathlib import Path

import numpy as np
from folder import HEED, Folder, ends, kind

from audiogames.games.invido import strategy as s
from audiogames.games.invido import tree as t
from audiogames.solver.invido import board, kernels
from audiogames.solver.invido.choices import choices
from audiogames.solver.invido.plans import plan_of

COARSE = (0.001, 0.001, 0.001, 0.0015, 0.0015, 0.002, 0.002)
"""A choice that its own player's moves lead to with this chance, at a stake of 1, is told in whole
UNITs only; one that is reached more often in finer STEPS.  By the greater kind of the cell: where
less is needed every point weighs more."""

STEPS = np.array([1, 2, 4, 8, 15, 30, 60, 120, 240.0])
"""Into how many parts chances are rounded."""

NEVER = 0.2
"""Parts of COARSE below which a choice is dropped."""

SHARES = 64
"""What the shares of a mixture add up to."""

BEND = 0.03
"""Strategies follow payoffs in lines that bend: how much distant plans are avoided."""


def kept_of(weights, coarse):
    """The planes of one strategy as they go into a file."""
    plan = plan_of(t.build(), weights)
    kept = np.zeros(t.build(kept=True).size, np.uint8)
    for choice in choices():
        reach = choice.view(plan).sum(axis=0) * t.STAKES[choice.stake] ** 0.5
        chances = np.empty(choice.shape(), np.float32)
        kernels.match(np.ascontiguousarray(choice.view(weights)), choice.even, chances)
        planes = rounded(chances, reach / coarse)[:-1]
        dropped = (reach < coarse * NEVER) | (choice.view(weights).sum(axis=0) == 0)
        planes[:, dropped] = 0
        planes[0][dropped] = s.DROPPED
        choice.view_kept(kept)[:] = planes
    return kept


def rounded(chances, reach):
    """Chances in UNITs, in steps that are the finer the more often a choice is reached."""
    steps = STEPS[np.searchsorted(STEPS, np.clip(reach, 1, s.UNIT), side="right") - 1]
    exact = chances * steps
    whole = np.floor(exact)
    missing = np.rint(steps - whole.sum(axis=0))
    order = np.argsort(np.argsort(whole - exact, axis=0, kind="stable"), axis=0)
    return np.rint((whole + (order < missing)) * (s.UNIT / steps)).astype(np.uint8)


def kept_of_cell(folder, cell):
    """The planes of a solved cell."""
    weights = np.ascontiguousarray(folder.load(cell).reshape(2, -1)[1])
    return kept_of(weights, COARSE[max(kind(cell))])


def blocks_of(kept):
    """The compressed blocks of a plan."""
    opening = np.concatenate([kept[low:high] for low, high in s.openings()])
    parts = [opening, *(kept[turn.plays[0] : turn.end] for turn in s.blocks())]
    return [
        lzma.compress(part.tobytes(), format=lzma.FORMAT_RAW, filters=s.FILTERS) for part in parts
    ]


class Shelf:
    """Plans, packed one after the other; each as it is or as it differs from an earlier one."""

    def __init__(self):
        self.cells, self.kept, self.parents, self.blocks = [], [], [], []

    def add(self, cell, kept):
        """Put a plan on the shelf; its size."""
        ways = [(None, blocks_of(kept))]
        for at in self._kin(cell):
            ways.append((at, blocks_of(kept ^ self.kept[at])))
        parent, blocks = min(ways, key=lambda way: sum(map(len, way[1])))
        self.cells.append(cell)
        self.kept.append(kept)
        self.parents.append(parent)
        self.blocks.append(blocks)
        return sum(map(len, blocks))

    def _kin(self, cell):
        """Earlier plans that were solved in one chain with this cell, and have no parent."""
        return [
            at
            for at, other in enumerate(self.cells)
            if self.parents[at] is None
            and kind(other) == kind(cell)
            and other[0] - other[1] == cell[0] - cell[1]
        ][:2]

    def packed(self, mixer, folder):
        """The bytes of the file."""
        body, listed = bytearray(), []
        for cell, parent, blocks in zip(self.cells, self.parents, self.blocks, strict=True):
            places = []
            for block in blocks:
                places.append((len(body), len(block)))
                body += block
            listed.append((cell, parent, places))
        index = {
            "plans": listed,
            "cells": [(*cell, mixer(cell)) for cell in board.cells()],
            "equity": [(*cell, round(folder.equity(cell), 6)) for cell in board.cells()],
        }
        return s.packed(index, bytes(body))


class Mixer:
    """Finds mixtures by the payoffs of cells."""

    def __init__(self, folder, plans):
        self.folder = folder
        self.plans = plans
        self.points = [self.point(cell) for cell in plans]

    def point(self, cell):
        """The payoffs of a cell, in points of its own, each by the heed that it deserves."""
        pays = ends(board.pays(cell, self.folder.equity))
        mean = HEED @ pays / HEED.sum()
        return (pays - mean) / ((pays[0] - pays[len(t.STAKES)]) / 2) * HEED**0.5

    def usable(self, cell):
        """The plans that know an answer to everything in this cell."""
        here = kind(cell)
        return [
            at
            for at, plan in enumerate(self.plans)
            if all(there >= need for there, need in zip(kind(plan), here, strict=True))
        ]

    def mixture(self, cell):
        """The best mixture of up to three plans."""
        return self.mixtures(cell, 1)[0]

    def mixtures(self, cell, most):
        """The best mixtures, best first: near the cell as a mixture and by each of their plans."""
        point, near = self.point(cell), self.usable(cell)
        near = sorted(near, key=lambda at: np.linalg.norm(self.points[at] - point))
        if self.plans[near[0]] == cell:
            return [[(near[0], SHARES)]]
        groups = [near[:1], *combinations(near[:16], 2), *combinations(near[:10], 3)]
        found = [fit for group in groups if (fit := self._fit(point, group))]
        found.sort(key=lambda each: each[0])
        return [
            [(at, share) for at, share in zip(group, shares, strict=True) if share]
            for _, shares, group in found[:most]
        ]

    def _fit(self, point, group):
        """The shares of these plans that come nearest; None where one would be negative."""
        base = self.points[group[0]]
        parts = np.empty(0)
        if len(group) > 1:
            sides = np.array([self.points[at] - base for at in group[1:]]).T
            parts, *_ = np.linalg.lstsq(sides, point - base, rcond=None)
            if parts.min() < 0 or parts.sum() > 1:
                return None
        whole = np.rint(parts * SHARES).astype(int)
        shares = [SHARES - int(whole.sum()), *map(int, whole)]
        mixed = sum(
            share / SHARES * self.points[at] for at, share in zip(group, shares, strict=True)
        )
        bent = sum(
            share / SHARES * ((self.points[at] - point) ** 2).sum()
            for at, share in zip(group, shares, strict=True)
        )
        return np.linalg.norm(mixed - point) + BEND * bent, shares, group


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("plans", type=Path)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    folder = Folder(arguments.folder)
    plans = [tuple(cell) for cell in json.loads(arguments.plans.read_text())]
    shelf = Shelf()
    for cell in plans:
        print(cell, shelf.add(cell, kept_of_cell(folder, cell)), flush=True)
    mixer = Mixer(folder, plans)
    arguments.file.write_bytes(shelf.packed(mixer.mixture, folder))
    print(arguments.file.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
