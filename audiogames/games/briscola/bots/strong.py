"""The strong bot: tries each card in many deals that fit what it knows.

While the stock is large, each card is tried in the same sampled deals, which `CardHabits` plays to
their end.  With few cards left, deals are searched exactly
(`endgame`); with two players and an empty stock only one deal is possible, and the play is exact.
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
"""With at most this many cards to draw, deals are searched exactly; by number of players."""

EXACT_DEALS: Final = {2: 40, 3: 25, 4: 25}
"""How many sampled deals are searched exactly if some cards are unknown; by number of players."""


HABITS: Final = CardHabits(CAREFUL)


def is_exact(view: m.BriscolaView) -> bool:
    """Return True if so few cards are left to draw that deals are searched exactly."""
    return view.stock + (view.turned is not None) <= EXACT[len(view.hand_sizes)]


def deals_tried(view: m.BriscolaView, moves: int, budget: int) -> int:
    """Return the number of deals to sample for comparing this many moves."""
    return EXACT_DEALS[len(view.hand_sizes)] if is_exact(view) else budget // moves


def by_habit(sampler: Sampler, deal: OpenDeal, codes: Sequence[int]) -> list[float]:
    """Return each card's value by rollout: the side's lead in the points still to be taken.

    The lead is the difference between the side's points and the points of all other seats.
    """
    ours = sampler.ours
    made = (played_out(deal, code, HABITS) for code in codes)
    return [
        sum(points if own else -points for points, own in zip(of, ours, strict=True)) for of in made
    ]


def exactly(sampler: Sampler, deal: OpenDeal, codes: Sequence[int]) -> list[float]:
    """Return each card's value by exact search: the side's final lead, plus `WON` for a win."""
    end = LastTricks(deal, sampler.ours, sampler.ahead)
    return [end.value(code) for code in codes]


class StrongBot(Bot[m.BriscolaView, Move]):
    """Counts cards and trusts its partner's signs; tries its cards in sampled deals."""

    def choose(
        self, view: m.BriscolaView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return the card with the best average; `budget` is the number of rollouts."""
        plays = [move for move in view.legal if isinstance(move, m.Play)]
        if (other := without_a_card(view)) is not None or len(plays) == 1:
            return other or plays[0]
        sampler = Sampler(view)
        codes = sampler.codes.all_of(play.card for play in plays)
        totals = [0.0] * len(plays)
        most = deals_tried(view, len(plays), budget)
        worth = exactly if is_exact(view) else by_habit
        for number, deal in enumerate(sampler.deals(rng)):
            if number and (number >= most or stop()):
                break
            values = worth(sampler, deal, codes)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        return plays[max(range(len(plays)), key=totals.__getitem__)]
