"""Evaluates Wist's moves for a review, in deals sampled and searched by the strong bot.

A gain is reported in points.  The value of a round's points is `strong.MatchEquity`: at equal
scores it is the margin over the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.cues import Msg
from audiogames.core.review import Stop, World
from audiogames.core.telling import in_tenths
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.belief import Stopped
from audiogames.games.wist.bots.normal import NormalBot
from audiogames.games.wist.bots.strong import (
    ENDGAME_WORLDS,
    Trials,
    candidate_bids,
    candidate_cards,
    is_late,
    paid,
)

BLOCK: Final = 8
"""This many worlds count as one, because each is derived from the one before and they are not
independent (batch means; C. Geyer, "Practical Markov Chain Monte Carlo", Statistical Science 7,
1992)."""
LATE_BLOCK: Final = 20
"""The same for the last tricks, where a plan is searched in all worlds of a block at once."""
LEAST: Final = 1.0
"""The least gain worth reporting, in points.  The strong bot itself loses more in one of 200 moves.
"""


def candidates(view: m.WistView) -> Sequence[Move]:
    """Return the bids or cards worth trying; none while the hand is hidden."""
    if view.hidden:
        return ()
    if view.bidding:
        usual = NormalBot().choose(view, Random(0), 0, lambda: False)
        assert isinstance(usual, m.Bid)
        return candidate_bids(view, usual)
    return candidate_cards(view)


def stands_for(move: Move, view: m.WistView) -> Move:
    """Return the candidate equivalent to a move.

    For a card, that is the lowest of its run of equivalent neighbours (`candidate_cards`).
    """
    if view.hidden or not isinstance(move, m.Play):
        return move
    equals = [
        one
        for one in candidate_cards(view)
        if isinstance(one, m.Play) and one.suit == move.suit and one.power <= move.power
    ]
    return max(equals, key=lambda one: one.power)


def worlds(view: m.WistView, moves: int, budget: int) -> int:
    """Return the number of deals in which the strong bot tries each move."""
    if is_late(view):
        return min(ENDGAME_WORLDS, budget // moves)
    return max(BLOCK, round(budget * paid(view)) // moves)


def weigh(
    view: m.WistView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Yield the mean value of each move, again and again, from new blocks of sampled deals.

    Late in a round the deals are searched exactly; earlier, they are played out.
    """
    trials = Trials(view, rng, moves)
    block = LATE_BLOCK if is_late(view) else BLOCK
    try:
        for _ in range(max(2, count // block)):
            yield float(block), trials.values(moves, block, stop)
    except Stopped:
        return


def least(_view: m.WistView) -> float:
    """Return the least gain worth reporting: one point."""
    return LEAST


def price(gain: float, _view: m.WistView) -> Msg:
    """Describe a gain in points."""
    return in_tenths("price-points", gain)
