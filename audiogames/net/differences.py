"""What has changed between two views of one seat, as it travels, and the view made of it again.

A server sends a seat the difference between what it knew and what it knows now, so that a change
tells nothing that the two views do not.  Fields are named, and of lists that have grown or shrunk
the part that is another.  Which fields are written once for everybody the game declares
(`GameSpec.public`); the views of two seats are never compared.

A digest holds a client's view against the server's.  It is of one seat's own view: who cannot see
a card could guess it from a digest that covers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final
from zlib import crc32

import msgspec

from audiogames.core.contract import View
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import wire

SHORT: Final = 3
"""A list of no more items is told whole: to name a part of it would be no shorter."""

_IN_ORDER: Final = msgspec.json.Encoder(order="deterministic")


class DoesNotFit(ValueError):
    """Changes of another view than this one."""


class Fields:
    """Some fields of a view, read all at once: a server reads those of every view twice."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._read = attrgetter(*self.names) if self.names else _nothing
        """Gives a tuple from two names on."""

    def of(self, view: View) -> tuple[Any, ...]:
        """Their values."""
        values = self._read(view)
        return values if len(self.names) != 1 else (values,)


def _nothing(_view: View) -> tuple[Any, ...]:
    return ()


def own_fields(spec: Spec, kind: type[View]) -> Fields:
    """The fields of a view that are each seat's alone."""
    return Fields(field.name for field in fields(kind) if field.name not in spec.public)


def public_fields(spec: Spec) -> Fields:
    """Those that the game declares public."""
    return Fields(spec.public)


def difference(
    before: View, now: View, of: Fields
) -> tuple[dict[str, Any], dict[str, wire.Splice]]:
    """What has changed in these fields of a view: fields as they are now, and parts of lists."""
    put: dict[str, Any] = {}
    parts: dict[str, wire.Splice] = {}
    for name, old, new in zip(of.names, of.of(before), of.of(now), strict=True):
        if old is new or old == new:
            continue
        part = _part(old, new)
        if part is None:
            put[name] = plain(new)
        else:
            parts[name] = part
    return put, parts


def _part(old: object, new: object) -> wire.Splice | None:
    """The part of a list that is another; None where it is all or no list."""
    if not (isinstance(old, tuple) and isinstance(new, tuple)) or len(new) <= SHORT:
        return None
    if new[: len(old)] == old:  # most lists only grow
        same, tail = len(old), 0
    else:
        same = _alike(old, new)
        tail = _alike(old[same:][::-1], new[same:][::-1])
    if same + tail == 0:
        return None
    gone, items = len(old) - same - tail, new[same : len(new) - tail]
    return wire.Splice(same, gone, list(map(plain, items)))


def _alike(old: Sequence[object], new: Sequence[object]) -> int:
    """How many items are the same from the beginning."""
    many = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        many += 1
    return many


def changed(view: dict[str, Any], changes: wire.ViewChanges) -> dict[str, Any]:
    """The view after these changes.  Raises `DoesNotFit`."""
    if not view.keys() >= changes.put.keys():
        raise DoesNotFit("no such field")
    lists = {name: _spliced(view.get(name), part) for name, part in changes.parts.items()}
    return {**view, **changes.put, **lists}


def _spliced(items: object, splice: wire.Splice) -> list[Any]:
    if not isinstance(items, list) or splice.at + splice.gone > len(items):
        raise DoesNotFit("no such items")
    return [*items[: splice.at], *splice.items, *items[splice.at + splice.gone :]]


def digest(view: dict[str, Any]) -> int:
    """A short number that another view hardly ever has."""
    return crc32(_IN_ORDER.encode(view))
