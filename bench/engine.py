"""Measures the random decisions per second of each game, compared with OpenSpiel and RLCard.

All loops are the same: apply(choice(legal)) through whole matches, including the time for dealing
and scoring. Decisions of seats are counted, but not the dealer's moves. This program's engine and
the others alternate in short blocks in one process, so that a busy machine slows all of them, and
the result is the ratio of neighbouring blocks. Time is the processor time of this process. Objects
loaded earlier are excluded from garbage collection, so that no game is slowed by the engines
measured before it.

    python -m bench.engine [--game ID] [--blocks N] [--decisions N] [--players N]
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from random import Random
from time import process_time
from typing import Any, Final

from audiogames.core.contract import Turn
from audiogames.core.registry import Spec, game, game_ids
from audiogames.core.spec import no_window

OH_HELL: Final = "oh_hell(players=4,num_tricks_fixed=12)"
LEDUC: Final = "leduc_poker"
DICE: Final = "liars_dice"
BRIDGE: Final = "RLCard bridge"
RIVALS: Final = {
    "novantanove": (OH_HELL,),
    "invido": (OH_HELL, LEDUC, DICE),
    "tressette": (OH_HELL,),
    "wist": (OH_HELL, BRIDGE),
}
"""The most similar games: trick-taking, and bidding over hidden hands."""

SEATS: Final = {"invido": 2}
FEWER: Final = 10
"""RLCard is at least this many times slower, so its blocks have fewer decisions."""


@dataclass
class Block:
    """A block of measured play: the number of decisions of each kind, and the seconds used."""

    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """The number of decisions per second."""
        return self.kinds.total() / self.seconds


Runner = Callable[[], Block]


def matches(spec: Spec, players: int, decisions: int, rng: Random) -> Block:
    """Play random matches of this program's engine for this many decisions."""
    rules, options = spec.rules, spec.options()
    window = None if spec.clock.window is no_window else spec.clock.window
    choice, over, chance = rng.choice, Turn.OVER, Turn.CHANCE
    moves = draws = 0
    began = process_time()
    while moves + draws < decisions:
        state = rules.start(options, players)
        while (seat := state.to_act) is not over:
            if seat is chance:
                state.apply(None, rules.chance(state, rng))
                continue
            state.apply(seat, choice(state.legal_moves(seat)))
            moves += 1
            if window and (drawing := window(state)):
                state.apply(drawing.seat, choice(state.legal_moves(drawing.seat)[-1:]))
                draws += 1
    return Block(Counter(moves=moves, draws=draws), process_time() - began)


def spiel(relative: Any, decisions: int, rng: Random) -> Block:
    """Play random matches of an OpenSpiel game for this many decisions."""
    choice = rng.choice
    made = 0
    began = process_time()
    while made < decisions:
        state = relative.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                made += 1
            state.apply_action(choice(state.legal_actions()))
        state.returns()
    return Block(Counter(moves=made), process_time() - began)


def rlcard(env: Any, decisions: int, rng: Random) -> Block:
    """Play random matches of an RLCard environment for this many decisions."""
    choice = rng.choice
    made = 0
    began = process_time()
    while made < decisions:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            made += 1
        env.get_payoffs()
    return Block(Counter(moves=made), process_time() - began)


def rival(name: str, decisions: int, rng: Random) -> Runner:
    """Return a function that plays random matches with OpenSpiel or RLCard, and measures them.

    Raises `ImportError` if that engine is not installed.
    """
    if name == BRIDGE:
        import rlcard as library  # noqa: PLC0415 - an extra

        env = library.make("bridge", config={"seed": 1})
        return lambda: rlcard(env, decisions // FEWER, rng)
    import pyspiel  # noqa: PLC0415 - an extra

    relative = pyspiel.load_game(name)
    return lambda: spiel(relative, decisions, rng)


# --- Output ---------------------------------------------------------------------------------------


def told(name: str, blocks: Sequence[Block]) -> str:
    """Return a line about an engine: the median, lowest and highest speed of its blocks."""
    rates = [block.rate for block in blocks]
    kinds = sum((block.kinds for block in blocks), Counter[str]())
    parts = ", ".join(f"{kind} {count:,}" for kind, count in kinds.items() if count)
    return (
        f"{name}: {statistics.median(rates):,.0f} decisions a second "
        f"(from {min(rates):,.0f} to {max(rates):,.0f}; {parts})"
    )


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % confidence interval of the median, as two of the given values."""
    ordered, number = sorted(values), len(values)
    low = max(0, ceil(number / 2 - 1.96 * sqrt(number) / 2) - 1)
    return ordered[low], ordered[number - 1 - low]


def compare(ours: Sequence[Block], name: str, theirs: Sequence[Block]) -> None:
    """Print the other engine's decision rate, and the ratio of our rate to it.

    Each block of our measurements is compared with the other engine's block measured beside it.
    """
    ratios = [our.rate / their.rate for our, their in zip(ours, theirs, strict=True)]
    low, high = interval(ratios)
    print(told(f"  beside {name}", theirs))
    print(
        f"  ratio: median {statistics.median(ratios):.2f}, 95 % {low:.2f} to {high:.2f} "
        f"(from {min(ratios):.2f} to {max(ratios):.2f}, {len(ratios)} pairs of blocks)"
    )


def measure(spec: Spec, asked: argparse.Namespace, rng: Random) -> list[str]:
    """Measure a game and its rival engines in alternating blocks; return the missing engines."""
    players = asked.players or SEATS.get(spec.id, 4)
    others: dict[str, Runner] = {}
    missing = []
    for name in RIVALS.get(spec.id, (OH_HELL,)):
        try:
            others[name] = rival(name, asked.decisions, rng)
        except ImportError:
            missing.append(name)
    gc.collect()
    gc.freeze()
    ours: list[Block] = []
    theirs: dict[str, list[Block]] = {name: [] for name in others}
    for _ in range(asked.blocks):
        ours.append(matches(spec, players, asked.decisions, rng))
        for name, run in others.items():
            theirs[name].append(run())
    print(told(spec.id, ours))
    for name, blocks in theirs.items():
        compare(ours, name, blocks)
    return missing


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=game_ids(), help="all of them unless one is named")
    parser.add_argument("--blocks", type=int, default=15)
    parser.add_argument("--decisions", type=int, default=40_000, help="in each block")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """Measure all games with every engine that is installed."""
    asked = arguments()
    rng = Random(asked.seed)
    missing: list[str] = []
    for id_ in [asked.game] if asked.game else game_ids():
        missing += measure(game(id_), asked, rng)
    if missing:
        print(f"Not installed: {', '.join(dict.fromkeys(missing))}. The extra bench has them.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
