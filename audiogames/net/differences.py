"""Comparing two views of one seat, and applying the diff on the client.

A server sends a seat the diff between its previous view and its current one, so that a diff reveals
nothing that the two views do not.  The diff contains the changed fields by name; for a list that
grew or shrank, it contains only the part that differs.  The game declares which fields are encoded
once for all seats (`GameSpec.public`).  The views of two seats are never compared.

A digest verifies a client's view.  It is computed from one seat's own view only: if it covered more
than that, a client could use it to check guesses of hidden cards.
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
"""The longest list that is always sent whole: a diff would be no shorter."""

_IN_ORDER: Final = msgspec.json.Encoder(order="deterministic")


class DoesNotFit(ValueError):
    """Raised for a diff that was made from another view than the client's."""


class Fields:
    """A set of view fields that one fast call reads, because a server reads them often."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._read = attrgetter(*self.names) if self.names else _nothing
        """`attrgetter` returns a tuple only for two names or more."""

    def of(self, view: View) -> tuple[Any, ...]:
        """Return the values of these fields in a view."""
        values = self._read(view)
        return values if len(self.names) != 1 else (values,)


def _nothing(_view: View) -> tuple[Any, ...]:
    return ()


def own_fields(spec: Spec, kind: type[View]) -> Fields:
    """Return the fields of a view that the game does not declare public."""
    return Fields(field.name for field in fields(kind) if field.name not in spec.public)


def public_fields(spec: Spec) -> Fields:
    """Return the fields that the game declares public."""
    return Fields(spec.public)


def difference(
    before: View, now: View, of: Fields
) -> tuple[dict[str, Any], dict[str, wire.Splice]]:
    """Return the diff of these fields between two views: new values, and splices of lists."""
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
    """Return the splice that turns one list into another, or None to send the whole value."""
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
    """Return the length of the common prefix of two lists."""
    many = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        many += 1
    return many


def changed(view: dict[str, Any], changes: wire.ViewChanges) -> dict[str, Any]:
    """Apply the changes to a view.  Raises `DoesNotFit`."""
    if not view.keys() >= changes.put.keys():
        raise DoesNotFit("no such field")
    lists = {name: _spliced(view.get(name), part) for name, part in changes.parts.items()}
    return {**view, **changes.put, **lists}


def _spliced(items: object, splice: wire.Splice) -> list[Any]:
    """Apply a splice to a list.  Raises `DoesNotFit`."""
    if not isinstance(items, list) or splice.at + splice.gone > len(items):
        raise DoesNotFit("no such items")
    return [*items[: splice.at], *splice.items, *items[splice.at + splice.gone :]]


def digest(view: dict[str, Any]) -> int:
    """Return a CRC-32 checksum of a view."""
    return crc32(_IN_ORDER.encode(view))
