"""Bots of Tressette: easy looks at the table and its own hand, normal tries its cards in worlds.

Easy follows the habits of any partner: what nobody can beat first, points on our trick, nothing of
worth on theirs, and back to the partner in the suit that he declared.

Normal draws hands that fit everything all know (`worlds`) and plays each of its cards out in each
of them (`playout`).  A declaration leaves few hands possible, which is how it understands; built
`deaf` it does not, for the measurement.  What is said of the partner's suit, and what is said at a
manual table, may be false, and is not believed.

Both announce every accusa that they hold.  Both declare of the suit led what tells a partner much;
that it is true the table sees to.  Everybody hears it: between bots that all understand, declaring
has gained nothing that could be measured, and cost nothing; it is done for partners who are people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.game import Bot, Move
from audiogames.games.tressette import model as m
from audiogames.games.tressette import redeal
from audiogames.games.tressette.declaring import partners_suit, ticked
from audiogames.games.tressette.manners import accusa, cards_to_play, different, is_sovereign
from audiogames.games.tressette.playout import play_out
from audiogames.games.tressette.rules import TressetteState
from audiogames.games.tressette.worlds import Worlds

ERRS: Final = 0.15
"""How often the easy bot plays any card."""

PLIES: Final = 3
"""How many cards the normal bot plays in its head for each unit of its budget."""
LEAST: Final = 1
MOST: Final = 100
"""Worlds at a decision."""


class EasyBot(Bot[m.TressetteView, Move]):
    """Plays by rule of thumb, and not always well."""

    def choose(
        self, view: m.TressetteView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """An accusa, or a card."""
        del budget, stop
        announced, cards = accusa(view), cards_to_play(view)
        if announced:
            return announced
        if rng.random() < ERRS:
            return ticked(view, rng.choice(cards))
        return ticked(view, _answer(view, cards) if view.on_table else _opening(view, cards))


class NormalBot(Bot[m.TressetteView, Move]):
    """Tries its cards in worlds that fit what was played and declared."""

    def __init__(self, *, deaf: bool = False, silent: bool = False) -> None:
        self._deaf = deaf
        self._silent = silent

    def choose(
        self, view: m.TressetteView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """An accusa, or a card."""
        announced, cards = accusa(view), different(view)
        if announced:
            return announced
        card = self._best(view, cards, rng, budget, stop) if len(cards) > 1 else cards[0]
        return card if self._silent else ticked(view, card)

    def _best(
        self,
        view: m.TressetteView,
        cards: Sequence[m.Play],
        rng: Random,
        budget: int,
        stop: Callable[[], bool],
    ) -> m.Play:
        """The card that brings most over the worlds; equals are drawn by lot."""
        worlds = Worlds(view, deaf=self._deaf)
        state = TressetteState(view.options)
        redeal.lay(state, view)
        worth = dict.fromkeys(cards, 0)
        for _ in range(_worlds_to_try(view, len(cards), budget)):
            if stop():
                break
            state.hold(worlds.draw(rng))
            for card in cards:
                worth[card] += _outcome(state, view, card)
        return max(cards, key=lambda card: (worth[card], rng.random()))


def _worlds_to_try(view: m.TressetteView, cards: int, budget: int) -> int:
    """Fewer while there is much to play out, so that every decision takes as long."""
    plies = sum(view.hand_sizes)
    return max(LEAST, min(MOST, PLIES * budget // (plies * cards)))


def _outcome(state: TressetteState, view: m.TressetteView, card: m.Play) -> int:
    """What our side has more at the end of the deal, in thirds, if this card is played."""
    assert view.seat is not None
    tried = state.copy()
    tried.apply(view.seat, card)
    return play_out(tried, m.side(view.seat))


# --- Easy -----------------------------------------------------------------------------------------


def _poorest(card: m.Play) -> tuple[int, int]:
    return card.thirds, card.power


def _richest(card: m.Play) -> tuple[int, int]:
    return card.thirds, -card.power


def _opening(view: m.TressetteView, cards: Sequence[m.Play]) -> m.Play:
    """What nobody can beat; else the partner's suit; else low from the longest suit."""
    sure = [card for card in cards if is_sovereign(view, card.card)]
    if sure:
        return max(sure, key=_poorest)
    back = [card for card in cards if card.suit == partners_suit(view)]
    if back:
        return max(back, key=lambda card: card.power)
    suits = [card.suit for card in cards]
    return min(cards, key=lambda card: (-suits.count(card.suit), _poorest(card)))


def _answer(view: m.TressetteView, cards: Sequence[m.Play]) -> m.Play:
    """Points to the partner who takes; else the trick, if it can be kept; else the poorest card."""
    assert view.seat is not None
    taker, best = m.best_of(view.on_table)
    last = len(view.on_table) == m.SEATS - 1
    if taker == m.partner(view.seat) and (last or is_sovereign(view, best)):
        return max(cards, key=_richest)
    beats = [card for card in cards if card.suit == best.suit and card.power > m.POWER[best]]
    kept = [card for card in beats if last or is_sovereign(view, card.card)]
    if kept:
        return min(kept, key=lambda card: (card.thirds < m.THIRDS["1"], card.power))
    return min(cards, key=_poorest)
