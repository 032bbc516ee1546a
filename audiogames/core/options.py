"""Options as frozen dataclasses; each field declares its allowed values and its default.

    tokens: int = number(9, 1, 99)
    packs: str = choice("auto", "1", "2")
    min_zero: bool = switch()

A number whose default depends on another option is declared with `usual_number`, and the class
calls `settle` in its `__post_init__`.

The words of an option are the messages `option-<id>` and `option-<id>-help` of the game's
catalogue, and `option-<id>-<value>` for each value of a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import lru_cache
from typing import Any, Final

REMEMBERED: Final = 64
"""The cache size of `are_allowed`, which is called for the options in every view."""

USUAL: Final = 0
"""A placeholder for a number whose default depends on another option."""


class OptionError(ValueError):
    """An invalid option or value.

    `id` is the id of the message for the player.  `args_` are the values of its fields, such as
    the option, its value, and the allowed values.
    """

    def __init__(self, id_: str, **args: str) -> None:
        super().__init__(id_)
        self.id = id_
        self.args_: dict[str, str] = args


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`; Left and Right move through `steps`.

    `usual` computes the default from the other options.  `USUAL` stands for that default before it
    is computed.
    """

    low: int
    high: int
    steps: tuple[int, ...] = ()
    usual: Callable[[Any], int] | None = None

    def read(self, text: str) -> int | None:
        """Parse a value; return None if it is not allowed."""
        try:
            value = int(text)
        except ValueError:
            return None
        if value == USUAL and self.usual is not None:
            return value
        return value if self.low <= value <= self.high else None

    def step(self, value: Any, by: int) -> Any:
        """Return the next higher (`by` 1) or lower (-1) value.

        At the end of the range, return `value` itself.
        """
        if not self.steps:
            return min(self.high, max(self.low, value + by))
        beyond = [s for s in self.steps if (s - value) * by > 0]
        return (min(beyond) if by > 0 else max(beyond)) if beyond else value

    @property
    def allowed(self) -> str:
        """The allowed values, for error messages."""
        return f"{self.low}-{self.high}"


@dataclass(frozen=True)
class Choice:
    """An option whose value is one of a few fixed words."""

    values: tuple[str, ...]

    def read(self, text: str) -> str | None:
        """Parse a value; return None if it is not allowed."""
        return text if text in self.values else None

    def step(self, value: Any, by: int) -> Any:
        """Return the next (`by` 1) or previous (-1) value in the list.

        At either end, return `value` itself.
        """
        place = self.values.index(value) + by
        return self.values[min(len(self.values) - 1, max(0, place))]

    @property
    def allowed(self) -> str:
        """The allowed values, for error messages."""
        return ", ".join(self.values)


@dataclass(frozen=True)
class Switch:
    """An option that is on or off."""

    def read(self, text: str) -> bool | None:
        """Parse a value; return None if it is not allowed."""
        return {
            "on": True,
            "true": True,
            "1": True,
            "yes": True,
            "off": False,
            "false": False,
            "0": False,
            "no": False,
        }.get(text.lower())

    def step(self, value: Any, by: int) -> Any:
        """Return True (on) for Right (`by` 1), and False (off) for Left (-1)."""
        del value
        return by > 0

    @property
    def allowed(self) -> str:
        """The allowed values, for error messages."""
        return "on, off"


@dataclass(frozen=True)
class Word:
    """A short word such as a language code, or an empty text.

    Only the form of the word is checked here, because the list of valid words is kept elsewhere.
    """

    longest: int = 8

    def read(self, text: str) -> str | None:
        """Parse a value; return None if it is not allowed."""
        is_word = not text or text.replace("_", "").isalpha()
        return text if is_word and len(text) <= self.longest else None

    def step(self, value: Any, by: int) -> Any:
        """Return the value unchanged, because a word has no next value."""
        del by
        return value

    @property
    def allowed(self) -> str:
        """The allowed values, for error messages."""
        return f"a-z, {self.longest}"


@dataclass(frozen=True)
class Text:
    """A text that the player types, such as a name or an address."""

    longest: int = 80

    def read(self, text: str) -> str | None:
        """Parse a value; return None if it is not allowed."""
        return text if len(text) <= self.longest and text.isprintable() else None

    def step(self, value: Any, by: int) -> Any:
        """Return the value unchanged, because a text has no next value."""
        del by
        return value

    @property
    def allowed(self) -> str:
        """The allowed values, for error messages."""
        return f"1-{self.longest}"


