"""Values of sets of cards, by table look-up: captures' worth to bots, and rank sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from audiogames.cards.card import ITALIAN, Card, Cards
from audiogames.games.scopa.model import COINS, VALUES
from audiogames.games.scopa.scores import OF_SUIT, SIZE, SUITS

CARD: Final = 0.05
COIN: Final = 0.12
SETTEBELLO: Final = 0.9
PRIME: Final = {"7": 0.22, "6": 0.11, "1": 0.07, "5": 0.03}
"""The contribution of a rank to the primiera."""


def _card(card: Card) -> float:
    coin = (COIN + SETTEBELLO * (card.rank == "7")) * (card.suit == COINS)
    return CARD + coin + PRIME.get(card.rank, 0.0)


def _tables(of_card: Callable[[Card], float]) -> tuple[tuple[float, ...], ...]:
    """Return a table for each suit, with the total value of every set of the suit's cards."""
    suits = [ITALIAN[place : place + SIZE] for place in SUITS]
    return tuple(
        tuple(
            sum(of_card(card) for place, card in enumerate(suit) if ranks >> place & 1)
            for ranks in range(OF_SUIT + 1)
        )
        for suit in suits
    )


_WORTH: Final = _tables(_card)
_SUMS: Final = _tables(VALUES.__getitem__)


def worth(cards: Cards) -> float:
    """Return the value of capturing these cards, in points of a deal."""
    return _total(_WORTH, cards)


def sum_of(cards: Cards) -> float:
    """Return the sum of these cards' values in captures, from 1 to 10 each."""
    return _total(_SUMS, cards)


def _total(tables: Sequence[Sequence[float]], cards: Cards) -> float:
    one, two, three, four = tables
    return (
        one[cards & OF_SUIT]
        + two[cards >> SIZE & OF_SUIT]
        + three[cards >> 2 * SIZE & OF_SUIT]
        + four[cards >> 3 * SIZE]
    )
