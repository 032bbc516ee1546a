"""The value tables of the strong bot: the file in this folder, and its reader.

`tools/solve_novantanove.py` makes the file.  Its first line describes it, as JSON; the rest
is compressed: differences of 16-bit numbers, low byte first, in the order that the function
`place` defines.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final

from audiogames.games.novantanove.bots.abstraction import LOWEST, PAIRS, TOTALS
from audiogames.games.novantanove.rules import NovantanoveRules

FILE: Final = Path(__file__).with_name("strong.tables")
PLAYERS: Final = range(2, 7)
"""The numbers of players for which there are tables; for more players the last one is used."""
GREEDY_SHARE: Final = 2 / 3
"""The share of the other players' plays that is assumed to be the best immediate swing.

The rest is the play that these tables recommend.
"""
UNIT: Final = 2048
"""The number that stands for one token in the file."""

_FIRST: Final[dict[int, int]] = dict(zip(PLAYERS, accumulate((0, *PLAYERS)), strict=False))
_COLUMN: Final = len(TOTALS)
_SHEET: Final = len(PAIRS) * _COLUMN
SIZE: Final = sum(PLAYERS) * _SHEET


class TablesRefused(Exception):
    """Raised if a file of value tables cannot be used; the message says why."""


class ValueTables:
    """A player's expected gain in tokens over the mean of the others, until the round ends.

    There is a sheet for each number of players and each number of turns until the player's own
    (`past`), counted in the direction of play.  A sheet has a column for each pair of cards
    that a player may hold before a draw, with one number for each total.
    """

    def __init__(self, numbers: array[int]) -> None:
        self.numbers = numbers

    def value(self, players: int, past: int, pair: int, total: int) -> float:
        """Return the expected gain, in tokens, of a player who holds this pair of cards.

        `total` is the index of the total; `past` is the number of turns before the player's own.
        """
        return self.numbers[place(players, past, pair) + total] / UNIT


def place(players: int, past: int, pair: int) -> int:
    """Return the index at which the values of a pair of cards begin, one for each total.

    `past` is the number of turns until the turn of the player who holds the pair.
    """
    return (_FIRST[players] + past) * _SHEET + pair * _COLUMN


def head() -> dict[str, object]:
    """Return the fields that a file's first line must have for the current rules."""
    return {"game": "novantanove", "rules": NovantanoveRules.version, "lowest": LOWEST}


def packed(numbers: Iterable[int]) -> bytes:
    """Return the content of a file that stores these numbers."""
    steps = array("h", (new - old for old, new in pairwise((0, *numbers))))
    first_line = json.dumps(head()).encode() + b"\n"
    return first_line + zlib.compress(_low_byte_first(steps).tobytes(), 9)


def unpacked(content: bytes, size: int) -> array[int]:
    """Return the `size` numbers stored in the content of a file.  Raises `TablesRefused`."""
    first_line, _, rest = content.partition(b"\n")
    _check_head(first_line)
    steps = array("h")
    try:
        steps.frombytes(zlib.decompress(rest))
    except (zlib.error, ValueError):
        raise TablesRefused("The tables of the strong bot are damaged.") from None
    if len(steps) != size:
        raise TablesRefused("The tables of the strong bot are damaged.")
    return array("h", accumulate(_low_byte_first(steps)))


def _check_head(line: bytes) -> None:
    try:
        given = json.loads(line)
    except ValueError:
        given = None
    if not isinstance(given, dict) or given.get("game") != "novantanove":
        raise TablesRefused("This file holds no tables of the strong bot of Novantanove.")
    wanted = head()
    if given != wanted:
        raise TablesRefused(
            f"The tables of the strong bot are for version {given.get('rules')} of the rules, "
            f"and these rules are version {wanted['rules']}."
        )


def _low_byte_first(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def numbers_of(file: Path, size: int) -> array[int]:
    """Return the `size` numbers stored in a file.  Raises `TablesRefused`."""
    try:
        content = file.read_bytes()
    except OSError:
        raise TablesRefused("The tables of the strong bot are missing.") from None
    return unpacked(content, size)


def read(file: Path) -> ValueTables:
    """Read the tables of a file.  Raises `TablesRefused`."""
    return ValueTables(numbers_of(file, SIZE))


@cache
def shipped() -> ValueTables:
    """Return the tables shipped with the game, read once.  Raises `TablesRefused`."""
    return read(FILE)
