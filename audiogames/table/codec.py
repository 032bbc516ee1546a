"""Conversion of events and views to JSON values and back, for the engine protocol and the network.

`core.text.plain` makes these plain values.  Parsing depends on the game, which knows its pack and
moves: each value is parsed by the declared type of its field, and refused if it does not fit.
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
"""The cache size for parsed texts of cards and moves."""

SHORT: Final = 64
"""The most characters of a cached text."""


_NONE_KNOWN: Final[Mapping[int, object]] = MappingProxyType({})


class FormError(ValueError):
    """Raised for a value of the wrong type; the text gives the type expected and the path."""


def written(event: Event) -> dict[str, Plain]:
    """Return an event as its name, its recipient and its fields."""
    values = plain(event)
    assert isinstance(values, dict)
    return {"event": type(event).__name__, **values}


def read_event(
    spec: Spec,
    values: Mapping[str, Any],
    seats: int,
    others: Sequence[type[Event]] = TABLE_EVENTS,
) -> Event:
    """Parse an event of the game, or one of the types in `others`.  Raises `FormError`."""
    kinds = _kinds(spec.events, tuple(others))
    name = values.get("event")
    if not isinstance(name, str) or name not in kinds:
        raise FormError(f"Expected one of {', '.join(kinds)} - at `$.event.event`")
    rest = dict(values)
    del rest["event"]
    event = _Reader(spec, seats).read(_parser_of(kinds[name]), rest, "$.event")
    assert isinstance(event, Event)
    return event


@cache
def _kinds(events: tuple[type[Event], ...], others: tuple[type[Event], ...]) -> dict[str, Any]:
    """Return the types of events by name."""
    return {kind.__name__: kind for kind in (*events, *others)}


def read_view(spec: Spec, values: Mapping[str, Any], seats: int) -> View:
    """Parse a view written by `plain`.  Raises `FormError`."""
    return ViewReader(spec, seats).read(values)


@dataclass(frozen=True)
class _Known:
    """The previous view of a listener, both as plain values and parsed."""

    values: Mapping[str, Any]
    view: View

    def items(self, name: str) -> Mapping[int, object]:
        """Return the parsed items of a list field, keyed by the identity of their plain values."""
        return dict(zip(map(id, self.values[name]), getattr(self.view, name), strict=True))


class ViewReader:
    """Parses the successive views of one listener, reusing the parts that have not changed.

    A field, or an item of a list, is not parsed again if its plain value is the same object as in
    the previous view.  `net.differences` builds each view from the previous one and its changes, so
    that unchanged parts are the same objects; all other views are parsed completely.  Do not modify
    values after they were parsed.
    """

    def __init__(self, spec: Spec, seats: int) -> None:
        self._kind: Any = get_type_hints(spec.rules.redeal)["view"]
        self._reader = _Reader(spec, seats)
        self._last: _Known | None = None

    def read(self, values: Mapping[str, Any]) -> View:
        """Parse a view written by `plain`.

        Raises `FormError`; after an error the next view is parsed whole.
        """
        last, self._last = self._last, None
        if last is not None and values.keys() == last.values.keys():
            changes = self._changes(last, values)
            view = replace(last.view, **(changes | self._of_game(changes, values, last)))
        else:
            view = self._reader.read(_parser_of(self._kind), values, "$.view")
            view = replace(view, **self._of_game(values, values, None))
        self._last = _Known(values, view)
        return view

    def _changes(self, last: _Known, values: Mapping[str, Any]) -> dict[str, Any]:
        """Parse the fields that differ from the previous view, in the order received."""
        readings, changes = _field_parsers(self._kind), {}
        for name, value in values.items():
            if value is not last.values[name]:
                changes[name] = self._field(name, readings[name], value, last)
        return changes

    def _of_game(
        self, changed: Mapping[str, Any], values: Mapping[str, Any], last: _Known | None
    ) -> dict[str, Any]:
        """Parse the fields that exist in all views, but whose types depend on the game."""
        read = {}
        for name, reading in _OF_GAME.items():
            if name in changed:
                read[name] = self._field(name, reading, values[name], last)
        return read

    def _field(self, name: str, reading: _Parser, value: object, last: _Known | None) -> Any:
        """Parse a field of a view; items of a list that were parsed before are reused."""
        if last is not None and isinstance(reading, _List):
            reading = partial(reading, known=last.items(name))
        try:
            return reading(self._reader, value)
        except _Misfit as misfit:
            raise misfit.error(f"$.view.{name}") from None


class _Misfit(Exception):
    """Raised for a value that does not fit its type; it collects the path to that value.

    Each calling parser adds its part of the path in front.
    """

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected
        self.path = ""

    def inside(self, step: str) -> _Misfit:
        """Put the name or index of a field before the path in this error, and return the error.

        The path leads to the value that does not fit its type.
        """
        self.path = step + self.path
        return self

    def error(self, path: str) -> FormError:
        """Return the error with the full path, starting at `path`."""
        return FormError(f"Expected {self.expected} - at `{path}{self.path}`")


@dataclass(frozen=True)
class _Reader:
    """Parses values of one game, at a table with this number of seats."""

    spec: Spec
    seats: int

    def read(self, reading: _Parser, value: object, path: str) -> Any:
        """Apply a parser to a value.  Raises `FormError`."""
        try:
            return reading(self, value)
        except _Misfit as misfit:
            raise misfit.error(path) from None


_Parser = Callable[[_Reader, Any], Any]
"""Parses a value of one type.  Raises `_Misfit`."""


@cache
def _parser_of(hint: Any) -> _Parser:
    """Return the parser for a type hint; parsers are cached, since views arrive with every card."""
    if hint is Any:
        return lambda _reader, value: tuple(value) if isinstance(value, list) else value
    if hint is Seat:
        return _seat
    if isinstance(hint, NewType):
        return _parser_of(hint.__supertype__)
    origin = get_origin(hint)
    if origin in {Union, UnionType}:
        return _one_of(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    return _plain_parser(hint)


def _seat(reader: _Reader, value: object) -> Seat:
    """Parse a seat number."""
    if type(value) is int and 0 <= value < reader.seats:
        return Seat(value)
    raise _Misfit("a seat of this match")


def _one_of(hints: Sequence[Any]) -> _Parser:
    """Return a parser that tries the types of a union in order.

    None is accepted if it is one of them.
    """
    may_be_none = NoneType in hints
    readings = [_parser_of(hint) for hint in hints if hint is not NoneType]

    def read(reader: _Reader, value: object) -> object:
        if value is None and may_be_none:
            return None
        for one in readings[:-1]:
            with suppress(_Misfit):
                return one(reader, value)
        return readings[-1](reader, value)

    return read


class _List:
    """Parses a list of any length with items of one type."""

    def __init__(self, hint: Any) -> None:
        self._item = _parser_of(hint)
        self._kind = {hint} if hint in {int, bool} else None
        """The type of the items if they need no parsing."""

    def __call__(
        self, reader: _Reader, value: object, known: Mapping[int, object] = _NONE_KNOWN
    ) -> tuple[Any, ...]:
        """Return the parsed items.

        `known` holds items parsed before, keyed by the identity of their plain values.
        """
        if not isinstance(value, list):
            raise _Misfit("a list")
        if set(map(type, value)) == self._kind:
            return tuple(value)
        found: list[Any] = []
        try:
            for item in value:  # not a comprehension: the length of `found` locates a misfit
                read = known[id(item)] if id(item) in known else self._item(reader, item)
                found.append(read)
        except _Misfit as misfit:
            raise misfit.inside(f"[{len(found)}]") from None
        return tuple(found)


def _tuple(hints: Sequence[Any]) -> _Parser:
    """Return the parser for a tuple with these type hints."""
    if hints[-1] is Ellipsis:
        return _List(hints[0])
    readings = [_parser_of(hint) for hint in hints]

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


def _plain_parser(hint: type) -> _Parser:
    """Return the parser of a class: a card, a move, an enum, a dataclass or a basic type."""
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


def _notation(hint: type) -> _Parser:
    """Return a parser of cards or moves in text form; it caches the results."""
    read_text = _card if hint is Card else _move
    known: Callable[[Any, str], object] = lru_cache(REMEMBERED)(read_text)

    def read(reader: _Reader, value: object) -> object:
        found, rules = None, reader.spec.rules
        if isinstance(value, str):
            # Long texts are not cached, so that a malicious server cannot fill the memory.
            found = (known if len(value) <= SHORT else read_text)(rules, value)
        if not isinstance(found, hint):
            raise _Misfit(hint.__name__)
        return found

    return read


def _enum(hint: type[Enum]) -> _Parser:
    """Return the parser of an enum."""

    def read(_reader: _Reader, value: object) -> Enum:
        try:
            return hint(value)
        except ValueError:
            raise _Misfit(hint.__name__) from None

    return read


@cache
def _field_parsers(hint: Any) -> dict[str, _Parser]:
    """Return the parser of each field of a dataclass."""
    types = get_type_hints(hint)
    return {one.name: _parser_of(types[one.name]) for one in fields(hint) if one.init}


def _dataclass(hint: Any) -> _Parser:
    """Return the parser of a dataclass."""
    readings = _field_parsers(hint)
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
    """Return False for a text with control characters, which is not safe to display."""
    return not isinstance(value, str) or value.isprintable()


def _card(rules: Any, text: str) -> Card | None:
    """Parse a card of the game's pack; None if it has no such card.

    The text is parsed as a deal of one card, because only the game knows its pack.
    """
    deal = _move(rules, f"deal {text}")
    if not isinstance(deal, Deal) or len(deal.cards) != 1:
        return None
    return deal.cards[0]


def _move(rules: Any, text: str) -> Move | None:
    """Parse a move; return None if the game has no such move."""
    try:
        move = rules.read(text)
    except Refused:
        return None
    assert isinstance(move, Move)
    return move


_OF_GAME: Final = {"hand": _List(Card), "legal": _List(Move)}
"""The parsers of the fields that `View` declares with items of type Any."""
