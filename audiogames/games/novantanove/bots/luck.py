"""The luck of the cards drawn in Novantanove, in tokens, by the strong bot's tables.

A drawn card is worth as much as the best play with it, at the total when the player's turn began.
Its value is compared with the mean over all cards that might have been drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, prod
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.cues import Msg
from audiogames.core.review import Luck, LuckSpec, Stop
from audiogames.core.telling import in_tenths
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import opponent_model
from audiogames.games.novantanove.bots.judging import best_by_tables
from audiogames.games.novantanove.bots.lookahead import packs_of
from audiogames.games.novantanove.bots.value_tables import PLAYERS, TablesRefused, shipped

LEAST: Final = 1.0
"""The least luck worth reporting, in tokens over a match."""
CARDS: Final = tuple(Card.read(f"{kind}c", "french") for kind in ab.KINDS)
"""One card of each kind."""


def luck(
    view: m.NovantanoveView, before: m.NovantanoveView | None, _rng: Random, _stop: Stop
) -> Luck | None:
    """Return the value of the hand at this total, minus the mean over all draws that were possible.

    None if the tables cannot be read, or if a missed draw has left the hand without a card.
    """
    try:
        tables = shipped()
    except TablesRefused:
        return None
    held = Counter(view.hand)
    come = held if before is None else held - Counter(before.hand)
    number = come.total()
    if len(view.hand) < m.HAND or number not in {1, m.HAND}:
        return None
    players = min(sum(view.alive), PLAYERS[-1])

    def worth(cards: Sequence[Card]) -> float:
        return best_by_tables(cards, view.total, players, tables)[1]

    kept = [*(held - come).elements()]
    left = opponent_model.unseen(view, packs_of(view))
    for card in come.elements():
        left[ab.kind_of(card)] += 1
    drawn = ab.HANDS if number == m.HAND else [(kind,) for kind in range(len(left))]
    ways = [_ways(kinds, left) for kinds in drawn]
    average = sum(
        often * worth([*kept, *(CARDS[kind] for kind in kinds)])
        for kinds, often in zip(drawn, ways, strict=True)
        if often
    ) / sum(ways)
    return Luck(worth(view.hand) - average)


def _ways(kinds: Sequence[int], left: Sequence[int]) -> int:
    """Return the number of ways to draw cards of these kinds."""
    return prod(comb(left[kind], often) for kind, often in Counter(kinds).items())


def words(tokens: float) -> Msg:
    """Describe the luck of a match: by how many tokens its cards were better than average."""
    return in_tenths("luck-tokens-less" if tokens < 0 else "luck-tokens-more", tokens)


LUCK: Final = LuckSpec(luck, words, LEAST)
