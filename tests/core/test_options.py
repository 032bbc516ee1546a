"""Options: read from texts and JSON, stepped through by keys, refused with what is allowed."""

from dataclasses import dataclass, fields

import pytest

from audiogames.core.options import (
    Number,
    OptionError,
    choice,
    number,
    range_of,
    read_options,
    switch,
)


@dataclass(frozen=True)
class Options:
    seconds: int = number(30, 5, 60, (5, 10, 30, 60))
    count: int = number(9, 1, 99)
    form: str = choice("long", "short")
    loud: bool = switch()
    on: bool = switch(True)


RANGES = {option.name: range_of(option) for option in fields(Options)}


def test_defaults():
    assert read_options(Options, {}) == Options(30, 9, "long", loud=False, on=True)


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("count", 1, 1), ("count", "99", 99), ("form", "short", "short"), ("loud", True, True),
        ("loud", "ON", True), ("loud", "yes", True), ("loud", 1, True), ("on", "off", False),
        ("on", False, False), ("on", "0", False), ("on", "No", False),
    ],
)  # fmt: skip
def test_read(name, given, read):
    assert getattr(read_options(Options, {name: given}), name) == read


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        ("count", 0, "1-99"), ("count", 100, "1-99"), ("count", 1.5, "1-99"), ("count", [], "1-99"),
        ("form", "medium", "long, short"), ("form", None, "long, short"),
        ("loud", "perhaps", "on, off"), ("loud", 2, "on, off"), ("seconds", 4, "5-60"),
    ],
)  # fmt: skip
def test_refused(name, given, allowed):
    with pytest.raises(OptionError) as error:
        read_options(Options, {name: given})
    assert error.value.id == "option-bad-value"
    assert error.value.args_ == {"option": name, "value": str(given), "allowed": allowed}


def test_an_unknown_option_is_told_those_there_are():
    with pytest.raises(OptionError) as error:
        read_options(Options, {"colour": 1})
    assert error.value.id == "option-unknown"
    assert error.value.args_["allowed"] == "seconds, count, form, loud, on"


@pytest.mark.parametrize(
    ("name", "value", "up", "down"),
    [
        ("count", 9, 10, 8), ("count", 99, 99, 98), ("count", 1, 2, 1), ("seconds", 10, 30, 5),
        ("seconds", 12, 30, 10), ("seconds", 60, 60, 30), ("seconds", 5, 10, 5),
        ("form", "long", "short", "long"), ("form", "short", "short", "long"),
        ("loud", False, True, False), ("loud", True, True, False),
    ],
)  # fmt: skip
def test_steps(name, value, up, down):
    assert (RANGES[name].step(value, 1), RANGES[name].step(value, -1)) == (up, down)


def test_a_number_of_thousands_of_digits_is_no_number():
    assert Number(1, 9).read("9" * 10_000) is None
