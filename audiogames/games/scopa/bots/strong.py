"""The strong bot of Scopa: it tries each card in sampled deals that fit the play so far.

In each sampled deal (a world) a policy plays two more rounds.  Playing the whole deal to its end
was weaker, because the randomness of later cards hid a card's present value.  Once few cards are
left, each world is searched exactly.  With two players the last hands are known, so only one world
is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.cards.sides import side_number
from audiogames.core.contract import Bot
from audiogames.games.scopa import model as m
from audiogames.games.scopa.bots.learning import is_scopone
from audiogames.games.scopa.bots.rollout import lookahead, search
from audiogames.games.scopa.model import Play
from audiogames.games.scopa.rules import ScopaRules
from audiogames.games.scopa.state import ScopaState

PLIES: Final = 2
"""Cards played by the policy per unit of the budget."""
ROUNDS: Final = 2
"""The rounds to look ahead."""
MOST: Final = 100
"""The most worlds per decision."""
LOW: Final = 0.03
"""In Scopone, the cost of playing a card that captures nothing, per point of its value.  The policy
always sweeps if it can, but real players leave a low table alone.  A high card on the table
prevents sweeps for longer than two rounds.
"""
EXACT: Final = 8
"""With at most this many cards in all hands, and an empty stock, trials search exactly."""


Trial = Callable[[ScopaState, Play], float]
"""A function that returns the value of a play in a world, which it leaves unchanged."""


def is_exact(view: m.ScopaView) -> bool:
    """Return True if so few cards are left that deals are searched exactly."""
    return not view.stock and sum(view.hand_sizes) <= EXACT


def is_certain(view: m.ScopaView) -> bool:
    """Return True if deals are searched exactly and one opponent holds all unseen cards."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat and size]
    return is_exact(view) and len(others) <= 1


def worlds_tried(view: m.ScopaView, moves: int, budget: int) -> int:
    """Return the number of sampled deals in which to compare this many moves."""
    if is_certain(view):
        return 1
    return max(1, min(MOST, PLIES * budget // (_plies(view) * moves)))


def trial_of(view: m.ScopaView) -> Trial:
    """Return the function that evaluates a move in a sampled deal, by search or lookahead."""
    assert view.seat is not None
    seat, side, exact = view.seat, side_number(view, view.seat), is_exact(view)
    plies, low = _plies(view), LOW * is_scopone(view.options)

    def trial(world: ScopaState, play: Play) -> float:
        tried = world.copy()
        tried.apply(seat, play)
        if exact:
            return search(tried, side)
        is_laid = bool(tried.table & play.bit)
        return lookahead(tried, side, plies - 1) - low * play.power * is_laid

    return trial


def _plies(view: m.ScopaView) -> int:
    return min(sum(view.hand_sizes) + view.stock, ROUNDS * len(view.hand_sizes))


class StrongBot(Bot[m.ScopaView, Play]):
    """Counts cards; compares its moves in sampled deals, late in a deal by exact search."""

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Play:
        """Return the move with the best total over the sampled deals; ties are broken at random."""
        plays: Sequence[Play] = view.legal
        if len(plays) == 1:
            return plays[0]
        rules, trial = ScopaRules(), trial_of(view)
        brought = dict.fromkeys(plays, 0.0)
        for place in range(worlds_tried(view, len(plays), budget)):
            if place and stop():
                break
            world = rules.redeal(view, rng)
            for play in plays:
                brought[play] += trial(world, play)
        return max(plays, key=lambda play: (brought[play], rng.random()))
