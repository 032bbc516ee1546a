"""How many random moves a second a game makes, beside OpenSpiel's oh_hell.

Both loops are the same: apply(choice(legal)), with the deal and the scoring inside the clock, in
alternating blocks of one process, so that a busy machine slows both.  What counts is the decisions
of the seats: the dealer's moves are made, but not counted.

    python -m bench.engine [--game ID] [--blocks N] [--decisions N] [--players N]
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from audiogames.core.game import Turn, no_window
from audiogames.core.registry import Spec, game

OH_HELL = "oh_hell(players=4,num_tricks_fixed=12)"


@dataclass
class Block:
    """One measured stretch: decisions by their kind, and seconds."""

    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.kinds.total() / self.seconds


def matches(spec: Spec, players: int, decisions: int, rng: Random) -> Block:
    """Random matches until so many decisions have been made."""
    rules, options = spec.rules, spec.options()
    window = None if spec.window is no_window else spec.window
    choice, over, chance = rng.choice, Turn.OVER, Turn.CHANCE
    moves = draws = 0
    began = perf_counter()
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
    return Block(Counter(moves=moves, draws=draws), perf_counter() - began)


def oh_hell(decisions: int, rng: Random) -> Block:
    """Random deals of OpenSpiel's nearest relative until so many decisions have been made."""
    import pyspiel  # noqa: PLC0415 - main() says in a sentence where it is missing

    relative = pyspiel.load_game(OH_HELL)
    choice = rng.choice
    made = 0
    began = perf_counter()
    while made < decisions:
        state = relative.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                made += 1
            state.apply_action(choice(state.legal_actions()))
        state.returns()
    return Block(Counter(moves=made), perf_counter() - began)


def told(name: str, blocks: list[Block]) -> str:
    """Median, least and most of some blocks."""
    rates = [block.rate for block in blocks]
    kinds = sum((block.kinds for block in blocks), Counter[str]())
    parts = ", ".join(f"{kind} {count:,}" for kind, count in kinds.items() if count)
    return (
        f"{name}: {statistics.median(rates):,.0f} decisions a second "
        f"(from {min(rates):,.0f} to {max(rates):,.0f}; {parts})"
    )


def compare(name: str, blocks: int, ours: Callable[[], Block], theirs: Callable[[], Block]) -> None:
    """Take turns, and tell the ratio of each pair of neighbours."""
    pairs = [(ours(), theirs()) for _ in range(blocks)]
    ratios = [our.rate / their.rate for our, their in pairs]
    print(told(name, [our for our, _ in pairs]))
    print(told(OH_HELL, [their for _, their in pairs]))
    print(
        f"ratio: median {statistics.median(ratios):.2f} "
        f"(from {min(ratios):.2f} to {max(ratios):.2f}, {blocks} pairs of blocks)"
    )


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="novantanove")
    parser.add_argument("--blocks", type=int, default=15)
    parser.add_argument("--decisions", type=int, default=40_000, help="in each block")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """Measure; without OpenSpiel only ourselves."""
    asked = arguments()
    rng = Random(asked.seed)
    spec = game(asked.game)

    def ours() -> Block:
        return matches(spec, asked.players, asked.decisions, rng)

    try:
        import pyspiel  # noqa: F401, PLC0415 - an extra
    except ImportError:
        print(told(spec.id, [ours() for _ in range(asked.blocks)]))
        print("For the comparison install the package open_spiel: pip install open_spiel.")
        return 0
    compare(spec.id, asked.blocks, ours, lambda: oh_hell(asked.decisions, rng))
    return 0


if __name__ == "__main__":
    sys.exit(main())
