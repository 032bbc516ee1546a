"""Verifies the strategies of games that were solved offline.

A certificate is a file that states the most that an opponent can win against a solved
strategy.  Each game with a certificate has a module here, named like the game.  It defines
`NEEDS`, the required libraries, and `recompute(tell)`, which imports them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol


@dataclass(frozen=True)
class Checked:
    """The exploitability of a level in a match: the certified and the recomputed figure."""

    level: str
    stated: float
    found: float

    @property
    def agrees(self) -> bool:
        """Whether the two figures are equal except for rounding."""
        return abs(self.stated - self.found) < ROUNDING


ROUNDING = 1e-5


class CannotCertify(Exception):
    """The strategy in the package cannot be verified; `message` says why."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Certifier(Protocol):
    """The interface of a module that recomputes how much a game's bots can be exploited."""

    NEEDS: tuple[str, ...]

    def recompute(self, tell: Callable[[int], None]) -> Sequence[Checked]:
        """Recompute the certified figures from the strategies in the package.

        `tell` is called now and then with the progress in per cent.
        """
        ...


def certifier(game: str) -> Certifier | None:
    """Return the module that recomputes this game's certificate, or None if it has none.

    A certificate states the most that an opponent can win against a solved strategy.
    """
    name = f"{__name__}.{game}"
    return import_module(name) if find_spec(name) else None


def missing(module: Certifier) -> list[str]:
    """Return the libraries that a certifier requires and that are not installed."""
    return [name for name in module.NEEDS if find_spec(name) is None]