Range = Number | Choice | Switch | Word | Text


def number(default: int, low: int, high: int, steps: tuple[int, ...] = ()) -> Any:
    """Declare an option that is a whole number; Left and Right select the values in `steps`."""
    return field(default=default, metadata={"range": Number(low, high, steps)})


def usual_number(
    usual: Callable[[Any], int], low: int, high: int, steps: tuple[int, ...] = ()
) -> Any:
    """Declare a whole number whose default, `usual`, depends on other options."""
    return field(default=USUAL, metadata={"range": Number(low, high, steps, usual)})


def settle(options: Any) -> None:
    """Replace each `USUAL` by the default value that follows from the other options."""
    for option in fields(options):
        if follows_another(option) and getattr(options, option.name) == USUAL:
            object.__setattr__(options, option.name, _usual(option, options))


def follows_another(option: Field[Any]) -> bool:
    """Return whether the default value of this option depends on another option."""
    allowed = option.metadata.get("range")
    return isinstance(allowed, Number) and allowed.usual is not None


def unsettled(options: Any) -> frozenset[str]:
    """Return the names of the dependent options that have their default value now.

    The default of a dependent option is computed from other options.
    """
    return frozenset(
        option.name
        for option in fields(options)
        if follows_another(option) and _usual(option, options) == getattr(options, option.name)
    )


def _usual(option: Field[Any], options: Any) -> int:
    allowed = range_of(option)
    assert isinstance(allowed, Number)
    assert allowed.usual is not None
    return allowed.usual(options)


def change_options(
    options: Any, changes: Mapping[str, object], follow: frozenset[str] | None = None
) -> Any:
    """Return a changed copy of the options.

    Options named in `follow` are set to the default value that results from the changes.
    Without `follow`, these are all dependent options that still have their default value.
    Raises `OptionError`.
    """
    following = unsettled(options) if follow is None else follow
    usual = dict.fromkeys(following, USUAL)
    return read_options(type(options), {**vars(options), **usual, **changes})


def choice(default: str, *others: str) -> Any:
    """Declare an option that is one of a few fixed words."""
    return field(default=default, metadata={"range": Choice((default, *others))})


def word(default: str) -> Any:
    """Declare an option that is a short word."""
    return field(default=default, metadata={"range": Word()})


def text(default: str, longest: int) -> Any:
    """Declare an option that is a line of at most `longest` characters."""
    return field(default=default, metadata={"range": Text(longest)})


def switch(default: bool = False) -> Any:  # noqa: FBT001, FBT002 - reads as `switch(True)` in a field
    """Declare an option that is on or off."""
    return field(default=default, metadata={"range": Switch()})


def range_of(option: Field[Any]) -> Range:
    """Return the allowed values of an option, as its field declares them."""
    found = option.metadata["range"]
    assert isinstance(found, Number | Choice | Switch | Word | Text)
    return found


def read_options(kind: type[Any], given: Mapping[str, object]) -> Any:
    """Build options from texts or JSON values.

    Raises `OptionError` with the first invalid value.
    """
    known = {option.name: option for option in fields(kind)}
    values = {}
    for name, value in given.items():
        if name not in known:
            raise OptionError("option-unknown", option=name, allowed=", ".join(known))
        values[name] = _value(known[name], value)
    return kind(**values)


def are_allowed(options: Any) -> bool:
    """Return whether `read_options` accepts these values and returns them unchanged."""
    values = tuple(vars(options).items())
    kind: Any = type(options)
    return _could_be_read(kind, values, tuple(map(type, vars(options).values())))


@lru_cache(REMEMBERED)
def _could_be_read(kind: Any, values: tuple[tuple[str, Any], ...], _types: tuple[Any, ...]) -> bool:
    """Return whether `read_options` returns exactly these values.

    `_types` is part of the cache key only, because True equals 1.
    """
    try:
        read = read_options(kind, dict(values))
    except OptionError:
        return False
    return bool(vars(read) == dict(values))


def _value(option: Field[Any], value: object) -> object:
    allowed = range_of(option)
    text = _text(value)
    read = allowed.read(text)
    if read is None:
        raise OptionError(
            "option-bad-value", option=option.name, value=text, allowed=allowed.allowed
        )
    return read


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
