"""The moves of Wist: cards and bids.  This module runs interpreted or compiled."""

from __future__ import annotations

from typing import Final

from audiogames.cards.card import FRENCH, Card
from audiogames.cards.course import TrickPlay
from audiogames.core.state import Move

SUITS: Final = "hdcs"
"""In round order: hearts, diamonds, clubs, spades."""
RANKS: Final = "23456789TJQKA"
"""The ranks, from the weakest."""

POWER: Final = {card: RANKS.index(card.rank) for card in FRENCH}

FULL_HAND: Final = 13
"""The whole pack is dealt in hands of this size, so the Cagliari variant turns up no card."""


SUIT_WIDTH: Final = 16
"""The bits of each suit in a set of cards."""


class Play(TrickPlay):
    """A card: `Qh`.

    `bit` is the card as a set.  Sets are bit masks, the weakest card of each suit first.
    """

    __slots__ = ("bit",)

    def __init__(self, card: Card) -> None:
        super().__init__(card, POWER[card], SUITS)
        self.bit = 1 << SUIT_WIDTH * self.suit + self.power

    def __reduce__(self) -> tuple[object, tuple[Card]]:
        return play_of, (self.card,)


PLAYS: Final = {card: Play(card) for card in FRENCH}
IN_PACK: Final = [PLAYS[card] for card in FRENCH]
"""The move that plays each card, by the card's place in the pack."""


def play_of(card: Card) -> Play:
    """Return the play of a card, which is always the same object, also for pickle and copy."""
    return PLAYS[card]


class Bid(Move):
    """A bid (previsione): `bid 3`; `bid 0` is called "Wist".  Equal bids are one object."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __str__(self) -> str:
        return f"bid {self.number}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return bid_of, (self.number,)


BIDS: Final = tuple(Bid(number) for number in range(FULL_HAND + 1))


def bid_of(number: int) -> Bid:
    """Return the bid of this number: always the same object, also after pickling or copying."""
    return BIDS[number]


BIDS_UP_TO: Final = tuple(BIDS[: most + 1] for most in range(len(BIDS)))
"""The bids in a hand of each size."""

_BIDS_BUT: Final = {
    (most, number): tuple(bid for bid in bids if bid.number != number)
    for most, bids in enumerate(BIDS_UP_TO)
    for number in range(most + 1)
}


def bids_but(cards: int, forbidden_number: int | None) -> tuple[Bid, ...]:
    """Return all bids for hands of `cards` cards, without the forbidden number."""
    return BIDS_UP_TO[cards] if forbidden_number is None else _BIDS_BUT[cards, forbidden_number]
