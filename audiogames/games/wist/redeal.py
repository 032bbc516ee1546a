"""Worlds that a seat cannot rule out: the hidden cards and the hidden tickets, made again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from audiogames.cards.card import Card
from audiogames.cards.hidden import deal_hidden
from audiogames.core.events import Seat
from audiogames.games.wist import model as m

if TYPE_CHECKING:
    from audiogames.games.wist.rules import WistState


def fit(state: WistState, view: m.WistView, rng: Random) -> None:
    """Make a fresh state one that this seat cannot tell from the truth."""
    if view.order:
        state.sit(view.order)
    state.dealer, state.to_act = view.dealer, view.to_act
    state.scores, state.sheet = list(view.scores), list(view.sheet)
    if not view.round:
        return
    state.round, state.now = view.round, state.plan[view.round - 1]
    state.turned = view.turned
    state.set_trump(view.trump)
    state.bidding, state.hidden = view.bidding, view.hidden
    state.tricks = list(view.tricks)
    state.bids = [_bid(view, seat, rng) for seat in range(len(view.bids))]
    _lay_trail(state, view)
    state.hold(_hands(view, rng))


def _bid(view: m.WistView, seat: int, rng: Random) -> int | None:
    """What is known of a bid, or any for a ticket that was written unseen."""
    known = view.bids[seat]
    return known if known is not None or not view.written[seat] else rng.randint(0, view.cards)


def _lay_trail(state: WistState, view: m.WistView) -> None:
    """The course of the round, and how the trick on the table stands."""
    state.trail = [m.PLAYS[card] for _, card in view.history]
    state.leaders = [seat for seat, _ in view.history[:: state.seats]]
    between_tricks = len(view.history) % state.seats == 0
    if between_tricks and isinstance(view.to_act, int):
        leader = view.first if view.leader is None else view.leader
        assert leader is not None
        state.leaders.append(leader)
    state.closer = state.preceding[state.leaders[-1]]
    if view.on_table:
        best = m.best_of(view.on_table, view.trump)
        state.led = view.on_table[0][1].suit
        state.taker, state.best = best[0], m.PLAYS[best[1]]


def _hands(view: m.WistView, rng: Random) -> list[list[Card]]:
    """All hands, the seat's own as it is; nobody is given a suit that he did not follow."""
    known = {card for _, card in view.history} | set(view.hand)
    unseen = [
        card for card in m.PACKS[len(view.bids)] if card not in known and card is not view.turned
    ]
    own = None if view.hidden else view.seat
    sizes = [0 if seat == own else size for seat, size in enumerate(view.hand_sizes)]
    lacks = set(voids(view))
    hands = deal_hidden(unseen, sizes, lambda seat, card: (seat, card.suit) not in lacks, rng)[:-1]
    if own is not None:
        hands[own] = list(view.hand)
    return hands


def voids(view: m.WistView) -> Iterator[tuple[Seat, str]]:
    """Who showed that he has no card of a suit: neither followed nor, where free, cut."""
    seats = len(view.bids)
    for place, (seat, card) in enumerate(view.history):
        led = view.history[place - place % seats][1].suit
        freely_cut = view.options.free_cut and card.suit == view.trump
        if card.suit != led and not freely_cut:
            yield seat, led
