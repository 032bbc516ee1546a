"""The cards that bots try: one of each class of equivalent cards.

Two cards of a hand are equivalent if they are neighbours among the cards still in play and equal in
value: whichever is played, the rest of the deal is the same.  Trying one of them is enough, as in
every double-dummy search of bridge.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.tressette.determinization import DECK, SHIFT, Cards, set_of
from audiogames.games.tressette.model import PLAYS, RANKS, THIRDS, Play, TressetteView

WORTH: Final = {bit: THIRDS.get(card.rank, 0) for bit, card in DECK.items()}
SUIT: Final = {bit: ((1 << len(RANKS)) - 1) << SHIFT[card.suit] for bit, card in DECK.items()}
"""All cards of the suit of a card."""
SUITS: Final = tuple(dict.fromkeys(SUIT.values()))


def candidates(view: TressetteView) -> list[Play]:
    """Return the legal cards, but only one of each class of equivalent cards."""
    return [PLAYS[DECK[card]] for card in _classes(view)]


def equals(view: TressetteView) -> dict[Card, Play]:
    """Return a dict from each legal card to the candidate that is equivalent to it."""
    classes = _classes(view)
    return {
        move.card: _of_class(set_of([move.card]), classes)
        for move in view.legal
        if isinstance(move, Play)
    }


def _of_class(card: Cards, classes: Iterable[Cards]) -> Play:
    """Return the card in `classes` that is equivalent to `card`.

    It is the lowest card of the same suit that is not below `card`.
    """
    return PLAYS[DECK[min(one for one in classes if one & SUIT[card] and one >= card)]]


def _classes(view: TressetteView) -> tuple[Cards, ...]:
    cards = set_of(move.card for move in view.legal if isinstance(move, Play))
    tricks_over = len(view.history) - len(view.on_table)
    over = set_of(card for _, card in view.history[:tricks_over])
    return representatives(cards, sum(DECK) & ~over)


def representatives(cards: Cards, in_play: Cards) -> tuple[Cards, ...]:
    """Return one card of each group of equivalent cards.

    Cards of a suit are equivalent if they have the same value and no card still in play ranks
    between them.
    """
    found: tuple[Cards, ...] = ()
    for suit in SUITS:
        part = cards & suit
        if part:
            found += representatives_of_suit(part, in_play & suit)
    return found


@lru_cache(maxsize=1 << 16)
def representatives_of_suit(cards: Cards, in_play: Cards) -> tuple[Cards, ...]:
    """Return one card of each class of equivalent cards of a suit, from the highest."""
    found = []
    above = 0
    while cards:
        card = 1 << cards.bit_length() - 1
        cards ^= card
        if not above or not _are_equal(above, card, in_play):
            found.append(card)
        above = card
    return tuple(found)


def _are_equal(above: Cards, card: Cards, in_play: Cards) -> bool:
    return WORTH[above] == WORTH[card] and not in_play & (above - 1) & ~(2 * card - 1)
