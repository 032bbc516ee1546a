"""The merciless bot of Invido: it leans towards what beats weak players, under a certified bound.

It has two strategies: the strong bot's, and one that punishes what weak players do.  The second is
a restricted Nash response (`tools/invido/restricted.py`): the best against an opponent of whom one
in eight is taken to be weak, the others as good as can be.  So it loses little against the best.

At the beginning of each deal, before it sees its cards, the bot chooses one of the two for the
whole deal.  It goes by what everybody heard in the deals of this match that are over: how often
this opponent called, and gave up when called.  The certificate holds for every way of choosing.
"""

from __future__ import annotations

import math
from typing import Final

from audiogames.games.invido import model as m
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.belief import opponent
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.bots.strong import StrongBot

CALLS: Final = 0.375
"""Calls in a deal of one who plays as the strong bot does."""

FOLDS: Final = 0.66
"""How often such a player gives up when called."""

WEAK: Final = ((0.19, 0.63), (0.54, 0.73), (0.02, 0.02), (0.02, 0.98), (0.8, 0.4))
"""The same of weak players: easy bots and the program of 2018, against the strong bot; some who
accept everything, who accept nothing, and who call with anything."""

DOUBT: Final = 2.0
"""So much better the strong bot's ways must explain an opponent than any weak player's do, before
they are spared.  Few are that good, and the certificate bounds what it costs to be wrong."""


class MercilessBot(StrongBot):
    """Chooses between two strategies; where the game is not solved, it plays as the normal bot."""

    def __init__(self) -> None:
        super().__init__(other=NormalBot())

    def strategy_for(self, view: m.InvidoView) -> s.Strategy:
        """The strategy of this deal, the same at all its decisions."""
        return (
            s.punishing() if punishes(view.manners[opponent(view)], view.deal - 1) else s.shipped()
        )


def punishes(manner: m.Manner, deals: int) -> bool:
    """Whether an opponent who did this in so many deals is taken for weak; nobody is at first."""
    weak = max(log_likelihood(manner, deals, *rates) for rates in WEAK)
    return deals > 0 and log_likelihood(manner, deals, CALLS, FOLDS) < weak + math.log(DOUBT)


def log_likelihood(manner: m.Manner, deals: int, calls: float, folds: float) -> float:
    """How well a player with these rates explains it, but for what is the same for all.

    Calls come by Poisson's law; each answer is a coin of its own.
    """
    stays = manner.answers - manner.folds
    return (
        manner.calls * math.log(calls)
        - deals * calls
        + manner.folds * math.log(folds)
        + stays * math.log(1 - folds)
    )
