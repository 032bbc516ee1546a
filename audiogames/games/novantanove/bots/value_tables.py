"""The value tables of the strong bot: the file beside this one, and how it is read.

`tools/solve_novantanove.py` makes the file.  Its first line tells what it is, as JSON; the rest is
compressed: differences of 16-bit numbers, the low byte first, here in the order of `place`.
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
"""There are tables for so many players; more are taken for as many as the last."""
GREEDY_SHARE: Final = 2 / 3
"""How much of the other players' play is taken to be the best swing at once, by any card of it.

The rest is the play that these tables recommend.
"""
UNIT: Final = 2048
"""Numbers in the file for one token."""

_FIRST: Final[dict[int, int]] = dict(zip(PLAYERS, accumulate((0, *PLAYERS)), strict=False))
_COLUMN: Final = len(TOTALS)
_SHEET: Final = len(PAIRS) * _COLUMN
SIZE: Final = sum(PLAYERS) * _SHEET


class TablesRefused(Exception):
    """The file cannot be used; the sentence says why."""


class ValueTables:
    """How many tokens a player gains on the mean of the others, until the round ends.

    For each number of players there are sheets for whose turn it is: `past` is how many turns past
    their own, in the direction of play, 0 for their own.  On each is a column for each pair that
    they keep, before they draw; in it stands one number for each total.
    """

    def __init__(self, numbers: array[int]) -> None:
        self.numbers = numbers

    def value(self, players: int, past: int, pair: int, total: int) -> float:
        """In tokens; `total` is its place."""
        return self.numbers[place(players, past, pair) + total] / UNIT


def place(players: int, past: int, pair: int) -> int:
    """Where a column begins."""
    return (_FIRST[players] + past) * _SHEET + pair * _COLUMN


def head() -> dict[str, object]:
    """What the first line of a file for these rules says."""
    return {"game": "novantanove", "rules": NovantanoveRules.version, "lowest": LOWEST}


def packed(numbers: Iterable[int]) -> bytes:
    """The bytes of a file."""
    steps = array("h", (new - old for old, new in pairwise((0, *numbers))))
    first_line = json.dumps(head()).encode() + b"\n"
    return first_line + zlib.compress(_low_byte_first(steps).tobytes(), 9)


def unpacked(content: bytes, size: int) -> array[int]:
    """So many numbers out of a file's bytes.  Raises `TablesRefused`."""
    first_line, _, rest = content.partition(b"\n")
    _see_to_head(first_line)
    steps = array("h")
    try:
        steps.frombytes(zlib.decompress(rest))
    except (zlib.error, ValueError):
        raise TablesRefused("The tables of the strong bot are damaged.") from None
    if len(steps) != size:
        raise TablesRefused("The tables of the strong bot are damaged.")
    return array("h", accumulate(_low_byte_first(steps)))


def _see_to_head(line: bytes) -> None:
    try:
        told = json.loads(line)
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.get("game") != "novantanove":
        raise TablesRefused("This file holds no tables of the strong bot of Novantanove.")
    wanted = head()
    if told != wanted:
        raise TablesRefused(
            f"The tables of the strong bot are for version {told.get('rules')} of the rules, "
            f"and these rules are version {wanted['rules']}."
        )


def _low_byte_first(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def numbers_of(file: Path, size: int) -> array[int]:
    """So many numbers out of this file.  Raises `TablesRefused`."""
    try:
        content = file.read_bytes()
    except OSError:
        raise TablesRefused("The tables of the strong bot are missing.") from None
    return unpacked(content, size)


def read(file: Path) -> ValueTables:
    """The tables of this file.  Raises `TablesRefused`."""
    return ValueTables(numbers_of(file, SIZE))


@cache
def shipped() -> ValueTables:
    """The tables that come with the game, read once.  Raises `TablesRefused`."""
    return read(FILE)
