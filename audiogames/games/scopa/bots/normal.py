"""The normal bot of Scopa: it counts unseen cards, and avoids a table that may be swept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.cards.card import Cards, set_of
from audiogames.core.contract import Bot
from audiogames.games.scopa import model as m
from audiogames.games.scopa.bots.values import sum_of, worth
from audiogames.games.scopa.model import OF_VALUE, Play
from audiogames.games.scopa.rules import taken_by, unseen

SCOPA: Final = 1.0
HIGHEST: Final = 10
LOST: Final = 0.4
"""The share of the table's value that the others are expected to capture."""
LOW: Final = 0.02
"""The cost of playing a card that captures nothing, per point of its value.  A high card in hand
can capture several cards later.
"""


class NormalBot(Bot[m.ScopaView, Play]):
    """Rates a move by its capture, minus the expected cost of the next player's sweep."""

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Play:
        """Return the move with the highest rating; of equal moves, a random one."""
        del budget, stop
        plays: Sequence[Play] = view.legal
        hidden = unseen(view)
        return max(plays, key=lambda play: (_value(view, play, hidden), rng.random()))


def _value(view: m.ScopaView, play: Play, hidden: Cards) -> float:
    table, taken = set_of(view.table), taken_by(play, view)
    if not taken:
        left = table | play.bit
        return -_danger(view, left, hidden) - LOST * worth(left) - LOW * play.power
    left = table & ~taken
    gain = worth(taken | play.bit) + SCOPA * (not left)
    return gain - _danger(view, left, hidden) - LOST * worth(left)


def _danger(view: m.ScopaView, left: Cards, hidden: Cards) -> float:
    """Return the expected cost of a sweep of the cards `left` by the next player."""
    total = int(sum_of(left))
    if not 0 < total <= HIGHEST:
        return 0.0
    assert view.seat is not None
    size = view.hand_sizes[(view.seat - 1) % len(view.hand_sizes)]
    out = (hidden & OF_VALUE[total]).bit_count()
    share = out / max(1, hidden.bit_count())
    return (1 - (1 - share) ** size) * (SCOPA + worth(left))
