"""Events and views as plain values, and out of them again: what the engine and the wire carry.

`core.text.plain` writes them.  To read them needs the game, which knows its own pack and moves:
every value is read by the type that its field declares, and what does not fit is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal
from audiogames.core.contract import Move, Refused, View
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec
from audiogames.core.text import Plain, plain
from audiogames.table.clock import TABLE_EVENTS


class FormError(ValueError):
    """A value that is none of this type; the text says what was expected, and where."""


def written(event: Event) -> dict[str, Plain]:
    """An event by its name, who hears it, and its fields."""
    values = plain(event)
    assert isinstance(values, dict)
    return {"event": type(event).__name__, **values}


def read_event(
    spec: Spec,
    values: Mapping[str, Any],
    seats: int,
    others: Sequence[type[Event]] = TABLE_EVENTS,
) -> Event:
    """An event of the game, or one of the `others`, that was written so.  Raises `FormError`."""
    kinds = {kind.__name__: kind for kind in (*spec.events, *others)}
    name = values.get("event")
    if not isinstance(name, str) or name not in kinds:
        raise FormError(f"Expected one of {', '.join(kinds)} - at `$.event.event`")
    rest = {key: value for key, value in values.items() if key != "event"}
    event = _Reader(spec, seats).read(kinds[name], rest, "$.event")
    assert isinstance(event, Event)
    return event


def read_view(spec: Spec, values: Mapping[str, Any], seats: int) -> View:
    """The view that `plain` wrote.  Raises `FormError`."""
    kind = get_type_hints(spec.rules.redeal)["view"]
    reader = _Reader(spec, seats)
    view = reader.read(kind, values, "$.view")
    assert isinstance(view, View)
    hand = reader.read(tuple[Card, ...], list(view.hand), "$.view.hand")
    legal = reader.read(tuple[Move, ...], list(view.legal), "$.view.legal")
    return replace(view, hand=hand, legal=legal)


class _Reader:
    """Reads values of one game at a table of so many seats."""

    def __init__(self, spec: Spec, seats: int) -> None:
        self._spec = spec
        self._seats = seats

    def read(self, hint: Any, value: object, path: str) -> Any:
        """The value of this type.  Raises `FormError`."""
        if hint is Any:
            return tuple(value) if isinstance(value, list) else value
        if hint is Seat:
            return self._seat(value, path)
        if isinstance(hint, NewType):
            return self.read(hint.__supertype__, value, path)
        origin = get_origin(hint)
        if origin in {Union, UnionType}:
            return self._one_of(get_args(hint), value, path)
        if origin is tuple:
            return self._tuple(get_args(hint), value, path)
        return self._plainly(hint, value, path)

    def _seat(self, value: object, path: str) -> Seat:
        if type(value) is int and value in range(self._seats):
            return Seat(value)
        raise FormError(f"Expected a seat of this match - at `{path}`")

    def _one_of(self, hints: Sequence[Any], value: object, path: str) -> object:
        """The first type that fits; None only for itself."""
        if value is None and NoneType in hints:
            return None
        failed = FormError(f"Expected a value - at `{path}`")
        for hint in hints:
            if hint is NoneType:
                continue
            try:
                return self.read(hint, value, path)
            except FormError as error:
                failed = error
        raise failed

    def _tuple(self, hints: Sequence[Any], value: object, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise FormError(f"Expected a list - at `{path}`")
        if hints[-1] is Ellipsis:
            hints = [hints[0]] * len(value)
        if len(hints) != len(value):
            raise FormError(f"Expected {len(hints)} items - at `{path}`")
        pairs = zip(hints, value, strict=True)
        return tuple(
            self.read(hint, item, f"{path}[{place}]") for place, (hint, item) in enumerate(pairs)
        )

    def _plainly(self, hint: type, value: object, path: str) -> object:
        if issubclass(hint, Card | Move):
            return self._notation(hint, value, path)
        if issubclass(hint, Enum):
            return self._enum(hint, value, path)
        if is_dataclass(hint):
            return self._dataclass(hint, value, path)
        if type(value) is not hint or not _is_writable(value):
            raise FormError(f"Expected {hint.__name__} - at `{path}`")
        return value

    def _notation(self, hint: type, value: object, path: str) -> object:
        """A card or a move out of its text form."""
        read = None
        if isinstance(value, str):
            read = _card(self._spec, value) if hint is Card else _move(self._spec, value)
        if not isinstance(read, hint):
            raise FormError(f"Expected {hint.__name__} - at `{path}`")
        return read

    def _enum(self, hint: type[Enum], value: object, path: str) -> Enum:
        try:
            return hint(value)
        except ValueError:
            raise FormError(f"Expected {hint.__name__} - at `{path}`") from None

    def _dataclass(self, hint: Any, value: object, path: str) -> object:
        if not isinstance(value, dict):
            raise FormError(f"Expected an object - at `{path}`")
        hints = _hints(hint)
        if not value.keys() <= hints.keys():
            raise FormError(f"Expected no more than {', '.join(hints)} - at `{path}`")
        given = {
            name: self.read(hints[name], item, f"{path}.{name}") for name, item in value.items()
        }
        try:
            return hint(**given)
        except TypeError:
            raise FormError(f"Expected all of {', '.join(hints)} - at `{path}`") from None


def _is_writable(value: object) -> bool:
    """Whether a terminal and a braille line only show it, and do nothing that it says."""
    return not isinstance(value, str) or value.isprintable()


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of a dataclass's fields, by name."""
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in fields(kind) if one.init}


def _card(spec: Spec, text: str) -> Card | None:
    """A game knows its own pack: it reads a deal of this one card."""
    deal = _move(spec, f"deal {text}")
    if not isinstance(deal, Deal) or len(deal.cards) != 1:
        return None
    return deal.cards[0]


def _move(spec: Spec, text: str) -> Move | None:
    try:
        move = spec.rules.read(text)
    except Refused:
        return None
    assert isinstance(move, Move)
    return move
