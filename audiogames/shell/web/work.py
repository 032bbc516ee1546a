"""Where pieces of work of pages are done: at once, or behind the tables of a server (`turns`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Work(Protocol):
    """Where pieces of work of pages are done."""

    async def run(self, address: str, do: Callable[[], T]) -> T:
        """Do this when its turn comes, and return what it returns."""
        ...

    def soon(self, key: Hashable, address: str, do: Callable[[], None]) -> None:
        """Have this done when its turn comes; once, however often it is asked for meanwhile."""


class WorkAtOnce:
    """Nobody else waits: a page of this machine alone."""

    async def run(self, address: str, do: Callable[[], T]) -> T:
        """Do it."""
        del address
        return do()

    def soon(self, key: Hashable, address: str, do: Callable[[], None]) -> None:
        """Do it."""
        del key, address
        do()
