"""The luck of the hands dealt in Wist, in points, by the normal bot's evaluation.

The value of a hand is the expected points of its best bid before any bids; in the last round, which
has no bids, it is the expected points of a bid of zero.  It is compared with the value of random
hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.review import Luck, LuckSpec, Stop
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.normal import Decision
from audiogames.search.judging import luck_in_points

HANDS: Final = 400
"""The number of random hands."""
LEAST: Final = 1.0
"""The least luck worth reporting, in points over a match."""


def luck(view: m.WistView, before: m.WistView | None, rng: Random, stop: Stop) -> Luck | None:
    """Return the luck of a new hand once it is visible; return None for later decisions."""
    is_first = before is None or before.hidden
    if not is_first or view.hidden or len(view.hand) < view.cards:
        return None
    pack = [card for card in m.PACKS[len(view.bids)] if card != view.turned]
    found = []
    for _ in range(HANDS):
        if stop():
            return None
        found.append(_worth(view, rng.sample(pack, view.cards)))
    return Luck(_worth(view, view.hand) - fmean(found), stdev(found) / sqrt(HANDS))


def _worth(view: m.WistView, hand: Sequence[Card]) -> float:
    """Return the expected points of a hand in this round, before the first bid."""
    seats = len(view.bids)
    opening = replace(
        view,
        hand=tuple(hand),
        hand_sizes=(view.cards,) * seats,
        bids=(0 if view.bound else None,) * seats,
        on_table=(),
        history=(),
        tricks=(0,) * seats,
    )
    return Decision(opening).hand_worth()


LUCK: Final = LuckSpec(luck, luck_in_points, LEAST)
