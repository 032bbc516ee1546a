"""Evaluates Scopa's moves for a review, in the same sampled deals and searches as the strong bot.

A gain is reported in points of the deal: the lead of the player's side over the best other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.cues import Msg
from audiogames.core.review import Stop, World
from audiogames.core.telling import in_tenths
from audiogames.games.scopa import model as m
from audiogames.games.scopa.bots.strong import is_certain, trial_of, worlds_tried
from audiogames.games.scopa.rules import ScopaRules

LEAST: Final = 0.2
"""The least gain worth reporting, in points."""
RULES: Final = ScopaRules()


def candidates(view: m.ScopaView) -> Sequence[Move]:
    """Return the moves to evaluate: every card, with every capture it can choose."""
    return view.legal


def stands_for(move: Move, _view: m.ScopaView) -> Move:
    """Return the move itself, because every legal move of Scopa is evaluated separately."""
    return move


def worlds(view: m.ScopaView, moves: int, budget: int) -> int:
    """Return the number of deals that the strong bot samples for this decision."""
    return worlds_tried(view, moves, budget)


def weigh(
    view: m.ScopaView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Yield the moves' values in sampled deals that fit the view, at the end by exact search."""
    plays = [move for move in moves if isinstance(move, m.Play)]
    trial = trial_of(view)
    if is_certain(view):  # only one deal is possible
        world = RULES.redeal(view, rng)
        yield from repeat((1.0, [trial(world, play) for play in plays]), max(2, count))
        return
    for _ in range(count):
        if stop():
            return
        world = RULES.redeal(view, rng)
        yield 1.0, [trial(world, play) for play in plays]


def least(_view: m.ScopaView) -> float:
    """Return the smallest gain that counts as a mistake: a fifth of a point."""
    return LEAST


def price(gain: float, _view: m.ScopaView) -> Msg:
    """Describe a gain in points."""
    return in_tenths("price-points", gain)
