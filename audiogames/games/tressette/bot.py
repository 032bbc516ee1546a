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

from audiogames.cards.card import Card
from audiogames.core.game import Bot, Move
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette import redeal
from audiogames.games.tressette.passata import would_declare
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


UNTOLD: Final = ("sola", "piombo")
"""What tells the partner least: about a bit.

So do the suit captured and other suits, which are not declared either (`bench.tressette_bots`).
"""


class EasyBot(Bot[m.TressetteView, Move]):
    """Plays by rule of thumb, and not always well."""

    def choose(
        self, view: m.TressetteView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """An accusa, or a card."""
        del budget, stop
        accusa, cards = _accusa(view), _cards(view)
        if accusa:
            return accusa
        if rng.random() < ERRS:
            return _ticked(view, rng.choice(cards))
        return _ticked(view, _answer(view, cards) if view.on_table else _opening(view, cards))


class NormalBot(Bot[m.TressetteView, Move]):
    """Tries its cards in worlds that fit what was played and declared."""

    def __init__(self, *, deaf: bool = False, silent: bool = False) -> None:
        self._deaf = deaf
        self._silent = silent

    def choose(
        self, view: m.TressetteView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """An accusa, or a card."""
        accusa, cards = _accusa(view), _different(view)
        if accusa:
            return accusa
        card = self._best(view, cards, rng, budget, stop) if len(cards) > 1 else cards[0]
        return card if self._silent else _ticked(view, card)

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


# --- What both do ---------------------------------------------------------------------------------


def _accusa(view: m.TressetteView) -> m.Accuse | None:
    return next((move for move in view.legal if isinstance(move, m.Accuse)), None)


def _cards(view: m.TressetteView) -> list[m.Play]:
    return [move for move in view.legal if isinstance(move, m.Play)]


def _ticked(view: m.TressetteView, card: m.Play) -> m.Play:
    """The card with the boxes that help: the suit led, and the partner's where there is news."""
    if view.options.declarations != "automatic" or view.on_table:
        return card
    boxes = m.Boxes(palo=_helps(view, card), compagno=_of_partners_suit(view, card))
    return m.play(card.card, boxes)


def _helps(view: m.TressetteView, card: m.Play) -> bool:
    """Whether something that tells much would be declared of the suit led."""
    return any(
        isinstance(one, m.Declaration) and one.name not in UNTOLD
        for one in would_declare(view, card.card, m.Boxes(palo=True))
    )


def _of_partners_suit(view: m.TressetteView, card: m.Play) -> str | None:
    """Whether one has none of the suit that the partner declared, or a low card; once a deal."""
    suit = _partners_suit(view)
    said = any(one.seat == view.seat and one.kind == "compagno" for one in view.declarations)
    if suit is None or said or suit == card.suit:
        return None
    held, played = (
        d.ranks_of(cards, suit) for cards in (view.hand, (one for _, one in view.history))
    )
    if not held:
        return "faglio"
    return "liscio" if d.is_liscio(held, d.WHOLE & ~held & ~played) else None


def _partners_suit(view: m.TressetteView) -> str | None:
    """The suit that the partner last declared when he led it."""
    assert view.seat is not None
    across = m.partner(view.seat)
    suits = [one.suit for one in view.declarations if (one.seat, one.kind) == (across, "giocata")]
    return suits[-1] if suits else None


# --- Easy -----------------------------------------------------------------------------------------


def _unseen(view: m.TressetteView, suit: str) -> d.Suit:
    """What the others hold of a suit."""
    known = (*view.hand, *(card for _, card in view.history))
    return d.WHOLE & ~d.ranks_of(known, suit)


def _is_sovereign(view: m.TressetteView, card: Card) -> bool:
    return _unseen(view, card.suit) < d.BIT[card]


def _poorest(card: m.Play) -> tuple[int, int]:
    return card.thirds, card.power


def _richest(card: m.Play) -> tuple[int, int]:
    return card.thirds, -card.power


def _opening(view: m.TressetteView, cards: Sequence[m.Play]) -> m.Play:
    """What nobody can beat; else the partner's suit; else low from the longest suit."""
    sure = [card for card in cards if _is_sovereign(view, card.card)]
    if sure:
        return max(sure, key=_poorest)
    back = [card for card in cards if card.suit == _partners_suit(view)]
    if back:
        return max(back, key=lambda card: card.power)
    suits = [card.suit for card in cards]
    return min(cards, key=lambda card: (-suits.count(card.suit), _poorest(card)))


def _answer(view: m.TressetteView, cards: Sequence[m.Play]) -> m.Play:
    """Points to the partner who takes; else the trick, if it can be kept; else the poorest card."""
    assert view.seat is not None
    taker, best = m.best_of(view.on_table)
    last = len(view.on_table) == m.SEATS - 1
    if taker == m.partner(view.seat) and (last or _is_sovereign(view, best)):
        return max(cards, key=_richest)
    beats = [card for card in cards if card.suit == best.suit and card.power > m.POWER[best]]
    kept = [card for card in beats if last or _is_sovereign(view, card.card)]
    if kept:
        return min(kept, key=lambda card: (card.thirds < m.THIRDS["1"], card.power))
    return min(cards, key=_poorest)


# --- Normal ---------------------------------------------------------------------------------------


def _different(view: m.TressetteView) -> list[m.Play]:
    """The cards that make a difference: of neighbours in rank and equal in worth one is enough."""
    found: list[m.Play] = []
    for suit in m.SUITS:
        unseen = _unseen(view, suit)
        above: m.Play | None = None
        for card in sorted(_cards(view), key=lambda card: -card.power):
            if card.suit != suit:
                continue
            if above is None or not _are_equal(above, card, unseen):
                found.append(card)
            above = card
    return found


def _are_equal(above: m.Play, card: m.Play, unseen: d.Suit) -> bool:
    between = unseen & ((1 << above.power) - 1) & ~((1 << card.power) - 1)
    return above.thirds == card.thirds and not between
