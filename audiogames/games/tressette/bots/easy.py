"""The easy bot of Tressette, which considers the trick and its own hand.

It follows the usual habits of partners: lead unbeatable cards first, give points to its own side's
trick, give nothing of value to the opponents', and return the suit that the partner declared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Bot, Move
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots.declaring import accusa, partners_suit, ticked
from audiogames.games.tressette.passata import declarer

ERRS: Final = 0.15
"""How often it plays a random card."""


class EasyBot(Bot[m.TressetteView, Move]):
    """Plays by rules of thumb, and sometimes a random card."""

    def choose(
        self, view: m.TressetteView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return an accusa if the bot holds one to announce, otherwise the card to play."""
        del budget, stop
        if announced := accusa(view):
            return announced
        cards = [move for move in view.legal if isinstance(move, m.Play)]
        if rng.random() < ERRS:
            return ticked(view, rng.choice(cards))
        return ticked(view, by_habit(view, cards))


def by_habit(
    view: m.TressetteView, cards: Sequence[m.Play], *, ignore_declarations: bool = False
) -> m.Play:
    """Return the card chosen by the rules of thumb for leading or following."""
    if view.on_table:
        return _follow(view, cards)
    return _lead(view, cards, None if ignore_declarations else partners_suit(view))


def _is_sovereign(view: m.TressetteView, card: Card) -> bool:
    """Return True if no other player holds a higher card of the suit."""
    return declarer(view).out(card.suit) < d.BIT[card]


def _poorest(card: m.Play) -> tuple[int, int]:
    return card.thirds, card.power


def _richest(card: m.Play) -> tuple[int, int]:
    return card.thirds, -card.power


def _lead(view: m.TressetteView, cards: Sequence[m.Play], declared: str | None) -> m.Play:
    """Return an unbeatable card, else one of the suit that the partner declared.

    If there is neither, return a low card of a long suit.
    """
    sure = [card for card in cards if _is_sovereign(view, card.card)]
    if sure:
        return max(sure, key=_poorest)
    back = [card for card in cards if card.card.suit == declared]
    if back:
        return max(back, key=lambda card: card.power)
    suits = [card.suit for card in cards]
    return min(cards, key=lambda card: (-suits.count(card.suit), _poorest(card)))


def _follow(view: m.TressetteView, cards: Sequence[m.Play]) -> m.Play:
    """Return a card that gives points to the partner, wins a safe trick, or has least value."""
    assert view.seat is not None
    taker, best = m.best_of(view.on_table)
    last = len(view.on_table) == m.SEATS - 1
    if taker == m.partner(view.seat) and (last or _is_sovereign(view, best)):
        return max(cards, key=_richest)
    beats = [card for card in cards if card.card.suit == best.suit and card.power > m.POWER[best]]
    kept = [card for card in beats if last or _is_sovereign(view, card.card)]
    if kept:
        return min(kept, key=lambda card: (card.thirds < m.THIRDS["1"], card.power))
    return min(cards, key=_poorest)
