"""What was solved offline, and how anyone may check it.

Each game with a certificate is a module here, named like the game.  It has `NEEDS`, the libraries
that it takes, and `recompute(tell)`, which loads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol


@dataclass(frozen=True)
class Checked:
    """A certificate beside what came out now: exploitability of a level, as parts of a match."""

    level: str
    stated: float
    found: float

    @property
    def agrees(self) -> bool:
        """Whether the two are the same, but for how numbers are rounded."""
        return abs(self.stated - self.found) < ROUNDING


ROUNDING = 1e-5


class CannotCertify(Exception):
    """What is shipped cannot be checked; the message is the one of the game."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Certifier(Protocol):
    """The module of a game."""

    NEEDS: tuple[str, ...]

    def recompute(self, tell: Callable[[int], None]) -> Sequence[Checked]:
        """Check what is shipped.  `tell` hears now and then how much is done, in per cent."""
        ...


def certifier(game: str) -> Certifier | None:
    """The module of this game, if it has a certificate."""
    name = f"{__name__}.{game}"
    return import_module(name) if find_spec(name) else None


def missing(module: Certifier) -> list[str]:
    """The libraries that are not installed."""
    return [name for name in module.NEEDS if find_spec(name) is None]
