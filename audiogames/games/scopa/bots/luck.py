"""The luck of the cards received in Scopa, in points of a deal.

Each card has a value, fitted to deals of normal bots: how much larger a side's lead is with such a
card in one of its hands than with an average card.

    python -m tools.fit_card_worth scopa --deals 15000 --seed 2
    python -m tools.fit_card_worth scopa --seats 4 --set form=scientifico --deals 15000 --seed 2

The largest standard errors with two players are 0.03, for coins 0.04; with four, 0.04 and 0.06.
"""

from __future__ import annotations

from random import Random
from typing import Final

from audiogames.cards.card import Card, cards_of
from audiogames.cards.sides import PAIRS
from audiogames.core.review import Luck, LuckSpec, Stop
from audiogames.games.scopa.model import COINS, RANKS, ScopaView
from audiogames.games.scopa.rules import unseen
from audiogames.search.judging import luck_in_points, luck_of

LEAST: Final = 0.3
"""The least luck worth reporting, in points over a match."""

Worths = tuple[tuple[float, ...], tuple[float, ...]]
"""By rank, from the ace to the king: for other suits, and for coins."""

ALONE: Final[Worths] = (
    (-0.43, -0.29, -0.23, -0.20, -0.09, -0.02, 0.42, -0.01, 0.12, 0.12),
    (-0.30, -0.27, -0.13, -0.09, -0.02, 0.09, 1.56, 0.23, 0.31, 0.40),
)
"""For two players, from 15,000 deals; three players use the same values."""
IN_PAIRS: Final[Worths] = (
    (0.04, 0.13, -0.08, -0.06, -0.06, -0.28, -0.13, -0.09, -0.03, 0.07),
    (0.13, 0.24, 0.01, 0.07, 0.05, -0.06, 0.74, 0.09, 0.10, 0.02),
)
"""For four players, from 15,000 deals of scopone scientifico."""


def class_of(card: Card) -> tuple[bool, int]:
    """Return the class of a card: whether it is a coin, and its rank."""
    return card.suit == COINS, RANKS.index(card.rank)


def luck(view: ScopaView, before: ScopaView | None, _rng: Random, _stop: Stop) -> Luck | None:
    """Return the luck of the cards received since the previous decision."""
    held = () if before is None else before.hand
    come = [card for card in view.hand if card not in held]
    worths = IN_PAIRS if len(view.hand_sizes) == PAIRS else ALONE

    def worth(card: Card) -> float:
        is_coin, rank = class_of(card)
        return worths[is_coin][rank]

    return luck_of(come, cards_of(unseen(view)), worth)


LUCK: Final = LuckSpec(luck, luck_in_points, LEAST)
