"""The strong bot of Tressette: it samples likely worlds, and plays the last tricks perfectly.

It samples hands consistent with public knowledge (`determinization`), more often those in which
the others' plays are likely (`likelihood`).  In each world it tries its cards by rollouts
(`rollout`), in the last tricks by exact search (`endgame`).  The value of a deal's result depends
on the score of the match (`match_equity`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import exp
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots import match_equity
from audiogames.games.tressette.bots.candidates import candidates
from audiogames.games.tressette.bots.declaring import Declare, accusa, ticked
from audiogames.games.tressette.bots.endgame import Endgame, Hands, SearchStopped
from audiogames.games.tressette.bots.likelihood import WorldLikelihood
from audiogames.games.tressette.bots.rollout import rollout
from audiogames.games.tressette.determinization import Cards, Determinizer, cards_of, set_of
from audiogames.games.tressette.rules import known_state

Stop = Callable[[], bool]
World = tuple[Cards, ...]
"""Hands by seat."""

WHOLE: Final = 3
"""The budget for a rollout of a whole deal."""
COST: Final = (1, 1, 1, 8, 32, 88)
"""The budget for an exact search of a world, by the tricks that are left."""
EXACT: Final = len(COST) - 1
"""With at most this many tricks left, worlds are searched exactly."""
FEWEST: Final = 5
"""The fewest worlds to search: with fewer, rollouts in many worlds are better (`docs/bots.md`)."""
MOST: Final = 400
"""The most worlds per decision."""
DRAWN: Final = 2
"""Worlds sampled for each world tried, so that likely ones can be chosen."""
OFTEN: Final = 2
"""The most samples per possible world, if only few worlds are possible."""


class StrongBot(Bot[m.TressetteView, Move]):
    """Compares its cards in likely deals, by rollouts or, in the last tricks, by exact search.

    For measurements it may `ignore_declarations` and silences, or assume that all possible
    deals are equally likely (not `weighted`).  The function `declare` ticks the declaration
    checkboxes of a card.
    """

    def __init__(
        self, *, ignore_declarations: bool = False, weighted: bool = True, declare: Declare = ticked
    ) -> None:
        self._ignore_declarations = ignore_declarations
        self._weighted = weighted
        self._declare = declare

    def choose(self, view: m.TressetteView, rng: Random, budget: int, stop: Stop) -> Move:
        """Return an accusa if the bot holds one to announce, otherwise the card to play."""
        if announced := accusa(view):
            return announced
        cards = candidates(view)
        card = self._best(view, cards, rng, budget, stop) if len(cards) > 1 else cards[0]
        return self._declare(view, card)

    def _best(
        self, view: m.TressetteView, cards: Sequence[m.Play], rng: Random, budget: int, stop: Stop
    ) -> m.Play:
        """Return the card with the best total over the sampled deals; of equals, a random one."""
        exact = exact_worlds(view, budget)
        count = exact or rollout_worlds(view, len(cards), budget)
        likely = self.likely(view, count, rng, stop)
        trial = ExactTrial(view, cards, stop) if exact else RolloutTrial(view, cards)
        worth = dict.fromkeys(cards, 0.0)
        try:
            for world, times in likely.items():
                if stop():
                    break
                for card, value in zip(cards, trial.values(world), strict=True):
                    worth[card] += times * value
        except SearchStopped:
            pass
        return max(cards, key=lambda card: (worth[card], rng.random()))

    def likely(self, view: m.TressetteView, count: int, rng: Random, stop: Stop) -> Counter[World]:
        """Sample deals in proportion to their likelihood; return how often each was drawn."""
        worlds = Determinizer(view, ignore_declarations=self._ignore_declarations)
        count = min(count, OFTEN * worlds.count())
        if not self._weighted:
            return Counter(_drawn(worlds, count, rng, stop))
        likelihood = WorldLikelihood(view, ignore_declarations=self._ignore_declarations)
        drawn: list[World] = []
        logs: list[float] = []
        for world in _drawn(worlds, DRAWN * count, rng, stop):
            drawn.append(world)
            logs.append(likelihood.log_likelihood(world))
        most = max(logs)
        return Counter(systematic_resample(drawn, [exp(log - most) for log in logs], count, rng))


def _drawn(worlds: Determinizer, count: int, rng: Random, stop: Stop) -> Iterator[World]:
    """Yield `count` uniformly sampled deals; if `stop` returns True, end after at least one."""
    for place in range(count):
        if place and stop():
            return
        yield worlds.draw_sets(rng)


def exact_worlds(view: m.TressetteView, budget: int) -> int:
    """Return how many deals can be searched exactly within the budget; 0 if too few."""
    tricks = max(view.hand_sizes)
    if tricks > EXACT:
        return 0
    count = budget * tricks * m.SEATS // (COST[tricks] * sum(view.hand_sizes))
    return min(MOST, count) if count >= FEWEST else 0


def rollout_worlds(view: m.TressetteView, cards: int, budget: int) -> int:
    """Return the number of deals in which the budget allows a rollout of each card."""
    count = budget * m.SEATS * m.HAND // (WHOLE * cards * sum(view.hand_sizes))
    return max(1, min(MOST, count))


def systematic_resample(
    drawn: Sequence[World], weights: Sequence[float], count: int, rng: Random
) -> Iterator[World]:
    """Yield `count` of the `drawn` worlds, each about as often as its weight requires.

    Systematic resampling, as in particle filters (Kitagawa 1996): one random number for all.
    """
    sums = list(accumulate(weights))
    step = sums[-1] / count
    mark = rng.random() * step
    for world, reached in zip(drawn, sums, strict=True):
        while mark < reached:
            yield world
            mark += step


class RolloutTrial:
    """Evaluates cards in a sampled deal by rollouts."""

    def __init__(self, view: m.TressetteView, cards: Sequence[m.Play]) -> None:
        assert view.seat is not None
        self._seat = view.seat
        self._cards = cards
        self._utilities = match_equity.utilities(view)
        self._state = known_state(view)

    def values(self, world: World) -> list[float]:
        """Return the value of each card in a world."""
        self._state.hold([cards_of(hand) for hand in world])
        return [self._utilities[self._thirds(card)] for card in self._cards]

    def _thirds(self, card: m.Play) -> int:
        """Return the thirds that the seat's side makes in the deal if this card is played."""
        tried = self._state.copy()
        tried.apply(self._seat, card)
        return (match_equity.THIRDS + rollout(tried, m.side(self._seat))) // 2


