"""The value tables for two players: the value of a position if both pairs are known.

A pair is the two cards that a player holds after a play, before the draw.
`tools/solve_novantanove.py` makes the file in this folder; its format is that of
`value_tables`.  The file begins with two tables for the case that the opponent's pair is
unknown, one for the player to act and one for the player who waits: the values by the
player's own pair and by the total.  The rest has, for the player to act, the values by
total, by the player's own pair and by the opponent's pair.  For the player who waits, the
value is the same number with the opposite sign.
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
"""The number that stands for one token in the part of the file where both pairs are known."""

_COLUMN: Final = len(TOTALS)
_SHEET: Final = len(PAIRS) * _COLUMN
_SHEETS: Final = 2
_TOTAL: Final = len(PAIRS) ** 2
SIZE: Final = _SHEETS * _SHEET + _COLUMN * _TOTAL


class DuelTables:
    """For two players, the value of each pair of cards that a player may hold before a draw.

    The value is the expected lead in tokens at the end of the round.
    """

    def __init__(self, numbers: array[int]) -> None:
        self.numbers = numbers[: _SHEETS * _SHEET]
        self.both = numbers[_SHEETS * _SHEET :]

    def value(self, past: int, pair: int, total: int) -> float:
        """Return the value of a pair in tokens, if the opponent's pair is unknown.

        `past` is 0 if the player who holds the pair is to act, otherwise 1; `total` is the index of
        the total.
        """
        return self.numbers[past * _SHEET + pair * _COLUMN + total] / value_tables.UNIT

    def to_act(self, pair: int, total: int) -> Sequence[int]:
        """Return the value of this pair against each opposing pair, if its holder is to act.

        Values are in tokens times `UNIT`.
        """
        start = total * _TOTAL + pair * len(PAIRS)
        return self.both[start : start + len(PAIRS)]

    def to_wait(self, pair: int, total: int) -> Sequence[int]:
        """Return the value, to the opponent, of each opposing pair against this pair.

        The opponent is to act.  Values are in tokens times `UNIT`.
        """
        start = total * _TOTAL
        return self.both[start + pair : start + _TOTAL : len(PAIRS)]


def read(file: Path) -> DuelTables:
    """Read the tables of a file.  Raises `TablesRefused`."""
    return DuelTables(value_tables.numbers_of(file, SIZE))


@cache
def shipped() -> DuelTables:
    """Return the tables shipped with the game, read once.  Raises `TablesRefused`."""
    return read(FILE)
