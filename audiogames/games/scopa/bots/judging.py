"""Scopa's moves weighed for a review, by the strong bot's own worlds and trials.

A gain is told in points of the deal: by how much more one's side is ahead of the best other one.
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
"""Points: less than this is no mistake."""
RULES: Final = ScopaRules()


def candidates(view: m.ScopaView) -> Sequence[Move]:
    """Every card, and every way to take with it."""
    return view.legal


def stands_for(move: Move, _view: m.ScopaView) -> Move:
    """Each stands for itself."""
    return move


def worlds(view: m.ScopaView, moves: int, budget: int) -> int:
    """As many as the strong bot tries."""
    return worlds_tried(view, moves, budget)


def weigh(
    view: m.ScopaView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Cards in deals that fit the view: by every course of play where the bot does so."""
    plays = [move for move in moves if isinstance(move, m.Play)]
    trial = trial_of(view)
    if is_certain(view):  # one deal alone is possible
        world = RULES.redeal(view, rng)
        yield from repeat((1.0, [trial(world, play) for play in plays]), max(2, count))
        return
    for _ in range(count):
        if stop():
            return
        world = RULES.redeal(view, rng)
        yield 1.0, [trial(world, play) for play in plays]


def least(_view: m.ScopaView) -> float:
    """A fifth of a point."""
    return LEAST


def price(gain: float, _view: m.ScopaView) -> Msg:
    """Points."""
    return in_tenths("price-points", gain)
