"""The easy bot of Wist: it counts high cards, and does not remember played cards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Bot, Move
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.opponents import fair_share

CARELESS: Final = 0.25
"""How often it plays a random card."""
HONOURS: Final = "AK"
"""The ranks of cards that count as one trick each."""
LONG_TRUMPS: Final = 3
"""Each trump beyond this number counts as one trick."""
STRAYS: Final = 0.4
"""How often a bold or a careful easy bot bids one more, or one less."""


class EasyBot(Bot[m.WistView, Move]):
    """Bids by its aces and kings, takes tricks until it has enough, and makes mistakes."""

    def __init__(self, character: Character = EVEN) -> None:
        self._daring = character.daring

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return a bid that counts high cards, or the card to play for the tricks still needed."""
        del budget, stop
        if view.bidding:
            return nearest_bid(view, fair_share(view) if view.hidden else self._hopes(view, rng))
        if rng.random() < CARELESS:
            return rng.choice(legal_cards(view))
        return _card(view)

    def _hopes(self, view: m.WistView, rng: Random) -> int:
        """Return how many tricks the bot expects; its character may add or subtract one."""
        strays = self._daring != 0 and rng.random() < STRAYS
        return _honours(view) + (self._daring if strays else 0)


def legal_bids(view: m.WistView) -> list[m.Bid]:
    """Return the legal bids."""
    return [move for move in view.legal if isinstance(move, m.Bid)]


def legal_cards(view: m.WistView) -> list[m.Play]:
    """Return the legal cards."""
    return [move for move in view.legal if isinstance(move, m.Play)]


def nearest_bid(view: m.WistView, wanted: float) -> m.Bid:
    """Return the legal bid nearest to a number; of two, the lower one."""
    return min(legal_bids(view), key=lambda bid: (abs(bid.number - wanted), bid.number))


def _honours(view: m.WistView) -> int:
    hand: tuple[Card, ...] = view.hand
    trumps = sum(card.suit == view.trump for card in hand)
    return sum(card.rank in HONOURS for card in hand) + max(0, trumps - LONG_TRUMPS)


def _card(view: m.WistView) -> m.Play:
    """Return the highest card that takes if tricks are needed, otherwise the highest that loses."""
    assert view.seat is not None
    cards = sorted(legal_cards(view), key=lambda play: (play.power, str(play)))
    takers = [play for play in cards if _taker(view, play.card) == view.seat]
    losers = [play for play in cards if play not in takers]
    if view.tricks[view.seat] < (view.bids[view.seat] or 0):
        return takers[-1] if takers else cards[0]
    return losers[-1] if losers else cards[0]


def _taker(view: m.WistView, card: Card) -> Seat:
    """Return the seat that would be winning the trick if this card were played."""
    assert view.seat is not None
    return m.best_of((*view.on_table, (view.seat, card)), view.trump)[0]
