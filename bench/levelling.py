"""Measures how well the adaptive level matches players of known strength.

    python -m bench.levelling novantanove --players 2 --strength 0.5,1,1.5 --runs 10
    python -m bench.levelling novantanove --players 2 --grid 0,0.5,1,1.5,2 --matches 200
    python -m bench.levelling --chances chances.json --runs 200

Strengths and the adaptive level are places on the ladder of the game's levels: at 1.25, a quarter
of the decisions are made as by the bot at place 2, the others as by the bot at place 1.

The first command plays real matches.  A player of known strength meets bots at the place of the
adaptive level, which changes after each deal as it does in the program.  Each run begins with the
place of an unknown player.  The result is the share of wins in matches 21 to 120.

For games with long matches, the second command measures how often such a player wins against bots
at fixed places, and prints it as JSON.  The third one draws the results of matches with these
probabilities, interpolated between the places, and adapts the level after each match.  `--budget`
changes the number of rollouts of all bots.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.options import read_options
from audiogames.core.registry import Spec, game
from audiogames.search.arena import BUDGET, bot, never
from audiogames.search.levelling import (
    MixedBot,
    at_first,
    drawn_level,
    expected_share,
    final_share,
    on_ladder,
    place_after,
)

FIRST, LAST = 21, 120
"""The first and the last match that count; before them the level is still being found."""

ME = Seat(0)


def main(argv: Sequence[str]) -> None:
    """Measure, and print the results."""
    given = _arguments(argv)
    if given.chances:
        _print_runs(_modelled(json.loads(given.chances.read_text()), given.runs, given.seed))
        return
    spec = game(given.game)
    table = Table(spec, given.players or spec.usual_seats, given.budget)
    if given.grid:
        places = [float(one) for one in given.grid.split(",")]
        print(json.dumps(grid(table, places, given.matches, given.seed)))
        return
    strengths = [float(one) for one in given.strength.split(",")]
    _print_runs(_real(table, strengths, given.runs, given.seed))


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.levelling")
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--strength", default="0,1,2")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--grid", default="")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--chances", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=int, default=BUDGET)
    return parser.parse_args(argv)


# Real matches -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """The game of a measurement, its number of seats, and the bots' budget."""

    spec: Spec
    seats: int
    budget: int


class Player:
    """A simulated player of known strength, against bots whose level changes with each deal."""

    def __init__(self, table: Table, strength: float) -> None:
        self._table = table
        self._rungs = {level: bot(table.spec, level) for level in table.spec.bots.rungs}
        self._me = MixedBot(tuple(self._rungs.values()), strength)

    def play(self, rng: Random, place: Callable[[Any], float]) -> float:
        """Play a match and return the player's share of the win.

        `place` is called before each deal with the state, and returns the opponents' place on the
        ladder.
        """
        spec, seats, at = self._table.spec, self._table.seats, 0.0
        state = spec.rules.start(read_options(spec.options, {}), seats)
        while (turn := state.to_act) is not Turn.OVER:
            if isinstance(turn, Turn):
                at = place(state) if state.expects == "deal" else at
                state.apply(None, spec.rules.chance(state, rng))
                continue
            chooses = self._me if turn == ME else self._rungs[drawn_level(spec, at, rng)]
            state.apply(turn, chooses.choose(state.view(turn), rng, self._table.budget, never))
            if window := spec.clock.window(state):
                state.apply(window.seat, window.move)
        result = state.result()
        assert result is not None
        return final_share(spec, result, seats, ME)


