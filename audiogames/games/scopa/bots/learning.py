"""The levels below normal: in Scopone each plays now as normal does, and now as an easy bot.

Where all cards are dealt at once the sweeps decide: who never looks at what they leave to be swept
loses every match to who always does.  So even easy bots look at it in half of their decisions, and
two levels stand between them and normal.  In Scopa it matters less, and there is nothing between.
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
"""As which level each plays there."""
IN_SCOPONE: Final = {"easy": 0.5, "modest": 0.7, "fair": 0.875}
"""What part of its decisions each makes as normal does.

Neighbours win 60 to 75 of 100 matches against one another in both forms (docs/bots.md).
"""


def is_scopone(options: m.Options) -> bool:
    """Whether all cards are dealt at once, in either form of it."""
    return options.form != "scopa"


def plays_as(options: m.Options, level: str) -> str:
    """Under which name a level plays: in Scopa nothing stands between easy and normal."""
    return level if is_scopone(options) else IN_SCOPA.get(level, level)


class LearningBot(Bot[m.ScopaView, Move]):
    """In Scopone a mixture of easy and normal, in Scopa the one or the other."""

    def __init__(self, level: str) -> None:
        easy, normal = EasyBot(), NormalBot()
        self._in_scopa: Bot[m.ScopaView, m.Play] = {"easy": easy, "normal": normal}[IN_SCOPA[level]]
        self._in_scopone = MixedBot((easy, normal), IN_SCOPONE[level])

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves."""
        if is_scopone(view.options):
            return self._in_scopone.choose(view, rng, budget, stop)
        return self._in_scopa.choose(view, rng, budget, stop)


LEVELS: Final[Mapping[str, Callable[[], LearningBot]]] = {
    level: partial(LearningBot, level) for level in IN_SCOPONE
}
"""From the weakest."""
