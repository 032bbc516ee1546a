"""Checks that higher bot levels do better than lower ones against the same weak players.

    python -m bench.ladder GAME [--deals N] [--seed S] [--levels A,B,...] [--weak A,B,...]

Run it from the top folder of the project. The weak players never change: one makes random moves,
one plays the highest card; in Invido there are players who always accept or always fold, in
Novantanove a greedy one. Each level plays the same duplicate deals against each of them. A level is
reported if it does worse than a lower one by more than the interval of the difference.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from audiogames.core.contract import Bot, Move, View
from audiogames.core.registry import Spec, game_ids
from audiogames.search import estimates
from audiogames.search.arena import RANDOM, bot, levels
from audiogames.search.duplicate import blind, observe
from bench.strength.__main__ import matchup_of
from bench.strength.matchup import Matchup

HIGHEST: Final = "highest-card"
LOWEST_FIRST: Final = ("novantanove",)
"""Games whose sorted hands start with the lowest card."""

OWN: Final = ("accepts", "folds", "greedy")
"""Weak players that some games define."""


class HighestCardBot(Bot[View, Move]):
    """A weak bot that plays its highest card, and otherwise makes the first legal move."""

    def __init__(self, spec: Spec) -> None:
        self._order = spec.hand.order
        self._sign = 1 if spec.id in LOWEST_FIRST else -1

    def choose(self, view: View, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return the move with the highest card, or another move if no card can be played."""
        del rng, budget, stop
        move = max(view.legal, key=self._height)
        assert isinstance(move, Move)
        return move

    def _height(self, move: Any) -> float:
        """Return the rank of a move's card in its suit, or the lowest value if it has no card."""
        card = getattr(move, "card", None)
        if card is None or self._order is None:
            return -99.0 if card is None else 0.0
        return float(self._sign * self._order(card)[1])


def weak_players(matchup: Matchup) -> Mapping[str, Callable[[], Bot[Any, Any]]]:
    """Return the weak players to measure a game's levels against, as bot factories by name."""
    spec = matchup.spec
    own = {name: make for name, make in matchup.bots.items() if name in OWN}
    highest = {} if "accepts" in own else {HIGHEST: lambda: HighestCardBot(spec)}
    return {RANDOM: lambda: bot(spec, RANDOM), **highest, **own}


@dataclass(frozen=True)
class Step:
    """The results of a level against a weak player, one number per deal."""

    level: str
    made: tuple[float, ...]

    def falls_below(self, lower: Step) -> bool:
        """Return True if the lower level did significantly better in the same deals."""
        both = zip(self.made, lower.made, strict=True)
        return estimates.mean({"": [one - other for one, other in both]}).high < 0


def climb(
    matchup: Matchup, weak: str, names: Sequence[str], deals: int, seed: int
) -> Iterator[Step]:
    """Play each of these levels against one weak player, in the same deals."""
    form = next(iter(matchup.forms.values()))
    kinds = len(matchup.kinds(form))
    rest = blind(weak_players(matchup)[weak]())
    contests = [matchup.contest(form, kind, lambda _event: None) for kind in range(kinds)]
    for level in names:
        tested = blind(bot(matchup.spec, level))
        seen = (
            observe(contests[number % kinds], tested, rest, f"ladder {seed} {number}")
            for number in range(deals)
        )
        yield Step(level, tuple(one.points if matchup.wins else one.margin for one in seen))


def falls(steps: Sequence[Step]) -> list[tuple[str, str]]:
    """Return pairs of a level and a lower level that did significantly better."""
    return [
        (higher.level, lower.level)
        for place, higher in enumerate(steps)
        for lower in steps[:place]
        if higher.falls_below(lower)
    ]


def main() -> None:
    """Play the deals, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder")
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default="")
    parser.add_argument("--weak", default="")
    asked = parser.parse_args()
    matchup = matchup_of(asked.game)
    names = asked.levels.split(",") if asked.levels else levels(matchup.spec)
    for weak in asked.weak.split(",") if asked.weak else weak_players(matchup):
        steps = []
        for step in climb(matchup, weak, names, asked.deals, asked.seed):
            steps.append(step)
            found = estimates.mean({"": step.made})
            print(f"{asked.game}, {step.level} against {weak}: {found.mean:.3f} ±{found.half:.3f}")
        for higher, lower in falls(steps):
            print(f"  {higher} does worse than {lower}")


if __name__ == "__main__":
    main()
