"""Limits that all processes of a server share: what one uses up counts at the others as well.

Each process keeps the whole count of every limit.  Once a second it writes to the others what was
used up at it meanwhile, and they count that too.  So going from one process to another, or calling
many of them, gives nobody more than a second's worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST: Final = 2000
"""Uses that are told at once.  More in a second are an attack, which each process then limits for
itself."""


class Ledger:
    """What was used up here and has not been told, and the limits by their names."""

    def __init__(self) -> None:
        self._limits: dict[str, Callable[..., Any]] = {}
        self._used: list[tuple[str, list[str]]] = []

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """The same limit, of which the others are told whenever something is used up.

        `use` is given what is counted by, as texts, and the time; False is a refusal, which uses
        nothing up.
        """
        self._limits[name] = use

        def used(*given: Any) -> T:
            *key, now = given
            done = use(*key, now)
            if done is not False and len(self._used) < MOST:
                self._used.append((name, key))
            return done

        return used

    def take(self) -> list[tuple[str, list[str]]]:
        """What was used up since the last call."""
        used, self._used = self._used, []
        return used

    def count(self, used: Iterable[tuple[str, list[str]]], now: float) -> None:
        """What was used up elsewhere; a limit of another version of the program is passed over."""
        for name, key in used:
            if name in self._limits:
                self._limits[name](*key, now)
