"""The solver of Invido: traverses the game tree, and certifies the strategies of the bots."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from audiogames.games.invido.bots import strategy as s
from audiogames.solver import CannotCertify, Checked

NEEDS = ("numpy", "numba")


def recompute(tell: Callable[[int], None]) -> Sequence[Checked]:
    """Recompute the exploitability of the strategies in the package.  Takes minutes.

    The strong bot has one strategy; the merciless bot chooses between that one and two others.
    """
    from audiogames.solver.invido import certificate as c  # noqa: PLC0415 - it needs the extra

    try:
        strong, punishing = s.shipped(), s.punishing().values()
        stated = [
            float(json.loads(file.read_text(encoding="utf-8"))["exploitability"])
            for file in (s.CERTIFICATE, s.PUNISHING_CERTIFICATE)
        ]
        best = c.certify(strong, lambda done: tell(done // 2))
        either = c.certify_choice([strong, *punishing], lambda done: tell((100 + done) // 2))
        found = [c.exploitability(best), c.exploitability(either) if either.is_bound else 1.0]
    except s.StrategyRefused as error:
        raise CannotCertify(error) from error
    levels = ("strong", "merciless")
    return [Checked(*each) for each in zip(levels, stated, found, strict=True)]