class ExactTrial:
    """Evaluates cards in a sampled deal by exact search."""

    def __init__(self, view: m.TressetteView, cards: Sequence[m.Play], stop: Stop) -> None:
        assert view.seat is not None
        assert view.leader is not None
        self._order = _to_the_right(view.leader)
        self._trick = [set_of([card]) for _, card in view.on_table]
        self._cards = [set_of([card.card]) for card in cards]
        self._utilities = match_equity.utilities(view)
        self._leads = m.side(view.leader) == m.side(view.seat)
        self._taken = view.thirds[m.side(view.seat)]
        self._left = match_equity.THIRDS - sum(view.thirds)
        self._endgame = Endgame(stop)

    def values(self, world: World) -> list[float]:
        """Return the value of each card in a world.  Raises `SearchStopped`."""
        hands = [world[seat] for seat in self._order]
        for place, card in enumerate(self._trick):
            hands[place] |= card
        return [self._utilities[self._thirds(tuple(hands), card)] for card in self._cards]

    def _thirds(self, hands: Hands, card: Cards) -> int:
        more = self._endgame.value(hands, [*self._trick, card])
        return self._taken + (self._left + (more if self._leads else -more)) // 2


def _to_the_right(leader: Seat) -> list[Seat]:
    order = [leader]
    while len(order) < m.SEATS:
        order.append(m.NEXT[order[-1]])
    return order
