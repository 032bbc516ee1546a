"""The value tables of a table of two: what a position is worth when both kept pairs are known.

`tools/solve_novantanove.py` makes the file beside this one; its form is that of `value_tables`.
First stand two sheets as there, for the player to act and for the one who waits: what a pair is
worth to somebody who does not know the other's.  Then follows what a pair is worth to the player to
act, by total, by that pair and by the pair that the other keeps.  To the one who waits it is worth
just that, with the other sign.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from audiogames.games.novantanove.bots import value_tables
from audiogames.games.novantanove.bots.abstraction import PAIRS, TOTALS

FILE: Final = Path(__file__).with_name("duel.tables")
UNIT: Final = 48
"""Numbers in the file for one token, where both pairs are known."""

_COLUMN: Final = len(TOTALS)
_SHEET: Final = len(PAIRS) * _COLUMN
_SHEETS: Final = 2
_TOTAL: Final = len(PAIRS) ** 2
SIZE: Final = _SHEETS * _SHEET + _COLUMN * _TOTAL


class DuelTables:
    """How many tokens a player gains on the other until the round ends, before a card is drawn."""

    def __init__(self, numbers: array[int]) -> None:
        self.numbers = numbers[: _SHEETS * _SHEET]
        self.both = numbers[_SHEETS * _SHEET :]

    def value(self, past: int, pair: int, total: int) -> float:
        """In tokens, for any pair of the other's.  `past` is 0 for the player to act, otherwise 1.

        `total` is its place.
        """
        return self.numbers[past * _SHEET + pair * _COLUMN + total] / value_tables.UNIT

    def to_act(self, pair: int, total: int) -> Sequence[int]:
        """What this pair is worth, for each pair of the other's; in `UNIT` for one token."""
        start = total * _TOTAL + pair * len(PAIRS)
        return self.both[start : start + len(PAIRS)]

    def to_wait(self, pair: int, total: int) -> Sequence[int]:
        """What this pair costs while each pair of the other's is to act: the other sign."""
        start = total * _TOTAL
        return self.both[start + pair : start + _TOTAL : len(PAIRS)]


def read(file: Path) -> DuelTables:
    """The tables of this file.  Raises `TablesRefused`."""
    return DuelTables(value_tables.numbers_of(file, SIZE))


@cache
def shipped() -> DuelTables:
    """The tables that come with the game, read once.  Raises `TablesRefused`."""
    return read(FILE)
