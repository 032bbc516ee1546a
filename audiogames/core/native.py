"""What a module says to mypyc where it is compiled; without the compiler it says nothing.

The same sources run pure or compiled (`tools/compile_modules.py` lists the modules).  A compiled
class can be the base of another module's class only if it says so.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from typing import TYPE_CHECKING, TypeVar

__all__ = ("is_compiled", "mypyc_attr")

if TYPE_CHECKING:  # as the type checker and the compiler see it
    from mypy_extensions import mypyc_attr
else:
    T = TypeVar("T")

    def mypyc_attr(**_facts: bool) -> Callable[[type[T]], type[T]]:
        """Leave the class as it is."""
        return lambda kind: kind


def is_compiled() -> bool:
    """Return whether the rules and bots that run here are compiled."""
    from audiogames.core import state  # noqa: PLC0415 - its classes are decorated from here

    return str(state.__file__).endswith(tuple(EXTENSION_SUFFIXES))
