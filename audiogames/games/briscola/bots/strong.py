"""The strong bot: tries each card in many deals that fit what it knows.

While much is still to be drawn, a deal is played to its end by the habits of the normal bot, each
card in the same deals.  Where little is left, every course of play is tried instead (`endgame`);
with two players and the stock used up there is one deal alone, and the play is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.games.briscola import model as m
from audiogames.games.briscola.bots.endgame import LastTricks
from audiogames.games.briscola.bots.habits import CAREFUL, CardHabits
from audiogames.games.briscola.bots.normal import without_a_card
from audiogames.games.briscola.bots.playout import OpenDeal, played_out
from audiogames.games.briscola.bots.sampling import Sampler

EXACT: Final = {2: 4, 3: 0, 4: 0}
"""By the number of players: with so many cards to draw, or fewer, deals are played exactly."""

EXACT_DEALS: Final = {2: 40, 3: 25, 4: 25}
"""How many deals are played so, where not all cards are known."""


class StrongBot(Bot[m.BriscolaView, Move]):
    """Remembers all cards, and believes its partner's signs."""

    _habits = CardHabits(CAREFUL)

    def choose(
        self, view: m.BriscolaView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """The card that brings most on average; `budget` is how many deals are played out."""
        plays = [move for move in view.legal if isinstance(move, m.Play)]
        if (other := without_a_card(view)) is not None or len(plays) == 1:
            return other or plays[0]
        sampler = Sampler(view)
        codes = sampler.codes.all_of(play.card for play in plays)
        totals = [0.0] * len(plays)
        left = view.stock + (view.turned is not None)
        seats = len(view.hand_sizes)
        is_exact = left <= EXACT[seats]
        most = EXACT_DEALS[seats] if is_exact else budget // len(plays)
        worth = self._exactly if is_exact else self._by_habit
        for number, deal in enumerate(sampler.deals(rng)):
            if number and (number >= most or stop()):
                break
            values = worth(sampler, deal, codes)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        return plays[max(range(len(plays)), key=totals.__getitem__)]

    def _by_habit(self, sampler: Sampler, deal: OpenDeal, codes: Sequence[int]) -> list[float]:
        ours = sampler.ours
        made = (played_out(deal, code, self._habits) for code in codes)
        return [
            sum(points if own else -points for points, own in zip(of, ours, strict=True))
            for of in made
        ]

    @staticmethod
    def _exactly(sampler: Sampler, deal: OpenDeal, codes: Sequence[int]) -> list[float]:
        end = LastTricks(deal, sampler.ours, sampler.ahead)
        return [end.value(code) for code in codes]
