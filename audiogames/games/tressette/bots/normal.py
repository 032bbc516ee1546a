"""The normal bot of Tressette: flat perfect-information Monte Carlo.

It samples hands consistent with public knowledge (`determinization`), tries each of its cards in
each of these worlds by a rollout (`rollout`) and takes the card with the best result.  It
understands a declaration because few hands remain possible after it.  It ignores declarations that
may be false: those about the partner's suit, and all at a table with spoken declarations.

Worlds are few, and rollouts assume sensible players.  So the easy bot's card is played
unless another is clearly better.  Otherwise the bot would hold back the cards with which it
can take the best cards of players who waste them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots.candidates import candidates, equals
from audiogames.games.tressette.bots.declaring import Declare, accusa, ticked
from audiogames.games.tressette.bots.easy import by_habit
from audiogames.games.tressette.bots.rollout import rollout
from audiogames.games.tressette.determinization import Determinizer
from audiogames.games.tressette.rules import known_state

PLIES: Final = 3
"""Cards played in rollouts per unit of the budget."""
LEAST: Final = 1
MOST: Final = 100
"""The fewest and the most worlds per decision."""
HABIT: Final = 2
"""The thirds by which another card must beat the easy bot's card to be played."""


class NormalBot(Bot[m.TressetteView, Move]):
    """Compares its cards by rollouts in sampled deals that fit the cards and declarations so far.

    For measurements it may `ignore_declarations`, or use another function to `declare`.
    """

    def __init__(self, *, ignore_declarations: bool = False, declare: Declare = ticked) -> None:
        self._ignore_declarations = ignore_declarations
        self._declare = declare

    def choose(
        self, view: m.TressetteView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return an accusa if the bot holds one to announce, otherwise the card to play."""
        if announced := accusa(view):
            return announced
        cards = candidates(view)
        card = self._best(view, cards, rng, budget, stop) if len(cards) > 1 else cards[0]
        return self._declare(view, card)

    def _best(
        self,
        view: m.TressetteView,
        cards: Sequence[m.Play],
        rng: Random,
        budget: int,
        stop: Callable[[], bool],
    ) -> m.Play:
        """Return the card with the best total over the sampled deals.

        The easy bot's card has a head start, so that only a clearly better card replaces it.
        """
        assert view.seat is not None
        worlds = Determinizer(view, ignore_declarations=self._ignore_declarations)
        state = known_state(view)
        worth = dict.fromkeys(cards, 0)
        count = _worlds_to_try(view, len(cards), budget)
        worth[self._usual(view)] += HABIT * count
        for _ in range(count):
            if stop():
                break
            state.hold(worlds.draw(rng))
            for card in cards:
                tried = state.copy()
                tried.apply(view.seat, card)
                worth[card] += rollout(tried, m.side(view.seat))
        return max(cards, key=lambda card: (worth[card], rng.random()))

    def _usual(self, view: m.TressetteView) -> m.Play:
        """Return the candidate that is equivalent to the easy bot's card."""
        plays = [move for move in view.legal if isinstance(move, m.Play)]
        usual = by_habit(view, plays, ignore_declarations=self._ignore_declarations)
        return equals(view)[usual.card]


def _worlds_to_try(view: m.TressetteView, cards: int, budget: int) -> int:
    """Return the number of deals to sample, so that all decisions take about equally long."""
    plies = sum(view.hand_sizes)
    return max(LEAST, min(MOST, PLIES * budget // (plies * cards)))
