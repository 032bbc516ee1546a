"""What every bot does: announce its accuse, and tell apart the cards that make a difference."""

from __future__ import annotations

from audiogames.cards.card import Card
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m


def accusa(view: m.TressetteView) -> m.Accuse | None:
    """An accusa that the seat holds and has not announced yet."""
    return next((move for move in view.legal if isinstance(move, m.Accuse)), None)


def cards_to_play(view: m.TressetteView) -> list[m.Play]:
    """The cards that may be played."""
    return [move for move in view.legal if isinstance(move, m.Play)]


def unseen(view: m.TressetteView, suit: str) -> d.Suit:
    """What the others hold of a suit."""
    known = (*view.hand, *(card for _, card in view.history))
    return d.WHOLE & ~d.ranks_of(known, suit)


def is_sovereign(view: m.TressetteView, card: Card) -> bool:
    """Whether nobody else holds a higher card of the suit."""
    return unseen(view, card.suit) < d.BIT[card]


def different(view: m.TressetteView) -> list[m.Play]:
    """The cards that make a difference: of neighbours in rank and equal in worth one is enough."""
    found: list[m.Play] = []
    for suit in m.SUITS:
        between = unseen(view, suit) | d.ranks_of((card for _, card in view.on_table), suit)
        above: m.Play | None = None
        for card in sorted(cards_to_play(view), key=lambda card: -card.power):
            if card.suit != suit:
                continue
            if above is None or not _are_equal(above, card, between):
                found.append(card)
            above = card
    return found


def _are_equal(above: m.Play, card: m.Play, others: d.Suit) -> bool:
    between = others & ((1 << above.power) - 1) & ~((1 << card.power) - 1)
    return above.thirds == card.thirds and not between
