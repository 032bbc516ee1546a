"""The merciless bot of Invido: it leans towards what beats weak players, under a certified bound.

It has three strategies: the strong bot's, and two that punish what weak players do, one those who
seldom call and one those who often do.  Each of these is a restricted Nash response
(`tools/invido/restricted.py`): the best against an opponent who is taken to be weak now and
then, and otherwise as good as can be.  So it loses little against the best.

At the beginning of each deal, before it sees its cards, the bot chooses one of them for the whole
deal.  It goes by what everybody heard in the deals of this match that are over: how often this
opponent called, and gave up when called.  The certificate holds for every way of choosing.
"""

from __future__ import annotations

import math
from typing import Final

from audiogames.games.invido import model as m
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.belief import opponent
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.bots.strong import StrongBot

SPARED: Final = (0.375, 0.66)
"""How often a player calls in a deal, and gives up when called, who plays as the strong bot does.
"""

WEAK: Final = {
    "timid": ((0.19, 0.65), (0.02, 0.02), (0.02, 0.98)),
    "bold": ((0.54, 0.72), (0.8, 0.4)),
}
"""The same of weak players, by the kind that they are punished as: easy bots, and some who never
call and accept everything or nothing; the program of 2018, and some who call with anything."""

DOUBT: Final = 2.0
"""So much better the strong bot's ways must explain an opponent than any weak player's do, before
they are spared.  Few are that good, and the certificate bounds what it costs to be wrong."""


class MercilessBot(StrongBot):
    """Chooses between strategies; where the game is not solved, it plays as the normal bot."""

    def __init__(self) -> None:
        super().__init__(other=NormalBot())

    def strategy_for(self, view: m.InvidoView) -> s.Strategy:
        """The strategy of this deal, the same at all its decisions."""
        kind = punished_as(view.manners[opponent(view)], view.deal - 1)
        return s.punishing()[kind] if kind else s.shipped()


def punished_as(manner: m.Manner, deals: int) -> str | None:
    """For which kind of weak player an opponent is taken who did this in so many deals."""
    likely = {
        kind: max(log_likelihood(manner, deals, *rates) for rates in ways)
        for kind, ways in WEAK.items()
    }
    kind = max(likely, key=likely.__getitem__)
    spared = log_likelihood(manner, deals, *SPARED)
    return kind if spared < likely[kind] + math.log(DOUBT) else None


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
