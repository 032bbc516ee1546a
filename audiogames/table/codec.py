"""Events and views as plain values, and out of them again: what the engine and the wire carry.

`core.text.plain` writes them.  To read them needs the game, which knows its own pack and moves:
every value is read by the type that its field declares, and what does not fit is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal
from audiogames.core.contract import Move, Refused, View
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec
from audiogames.core.text import Plain, plain
from audiogames.table.clock import TABLE_EVENTS

REMEMBERED: Final = 4096
"""Texts of cards and moves whose meaning is remembered."""

SHORT: Final = 64
"""Letters of such a text at most."""


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


class _Misfit(Exception):
    """A value that does not fit its type; the path grows on the way out."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected
        self.path = ""

    def inside(self, step: str) -> _Misfit:
        """The same, seen from what holds the value."""
        self.path = step + self.path
        return self


@dataclass(frozen=True)
class _Reader:
    """Reads values of one game at a table of so many seats."""

    spec: Spec
    seats: int

    def read(self, hint: Any, value: object, path: str) -> Any:
        """The value of this type.  Raises `FormError`."""
        try:
            return _reading(hint)(self, value)
        except _Misfit as misfit:
            raise FormError(f"Expected {misfit.expected} - at `{path}{misfit.path}`") from None


_Reading = Callable[[_Reader, Any], Any]
"""Reads a value of one type.  Raises `_Misfit`."""


@cache
def _reading(hint: Any) -> _Reading:
    """How values of this type are read: found out once, since views come with every card."""
    if hint is Any:
        return lambda _reader, value: tuple(value) if isinstance(value, list) else value
    if hint is Seat:
        return _seat
    if isinstance(hint, NewType):
        return _reading(hint.__supertype__)
    origin = get_origin(hint)
    if origin in {Union, UnionType}:
        return _one_of(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    return _plainly(hint)


def _seat(reader: _Reader, value: object) -> Seat:
    if type(value) is int and 0 <= value < reader.seats:
        return Seat(value)
    raise _Misfit("a seat of this match")


def _one_of(hints: Sequence[Any]) -> _Reading:
    """The first type that fits; None only for itself."""
    may_be_none = NoneType in hints
    readings = [_reading(hint) for hint in hints if hint is not NoneType]

    def read(reader: _Reader, value: object) -> object:
        if value is None and may_be_none:
            return None
        for one in readings[:-1]:
            with suppress(_Misfit):
                return one(reader, value)
        return readings[-1](reader, value)

    return read


def _tuple(hints: Sequence[Any]) -> _Reading:
    is_open = hints[-1] is Ellipsis
    first, readings = _reading(hints[0]), [] if is_open else [_reading(hint) for hint in hints]

    def read(reader: _Reader, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _Misfit("a list")
        if not is_open and len(readings) != len(value):
            raise _Misfit(f"{len(readings)} items")
        found, place = [], 0
        try:
            for place, item in enumerate(value):
                found.append((first if is_open else readings[place])(reader, item))
        except _Misfit as misfit:
            raise misfit.inside(f"[{place}]") from None
        return tuple(found)

    return read


def _plainly(hint: type) -> _Reading:
    if issubclass(hint, Card | Move):
        return _notation(hint)
    if issubclass(hint, Enum):
        return _enum(hint)
    if is_dataclass(hint):
        return _dataclass(hint)

    def read(_reader: _Reader, value: object) -> object:
        if type(value) is not hint or (hint is str and not _is_writable(value)):
            raise _Misfit(hint.__name__)
        return value

    return read


def _notation(hint: type) -> _Reading:
    """A card or a move out of its text form; those of a match come again and again."""
    read_text = _card if hint is Card else _move
    known: Callable[[Any, str], object] = lru_cache(REMEMBERED)(read_text)

    def read(reader: _Reader, value: object) -> object:
        found, rules = None, reader.spec.rules
        if isinstance(value, str):
            # A server that lies must not fill the memory with long texts.
            found = (known if len(value) <= SHORT else read_text)(rules, value)
        if not isinstance(found, hint):
            raise _Misfit(hint.__name__)
        return found

    return read


def _enum(hint: type[Enum]) -> _Reading:
    def read(_reader: _Reader, value: object) -> Enum:
        try:
            return hint(value)
        except ValueError:
            raise _Misfit(hint.__name__) from None

    return read


def _dataclass(hint: Any) -> _Reading:
    types = get_type_hints(hint)
    readings = {one.name: _reading(types[one.name]) for one in fields(hint) if one.init}
    names = ", ".join(readings)

    def read(reader: _Reader, value: object) -> object:
        if not isinstance(value, dict):
            raise _Misfit("an object")
        if not value.keys() <= readings.keys():
            raise _Misfit(f"no more than {names}")
        given, name = {}, ""
        try:
            for name, item in value.items():
                given[name] = readings[name](reader, item)
        except _Misfit as misfit:
            raise misfit.inside(f".{name}") from None
        try:
            return hint(**given)
        except TypeError:
            raise _Misfit(f"all of {names}") from None

    return read


def _is_writable(value: object) -> bool:
    """Whether a terminal and a braille line only show it, and do nothing that it says."""
    return not isinstance(value, str) or value.isprintable()


def _card(rules: Any, text: str) -> Card | None:
    """A game knows its own pack: it reads a deal of this one card."""
    deal = _move(rules, f"deal {text}")
    if not isinstance(deal, Deal) or len(deal.cards) != 1:
        return None
    return deal.cards[0]


def _move(rules: Any, text: str) -> Move | None:
    try:
        move = rules.read(text)
    except Refused:
        return None
    assert isinstance(move, Move)
    return move
