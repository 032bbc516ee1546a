"""The strong bot of Scopa: deals that fit what was played, each of its cards tried in all of them.

Each trial plays two rounds on, by a policy; to play the whole deal out was weaker, for the luck of
all later cards hid what one card is worth.  Once few cards are left every course of play is tried.
With two players there is only one such deal in the last hands, and they are played exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Bot
from audiogames.games.scopa import model as m
from audiogames.games.scopa.bots.rollout import lookahead, search
from audiogames.games.scopa.model import Play
from audiogames.games.scopa.rules import ScopaRules

PLIES: Final = 2
"""Cards played by the policy for each unit of its budget."""
ROUNDS: Final = 2
"""So far it looks ahead."""
MOST: Final = 100
"""Worlds at a decision."""
EXACT: Final = 8
"""With so many cards in all hands, and none in the stock, every course of play is tried."""


class StrongBot(Bot[m.ScopaView, Play]):
    """Tries its cards in worlds that fit what was played."""

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Play:
        """The card that brings most over the worlds; equals are drawn by lot."""
        plays: Sequence[Play] = view.legal
        if len(plays) == 1:
            return plays[0]
        assert view.seat is not None
        left = sum(view.hand_sizes)
        exact = not view.stock and left <= EXACT
        plies = min(left + view.stock, ROUNDS * len(view.hand_sizes))
        count = max(1, min(MOST, PLIES * budget // (plies * len(plays))))
        count = 1 if exact and _is_certain(view) else count
        rules, side = ScopaRules(), view.seat % view.sides
        brought = dict.fromkeys(plays, 0.0)
        for place in range(count):
            if place and stop():
                break
            world = rules.redeal(view, rng)
            for play in plays:
                tried = world.copy()
                tried.apply(view.seat, play)
                brought[play] += search(tried, side) if exact else lookahead(tried, side, plies - 1)
        return max(plays, key=lambda play: (brought[play], rng.random()))


def _is_certain(view: m.ScopaView) -> bool:
    """Whether the cards that are not seen can be in one place only."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat and size]
    return len(others) <= 1 and not view.stock
