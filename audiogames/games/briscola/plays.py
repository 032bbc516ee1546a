"""The move that plays a card of Briscola.  This module runs interpreted or compiled."""

from __future__ import annotations

from typing import Final

from audiogames.cards.card import ITALIAN
from audiogames.cards.course import CardPlay

RANKS: Final = "24567FCR31"
"""From the weakest: two, four to seven, fante, cavallo, re, tre, asso."""

POWER: Final = {card: RANKS.index(card.rank) for card in ITALIAN}

POINTS: Final[dict[str, int]] = {"1": 11, "3": 10, "R": 4, "C": 3, "F": 2}
"""Points by rank; the other ranks, the lisci, count nothing."""


class Play(CardPlay):
    """Play a card; the text form is the card's, such as `7d`."""

    __slots__ = ()


PLAYS: Final = Play.of_pack(POWER, POINTS)
