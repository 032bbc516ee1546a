"""Checks of cards and numbers in an untrusted view, made before the rules compute with it.

`audiogames/table/codec.py` has already checked types and seats.  A game lists the fields that it
could not compute with (`GameSpec.unsound`), using these helpers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final

from audiogames.cards.card import Card

MANY: Final = 10**6
"""An upper bound of every number in a match: deals, points, time-outs."""

Look = tuple[str, bool]
"""A field name, and whether the field is sound."""


def unsound(looks: Iterable[Look]) -> Iterator[str]:
    """Yield the fields that are not sound."""
    return (name for name, is_sound in looks if not is_sound)


def within(numbers: Iterable[int | None], low: int, high: int) -> bool:
    """Return whether all numbers are in this range; None is ignored."""
    given = [number for number in numbers if number is not None]
    return not given or (low <= min(given) and max(given) <= high)


def each(values: Collection[Any], seats: int, is_sound: Callable[[Any], bool]) -> bool:
    """Return whether there is exactly one value per seat, and each is sound."""
    return len(values) == seats and all(map(is_sound, values))


def from_pack(cards: Iterable[Card], pack: Iterable[Card]) -> bool:
    """Return whether several copies of one pack can hold all these cards, each copy once."""
    return not Counter(cards) - Counter(pack)
