"""Events as changes tell them: the kind, then the values, in an order that the line was told once.

With each whole view a server tells the forms, which are the names of the fields of every kind of
event; so a line can be read without the program that wrote it.  The forms and the values are made
of the same class, and so are of one order.  Who reads makes of them what `table.codec` writes.
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
"""Stands last: most events are for everybody, and what is null at the end is left off."""


class NoSuchForm(ValueError):
    """An event of a kind that was not told of, or with too many values."""


class EventForms:
    """How the events of one game are written."""

    def __init__(self, spec: Spec) -> None:
        kinds = (*spec.events, *TABLE_EVENTS)
        self.names = {kind.__name__: names_of(kind) for kind in kinds}
        """The fields of each kind, in their order."""

    @cached_property
    def part(self) -> Any:
        """The names as a part of messages, written once."""
        return wire.part(self.names)


@cache
def forms_of(game_id: str) -> EventForms:
    """The forms of a game, which all its tables have in common."""
    return EventForms(game(game_id))


def names_of(kind: type[Event]) -> list[str]:
    """The fields of a kind of event, in the order in which they are told."""
    names = [field.name for field in fields(kind) if field.name != HEARER]
    return [*names, HEARER]


def short(event: Event) -> list[Any]:
    """An event by its kind and its values; what is null at the end is left off."""
    kind: Any = type(event)
    values = [kind.__name__, *map(plain, _values(kind)(event))]
    while values[-1] is None:
        values.pop()
    return values


@cache
def _values(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    """Reads the values of such an event; `attrgetter` gives a tuple from two names on."""
    names = names_of(kind)
    return attrgetter(*names) if len(names) > 1 else lambda event: (event.to,)


def named(forms: Mapping[str, Sequence[str]], values: Sequence[Any]) -> dict[str, Any]:
    """An event with the names of its fields, as `table.codec` writes it.  Raises `NoSuchForm`."""
    kind = values[0] if values else None
    names = forms.get(kind) if isinstance(kind, str) else None
    if names is None or len(values) > len(names) + 1:
        raise NoSuchForm(f"no form for {kind!r:.40}")
    told = dict(zip(names, values[1:], strict=False))
    return {"event": kind, **dict.fromkeys(names), **told}
