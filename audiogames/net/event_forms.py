"""Encoding of an event in a change: its type, then its values in an order sent beforehand.

With each whole view a server sends the forms: the field names of every event type.  So
programs other than this client can decode a change too.  Form and values are derived from
the same class, so their order is the same.  `named` decodes an event into named fields, as
`table.codec` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, Final

from audiogames.core.events import Event
from audiogames.core.registry import Spec, game
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.table.clock import TABLE_EVENTS

HEARER: Final = "to"
"""The receiver.  It is the last field, because it is mostly null and trailing nulls are omitted."""


class NoSuchForm(ValueError):
    """Raised for an event without a form (a list of field names) or with too many values."""


class EventForms:
    """The field names of each event type of one game."""

    def __init__(self, spec: Spec) -> None:
        kinds = (*spec.events, *TABLE_EVENTS)
        self.names = {kind.__name__: names_of(kind) for kind in kinds}
        """The field names of each kind, in order."""

    @cached_property
    def part(self) -> Any:
        """The forms as JSON that can be inserted into a message, encoded once."""
        return wire.part(self.names)


@cache
def forms_of(game_id: str) -> EventForms:
    """Return the event forms of a game, created once for all its tables."""
    return EventForms(game(game_id))


def names_of(kind: type[Event]) -> list[str]:
    """Return the field names of an event type in the order in which their values are sent."""
    names = [field.name for field in fields(kind) if field.name != HEARER]
    return [*names, HEARER]


def short(event: Event) -> list[Any]:
    """Encode an event as the name of its type and its values, without trailing nulls."""
    kind: Any = type(event)
    values = [kind.__name__, *map(plain, _values(kind)(event))]
    while values[-1] is None:
        values.pop()
    return values


@cache
def _values(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    """Return a function that reads the values of an event of this type.

    `attrgetter` alone returns a tuple only for two or more names.
    """
    names = names_of(kind)
    return attrgetter(*names) if len(names) > 1 else lambda event: (event.to,)


def named(forms: Mapping[str, Sequence[str]], values: Sequence[Any]) -> dict[str, Any]:
    """Decode an event into named fields, as `table.codec` writes them.  Raises `NoSuchForm`."""
    kind = values[0] if values else None
    names = forms.get(kind) if isinstance(kind, str) else None
    if names is None or len(values) > len(names) + 1:
        raise NoSuchForm(f"no form for {kind!r:.40}")
    fields = dict(zip(names, values[1:], strict=False))
    return {"event": kind, **dict.fromkeys(names), **fields}
