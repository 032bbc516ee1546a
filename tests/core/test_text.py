"""Tests of the plain form of values, by which views and events are converted to JSON."""

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

import pytest

from audiogames.cards.card import Card
from audiogames.core.text import plain


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Pair:
    left: object
    right: object


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (None, None), (True, True), (3, 3), (1.5, 1.5), ("word", "word"), (Colour.RED, "red"),
        (Card.read("Th", "french"), "Th"), ((1, (2, 3)), [1, [2, 3]]), ([Colour.RED], ["red"]),
        (frozenset({1}), [1]), (Pair(1, (Colour.RED,)), {"left": 1, "right": ["red"]}),
        (MappingProxyType({1: Colour.RED}), {"1": "red"}),
    ],
)  # fmt: skip
def test_each_kind_of_value_converts_to_json_values(value, form):
    assert plain(value) == form


def test_value_that_cannot_be_converted_to_json_raises_type_error():
    with pytest.raises(TypeError, match="object has no plain form"):
        plain(object())
