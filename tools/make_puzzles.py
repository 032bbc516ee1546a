"""Finds puzzles in matches of bots: positions in which one move is better than all others.

    python -m tools.make_puzzles GAME [--seconds N] [--most N] [--check]

Run it from the top folder of the project. It adds puzzles to `audiogames/games/GAME/puzzles.jsonl`
until the file has enough or the processor time is used up. `--check` evaluates the existing puzzles
again.

A position becomes a puzzle on four conditions: in the evaluation that reviews use, one move is
ahead of every other by twice the threshold for a mistake, significantly; ten times as many new
worlds confirm this; the review has a reason for the move; and the easy bot finds it in fewer than
nine cases of ten. The bots are of mixed levels, so that the positions resemble those of people.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from audiogames.core.contract import Move, Turn, View
from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.core.registry import Spec, game
from audiogames.core.review import ReviewSpec, World
from audiogames.core.text import plain
from audiogames.search.arena import BUDGET, bot, never
from audiogames.search.judging import FACTOR, PairedGain
from audiogames.table.puzzles import TRIES, Puzzle, read_puzzles, written_puzzle

FOLDER: Final = Path(__file__).resolve().parents[1] / "audiogames" / "games"
CLEAR: Final = 2.0
"""How far the best move must be ahead, as a multiple of the least gain that a review reports."""
TOO_EASY: Final = 9
"""A puzzle is too easy if the weakest bot finds it this often."""
LONGEST: Final = 140
"""The most moves before a puzzle; more would make the file long."""
A_MATCH: Final = 2
"""The most puzzles of one match."""


@dataclass(frozen=True)
class Found:
    """A best move and its `gain` over the `rival`, the best of the other moves."""

    best: Move
    rival: Move
    gain: PairedGain


@dataclass(frozen=True)
class Position:
    """A view during a match, and the moves played before it."""

    view: Any
    moves: tuple[tuple[int | None, str], ...]


def ahead(moves: Sequence[Move], worlds: Sequence[World]) -> Found | None:
    """Return the best move of an evaluation, or None if its lead may be due to chance.

    Each pair of moves is compared in the same worlds.
    """
    sums = [sum(weight * values[at] for weight, values in worlds) for at in range(len(moves))]
    best = max(range(len(moves)), key=sums.__getitem__)
    closest: Found | None = None
    for other in range(len(moves)):
        if other == best:
            continue
        gain = PairedGain()
        for weight, values in worlds:
            gain.add(weight, values[best] - values[other])
        if gain.mean - gain.half <= 0:
            return None
        if closest is None or gain.mean < closest.gain.mean:
            closest = Found(moves[best], moves[other], gain)
    return closest


class Maker:
    """Searches matches of one game for puzzles."""

    def __init__(self, spec: Spec) -> None:
        assert spec.bots.review is not None
        self.spec = spec
        self.review: ReviewSpec[Any, Any] = spec.bots.review
        self.bots = {level: bot(spec, level) for level in spec.bots.rungs}
        self.tried: dict[str, int] = {}
        """The number of positions rejected at each step."""

    def match(self, seed: int) -> Iterator[Puzzle]:
        """Play the match with this seed, and yield the puzzles found in it."""
        found = 0
        for position in self._positions(seed):
            puzzle = self.puzzle(position, Random(f"puzzle {seed} {len(position.moves)}"), seed)
            if puzzle is not None:
                yield puzzle
                found += 1
            if found == A_MATCH:
                return

    def _positions(self, seed: int) -> Iterator[Position]:
        spec, rng = self.spec, Random(f"puzzles {self.spec.id} {seed}")
        self.seats = spec.usual_seats if rng.random() < 0.6 else rng.choice(spec.seats)
        self.options = rng.choice(list(spec.named_options.values()))
        try:
            state = spec.rules.start(self.options, self.seats)
        except OptionError:
            self.options = spec.options()
            state = spec.rules.start(self.options, self.seats)
        quick = [self.bots[level] for level in spec.bots.rungs[:2]]
        players = [rng.choice(quick) for _ in range(self.seats)]
        moves: list[tuple[int | None, str]] = []

        def make(seat: Seat | None, move: Move) -> None:
            state.apply(seat, move)
            moves.append((seat, str(move)))

        while (turn := state.to_act) is not Turn.OVER and len(moves) < LONGEST:
            if isinstance(turn, Turn):
                make(None, spec.rules.chance(state, rng))
                continue
            view = state.view(turn)
            if rng.random() < 0.5:
                yield Position(view, tuple(moves))
            make(turn, players[turn].choose(view, rng, BUDGET, never))
            if window := spec.clock.window(state):
                make(window.seat, window.move)

    def puzzle(self, position: Position, rng: Random, seed: int) -> Puzzle | None:
        """Return a puzzle from this position, or None if the position is unsuitable."""
        view: View = position.view
        moves = list(self.review.candidates(view))
        if len(moves) < 2:
            return self._none("nothing to decide")
        worlds = self.review.worlds(view, len(moves), BUDGET)
        first = self._ahead(view, moves, worlds, rng)
        if first is None:
            return self._none("not clear")
        right = [one for one in view.legal if self.review.stands_for(one, view) == first.best]
        weakest = self.spec.bots.rungs[0]
        solved = {weakest: self._finds(weakest, view, right, seed)}
        if solved[weakest] >= TOO_EASY:
            return self._none("too easy")
        if not self.review.reasons(view, first.best, first.rival):
            return self._none("no reason")
        if any(self.review.is_sound(one, view) for one in moves if one != first.best):
            return self._none("another is sound")
        again = self._ahead(view, moves, worlds * FACTOR, rng)
        if again is None or again.best != first.best:
            return self._none("not confirmed")
        for level in self.spec.bots.rungs[1:]:
            solved[level] = self._finds(level, view, right, seed)
        self._count("found")
        options = plain(self.options)
        assert isinstance(options, dict)
        assert view.seat is not None
        return Puzzle(
            game=self.spec.id,
            rules=self.spec.rules.version,
            options=dict(options),
            seats=self.seats,
            seat=view.seat,
            moves=position.moves,
            best=tuple(map(str, [first.best, *(one for one in right if one != first.best)])),
            rival=str(again.rival),
            gain=round(again.gain.mean, 4),
            solved=solved,
            seed=seed,
        )

    def _ahead(self, view: View, moves: list[Move], worlds: int, rng: Random) -> Found | None:
        tried = list(self.review.weigh(view, moves, worlds, rng, never))
        found = ahead(moves, tried) if len(tried) > 1 else None
        is_clear = found is not None and found.gain.mean >= CLEAR * self.review.least(view)
        return found if is_clear else None

    def _finds(self, level: str, view: View, right: Sequence[Move], seed: int) -> int:
        """Return how often the bot of this level finds a right move in `TRIES` attempts."""
        chosen = (
            self.bots[level].choose(view, Random(f"{seed} {at}"), BUDGET, never)
            for at in range(TRIES)
        )
        return sum(one in right for one in chosen)

    def _none(self, why: str) -> Puzzle | None:
        self._count(why)
        return None

    def _count(self, why: str) -> None:
        self.tried[why] = self.tried.get(why, 0) + 1

    def still_stands(self, puzzle: Puzzle, seed: int) -> bool:
        """Evaluate a puzzle in ten times as many worlds; return True if the same move is best."""
        view = puzzle.view()
        moves, best = list(self.review.candidates(view)), puzzle.right(self.spec)[0]
        worlds = self.review.worlds(view, len(moves), BUDGET) * FACTOR
        found = self._ahead(view, moves, worlds, Random(f"check {seed}"))
        return found is not None and found.best == best


def make(spec: Spec, path: Path, seconds: float, most: int) -> None:
    """Add puzzles from matches with new seeds, until the file has `most` or the time is up."""
    known = read_puzzles(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
    positions = {json.dumps([one.moves, one.options], default=str) for one in known}
    maker, count, begun = Maker(spec), len(known), process_time()
    seed = max((one.seed for one in known), default=0)
    with path.open("a", encoding="utf-8") as file:
        while count < most and process_time() - begun < seconds:
            seed += 1
            for puzzle in maker.match(seed):
                key = json.dumps([puzzle.moves, puzzle.options], default=str)
                if key not in positions:
                    positions.add(key)
                    file.write(written_puzzle(puzzle))
                    file.flush()
                    count += 1
    print(spec.id, count, "puzzles,", round(process_time() - begun), "s,", maker.tried)


def check(spec: Spec, path: Path) -> None:
    """Evaluate every puzzle in the file again, and print how many are still valid."""
    known = read_puzzles(path.read_text(encoding="utf-8").splitlines())
    maker = Maker(spec)
    stand = sum(maker.still_stands(one, at) for at, one in enumerate(known))
    print(spec.id, stand, "of", len(known), "stand")


def main(given: list[str] | None = None) -> None:
    """Parse the arguments, then make or check puzzles."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(given)
    path = FOLDER / asked.game / "puzzles.jsonl"
    if asked.check:
        check(game(asked.game), path)
    else:
        make(game(asked.game), path, asked.seconds, asked.most)


if __name__ == "__main__":
    main()
