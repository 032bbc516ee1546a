"""The levels below normal: in Scopone each is a mixture of the easy and the normal bot.

When all cards are dealt at once, sweeps decide the match: a player who ignores sweeps loses
every match to one who always considers them.  So in Scopone even the easy level considers
them in half of its decisions, and there are two more levels between easy and normal.  In
Scopa sweeps matter less, and there are no levels between easy and normal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.games.scopa import model as m
from audiogames.games.scopa.bots.easy import EasyBot
from audiogames.games.scopa.bots.normal import NormalBot
from audiogames.search.levelling import MixedBot

IN_SCOPA: Final = {"easy": "easy", "modest": "easy", "fair": "normal"}
"""For each level of Scopone, the level whose bot plays in Scopa."""
IN_SCOPONE: Final = {"easy": 0.5, "modest": 0.7, "fair": 0.875}
"""The share of decisions that each level makes as normal does.

Neighbouring levels win 60 to 75 of 100 matches against one another in both forms (docs/bots.md).
"""


def is_scopone(options: m.Options) -> bool:
    """Return True if the options select a form of Scopone, in which all cards are dealt at once."""
    return options.form != "scopa"


def plays_as(options: m.Options, level: str) -> str:
    """Return the level whose bot plays at this level; in Scopa some levels share a bot.

    In Scopa the level modest has the easy bot, and the level fair the normal one.
    """
    return level if is_scopone(options) else IN_SCOPA.get(level, level)


class LearningBot(Bot[m.ScopaView, Move]):
    """Plays a mixture of the easy and the normal bot in Scopone, and one of them in Scopa."""

    def __init__(self, level: str) -> None:
        easy, normal = EasyBot(), NormalBot()
        self._in_scopa: Bot[m.ScopaView, m.Play] = {"easy": easy, "normal": normal}[IN_SCOPA[level]]
        self._in_scopone = MixedBot((easy, normal), IN_SCOPONE[level])

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return the move of the easy or the normal bot.

        In Scopone one of the two bots is drawn for each decision; in Scopa the level selects the
        bot.
        """
        if is_scopone(view.options):
            return self._in_scopone.choose(view, rng, budget, stop)
        return self._in_scopa.choose(view, rng, budget, stop)


LEVELS: Final[Mapping[str, Callable[[], LearningBot]]] = {
    level: partial(LearningBot, level) for level in IN_SCOPONE
}
"""The levels and their bots, the weakest first."""
