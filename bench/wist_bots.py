"""How strong the bots of Wist are: points a round, in duplicate.

Every deal is played once for each seat, with the tested bot there and the other bot everywhere
else: the cards, and who deals, favour nobody.  What counts is the margin, the points of the tested
bot less the mean of the others at its table, as one against the rest is usually measured.  A
deal is one observation: the mean of the margins over its seats.  The plan of a match is fixed, each
of its rounds weighs the same, and the 95 % interval comes from the deals within the rounds.

    python -m bench.wist_bots [--deals N] [--seed S] [--only PAIRING] [--form FORM]

from the top folder of the project.  `--deals` counts those of one pairing in one form, shared out
evenly among the rounds: 600 are 75 of each of the eight, or 24 of each of the 25 of Cagliari.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import thread_time
from typing import Any

from audiogames.core.events import Seat
from audiogames.core.game import Bot
from audiogames.games.wist import model as m
from audiogames.games.wist.bot import EasyBot, NormalBot
from audiogames.games.wist.rules import WistRules, WistState
from audiogames.search.bots import RandomBot

RULES = WistRules()

Pairing = tuple[Bot[Any, Any], Bot[Any, Any]]
"""The tested bot, and the one in the other seats."""

PAIRINGS: Mapping[str, Pairing] = {
    "normal-random": (NormalBot(), RandomBot()),
    "normal-easy": (NormalBot(), EasyBot()),
    "easy-random": (EasyBot(), RandomBot()),
}


@dataclass(frozen=True)
class Form:
    """A way of playing: its options and how many sit at the table."""

    seats: int
    options: m.Options

    @property
    def rounds(self) -> tuple[m.Round, ...]:
        """The rounds of a match."""
        return m.plan(self.options, self.seats)


FORMS: Mapping[str, Form] = {
    "four": Form(4, m.Options()),
    "five": Form(5, m.Options()),
    "cagliari": Form(4, m.Options(form="cagliari")),
}


@dataclass
class Tally:
    """What came of one pairing in one form, each for the tested bot.

    `margins` are those of the deals by the name of their round, in points; `made` tells of each
    bid whether it came true; `seconds` is what the processor spent on each decision.
    """

    margins: dict[str, list[float]] = field(default_factory=dict)
    points: list[int] = field(default_factory=list)
    made: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def overall(self) -> tuple[float, float]:
        """The mean margin of all deals, and half its 95 % interval."""
        number = sum(map(len, self.margins.values()))
        mean = sum(map(sum, self.margins.values())) / number
        parts = [len(deals) * variance(deals) for deals in self.margins.values()]
        return mean, 1.96 * sqrt(sum(parts)) / number


def variance(numbers: Sequence[float]) -> float:
    """Of a single number, none."""
    return statistics.variance(numbers) if len(numbers) > 1 else 0.0


def before_deal(form: Form, turno: int, dealer: Seat) -> WistState:
    """A match in which the round of this place in the plan, from 0 on, is about to be dealt."""
    state = RULES.start(form.options, form.seats)
    state.sit(tuple(Seat(seat) for seat in range(form.seats)))
    state.dealer = dealer
    state.round = turno
    return state


def play_round(
    state: WistState, bots: Sequence[Bot[Any, Any]], tested: Seat, lot: str, tally: Tally
) -> float:
    """Deal and play one round, the cards drawn by this lot; returns the margin of a seat."""
    state.apply(None, RULES.chance(state, Random(lot)))
    lots = Random(f"{lot} bots")
    finished = len(state.sheet)
    while len(state.sheet) == finished:
        seat = state.to_act
        assert isinstance(seat, int)
        view = state.view(seat)
        began = thread_time()
        move = bots[seat].choose(view, lots, 0, lambda: False)
        if seat == tested:
            tally.seconds.append(thread_time() - began)
        state.apply(seat, move)
    scored = state.sheet[-1]
    tally.points.append(scored.points[tested])
    tally.made.append(scored.tricks[tested] == scored.bids[tested])
    return margin(scored.points, tested)


def margin(points: Sequence[int], tested: Seat) -> float:
    """The points of one less the mean of the others."""
    own = points[tested]
    return own - (sum(points) - own) / (len(points) - 1)


def duplicate(pairing: Pairing, form: Form, turno: int, lot: str, tally: Tally) -> float:
    """One deal, once for each seat of the tested bot; returns the mean margin."""
    tested, other = pairing
    margins = []
    for seat in map(Seat, range(form.seats)):
        bots = [tested if place == seat else other for place in range(form.seats)]
        state = before_deal(form, turno, Seat(0))
        margins.append(play_round(state, bots, seat, lot, tally))
    return statistics.mean(margins)


def measure(pairing: Pairing, form: Form, deals: int, seed: int) -> Tally:
    """As many deals of each round as are its share; at least one."""
    tally = Tally()
    for turno, played in enumerate(form.rounds):
        margins = tally.margins.setdefault(played.name, [])
        for number in range(max(1, deals // len(form.rounds))):
            lot = f"{seed} {turno} {number}"
            margins.append(duplicate(pairing, form, turno, lot, tally))
    return tally


def tell(name: str, tally: Tally) -> None:
    """The figures of one pairing in one form."""
    mean, half = tally.overall()
    number = sum(map(len, tally.margins.values()))
    print(f"{name}: {mean:+.2f} ±{half:.2f} points a round ({number} deals)")
    for turno, margins in tally.margins.items():
        print(f"  {turno}: {statistics.mean(margins):+.2f} ({len(margins)} deals)")
    made = sum(tally.made) / len(tally.made)
    print(f"  its own points: {statistics.mean(tally.points):.2f}, bids come true: {made:.1%}")
    cuts = statistics.quantiles(tally.seconds, n=100)
    print(f"  decisions: p50 {1000 * cuts[49]:.3f}, p99 {1000 * cuts[98]:.3f} ms")


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PAIRINGS)
    parser.add_argument("--form", choices=FORMS)
    asked = parser.parse_args()
    for form, table in FORMS.items():
        for name, pairing in PAIRINGS.items():
            if asked.only in {None, name} and asked.form in {None, form}:
                tell(f"{name}, {form}", measure(pairing, table, asked.deals, asked.seed))


if __name__ == "__main__":
    main()
