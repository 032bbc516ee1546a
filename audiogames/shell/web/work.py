"""Scheduling of the pages' work: at once, or after a server's tables (`turns`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Work(Protocol):
    """A scheduler of page work."""

    async def run(self, address: str, do: Callable[[], T]) -> T:
        """Run this in its turn and return its result."""
        ...

    def soon(self, key: Hashable, address: str, do: Callable[[], None]) -> None:
        """Run this in its turn; once, even if requested again meanwhile."""


class WorkAtOnce:
    """Runs everything at once, for a page of this machine alone."""

    async def run(self, address: str, do: Callable[[], T]) -> T:
        """Run it."""
        del address
        return do()

    def soon(self, key: Hashable, address: str, do: Callable[[], None]) -> None:
        """Run it."""
        del key, address
        do()
