"""Determines how many rollouts a bot may make for a decision on this machine.

Theory of operation.  Bots count rollouts instead of reading a clock, so that the same seed gives
the same match.  On a slow machine the default number takes too long; so each program measures the
machine's speed once, and uses the resulting number until it ends.

The benchmark does the same kind of work as bots: small functions on integers, lists and
dictionaries.  It is repeated a few times, and the median counts: another program that is busy for a
moment does not change it, while a processor quota, which takes effect only after some tenths of a
second, does.  `USUAL_SECONDS` is the time of one run on a machine where the slowest bot (Wist's
strong one) needs 300 milliseconds for its longest decisions with the default number (November 2026:
a run took 36 milliseconds where 99 of 100 of those decisions took less than 170).

The benchmark itself is never compiled.  If rules and bots are compiled, the number is doubled,
because they make twice as many rollouts in the same time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Final

from audiogames.core.native import is_compiled
from audiogames.search.arena import BUDGET

if TYPE_CHECKING:
    from ctypes import c_int

USUAL_SECONDS: Final = 0.060
PIECES: Final = 5
FEWEST: Final = 100
"""The fewest rollouts with which a bot still plays at its level."""

STEP: Final = 20
"""Numbers are rounded down to multiples of this."""

PAGE_PATIENCE: Final = 3.5
"""Factor for a page: Python is slower in a browser, and bots wait for the speech anyway."""


COMPILED_GAIN: Final = 2
"""The factor by which compiled bots make more rollouts in the same time.

It was 2.2 in Wist and 2.5 in Tressette, whose decisions are the longest (November 2026, under
Wine).
"""


def most_playouts() -> int:
    """Return the maximum number of rollouts for a decision, on any machine."""
    return BUDGET * (COMPILED_GAIN if is_compiled() else 1)


def measured(patience: float = 1.0, clock: Callable[[], float] = time.perf_counter) -> int:
    """Measure how many rollouts this machine can make for one decision.

    `patience` multiplies the time of a decision.
    """
    took = []
    for _ in range(PIECES):
        began = clock()
        _run_benchmark()
        took.append(clock() - began)
    most = most_playouts()
    fit = round(most * patience * USUAL_SECONDS / max(median(took), 1e-6))
    return max(FEWEST, min(most, fit - fit % STEP))


class Playouts:
    """The number of rollouts that the bots of this program may use for a decision.

    The number is fixed, or measured once by the first worker.
    """

    def __init__(self, fixed: int = 0) -> None:
        self.fixed = fixed
        self._shared: c_int | None = None

    @property
    def number(self) -> int:
        """The number of rollouts; the default if it was not measured."""
        return self.fixed or (self._shared.value if self._shared is not None else 0) or BUDGET

    def shared(self) -> c_int:
        """Return the number of rollouts as a `c_int` in memory shared with the worker processes.

        If the number is 0, the first worker measures it.
        """
        if self._shared is None:
            import multiprocessing  # imported late: the first sentence need not wait for it

            self._shared = multiprocessing.get_context("spawn").RawValue("i", self.fixed)
        return self._shared


def settle(shared: c_int) -> None:
    """In a worker process, measure how many rollouts a bot can make for one decision.

    Do nothing if another worker has measured that already.
    """
    if not shared.value:
        found = measured()
        shared.value = shared.value or found


def _run_benchmark() -> int:
    """Run the benchmark once: play imaginary tricks with the numbers 0 to 51 as cards."""
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
    """Remove a card from the hand and return it, by an arbitrary rule that takes some time."""
    mask = 0
    for card in hand:
        mask |= 1 << card
    wanted = [card for card in hand if (mask >> (card ^ 1)) & 1 or card % 13 > deal % 13]
    card = wanted[0] if wanted else hand[-1]
    hand.remove(card)
    return card


def _rank(played: tuple[int, int]) -> tuple[bool, int]:
    """Return the sort key that decides which card of a benchmark's trick wins."""
    card, seat = played
    return card // 13 == seat, card % 13
