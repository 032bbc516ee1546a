"""The move that plays a card of Tressette.  This module runs interpreted or compiled."""

from __future__ import annotations

from functools import cache
from typing import Final

from audiogames.cards.card import ITALIAN, Card
from audiogames.cards.course import TrickPlay
from audiogames.games.tressette.boxes import NO_BOXES, Boxes

RANKS: Final = "4567FCR123"
"""From the weakest: four to seven, fante, cavallo, re, asso, due, tre."""

POWER: Final = {card: RANKS.index(card.rank) for card in ITALIAN}

THIRDS: Final = {"1": 3, "2": 1, "3": 1, "R": 1, "C": 1, "F": 1}
"""The value of each rank, in thirds of a point; the others count nothing."""


class Play(TrickPlay):
    """Play a card, with its ticked boxes: `3c`, `3c palo altri compagno=liscio`, `5d pigliata`.

    `thirds` is the card's value in thirds of a point.
    """

    __slots__ = ("boxes", "thirds")

    def __init__(self, card: Card, boxes: Boxes = NO_BOXES) -> None:
        super().__init__(card, POWER[card])
        self.boxes = boxes
        self.thirds = THIRDS.get(card.rank, 0)

    def __str__(self) -> str:
        return f"{self.card} {self.boxes}".rstrip()

    def __reduce__(self) -> tuple[object, tuple[Card, Boxes]]:
        return play, (self.card, self.boxes)


PLAYS: Final = {card: Play(card) for card in ITALIAN}
"""Every card without boxes."""


@cache
def _ticked(card: Card, boxes: Boxes) -> Play:
    return Play(card, boxes)


def play(card: Card, boxes: Boxes = NO_BOXES) -> Play:
    """Return the move that plays this card with these boxes ticked.

    Equal moves are the same object.
    """
    return PLAYS[card] if boxes == NO_BOXES else _ticked(card, boxes)
