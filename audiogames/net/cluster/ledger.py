"""Limits shared by all processes of a server: what is used at one process counts at every process.

Each process keeps the whole count of every limit.  Once a second it reports its own uses to the
others, which count them too.  So switching processes, or using many at once, gains at most one
second's allowance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST: Final = 2000
"""The most uses in one report.  More in a second are an attack, which each process limits by
itself.
"""


class Ledger:
    """Counts the use of shared limits.

    It also collects the uses at this process, to be reported to the other processes.
    """

    def __init__(self) -> None:
        self._limits: dict[str, Callable[..., Any]] = {}
        self._used: list[tuple[str, list[str]]] = []

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """Wrap a function that uses a limit, so that the other processes count each use too.

        The arguments of `use` are the texts of the key, then the time.  If it returns False, the
        use is refused and not counted.
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
        """Return the uses of limits on this process since the last call, and clear them.

        Each use is the name of the limit and its key, such as the address that used it.
        """
        used, self._used = self._used, []
        return used

    def count(self, used: Iterable[tuple[str, list[str]]], now: float) -> None:
        """Count the uses of limits that another process has reported.

        Limits that this version does not know are skipped.
        """
        for name, key in used:
            if name in self._limits:
                self._limits[name](*key, now)
