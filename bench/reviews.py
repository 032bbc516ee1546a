"""What a review tells: errors planted in the strong bot's matches, and its own moves.

An error is a legal move whose gain over the bot's move lies above what the game calls a mistake, by
`SURE` times the worlds of play, before any review looks at it.  Each is then judged as a review
would judge it, with a seed of its own.  Whatever is told, of planted errors and of the bot's own
moves, is tried again in `CONFIRM` times the worlds.

    python -m bench.reviews GAME [--errors N] [--own N] [--seats N] [--seed N] [--seconds N]

from the top folder of the project.  After `--seconds` of processor time it prints what it has.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from random import Random
from time import process_time
from typing import Any, Final

from audiogames.core.contract import Move, Turn, View
from audiogames.core.registry import Spec, game
from audiogames.core.review import Judgement, ReviewSpec
from audiogames.search.arena import BUDGET, bot, levels, never
from audiogames.search.estimates import wilson
from audiogames.search.judging import PairedGain, is_mistake, judge

SURE: Final = 30
CONFIRM: Final = 100


@dataclass
class Figures:
    """What has been counted by now."""

    planted: int = 0
    planted_told: int = 0
    own: int = 0
    own_told: int = 0
    told: int = 0
    confirmed: int = 0
    by_chance: list[str] = field(default_factory=list)
    """What was told and not confirmed."""


class ReviewBench:
    """The measurement of one game."""

    def __init__(self, spec: Spec, seats: int, seed: int) -> None:
        assert spec.bots.review is not None, "the game has no review"
        self._spec = spec
        self._review: ReviewSpec[Any, Any] = spec.bots.review
        self._seats = seats
        self._rng = Random(f"reviews {spec.id} {seed}")
        self._best = bot(spec, levels(spec)[-1])
        self._others = bot(spec, "normal")
        self.figures = Figures()

    def run(self, errors: int, own: int, seconds: float) -> Figures:
        """Play until so many errors were planted and so many own moves judged, or time is up."""
        found = self.figures
        for view, move in self._decisions():
            if found.own < own:
                self._judge_own(view, move)
            if found.planted < errors:
                self._plant(view, move)
            is_enough = found.own >= own and found.planted >= errors
            if is_enough or process_time() >= seconds:
                break
        return found

    def _decisions(self) -> Iterator[tuple[View, Move]]:
        """The strong bot's decisions in its seat, match after match."""
        while True:
            state = self._spec.rules.start(self._spec.options(), self._seats)
            seat = self._rng.randrange(self._seats)
            while (turn := state.to_act) is not Turn.OVER:
                if isinstance(turn, Turn):
                    state.apply(None, self._spec.rules.chance(state, self._rng))
                    continue
                view = state.view(turn)
                player = self._best if turn == seat else self._others
                move = player.choose(view, self._rng, BUDGET, never)
                if turn == seat and len(self._review.candidates(view)) > 1:
                    yield view, move
                state.apply(turn, move)
                if window := self._spec.clock.window(state):
                    state.apply(window.seat, window.move)

    def _judge_own(self, view: View, move: Move) -> None:
        judged = self._judged(view, move)
        if judged is None:
            return
        self.figures.own += 1
        if is_mistake(self._spec, view, judged):
            self.figures.own_told += 1
            self._confirm(view, judged)

    def _plant(self, view: View, move: Move) -> None:
        """Another move than the bot's, where it is an error for certain."""
        good = self._review.stands_for(move, view)
        others = [one for one in self._review.candidates(view) if one != good]
        wrong = self._rng.choice(others)
        if good is None or self._review.is_sound(wrong, view):
            return
        gain = self._gain(view, wrong, good, SURE)
        if gain.mean < self._review.least(view) or gain.mean - gain.half <= 0:
            return
        self.figures.planted += 1
        judged = self._judged(view, wrong)
        if judged is not None and is_mistake(self._spec, view, judged):
            self.figures.planted_told += 1
            self._confirm(view, judged)

    def _judged(self, view: View, move: Move) -> Judgement | None:
        return judge(self._spec, view, move, Random(self._rng.random()), never)

    def _confirm(self, view: View, judged: Judgement) -> None:
        self.figures.told += 1
        gain = self._gain(view, judged.move, judged.rival, CONFIRM)
        if gain.mean > 0:
            self.figures.confirmed += 1
        else:
            self.figures.by_chance.append(f"{judged.move}, {judged.rival}: {gain.mean:.2f}")

    def _gain(self, view: View, move: Move, rival: Move, factor: int) -> PairedGain:
        """By how much the rival is ahead, in so many times the worlds of play."""
        gain, count = PairedGain(), len(self._review.candidates(view))
        worlds = factor * self._review.worlds(view, count, BUDGET)
        for weight, (one, other) in self._review.weigh(
            view, (move, rival), worlds, Random(self._rng.random()), never
        ):
            gain.add(weight, other - one)
        return gain


def share(part: int, whole: int) -> str:
    """So many of a hundred, with the interval."""
    if not whole:
        return "none"
    found = wilson(part / whole, whole)
    mean, low, high = (100 * number for number in (found.mean, found.low, found.high))
    return f"{part} of {whole}, {mean:.1f} of 100 ({low:.1f} to {high:.1f})"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--errors", type=int, default=200)
    parser.add_argument("--own", type=int, default=300)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=inf)
    asked = parser.parse_args()
    spec = game(asked.game)
    seats = asked.seats or spec.usual_seats
    bench = ReviewBench(spec, seats, asked.seed)
    found = bench.run(asked.errors, asked.own, asked.seconds)
    print(f"{spec.id}, {seats} seats, seed {asked.seed}")
    print(f"planted errors that were told: {share(found.planted_told, found.planted)}")
    print(f"own moves of the strong bot that were told: {share(found.own_told, found.own)}")
    print(f"told and confirmed: {share(found.confirmed, found.told)}")
    for one in found.by_chance:
        print(f"not confirmed: {one}")


if __name__ == "__main__":
    main()
