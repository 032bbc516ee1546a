"""Invido, solved: the walk through its tree, and the certificate of what is shipped."""

from __future__ import annotations

import json
from collections.abc import Callable

from audiogames.games.invido.bots import strategy as s
from audiogames.solver import CannotCertify, Checked

NEEDS = ("numpy", "numba")


def recompute(tell: Callable[[int], None]) -> Checked:
    """The exploitability of the shipped file, computed again.  Takes minutes."""
    from audiogames.solver.invido import certificate as c  # noqa: PLC0415 - it needs the extra

    try:
        strategy = s.read(s.FILE, s.CERTIFICATE)
        stated = json.loads(s.CERTIFICATE.read_text(encoding="utf-8"))["exploitability"]
        found = c.exploitability(c.certify(strategy, tell))
    except s.StrategyRefused as error:
        raise CannotCertify(error) from error
    return Checked(stated, found)
