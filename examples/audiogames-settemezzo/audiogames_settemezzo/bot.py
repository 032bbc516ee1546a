"""The bots of Sette e mezzo."""

from collections.abc import Callable
from random import Random
from statistics import fmean

from audiogames.cards.card import Card
from audiogames.core.contract import Bot, Move
from audiogames_settemezzo import model as m

EXPECTED = 10
"""What a player who has stayed is taken to have, in halves: five."""


class EasyBot(Bot[m.SetteMezzoView, Move]):
    """Stakes by lot, and stays from four and a half on."""

    def choose(
        self, view: m.SetteMezzoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
        if view.staking:
            return rng.choice(m.STAKES[: view.options.stake])
        return m.STAY if m.total(view.hand) >= 9 else m.DRAW


class NormalBot(Bot[m.SetteMezzoView, Move]):
    """Counts the cards that it has not seen, and looks one card ahead."""

    def choose(
        self, view: m.SetteMezzoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
        if view.staking:
            first = view.hand[0]
            is_good = first is m.MATTA or m.halves(first) in {1, 14, 12}
            return m.STAKES[view.options.stake - 1 if is_good else 0]
        worth = _bank_worth if view.seat == view.dealer else _player_worth
        drawn = fmean(worth(view, [*view.hand, card]) for card in _unseen(view))
        return m.DRAW if drawn > worth(view, list(view.hand)) else m.STAY


def _unseen(view: m.SetteMezzoView) -> list[Card]:
    seen = {*view.hand, *(card for cards in view.spread for card in cards)}
    return [card for card in m.PACK if card not in seen]


def _player_worth(_view: m.SetteMezzoView, hand: list[Card]) -> float:
    """Of a stake of one, against a bank that is taken to be bust in a third of the deals."""
    standing, count = m.standing(hand), m.total(hand)
    against_bust = m.gain(1, standing, count, m.BUST, 0)
    others = fmean(m.gain(1, standing, count, m.STAYED, bank) for bank in range(8, m.GOAL + 1))
    return against_bust / 3 + others * 2 / 3


def _bank_worth(view: m.SetteMezzoView, hand: list[Card]) -> float:
    """What the bank wins of the stakes, by what the players are known or taken to have."""
    bank, count = m.standing(hand), m.total(hand)
    worth = 0
    for seat, stake in enumerate(view.stakes):
        if seat != view.dealer and stake is not None:
            standing = view.standings[seat]
            known = EXPECTED if standing == m.STAYED else m.GOAL
            worth -= m.gain(stake, standing, known, bank, count)
    return worth
