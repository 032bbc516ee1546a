"""That no declaration of Tressette excludes what was really held, and how much each one tells.

Deals are played with any cards and boxes; in the end what everybody held is known, and all that was
declared is held against it.

    python -m bench.truth [--deals N] [--seed S]

from the top folder of the project.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from dataclasses import dataclass, field
from math import log2
from random import Random
from typing import Final

from audiogames.core.contract import Move, Turn
from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.determinization import Determinizer
from audiogames.games.tressette.state import TressetteState
from bench.strength.tressette import dealt


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
    truth.excluded += not Determinizer(state.view(None)).fits([()] * m.SEATS)


def narrow(state: TressetteState, truth: Truth) -> None:
    """How many bits the last declaration told the partner."""
    one = state.declarations[-1]
    after = Determinizer(state.view(m.partner(one.seat))).count()
    state.declarations.pop()
    before = Determinizer(state.view(m.partner(one.seat))).count()
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
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tell_truth(check_truth(asked.deals, asked.seed))


if __name__ == "__main__":
    main()
