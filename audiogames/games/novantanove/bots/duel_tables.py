"""The value tables for two players: the value of a position if both players' pairs are known.

A pair is the two cards in hand after a play, before the draw.  `tools/solve_novantanove.py` makes
the file in this folder; its format is that of `value_tables`.  It begins with two sheets as in that
format, for the player to act and for the player who waits: the value of a pair if the opponent's
pair is unknown.  Then follow the values of a pair for the player to act, by total, by that pair and
by the opponent's pair.  The value for the player who waits is the same number with the opposite
sign.
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
    """The values of pairs: the expected lead in tokens at the end of the round, before a draw."""

    def __init__(self, numbers: array[int]) -> None:
        self.numbers = numbers[: _SHEETS * _SHEET]
        self.both = numbers[_SHEETS * _SHEET :]

    def value(self, past: int, pair: int, total: int) -> float:
        """Return the value of a pair in tokens if the opponent's pair is unknown.

        `past` is 0 for the player to act, otherwise 1; `total` is the total's index.
        """
        return self.numbers[past * _SHEET + pair * _COLUMN + total] / value_tables.UNIT

    def to_act(self, pair: int, total: int) -> Sequence[int]:
        """Return the value of this pair against each opposing pair, with this pair's player to act.

        Values are in tokens times `UNIT`.
        """
        start = total * _TOTAL + pair * len(PAIRS)
        return self.both[start : start + len(PAIRS)]

    def to_wait(self, pair: int, total: int) -> Sequence[int]:
        """Return the value of each pair of the opponent, who is to act, against this pair."""
        start = total * _TOTAL
        return self.both[start + pair : start + _TOTAL : len(PAIRS)]


def read(file: Path) -> DuelTables:
    """Read the tables of a file.  Raises `TablesRefused`."""
    return DuelTables(value_tables.numbers_of(file, SIZE))


@cache
def shipped() -> DuelTables:
    """Return the tables shipped with the game, read once.  Raises `TablesRefused`."""
    return read(FILE)
