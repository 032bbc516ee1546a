"""Text forms: everything that crosses a border reads and writes as one short word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum


class Notation:
    """A value whose `str()` is its text form, as in logs and in the engine protocol."""

    __slots__ = ()


Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


def plain(value: object) -> Plain:
    """Turn views and events into what JSON knows: notations become their text forms."""
    if isinstance(value, Notation):
        return str(value)
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no plain form")
