"""Events and views as plain values, and out of them again: what the engine and the wire carry.

`core.text.plain` writes them.  To read them needs the game, which knows its own pack and moves:
every value is read by the type that its field declares, and what does not fit is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache, lru_cache, partial
from types import MappingProxyType, NoneType, UnionType
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


_NONE_KNOWN: Final[Mapping[int, object]] = MappingProxyType({})


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
    kinds = _kinds(spec.events, tuple(others))
    name = values.get("event")
    if not isinstance(name, str) or name not in kinds:
        raise FormError(f"Expected one of {', '.join(kinds)} - at `$.event.event`")
    rest = dict(values)
    del rest["event"]
    event = _Reader(spec, seats).read(_reading(kinds[name]), rest, "$.event")
    assert isinstance(event, Event)
    return event


@cache
def _kinds(events: tuple[type[Event], ...], others: tuple[type[Event], ...]) -> dict[str, Any]:
    return {kind.__name__: kind for kind in (*events, *others)}


def read_view(spec: Spec, values: Mapping[str, Any], seats: int) -> View:
    """The view that `plain` wrote.  Raises `FormError`."""
    return ViewReader(spec, seats).read(values)


@dataclass(frozen=True)
class _Known:
    """A view as it was written, and as it was read."""

    values: Mapping[str, Any]
    view: View

    def items(self, name: str) -> Mapping[int, object]:
        """What the items of a list were read as, by the identity of what was written."""
        return dict(zip(map(id, self.values[name]), getattr(self.view, name), strict=True))


class ViewReader:
    """Reads the views of one listener, one after the other, and of each only what is new.

    A field whose value is the very object that it was in the view before is not read again, nor is
    such an item of a list.  So it is with a view that is made of the one before and of changes
    (`net.differences`); any other is read whole.  What was read must not be changed afterwards.
    """

    def __init__(self, spec: Spec, seats: int) -> None:
        self._kind: Any = get_type_hints(spec.rules.redeal)["view"]
        self._reader = _Reader(spec, seats)
        self._last: _Known | None = None

    def read(self, values: Mapping[str, Any]) -> View:
        """The view that `plain` wrote.  Raises `FormError`; then the next one is read whole."""
        last, self._last = self._last, None
        if last is not None and values.keys() == last.values.keys():
            changes = self._changes(last, values)
            view = replace(last.view, **(changes | self._of_game(changes, values, last)))
        else:
            view = self._reader.read(_reading(self._kind), values, "$.view")
            view = replace(view, **self._of_game(values, values, None))
        self._last = _Known(values, view)
        return view

    def _changes(self, last: _Known, values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that are another than before, read in the order in which they came."""
        readings, changes = _readings(self._kind), {}
        for name, value in values.items():
            if value is not last.values[name]:
                changes[name] = self._field(name, readings[name], value, last)
        return changes

    def _of_game(
        self, changed: Mapping[str, Any], values: Mapping[str, Any], last: _Known | None
    ) -> dict[str, Any]:
        """The fields that every view has and that are of the game's own types."""
        read = {}
        for name, reading in _OF_GAME.items():
            if name in changed:
                read[name] = self._field(name, reading, values[name], last)
        return read

    def _field(self, name: str, reading: _Reading, value: object, last: _Known | None) -> Any:
        if last is not None and isinstance(reading, _List):
            reading = partial(reading, known=last.items(name))
        try:
            return reading(self._reader, value)
        except _Misfit as misfit:
            raise misfit.error(f"$.view.{name}") from None


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

    def error(self, path: str) -> FormError:
        """What it is for those who asked for the value at this path."""
        return FormError(f"Expected {self.expected} - at `{path}{self.path}`")


@dataclass(frozen=True)
class _Reader:
    """Reads values of one game at a table of so many seats."""

    spec: Spec
    seats: int

    def read(self, reading: _Reading, value: object, path: str) -> Any:
        """The value, read so.  Raises `FormError`."""
        try:
            return reading(self, value)
        except _Misfit as misfit:
            raise misfit.error(path) from None


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


class _List:
    """Reads a list of any length, all of whose items are of one type."""

    def __init__(self, hint: Any) -> None:
        self._item = _reading(hint)
        self._kind = {hint} if hint in {int, bool} else None
        """The types of the items of a list that stays as it is."""

    def __call__(
        self, reader: _Reader, value: object, known: Mapping[int, object] = _NONE_KNOWN
    ) -> tuple[Any, ...]:
        """The items; those that are `known`, by their identity, are not read again."""
        if not isinstance(value, list):
            raise _Misfit("a list")
        if set(map(type, value)) == self._kind:
            return tuple(value)
        found: list[Any] = []
        try:
            for item in value:  # not a comprehension: what was found tells where the misfit is
                read = known[id(item)] if id(item) in known else self._item(reader, item)
                found.append(read)
        except _Misfit as misfit:
            raise misfit.inside(f"[{len(found)}]") from None
        return tuple(found)


def _tuple(hints: Sequence[Any]) -> _Reading:
    if hints[-1] is Ellipsis:
        return _List(hints[0])
    readings = [_reading(hint) for hint in hints]

    def read(reader: _Reader, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _Misfit("a list")
        if len(readings) != len(value):
            raise _Misfit(f"{len(readings)} items")
        found, place = [], 0
        try:
            for place, item in enumerate(value):
                found.append(readings[place](reader, item))
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


@cache
def _readings(hint: Any) -> dict[str, _Reading]:
    """How the fields of a dataclass are read."""
    types = get_type_hints(hint)
    return {one.name: _reading(types[one.name]) for one in fields(hint) if one.init}


def _dataclass(hint: Any) -> _Reading:
    readings = _readings(hint)
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


_OF_GAME: Final = {"hand": _List(Card), "legal": _List(Move)}
"""How the fields are read that `View` declares as lists of anything."""