class Run:
    """A series of matches of one player, in which the adaptive level is updated after each deal."""

    def __init__(self, table: Table) -> None:
        self._spec = table.spec
        self._share = 1 / len(table.spec.partners(table.seats))
        self._found = at_first(table.spec)
        self._hoped = 0.0

    def match(self, player: Player, rng: Random) -> float:
        """Play a match; return the player's share of the win."""
        self._hoped = self._share
        won = player.play(rng, self._place)
        self._move(won)
        self._found = replace(self._found, matches=self._found.matches + 1)
        return won

    def _place(self, state: Any) -> float:
        self._move(expected_share(self._spec, state.view(None), ME))
        return self._found.place

    def _move(self, hoped: float) -> None:
        self._found = place_after(self._spec, self._found, hoped - self._hoped)
        self._hoped = hoped


def _real(
    table: Table, strengths: Sequence[float], runs: int, seed: int
) -> Iterator[tuple[str, list[float]]]:
    for strength in strengths:
        player = Player(table, strength)
        shares = []
        for number in range(runs):
            run, rng = Run(table), Random(f"{seed} {strength} {number}")
            won = [run.match(player, rng) for _ in range(LAST)]
            shares.append(statistics.mean(won[FIRST - 1 :]))
        yield f"strength {strength:g}", shares


def evened(won: Sequence[Sequence[float]]) -> list[list[float]]:
    """Average each pair of symmetric measurements: the same two strengths with swapped sides."""
    pairs = zip(won, zip(*won, strict=True), strict=True)
    return [
        [round((one + 1 - other) / 2, 4) for one, other in zip(*pair, strict=True)]
        for pair in pairs
    ]


def _fixed(place: float, _state: Any) -> float:
    return place


def grid(table: Table, places: Sequence[float], matches: int, seed: int) -> dict[str, Any]:
    """Return how often a player of each strength wins against bots at each place of the ladder."""
    spec, seats, won = table.spec, table.seats, []
    for strength in places:
        player, row = Player(table, strength), []
        for place in places:
            rng = Random(f"{seed} {strength} {place}")
            parts = (player.play(rng, partial(_fixed, place)) for _ in range(matches))
            row.append(round(statistics.mean(parts), 4))
        print(f"strength {strength:g}: {row}", file=sys.stderr)
        won.append(row)
    if seats == 2:
        won = evened(won)
    return {
        "game": spec.id, "seats": seats, "sides": len(spec.partners(seats)),
        "matches": matches, "seed": seed, "budget": table.budget,
        "places": list(places), "won": won,
    }  # fmt: skip


# Matches by chances -------------------------------------------------------------------------------


def _modelled(chances: Any, runs: int, seed: int) -> Iterator[tuple[str, list[float]]]:
    spec, sides = game(chances["game"]), chances["sides"]
    for strength, row in zip(chances["places"], chances["won"], strict=True):
        shares = []
        for number in range(runs):
            found, rng, won = at_first(spec), Random(f"{seed} {strength} {number}"), []
            for played in range(LAST):
                at = on_ladder(spec, found.place)
                won.append(float(rng.random() < between(chances["places"], row, at)))
                found = place_after(spec, found, won[-1] - 1 / sides)
                found = replace(found, matches=played + 1)
            shares.append(statistics.mean(won[FIRST - 1 :]))
        yield f"strength {strength:g}", shares


def between(places: Sequence[float], values: Sequence[float], at: float) -> float:
    """Return the value at place `at`, interpolated linearly between the neighbouring places."""
    upper = next(number for number, place in enumerate(places) if place >= at)
    if upper == 0:
        return values[0]
    part = (at - places[upper - 1]) / (places[upper] - places[upper - 1])
    return values[upper - 1] + part * (values[upper] - values[upper - 1])


def _print_runs(runs: Iterator[tuple[str, list[float]]]) -> None:
    for name, shares in runs:
        spread = statistics.stdev(shares) if len(shares) > 1 else 0.0
        half = 1.96 * spread / math.sqrt(len(shares))
        print(
            f"{name}: {len(shares)} runs, {100 * statistics.mean(shares):.1f} of 100 won "
            f"±{100 * half:.1f}, single runs from {100 * min(shares):.0f} to "
            f"{100 * max(shares):.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
