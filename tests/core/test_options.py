"""Tests of options: parsing, changing by keys, and refusing with the allowed values."""

from dataclasses import dataclass, fields

import pytest

from audiogames.core.options import (
    Number,
    OptionError,
    change_options,
    choice,
    number,
    range_of,
    read_options,
    settle,
    switch,
    usual_number,
)


@dataclass(frozen=True)
class Options:
    seconds: int = number(30, 5, 60, (5, 10, 30, 60))
    count: int = number(9, 1, 99)
    form: str = choice("long", "short")
    loud: bool = switch()
    on: bool = switch(True)


RANGES = {option.name: range_of(option) for option in fields(Options)}


def test_omitted_options_have_their_default_values():
    assert read_options(Options, {}) == Options(30, 9, "long", loud=False, on=True)


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("count", 1, 1), ("count", "99", 99), ("form", "short", "short"), ("loud", True, True),
        ("loud", "ON", True), ("loud", "yes", True), ("loud", 1, True), ("on", "off", False),
        ("on", False, False), ("on", "0", False), ("on", "No", False),
    ],
)  # fmt: skip
def test_options_are_read_from_texts_and_json(name, given, read):
    assert getattr(read_options(Options, {name: given}), name) == read


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        ("count", 0, "1-99"), ("count", 100, "1-99"), ("count", 1.5, "1-99"), ("count", [], "1-99"),
        ("form", "medium", "long, short"), ("form", None, "long, short"),
        ("loud", "perhaps", "on, off"), ("loud", 2, "on, off"), ("seconds", 4, "5-60"),
    ],
)  # fmt: skip
def test_invalid_option_value_is_refused_with_the_allowed_values(name, given, allowed):
    with pytest.raises(OptionError) as error:
        read_options(Options, {name: given})
    assert error.value.id == "option-bad-value"
    assert error.value.args_ == {"option": name, "value": str(given), "allowed": allowed}


def test_unknown_option_is_refused_with_the_names_of_all_options():
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
def test_numeric_option_steps_within_its_range(name, value, up, down):
    assert (RANGES[name].step(value, 1), RANGES[name].step(value, -1)) == (up, down)


def test_option_number_with_thousands_of_digits_is_refused():
    assert Number(1, 9).read("9" * 10_000) is None


@dataclass(frozen=True)
class Following:
    long: bool = switch()
    points: int = usual_number(lambda options: 41 if options.long else 31, 21, 51)

    def __post_init__(self):
        settle(self)


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ({}, 31), ({"long": True}, 41), ({"long": "on", "points": "31"}, 31),
        ({"points": "0"}, 31), ({"long": True, "points": 0}, 41),
    ],
)  # fmt: skip
def test_option_default_may_depend_on_another_option(given, points):
    assert read_options(Following, given).points == points


def test_option_change_updates_dependent_defaults_and_keeps_chosen_values():
    assert change_options(Following(), {"long": "on"}) == Following(long=True, points=41)
    assert change_options(Following(points=21), {"long": "on"}).points == 21
    assert change_options(Following(), {"long": "on"}, frozenset()).points == 31


def test_zero_is_refused_for_an_option_whose_default_depends_on_no_other_option():
    with pytest.raises(OptionError):
        read_options(Options, {"count": 0})
