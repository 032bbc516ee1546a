"""Text forms: every value that leaves the process, such as a card or a move, is one short word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final

from audiogames.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Notation:
    """A value whose `str()` is its text form, as in logs and in the engine protocol."""

    __slots__ = ()


Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


_PLAIN: Final = frozenset({NoneType, bool, int, float, str})


def is_writable(text: str) -> bool:
    """Return whether a text can be encoded as UTF-8; texts from JSON may hold lone surrogates.

    Check every received text that will be written again.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def plain(value: object) -> Plain:
    """Convert views and events to JSON values; cards and moves become their text forms."""
    kind: Any = type(value)
    return value if kind in _PLAIN else _converter(kind)(value)  # type: ignore[return-value]


@cache
def _converter(kind: type) -> Callable[[Any], Plain]:
    """Return the converter for a type; it is cached because servers convert every view."""
    if issubclass(kind, Notation):
        return str
    if issubclass(kind, Enum):
        return lambda value: plain(value.value)
    if issubclass(kind, NoneType | bool | int | float | str):
        return _as_it_is
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda value: {name: plain(getattr(value, name)) for name in names}
    if issubclass(kind, Mapping):
        return lambda value: {str(key): plain(item) for key, item in value.items()}
    if issubclass(kind, tuple | list | frozenset):
        return _list
    raise TypeError(f"{kind.__name__} has no plain form")


def _list(value: Collection[object]) -> Plain:
    """Convert a list to JSON; if all items have one type, its converter is looked up only once."""
    kinds: set[Any] = set(map(type, value))
    if len(kinds) != 1:
        return list(map(plain, value))
    kind = kinds.pop()
    return list(value if kind in _PLAIN else map(_converter(kind), value))  # type: ignore[arg-type]


def _as_it_is(value: Plain) -> Plain:
    return value
