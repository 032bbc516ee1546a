"""Plays many matches between bots, and counts their results.

Callers measure the time around `simulate`; no clock is read here, so that the same seed gives the
same result everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from audiogames.core.contract import Bot, Move, State
from audiogames.core.registry import Spec
from audiogames.search.arena import Played, bot, play_match


@dataclass(frozen=True)
class Simulated:
    """The results of `games` matches.

    `wins` has one number per seat, with shared wins as fractions.  With `duplicate` it has one
    number per bot, in the order of their names, and `games` counts every rotation of the bots.
    `moves` counts only moves by seats, not by the dealer or the clock.
    """

    game: str
    seats: int
    games: int
    seed: int
    wins: tuple[float, ...]
    moves: int

    def timed(self, seconds: float) -> dict[str, Any]:
        """Return these results and the speed as the object for `simulate --json`."""
        return {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "wins": list(self.wins),
            "moves": self.moves,
            "seconds": round(seconds, 3),
            "games_per_second": _rate(self.games, seconds),
            "moves_per_second": _rate(self.moves, seconds),
        }


@dataclass(frozen=True)
class Simulation:
    """Describes the matches to play; if there are fewer `levels` than `seats`, the levels repeat.

    With `duplicate` each match is played once per seat: the same deals, with every bot moved on by
    one seat, so that no bot benefits from better cards.
    """

    options: object
    seats: int
    games: int
    levels: Sequence[str]
    seed: int
    duplicate: bool = False


def simulate(
    spec: Spec, plan: Simulation, report: Callable[[int], None] = lambda _done: None
) -> Simulated:
    """Play the matches and count their results; `report` is called with the number played so far.

    Raises `KeyError` for an unknown level.
    """
    seats = plan.seats
    bots = [bot(spec, plan.levels[place % len(plan.levels)]) for place in range(seats)]
    wins = [0.0] * seats
    moves = 0
    turns = range(seats) if plan.duplicate else range(1)
    for match in range(plan.games):
        for turn in turns:
            played = _play(spec, plan.options, bots, turn, f"{plan.seed} {match}")
            moves += played.moves
            for place, part in _parts(played, turn, seats):
                wins[place] += part
            report(match * len(turns) + turn + 1)
    won = tuple(round(part, 6) for part in wins)
    return Simulated(spec.id, seats, plan.games * len(turns), plan.seed, won, moves)


def _play(
    spec: Spec, options: object, bots: Sequence[Bot[Any, Any]], turn: int, seed: str
) -> Played:
    """Play one match with the bots rotated by `turn` seats."""
    moved = [bots[(seat - turn) % len(bots)] for seat in range(len(bots))]
    return play_match(spec, options, moved, Random(f"{seed} bots"), SeededDealer(spec, seed))


def _parts(played: Played, turn: int, seats: int) -> Iterator[tuple[int, float]]:
    """Yield each winning bot's index with its share of the win."""
    winners = played.result.winners
    for seat in winners:
        yield (seat - turn) % seats, 1 / len(winners)


class SeededDealer:
    """A dealer whose nth deal of a match is always the same, whatever was played before.

    Each of its moves has its own random generator.  The seed consists of the match's seed, the
    move's first word, and the number of earlier moves with that word.  With one generator for all
    moves, a reshuffle after one choice would change every later deal.
    """

    def __init__(self, spec: Spec, seed: str) -> None:
        self._spec = spec
        self._seed = seed
        self._made: Counter[str | None] = Counter()

    def __call__(self, state: State[Any, Any]) -> Move:
        verb = state.expects
        self._made[verb] += 1
        lot = Random(f"{self._seed} {verb} {self._made[verb]}")
        move = self._spec.rules.chance(state, lot)
        assert isinstance(move, Move)
        return move


def _rate(count: int, seconds: float) -> float:
    return round(count / seconds, 1) if seconds > 0 else 0.0
