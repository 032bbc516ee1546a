"""The strong bot of Scopa: deals that fit what was played, each of its cards tried in all of them.

Each trial plays two rounds on, by a policy; to play the whole deal out was weaker, for the luck of
all later cards hid what one card is worth.  Once few cards are left every course of play is tried.
With two players there is only one such deal in the last hands, and they are played exactly.
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
"""Cards played by the policy for each unit of its budget."""
ROUNDS: Final = 2
"""So far it looks ahead."""
MOST: Final = 100
"""Worlds at a decision."""
LOW: Final = 0.03
"""What it costs in Scopone, for each point of its value, to lay a card that takes nothing.

The policy sweeps whatever it can.  Who does not leaves lying what is low, and a high card on the
table keeps everybody from sweeping it, longer than two rounds.
"""
EXACT: Final = 8
"""With so many cards in all hands, and none in the stock, every course of play is tried."""


Trial = Callable[[ScopaState, Play], float]
"""What a play brings in a world, which stays as it is."""


def is_exact(view: m.ScopaView) -> bool:
    """Whether so few cards are left that every course of play is tried."""
    return not view.stock and sum(view.hand_sizes) <= EXACT


def is_certain(view: m.ScopaView) -> bool:
    """Whether they are, and the cards that are not seen can be in one place only."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat and size]
    return is_exact(view) and len(others) <= 1


def worlds_tried(view: m.ScopaView, moves: int, budget: int) -> int:
    """In how many worlds so many moves are tried."""
    if is_certain(view):
        return 1
    return max(1, min(MOST, PLIES * budget // (_plies(view) * moves)))


def trial_of(view: m.ScopaView) -> Trial:
    """How the moves of this view are tried: in every course of play, or some rounds ahead."""
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
    """Tries its cards in worlds that fit what was played."""

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Play:
        """The card that brings most over the worlds; equals are drawn by lot."""
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
