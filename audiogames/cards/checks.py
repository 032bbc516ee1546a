"""What can be seen of cards and numbers in a view from elsewhere before the rules compute with it.

Types and seats have been read already (`audiogames/table/codec.py`); a game says which fields of a
view it could not compute with (`GameSpec.unsound`), and says it with these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final

from audiogames.cards.card import Card

MANY: Final = 10**6
"""More than any number of a match: of deals, of points, of time-outs."""

Look = tuple[str, bool]
"""A field, and whether it is sound."""


def unsound(looks: Iterable[Look]) -> Iterator[str]:
    """The fields that are not."""
    return (name for name, is_sound in looks if not is_sound)


def within(numbers: Iterable[int | None], low: int, high: int) -> bool:
    """Whether all of these, where there is one, are in this range."""
    given = [number for number in numbers if number is not None]
    return not given or (low <= min(given) and max(given) <= high)


def each(values: Collection[Any], seats: int, is_sound: Callable[[Any], bool]) -> bool:
    """Whether there is one value for each seat, and each is sound."""
    return len(values) == seats and all(map(is_sound, values))


def from_pack(cards: Iterable[Card], pack: Iterable[Card]) -> bool:
    """Whether one pack, or several together, can hold all these cards."""
    return not Counter(cards) - Counter(pack)
