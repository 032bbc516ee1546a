"""Measures how well ratings order players of known strength, and rates each bot level.

    python -m bench.ratings GAME [--seats N] [--matches N] [--between N] [--seconds N]
        [--budget N] [--resampled N]

Run it from the top folder of the project. The players are the bots of the game's ladder and,
between neighbouring levels, some that make each decision like one of the two at random. They meet
at random until each has played `--matches` matches, and are rated as on a server. It prints the
rank correlation (Spearman) between ratings and strengths after 30 and after all matches, and the
rating of each level, with the level `normal` at 25, which is a newcomer's rating.

The correlation of one season depends on chance. So the played matches are resampled, with
replacement, into seasons of 100 matches per player until `--resampled` matches are used; the mean,
lowest and highest correlation of these seasons are printed, and the mean ratings of the levels. The
seasons share their matches, so they differ less than independent seasons would.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, Final

from audiogames.core.contract import Bot, Move, View
from audiogames.core.events import Seat
from audiogames.core.registry import Spec, game
from audiogames.net.server.contests.rating import MU, NEW, Skill, ranks, rated
from audiogames.net.server.contests.rows import ResultRow, SeatResult
from audiogames.search.arena import BUDGET, bot, play_match
from audiogames.search.levelling import MixedBot

EARLY: Final = 30
LATE: Final = 100
"""Matches of each player before the correlations of a season are computed."""


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation of two lists of distinct numbers."""
    count = len(one)
    places = [_places(one), _places(other)]
    apart: int = sum((a - b) ** 2 for a, b in zip(*places, strict=True))
    return 1.0 - 6 * apart / (count * (count**2 - 1))


def _places(numbers: Sequence[float]) -> list[int]:
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    return [order.index(at) for at in range(len(numbers))]


class LimitedBot(Bot[Any, Any]):
    """A bot that plays like another one, with a limited number of rollouts per decision."""

    def __init__(self, player: Bot[Any, Any], budget: int) -> None:
        self._player = player
        self._budget = budget

    def choose(self, view: View, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return the move of the underlying player, with the budget capped at this bot's limit."""
        move = self._player.choose(view, rng, min(budget, self._budget), stop)
        assert isinstance(move, Move)
        return move


class Pool:
    """Bots of known strength who play rated matches against one another."""

    def __init__(self, spec: Spec, seats: int, between: int, budget: int = BUDGET) -> None:
        self.spec, self.seats, self.budget, self.rng = spec, seats, budget, Random(1)
        self.rows: list[ResultRow] = []
        rungs = [LimitedBot(bot(spec, level), budget) for level in spec.bots.rungs]
        steps = between + 1
        self.places = [at / steps for at in range((len(rungs) - 1) * steps + 1)]
        self.players: list[Bot[Any, Any]] = [MixedBot(rungs, place) for place in self.places]
        self.skills: dict[str, Skill] = {}
        self.played = [0] * len(self.places)
        self.matches = 0

    def play(self) -> None:
        """Play and rate a match of the bots with the fewest matches, seated at random."""
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
        self.rows.append(row)
        self.matches += 1
        for at in chosen:
            self.played[at] += 1

    @property
    def ratings(self) -> list[float]:
        """The current rating of each player, from the weakest player to the strongest."""
        return ratings(self.skills, len(self.places))

    def correlation(self) -> float:
        """Return the rank correlation of ratings and strengths."""
        return spearman(self.ratings, self.places)

    def seasons(self, matches: int) -> Iterator[Season]:
        """Yield seasons resampled from the played matches, with this many matches in total."""
        while matches > 0:
            season = drawn_season(self.rows, len(self.places), self.rng)
            matches -= season.matches
            yield season


def ratings(skills: Mapping[str, Skill], players: int) -> list[float]:
    """Return the rating of each player, from the weakest player to the strongest."""
    return [skills.get(str(at), NEW).mu for at in range(players)]


@dataclass(frozen=True)
class Season:
    """A season of randomly drawn matches, and how well the ratings rank the players.

    `early` and `late` are rank correlations of ratings and true strength, when each player has
    played at least 30 and at least 100 matches.  `ratings` are the final ratings, from the
    weakest player to the strongest; `matches` is the number of rated matches.
    """

    matches: int
    early: float
    late: float
    ratings: list[float]


def drawn_season(rows: Sequence[ResultRow], players: int, rng: Random) -> Season:
    """Rate matches, drawn with replacement, until each player has played 100 matches.

    A drawn match is ignored if all its players have played 100 matches already.
    """
    skills: dict[str, Skill] = {}
    played, matches, early = [0] * players, 0, None
    while min(played) < LATE:
        row = rng.choice(rows)
        seated = [int(one.who) for one in row.seats]
        if all(played[at] >= LATE for at in seated):
            continue
        skills.update(rated(row, skills))
        matches += 1
        for at in seated:
            played[at] += 1
        if early is None and min(played) >= EARLY:
            early = spearman(ratings(skills, players), range(players))
    assert early is not None
    last = ratings(skills, players)
    return Season(matches, early, spearman(last, range(players)), last)


def levels_of(pool: Pool, rated_as: Sequence[float]) -> dict[str, float]:
    """Return the rating of each level, shifted so that `normal` is rated like a newcomer."""
    rungs = tuple(pool.spec.bots.rungs)
    steps = (len(pool.places) - 1) // (len(rungs) - 1)
    own = {level: rated_as[at * steps] for at, level in enumerate(rungs)}
    usual = own.get("normal", rated_as[len(rated_as) // 2])
    return {level: round(one - usual + MU, 1) for level, one in own.items()}


def _print_seasons(pool: Pool, matches: int) -> None:
    seasons = list(pool.seasons(matches))
    middle = [fmean(numbers) for numbers in zip(*(one.ratings for one in seasons), strict=True)]
    for when, found in (
        (EARLY, [one.early for one in seasons]),
        (LATE, [one.late for one in seasons]),
    ):
        print(
            f"  {len(seasons)} seasons, correlation after {when}: mean {fmean(found):.2f},"
            f" from {min(found):.2f} to {max(found):.2f}"
        )
    print(f"  {sum(one.matches for one in seasons)} matches; {levels_of(pool, middle)}")


def main(given: list[str] | None = None) -> None:
    """Play and rate the matches, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--between", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--resampled", type=int, default=0)
    asked = parser.parse_args(given)
    spec = game(asked.game)
    seats, early = asked.seats or spec.usual_seats, None
    pool = Pool(spec, seats, asked.between, asked.budget)
    while min(pool.played) < asked.matches and process_time() < asked.seconds:
        pool.play()
        if early is None and min(pool.played) >= EARLY:
            early = pool.correlation()
    told = "not reached" if early is None else f"{early:.2f}"
    print(
        f"{spec.id}, {pool.seats} seats, {len(pool.places)} players, {pool.matches} matches,"
        f" at least {min(pool.played)} each: correlation after {EARLY}: {told},"
        f" at the end {pool.correlation():.2f};"
        f" {levels_of(pool, pool.ratings)}; {process_time():.0f} s"
    )
    if asked.resampled:
        _print_seasons(pool, asked.resampled)


if __name__ == "__main__":
    main()
