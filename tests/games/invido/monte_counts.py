"""Measure how often bots of Invido ask to annul a deal ("a monte"), and the answers.

Two bots play matches until a number of deals are over.  `asking`, `agreeing` and `refusing`
list probabilities that the player who asks, or answers, wins the deal, as a normal bot
estimates them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Final

from audiogames.core.contract import Move, Turn
from audiogames.core.registry import game
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.normal import hope
from audiogames.search.arena import BUDGET, bot
from audiogames.search.simulate import SeededDealer

GAME: Final = game("invido")
Decision = tuple[int, m.InvidoView, Move]
"""The number of the deal, what the seat saw, and what it did."""


@dataclass
class Montes:
    """Numbers of requests for "a monte", and the winning chances of those who asked or answered."""

    deals: int = 0
    asked: Counter[int] = field(default_factory=Counter)
    """The number of questions in each deal in which it was asked at all."""
    asking: list[float] = field(default_factory=list)
    agreeing: list[float] = field(default_factory=list)
    refusing: list[float] = field(default_factory=list)

    def see(self, decision: Decision) -> None:
        """Count a decision if it asks for "a monte" or answers such a request."""
        deal, view, move = decision
        self.deals = deal
        if move == m.A_MONTE:
            self.asked[deal] += 1
            self.asking.append(hope(view))
        elif view.monte_asked:
            (self.agreeing if move == m.VA_BENE else self.refusing).append(hope(view))


def decisions(levels: Sequence[str], options: m.Options, seed: int) -> Iterator[Decision]:
    """Play matches between two bots without end, and yield all their decisions."""
    bots = [bot(GAME, level) for level in levels]
    deals = 0
    for number in count():
        state = GAME.rules.start(options, len(bots))
        dealer, lot = SeededDealer(GAME, f"{seed} {number}"), Random(f"{seed} {number} bots")
        while (seat := state.to_act) is not Turn.OVER:
            if isinstance(seat, Turn):
                deals += state.expects == "deal"
                state.apply(None, dealer(state))
                continue
            view = state.view(seat)
            move = bots[seat].choose(view, lot, BUDGET, lambda: False)
            yield deals, view, move
            state.apply(seat, move)


def measure(levels: Sequence[str], options: m.Options, deals: int, seed: int) -> Montes:
    """Let two bots of these levels play this many deals, and return the counts."""
    montes = Montes()
    for decision in decisions(levels, options, seed):
        if decision[0] > deals:
            break
        montes.see(decision)
    return montes
