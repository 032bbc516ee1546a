"""The luck of the cards received in Briscola, in points of a deal.

Each card has a value, fitted to deals of normal bots: how much larger a side's lead is with such a
card in one of its hands than with an average card.

    python -m tools.fit_card_worth briscola --deals 5000
    python -m tools.fit_card_worth briscola --seats 4 --deals 4000
"""

from __future__ import annotations

from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.sides import PAIRS
from audiogames.core.review import Luck, LuckSpec, Stop
from audiogames.games.briscola.model import POWER, BriscolaView
from audiogames.games.briscola.rules import unseen
from audiogames.search.judging import luck_in_points, luck_of

LEAST: Final = 5.0
"""The least luck worth reporting, in points over a match."""

Worths = tuple[tuple[float, ...], tuple[float, ...]]
"""By rank, from the two to the ace: for plain suits, and for trumps."""

ALONE: Final[Worths] = (
    (-1.5, -1.8, -2.7, -2.1, -1.9, -3.3, -3.0, -3.8, -1.1, 3.1),
    (0.2, 0.2, 0.5, -0.9, -1.5, 2.9, 3.3, 6.1, 18.4, 25.0),
)
"""For two players, from 5,000 deals; standard errors are 0.4, and 0.6 for trumps.  Three players
use the same values."""
IN_PAIRS: Final[Worths] = (
    (-2.3, -3.0, -3.7, -3.4, -4.1, -4.2, -3.1, -2.6, -5.3, -3.4),
    (3.3, 5.5, 2.6, 2.8, 4.7, 6.9, 9.7, 13.4, 24.1, 34.0),
)
"""For pairs, from 4,000 deals; standard errors are 0.9, and 1.6 for trumps."""


def class_of(card: Card, briscola: str | None) -> tuple[bool, int]:
    """Return the class of a card: whether it is a trump, and its rank."""
    return card.suit == briscola, POWER[card]


def luck(view: BriscolaView, before: BriscolaView | None, _rng: Random, _stop: Stop) -> Luck | None:
    """Return the luck of the cards received since the last decision, without the turned-up card."""
    known = () if before is None else (*before.hand, before.turned)
    come = [card for card in view.hand if card not in known]
    worths = IN_PAIRS if len(view.hand_sizes) == PAIRS else ALONE

    def worth(card: Card) -> float:
        is_briscola, rank = class_of(card, view.briscola)
        return worths[is_briscola][rank]

    return luck_of(come, unseen(view), worth)


LUCK: Final = LuckSpec(luck, luck_in_points, LEAST)
