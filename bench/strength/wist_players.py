"""Two simple players of Wist as opponents for measurements: one plays by rules, one by sampling.

The rule player bids by its honours and long trumps, takes tricks as cheaply as it can until it has
the number that it has bid, and then avoids tricks.  The sampling player deals the hidden cards at
random, respecting known voids, lets rule players play every move out, and takes the move with the
most points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.course import NO_SUIT, suit_number
from audiogames.core.contract import Bot, Move
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.rules import WistRules
from audiogames.games.wist.state import WistState

RULES: Final = WistRules()

TRUMP: Final = {"A": 1.0, "K": 0.9, "Q": 0.7, "J": 0.5}
SIDE: Final = {"A": 0.9, "K": 0.6, "Q": 0.3}
LONG: Final = 3
EACH_LONG: Final = 0.6
"""The value of each trump beyond the third."""
MANY: Final = 99
"""A power above that of every card."""
MOST: Final = 7
"""The highest bid that the sampling player tries."""


class RulePlayer(Bot[m.WistView, Move]):
    """A bot that bids by honours and length, then takes tricks cheaply or avoids them."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return one of the legal moves."""
        if view.bidding:
            trump = suit_number(view.trump, m.SUITS)
            return nearest(view.legal, hopes(view.hand, trump) if view.hand else fair(view))
        assert view.seat is not None
        best = m.PLAYS[m.best_of(view.on_table, view.trump)[1]] if view.on_table else None
        taken, bid = view.tricks[view.seat], view.bids[view.seat] or 0
        return card(view.legal, best, suit_number(view.trump, m.SUITS), short=taken < bid)


class SamplingPlayer(Bot[m.WistView, Move]):
    """A bot that uses plain Monte Carlo sampling; `budget` is the total number of rollouts."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return one of the legal moves."""
        moves: list[Move] = [
            move for move in view.legal if not isinstance(move, m.Bid) or move.number <= MOST
        ]
        if len(moves) == 1:
            return moves[0]
        points = dict.fromkeys(moves, 0)
        assert view.seat is not None
        for _ in range(max(1, budget // len(moves))):
            world = _world(view, rng)
            for move in moves:
                points[move] += _played_out(world, view.seat, move)
        return max(moves, key=points.__getitem__)


def fair(view: m.WistView) -> float:
    """Return the number of tricks that an average hand takes."""
    return view.cards / len(view.bids)


def hopes(hand: Iterable[Card], trump: int) -> float:
    """Return the number of tricks that the honours and long trumps of a hand may take."""
    cards = list(hand)
    trumps = [card for card in cards if m.PLAYS[card].suit == trump]
    side = sum(SIDE.get(card.rank, 0) for card in cards if card not in trumps)
    honours = sum(TRUMP.get(card.rank, 0) for card in trumps)
    low = sum(card.rank not in TRUMP for card in trumps)
    return side + honours + EACH_LONG * max(0, min(low, len(trumps) - LONG))


def nearest(bids: Sequence[m.Bid], wanted: float) -> m.Bid:
    """Return the bid nearest to a number; if two bids are equally near, the lower one."""
    return min(bids, key=lambda bid: (abs(bid.number - wanted), bid.number))


def card(plays: Sequence[m.Play], best: m.Play | None, trump: int, *, short: bool) -> m.Play:
    """Return the card to play on a trick whose best card so far is `best`.

    A player who is `short` of the bid plays the lowest card that takes the trick; any other
    player plays the highest card that loses it.
    """
    if best is None:
        return _high(plays) if short else _low(plays)
    takers = [play for play in plays if _beats(play, best, trump)]
    if short:
        return _low(takers or plays)
    losers = [play for play in plays if play not in takers]
    return _high(losers) if losers else _low(takers)


def _beats(play: m.Play, best: m.Play, trump: int) -> bool:
    return play.power > best.power if play.suit == best.suit else play.suit == trump


def _high(plays: Sequence[m.Play]) -> m.Play:
    return max(plays, key=lambda play: play.power)


def _low(plays: Sequence[m.Play]) -> m.Play:
    return min(plays, key=lambda play: play.power)


# --- Sampling -------------------------------------------------------------------------------------


def _world(view: m.WistView, rng: Random) -> WistState:
    """Return a random deal that is possible in this view.

    Hidden bids are those that the rule-based player would make with these cards.
    """
    world = RULES.redeal(view, rng)
    for suits in world.suits:
        for held in suits:
            held.sort(key=lambda play: play.power)
    for seat, bid in enumerate(view.bids):
        if bid is None and view.written[seat]:
            played = [card for who, card in view.history if who == seat]
            world.bids[seat] = _bid(world, Seat(seat), played).number
    return world


def _bid(world: WistState, seat: Seat, played: Sequence[Card] = ()) -> m.Bid:
    assert world.now is not None
    legal = [bid for bid in world.legal_moves(seat) if isinstance(bid, m.Bid)]
    hand = [*played, *(play.card for play in world.hands[seat])]
    wanted = world.now.cards / world.seats if world.now.dark else hopes(hand, world.trump)
    return nearest(legal or m.BIDS_UP_TO[world.now.cards], wanted)


def _played_out(world: WistState, seat: Seat, move: Move) -> int:
    """Return a seat's points after its move, if rule-based players finish the round."""
    state = world.copy()
    state.apply(seat, move)
    finished = len(state.sheet)
    while len(state.sheet) == finished:
        turn = state.to_act
        assert isinstance(turn, int)
        state.apply(
            turn, _bid(state, turn) if state.phase is m.Phase.BIDDING else _card(state, turn)
        )
    return state.sheet[-1].points[seat]


def _card(state: WistState, seat: Seat) -> m.Play:
    """Choose the card of the rule-based player, from hands sorted by suit.

    This is a faster form of the function `card`.
    """
    held, best, trump = state.suits[seat], state.best, state.trump
    short = state.tricks[seat] < (state.bids[seat] or 0)
    if best is None or state.cutter != NO_SUIT:
        plays = [play for play in state.legal_moves(seat) if isinstance(play, m.Play)]
        return card(plays, best, trump, short=short)
    follow = held[state.led]
    if follow:
        return _in_suit(follow, best.power if best.suit == state.led else MANY, short=short)
    if trump != NO_SUIT and held[trump]:
        over = [p for p in held[trump] if best.suit != trump or p.power > best.power]
        under = [p for p in state.hands[seat] if p not in over]
        if short or not under:
            return _low(over or under)
        return _high(under)
    return (_low if short else _high)(state.hands[seat])


def _in_suit(held: Sequence[m.Play], power: int, *, short: bool) -> m.Play:
    """Return the card of a suit to play.

    If tricks are missing for the bid (`short`), it is the lowest card that takes the trick,
    otherwise the highest card that does not.
    """
    if short:
        return next((play for play in held if play.power > power), held[0])
    return next((play for play in reversed(held) if play.power < power), held[0])
