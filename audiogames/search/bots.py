"""Bots that any game has, and how a level becomes a bot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from audiogames.core.game import Bot, Move, View
from audiogames.core.registry import Spec

RANDOM = "random"


class RandomBot(Bot[View, Move]):
    """Any legal move, each as likely as the others: the bracket below every bot."""

    def choose(self, view: View, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves."""
        del budget, stop
        move = rng.choice(view.legal)
        assert isinstance(move, Move)
        return move


def levels(spec: Spec) -> tuple[str, ...]:
    """The bots of a game that a player meets, from the weakest."""
    return tuple(spec.bots)


def bot(spec: Spec, level: str) -> Bot[Any, Any]:
    """A bot of this level.  Raises `KeyError`."""
    return RandomBot() if level == RANDOM else spec.bots[level]()
