"""How well ratings order players of known strength, and what the bots of a game are rated.

    python -m bench.ratings GAME [--seats N] [--matches N] [--between N] [--seconds N]

from the top folder of the project. The players are the bots of the game's ladder and, between two
neighbouring levels, some that make each decision as one of the two, by lot. They meet at random
until each has played so many matches, and are rated as on a server. It prints the rank correlation
(Spearman) between ratings and strengths after 30 and after all matches, and what each level is
rated, with the middle of the ladder at 25, which is a newcomer's rating.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any, Final

from audiogames.core.contract import Bot
from audiogames.core.events import Seat
from audiogames.core.registry import Spec, game
from audiogames.net.server.contests.rating import MU, NEW, Skill, ranks, rated
from audiogames.net.server.contests.rows import ResultRow, SeatResult
from audiogames.search.arena import bot, play_match
from audiogames.search.levelling import MixedBot

EARLY: Final = 30
"""Matches before the first evaluation."""


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation of two lists without equal numbers."""
    count = len(one)
    places = [_places(one), _places(other)]
    apart: int = sum((a - b) ** 2 for a, b in zip(*places, strict=True))
    return 1.0 - 6 * apart / (count * (count**2 - 1))


def _places(numbers: Sequence[float]) -> list[int]:
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    return [order.index(at) for at in range(len(numbers))]


class Pool:
    """Players of known strength, who meet at random."""

    def __init__(self, spec: Spec, seats: int, between: int, seed: int = 1) -> None:
        self.spec, self.seats, self.rng = spec, seats, Random(seed)
        rungs = [bot(spec, level) for level in spec.bots.rungs]
        steps = between + 1
        self.places = [at / steps for at in range((len(rungs) - 1) * steps + 1)]
        self.players: list[Bot[Any, Any]] = [MixedBot(rungs, place) for place in self.places]
        self.skills: dict[str, Skill] = {}
        self.played = [0] * len(self.places)
        self.matches = 0

    def play(self) -> None:
        """Play one match of those who have played least, seated at random."""
        order = sorted(range(len(self.places)), key=lambda at: (self.played[at], self.rng.random()))
        chosen = order[: self.seats]
        self.rng.shuffle(chosen)
        options = self.spec.options()
        result = play_match(
            self.spec, options, [self.players[at] for at in chosen], self.rng
        ).result
        sides = self.spec.partners(self.seats)
        side_of = {seat: at for at, side in enumerate(sides) for seat in side}
        order_of = ranks({side_of[seat] for seat in result.winners}, result.points)
        seats = tuple(
            SeatResult(str(at), str(at), side_of[Seat(seat)], order_of[side_of[Seat(seat)]])
            for seat, at in enumerate(chosen)
        )
        row = ResultRow(1, str(self.matches), 0.0, self.spec.id, "", "", seats)
        self.skills.update(rated(row, self.skills))
        self.matches += 1
        for at in chosen:
            self.played[at] += 1

    @property
    def ratings(self) -> list[float]:
        """The current rating of each, the weakest first."""
        return [self.skills.get(str(at), NEW).mu for at in range(len(self.places))]

    def correlation(self) -> float:
        """Return the rank correlation of ratings and strengths."""
        return spearman(self.ratings, self.places)


def main(given: list[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--between", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=600)
    asked = parser.parse_args(given)
    spec = game(asked.game)
    pool, early = Pool(spec, asked.seats or spec.usual_seats, asked.between), None
    while min(pool.played) < asked.matches and process_time() < asked.seconds:
        pool.play()
        if early is None and min(pool.played) >= EARLY:
            early = pool.correlation()
    middle = pool.ratings[len(pool.places) // 2]
    levels = {
        level: round(pool.ratings[at * (asked.between + 1)] - middle + MU, 1)
        for at, level in enumerate(spec.bots.rungs)
    }
    told = "not reached" if early is None else f"{early:.2f}"
    print(
        f"{spec.id}, {pool.seats} seats, {len(pool.places)} players, {pool.matches} matches,"
        f" at least {min(pool.played)} each: correlation after {EARLY}: {told},"
        f" at the end {pool.correlation():.2f}; {levels}; {process_time():.0f} s"
    )


if __name__ == "__main__":
    main()
