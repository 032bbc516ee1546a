"""The merciless bot of Invido: it exploits weak players, at a small and proven risk.

It has three strategies: the strong bot's, one that punishes players who seldom call, and
one that punishes players who often do.  The last two are restricted Nash responses
(`tools/invido/restricted.py`): the best response to an opponent who plays weakly with some
probability, and optimally otherwise.  So they lose little against the best players.

At the beginning of each deal, before it sees its cards, the bot chooses one strategy for
the whole deal, by the public record of the finished deals of this match: how often the
opponent called, and folded when called.  A certificate states how much the best opponent
can win against the bot; it holds however the bot chooses.
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
"""How often a player like the strong bot calls in a deal, and folds when called."""

WEAK: Final = {
    "timid": ((0.19, 0.65), (0.02, 0.02), (0.02, 0.98)),
    "bold": ((0.54, 0.72), (0.8, 0.4)),
}
"""The same rates for weak players, by the strategy that punishes them.  Timid are easy bots, and
players who never call and accept everything or nothing; bold are the program of 2018, and players
who call with any hand.
"""

DOUBT: Final = 2.0
"""An opponent is spared if the strong bot's rates explain their record this many times better than
any weak player's rates.  Few are that good, and the certificate bounds the cost of an error.
"""


class MercilessBot(StrongBot):
    """Chooses one of three solved strategies for each deal.

    If the table's options have no solved strategy, it plays like `NormalBot`.
    """

    def __init__(self) -> None:
        super().__init__(other=NormalBot())

    def strategy_for(self, view: m.InvidoView) -> s.Strategy:
        """Return the strategy for this deal, chosen by the opponent's calls in finished deals."""
        kind = punished_as(view.manners[opponent(view)], view.deal - 1)
        return s.punishing()[kind] if kind else s.shipped()


def punished_as(manner: m.Manner, deals: int) -> str | None:
    """Return the kind of weak player that an opponent's record indicates, or None.

    The record `manner` counts the opponent's calls, answers and folds in `deals` deals.
    """
    likely = {
        kind: max(log_likelihood(manner, deals, *rates) for rates in ways)
        for kind, ways in WEAK.items()
    }
    kind = max(likely, key=likely.__getitem__)
    spared = log_likelihood(manner, deals, *SPARED)
    return kind if spared < likely[kind] + math.log(DOUBT) else None


def log_likelihood(manner: m.Manner, deals: int, calls: float, folds: float) -> float:
    """Return the log-likelihood of a record, for a player with these rates of calling and folding.

    It is exact up to a constant.  Calls have a Poisson distribution; each answer is an independent
    coin toss.
    """
    stays = manner.answers - manner.folds
    return (
        manner.calls * math.log(calls)
        - deals * calls
        + manner.folds * math.log(folds)
        + stays * math.log(1 - folds)
    )
