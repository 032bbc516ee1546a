"""How strong the bots of Tressette are, what hearing declarations is worth, and that none lies.

Each deal is played twice with the same cards, the pairs changed, so that cards and the first lead
favour nobody; a deal's figure is the mean of the two.  Points are those of one deal, of 11.

    python -m bench.tressette_bots [--deals N] [--seed S] [--only NAME]
    python -m bench.tressette_bots --truth N

from the top folder of the project.  `--only` names one pairing.  `--truth` plays N deals with any
cards and boxes instead, and counts how often something declared excludes what was held.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt
from random import Random
from time import process_time
from typing import Any, Final

from audiogames.core.events import Seat
from audiogames.core.game import Bot, Move, Turn
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bot import EasyBot, NormalBot
from audiogames.games.tressette.rules import TressetteRules, TressetteState
from audiogames.games.tressette.worlds import Worlds
from audiogames.search.arena import BUDGET
from audiogames.search.bots import RandomBot

RULES: Final = TressetteRules()
CONFIDENCE: Final = 1.96
"""Standard errors on either side that make 95 %."""

Pair = tuple[Bot[Any, Any], Bot[Any, Any]]

PAIRINGS: Final[Mapping[str, Pair]] = {
    "easy-random": (EasyBot(), RandomBot()),
    "normal-random": (NormalBot(), RandomBot()),
    "normal-easy": (NormalBot(), EasyBot()),
    "hearing-deaf": (NormalBot(), NormalBot(deaf=True)),
    "declaring-silent": (NormalBot(), NormalBot(silent=True)),
}


@dataclass
class Tally:
    """What came of a pairing: for each deal how many points more.

    `seconds` are those of the processor for each decision of the first bot.
    """

    differences: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def interval(self) -> float:
        """Half the width of the 95 % interval."""
        deals = len(self.differences)
        return CONFIDENCE * statistics.stdev(self.differences) / sqrt(deals)


def never() -> bool:
    """Bots are not hurried."""
    return False


def dealt(seed: str, options: m.Options) -> TressetteState:
    """The deal of this seed."""
    state = RULES.start(options, m.SEATS)
    for word in ("dealer", "deal"):
        state.apply(None, RULES.chance(state, Random(f"{seed} {word}")))
    return state


def play(bots: Sequence[Bot[Any, Any]], seed: str, tally: Tally, budget: int) -> int:
    """One deal; how many points side 0 has more.  The first bot's decisions are timed."""
    state, lot = dealt(seed, m.Options()), Random(f"{seed} bots")
    timed = bots[0]
    while not isinstance(seat := state.to_act, Turn):
        view = state.view(seat)
        began = process_time()
        move = bots[seat].choose(view, lot, budget, never)
        if bots[seat] is timed:
            tally.seconds.append(process_time() - began)
        state.apply(seat, move)
    return state.score[0] - state.score[1]


def pairing(
    first: Bot[Any, Any], second: Bot[Any, Any], deals: int, seed: int, budget: int = BUDGET
) -> Tally:
    """Deals between two pairs, each played twice."""
    tally = Tally()
    for deal in range(deals):
        ours = play((first, second) * 2, f"{seed} {deal}", tally, budget)
        theirs = play((second, first) * 2, f"{seed} {deal}", Tally(), budget)
        tally.differences.append((ours - theirs) / 2)
    return tally


def tell(name: str, tally: Tally) -> None:
    """The figures of one pairing."""
    more = statistics.mean(tally.differences)
    cuts = statistics.quantiles(tally.seconds, n=100)
    print(f"{name}: {more:+.2f} points a deal, 95 % {tally.interval():.2f}, ", end="")
    print(f"{len(tally.differences)} deals played twice")
    print(f"  decisions: p50 {1000 * cuts[49]:.1f}, p99 {1000 * cuts[98]:.1f} ms", flush=True)


# --- That no declaration excludes the truth -------------------------------------------------------


@dataclass
class Truth:
    """What was declared in deals played anyhow."""

    deals: int = 0
    excluded: int = 0
    names: Counter[str] = field(default_factory=Counter)
    bits: dict[str, list[float]] = field(default_factory=dict)
    """By how many bits each declaration of a name narrowed the worlds of its declarer's partner."""


def any_move(state: TressetteState, seat: Seat, lot: Random) -> Move:
    """Any card, three times of four with boxes that the seat may tick."""
    ticked = state.unlisted(seat) if lot.random() < 0.75 else ()
    return lot.choice(ticked or state.legal_moves(seat))


def play_anyhow(number: int, seed: int, truth: Truth, *, measured: bool) -> None:
    """One deal; in the end what everybody held is known, and all that was declared is tried."""
    federation = number % 2 == 1
    state, lot = dealt(f"{seed} {number}", m.Options(federation=federation)), Random(number)
    while not isinstance(seat := state.to_act, Turn):
        told = len(state.declarations)
        state.apply(seat, any_move(state, seat, lot))
        if measured and len(state.declarations) == told + 1:
            narrow(state, truth)
    truth.deals += 1
    truth.names.update(one.name for one in state.declarations if one.name)
    truth.excluded += not Worlds(state.view(None)).fits([()] * m.SEATS)


def narrow(state: TressetteState, truth: Truth) -> None:
    """How many bits the last declaration told the partner."""
    one = state.declarations[-1]
    after = Worlds(state.view(m.partner(one.seat))).count()
    state.declarations.pop()
    before = Worlds(state.view(m.partner(one.seat))).count()
    state.declarations.append(one)
    assert one.name is not None
    truth.bits.setdefault(one.name, []).append(log2(before / after))


MEASURED: Final = 10
"""One deal of so many is also measured for what its declarations tell."""


def check_truth(deals: int, seed: int) -> Truth:
    """Play deals anyhow and try all that was declared in them."""
    truth = Truth()
    for number in range(deals):
        play_anyhow(number, seed, truth, measured=number % MEASURED == 0)
    return truth


def tell_truth(truth: Truth) -> None:
    """The figures, the most telling declarations first."""
    said = truth.names.total()
    print(f"{truth.deals:,} deals, {said:,} declarations, {len(truth.names)} names")
    print(f"true deals excluded: {truth.excluded}")
    means = {name: statistics.mean(bits) for name, bits in truth.bits.items()}
    for name in sorted(means, key=lambda one: -means[one]):
        print(f"  {name}: {means[name]:.1f} bits, {truth.names[name]:,} times")


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PAIRINGS)
    parser.add_argument("--truth", type=int, metavar="N", help="play N deals anyhow")
    asked = parser.parse_args()
    if asked.truth:
        tell_truth(check_truth(asked.truth, asked.seed))
        return
    for name, (first, second) in PAIRINGS.items():
        if asked.only in {None, name}:
            tell(name, pairing(first, second, asked.deals, asked.seed))


if __name__ == "__main__":
    main()
