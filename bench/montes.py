"""How often bots of Invido ask for "a monte", with what hands, and how they are answered.

Two bots play matches until so many deals are over.  A hope is how likely who asks, or answers, wins
the deal, as a normal bot in that seat reckons it.

    python -m bench.montes [--bots ONE,OTHER] [--option K=V]... [--deals N] [--seed S]

from the top folder of the project.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from statistics import median
from typing import Final

from audiogames.core.contract import Move, Turn
from audiogames.core.options import read_options
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
    """What was asked and answered; hopes are those of whoever did it."""

    deals: int = 0
    asked: Counter[int] = field(default_factory=Counter)
    """How often in each deal in which it was asked at all."""
    asking: list[float] = field(default_factory=list)
    agreeing: list[float] = field(default_factory=list)
    refusing: list[float] = field(default_factory=list)

    def see(self, decision: Decision) -> None:
        """Take a decision down."""
        deal, view, move = decision
        self.deals = deal
        if move == m.A_MONTE:
            self.asked[deal] += 1
            self.asking.append(hope(view))
        elif view.monte_asked:
            (self.agreeing if move == m.VA_BENE else self.refusing).append(hope(view))


def decisions(levels: Sequence[str], options: m.Options, seed: int) -> Iterator[Decision]:
    """All decisions of two bots in matches without end."""
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
    """What two bots of these levels did in so many deals."""
    montes = Montes()
    for decision in decisions(levels, options, seed):
        if decision[0] > deals:
            break
        montes.see(decision)
    return montes


def sentences(montes: Montes) -> Iterator[str]:
    """The same for people; hopes in 100."""
    deals, more = len(montes.asked), sum(times > 1 for times in montes.asked.values())
    yield f"{montes.deals:,} deals: asked in {deals}, {deals / montes.deals:.1%}; again in {more}"
    for name in ("asking", "agreeing", "refusing"):
        hopes = getattr(montes, name)
        yield f"  {name}: {len(hopes)}{_told(hopes)}"


def _told(hopes: Sequence[float]) -> str:
    if not hopes:
        return ""
    least, middle, most = (round(100 * each) for each in (min(hopes), median(hopes), max(hopes)))
    return f", with a hope of {middle} in the middle, {least} to {most}"


def main() -> int:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="bench.montes")
    parser.add_argument("--bots", default="normal,normal", metavar="ONE,OTHER")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    options = read_options(m.Options, dict(one.split("=", 1) for one in asked.option))
    levels = asked.bots.split(",")
    print("\n".join(sentences(measure(levels, options, asked.deals, asked.seed))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
