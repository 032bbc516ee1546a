"""Plays matches between bots without table or clock, for `simulate` and to measure strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Bot, Move, Result, State, Turn, View
from audiogames.core.registry import Spec

BUDGET = 1000
"""The default number of rollouts per decision, for bots that use them."""

Deal = Callable[[State[Any, Any]], Move]
"""Returns the dealer's move, for one match."""


@dataclass(frozen=True)
class Played:
    """The result of one finished match, and how many moves its seats made."""

    result: Result
    moves: int


def play_match(
    spec: Spec,
    options: object,
    bots: Sequence[Bot[Any, Any]],
    rng: Random,
    deal: Deal | None = None,
) -> Played:
    """Play one match to its end.  A bot that may move out of turn does so immediately.

    `rng` is used by the bots and, unless `deal` is given, by the dealer.
    """
    state = spec.rules.start(options, len(bots))
    moves = 0
    while (turn := state.to_act) is not Turn.OVER:
        if isinstance(turn, Turn):
            state.apply(None, deal(state) if deal else spec.rules.chance(state, rng))
            continue
        move = bots[turn].choose(state.view(turn), rng, BUDGET, never)
        state.apply(turn, move)
        moves += 1
        if window := spec.clock.window(state):
            state.apply(window.seat, window.move)
            moves += 1
    result = state.result()
    assert result is not None
    return Played(result, moves)


def never() -> bool:
    """Return False: the default `stop` of bots for which no player is waiting."""
    return False


RANDOM = "random"


class RandomBot(Bot[View, Move]):
    """A bot that plays each legal move with equal probability; every other bot should be better."""

    def choose(self, view: View, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return a random legal move."""
        del budget, stop
        move = rng.choice(view.legal)
        assert isinstance(move, Move)
        return move


def levels(spec: Spec) -> tuple[str, ...]:
    """Return the levels that players can choose, from the weakest."""
    return tuple(spec.bots.levels)


def bot(spec: Spec, level: str, character: Character = EVEN) -> Bot[Any, Any]:
    """Create a bot of this level; if the level has characters, it gets this one.

    Raises `KeyError`.
    """
    if level == RANDOM:
        return RandomBot()
    make = spec.bots.levels[level]
    return make(character) if level in spec.bots.characters else make()
