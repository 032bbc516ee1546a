"""Declarations for mypyc, used when a module is compiled and ignored otherwise.

The same sources run interpreted or compiled (`tools/compile_modules.py` lists the modules).  A
compiled class can be the base of another module's class only if it declares so.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from typing import TYPE_CHECKING, TypeVar

__all__ = ("is_compiled", "mypyc_attr")

if TYPE_CHECKING:  # for the type checker and the compiler
    from mypy_extensions import mypyc_attr
else:
    T = TypeVar("T")

    def mypyc_attr(**_facts: bool) -> Callable[[type[T]], type[T]]:
        """Return a decorator that does nothing, in place of mypyc's own."""
        return lambda kind: kind


def is_compiled() -> bool:
    """Return whether the running rules and bots are compiled."""
    from audiogames.core import state  # noqa: PLC0415 - that module imports this one

    return str(state.__file__).endswith(tuple(EXTENSION_SUFFIXES))
