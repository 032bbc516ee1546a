"""Evaluates Briscola's cards for a review, like the strong bot: sampled deals and rollouts.

A gain is reported in points of the player's side.  With two sides, the last tricks are searched
exactly, and only the chance to win the deal counts: a gain is reported as a percentage.  Once
a deal is decided, its cards are not evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.cues import Msg, msg
from audiogames.core.review import Stop, World
from audiogames.core.telling import in_tenths
from audiogames.games.briscola import model as m
from audiogames.games.briscola.bots.endgame import WON
from audiogames.games.briscola.bots.playout import OpenDeal
from audiogames.games.briscola.bots.sampling import Sampler
from audiogames.games.briscola.bots.strong import by_habit, deals_tried, exactly, is_exact
from audiogames.games.briscola.reasons import points_taken

LEAST_POINTS: Final = 1.5
LEAST_CHANCE: Final = 0.04
"""The least gains worth reporting: in points, and in chances to win the deal."""
HALF: Final = 60
"""Half of the points: with two sides, more of them win the deal."""
HUNDRED: Final = 100


def candidates(view: m.BriscolaView) -> Sequence[Move]:
    """Return the plays to evaluate: the whole hand, or nothing once the deal is decided."""
    if view.to_act != view.seat or is_decided(view):
        return ()
    return [move for move in view.legal if isinstance(move, m.Play)]


def stands_for(move: Move, _view: m.BriscolaView) -> Move | None:
    """Return the move if it plays a card, else None: other moves are not evaluated."""
    return move if isinstance(move, m.Play) else None


def worlds(view: m.BriscolaView, moves: int, budget: int) -> int:
    """Return the number of deals that the strong bot samples for this decision."""
    return max(1, deals_tried(view, moves, budget))


def weigh(
    view: m.BriscolaView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Yield the values of the cards in each sampled deal that fits the view.

    Near the end of the deal they are computed by exact search.
    """
    sampler = Sampler(view)
    codes = sampler.codes.all_of(move.card for move in moves if isinstance(move, m.Play))
    deals = sampler.deals(rng)
    if sampler.is_open:  # only one deal is possible, so it is certain
        yield from repeat((1.0, _values(sampler, next(deals), codes)), max(2, count))
        return
    for _ in range(count):
        if stop():
            return
        yield 1.0, _values(sampler, next(deals), codes)


def _values(sampler: Sampler, deal: OpenDeal, codes: Sequence[int]) -> list[float]:
    """Return each card's value: the chance to win the deal if `counts_deals`, otherwise points."""
    if not is_exact(sampler.view):
        return [value / 2 for value in by_habit(sampler, deal, codes)]
    found = exactly(sampler, deal, codes)
    if counts_deals(sampler.view):
        return [(1 + (value > 0) - (value < 0)) / 2 for value in found]
    return [(value - WON * ((value > 0) - (value < 0))) / 2 for value in found]


def counts_deals(view: m.BriscolaView) -> bool:
    """Return True if cards are evaluated by the chance to win the deal, not by points."""
    return is_exact(view) and len(view.wins) == 2


def is_decided(view: m.BriscolaView) -> bool:
    """Return True if there are two sides and one of them has more than half of the points."""
    return len(view.wins) == 2 and max(points_taken(view)) > HALF


def least(view: m.BriscolaView) -> float:
    """Return the least gain worth reporting."""
    return LEAST_CHANCE if counts_deals(view) else LEAST_POINTS


def price(gain: float, view: m.BriscolaView) -> Msg:
    """Describe a gain in points or as a percentage of deals won; 100% is "the whole deal"."""
    if not counts_deals(view):
        return in_tenths("price-points", gain)
    chance = round(HUNDRED * gain)
    return msg("price-deals", chance=chance) if chance < HUNDRED else msg("price-deal")
