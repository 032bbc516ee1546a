"""How many playouts a bot may take for a decision on this machine.

Theory of operation.  Bots count playouts instead of looking at a clock, so that the same seed gives
the same match.  On a slow machine the usual number takes too long; so each program measures once
how fast it is, and keeps the number that follows for as long as it runs.

The measure is a piece of work of the kind that bots do: small functions on integers, lists and
dictionaries.  It is done a few times, and the median counts: another program that is busy for a
moment changes nothing, while a quota of the processor, which bites only after some tenths of a
second, is seen.  `USUAL_SECONDS` is what one piece takes where the slowest bot (Wist's strong one)
needs 300 milliseconds for its longest decisions with the usual number (November 2026: a piece took
36 milliseconds where 99 of 100 of those decisions took less than 170).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Final

from audiogames.search.arena import BUDGET

if TYPE_CHECKING:
    from ctypes import c_int

USUAL_SECONDS: Final = 0.060
PIECES: Final = 5
FEWEST: Final = 100
"""A bot with fewer would not be worth its name."""

STEP: Final = 20
"""Numbers are rounded down to multiples of this."""

PAGE_PATIENCE: Final = 3.5
"""On a page a decision may take so many times as long: Python is slower in a browser, and bots wait
for the speech anyway."""


def measured(patience: float = 1.0, clock: Callable[[], float] = time.perf_counter) -> int:
    """Measure how many playouts fit here into the time of a decision, `patience` times as long."""
    took = []
    for _ in range(PIECES):
        began = clock()
        _piece_of_work()
        took.append(clock() - began)
    fit = round(BUDGET * patience * USUAL_SECONDS / max(median(took), 1e-6))
    return max(FEWEST, min(BUDGET, fit - fit % STEP))


class Playouts:
    """The number for all workers of this program: fixed, or measured by the first and kept."""

    def __init__(self, fixed: int = 0) -> None:
        self.fixed = fixed
        self._shared: c_int | None = None

    @property
    def number(self) -> int:
        """The number, the usual one where nothing was measured."""
        return self.fixed or (self._shared.value if self._shared is not None else 0) or BUDGET

    def shared(self) -> c_int:
        """Return the number in memory that processes share; 0 asks the first of them to measure."""
        if self._shared is None:
            import multiprocessing  # only now: the first sentence need not wait for it

            self._shared = multiprocessing.get_context("spawn").RawValue("i", self.fixed)
        return self._shared


def settle(shared: c_int) -> None:
    """Measure, in a worker process, unless another has done so."""
    if not shared.value:
        found = measured()
        shared.value = shared.value or found


def _piece_of_work() -> int:
    """Play imaginary tricks with a pack of 52 numbers."""
    total = 0
    for deal in range(480):
        cards = [(7 * place + deal) % 52 for place in range(52)]
        hands = {seat: cards[seat::4] for seat in range(4)}
        lead = deal % 4
        for _ in range(13):
            trick = [(_chosen(hands[seat], deal), seat) for seat in range(4)]
            best = max(trick, key=_rank)
            lead, total = best[1], total + best[0] * lead
    return total


def _chosen(hand: list[int], deal: int) -> int:
    mask = 0
    for card in hand:
        mask |= 1 << card
    wanted = [card for card in hand if (mask >> (card ^ 1)) & 1 or card % 13 > deal % 13]
    card = wanted[0] if wanted else hand[-1]
    hand.remove(card)
    return card


def _rank(played: tuple[int, int]) -> tuple[bool, int]:
    card, seat = played
    return card // 13 == seat, card % 13
