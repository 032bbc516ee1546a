"""Checks of the cards and numbers in a view that comes from a server, before the rules use it.

`audiogames/table/codec.py` has already checked types and seats.  With these helpers a game lists
the fields whose values would break its rules (`GameSpec.unsound`).
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
    """Yield the names of the fields whose check failed."""
    return (name for name, is_sound in looks if not is_sound)


def within(numbers: Iterable[int | None], low: int, high: int) -> bool:
    """Return whether all numbers are from `low` to `high`; None is ignored."""
    given = [number for number in numbers if number is not None]
    return not given or (low <= min(given) and max(given) <= high)


def each(values: Collection[Any], seats: int, is_sound: Callable[[Any], bool]) -> bool:
    """Return whether there is exactly one value per seat and all values are sound."""
    return len(values) == seats and all(map(is_sound, values))


def from_pack(cards: Iterable[Card], pack: Iterable[Card]) -> bool:
    """Return whether a pack contains all these cards; a pack may hold several copies of a card."""
    return not Counter(cards) - Counter(pack)
