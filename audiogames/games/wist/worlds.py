"""The worlds that a seat of Wist thinks possible: deals that fit what was played, by likelihood.

A world is a state of the rules, and a manner for each player.  Hidden cards are dealt by lot, a
suit that somebody did not follow never to him, and as announced bids and played cards make it
likely (`walk`).  A manner is likely as it fits a bid to its hand; a hidden ticket is made up from
the hand that its writer has in that world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.cards.hidden import deal_hidden
from audiogames.games.wist import model as m
from audiogames.games.wist.beliefs import Beliefs
from audiogames.games.wist.playout import Manner
from audiogames.games.wist.redeal import voids
from audiogames.games.wist.rules import WistRules, WistState
from audiogames.games.wist.signs import Signs
from audiogames.games.wist.walk import Evidence, Hands, Walk

FIRST_STEPS: Final = 300
"""How far a walk goes before its first deal is taken."""
STEPS: Final = 24
"""How far it goes from one deal to the next."""
TRIES: Final = 4
"""How often cards are dealt quickly before they are dealt with care."""


class Stopped(Exception):
    """No more worlds are wanted."""


class World(NamedTuple):
    """What may be the case: all hands, and how everybody plays."""

    state: WistState
    manners: list[Manner]


class Worlds:
    """Draws worlds for one view.  Hands are sorted from the lowest card, as habit needs them."""

    def __init__(self, view: m.WistView, rng: Random) -> None:
        self._view = view
        self._rng = rng
        self.beliefs = Beliefs(view)
        self._base = _base(view, rng)
        own = None if view.hidden else view.seat
        self._own = own
        self._sizes = [0 if seat == own else size for seat, size in enumerate(view.hand_sizes)]
        self._lacks = {lack for lack in voids(view) if lack[0] != own}
        self._played = _played(view)
        known = {card for _, card in view.history} | set(view.hand)
        unseen = [card for card in m.PACKS[len(view.bids)] if card not in known]
        self._free: list[Card] = []
        self._tied: list[tuple[Card, list[int]]] = []
        self._part(card for card in unseen if card is not view.turned)
        others = [seat for seat in range(len(self._sizes)) if seat != own]
        told = {seat: view.bids[seat] for seat in others}
        self._telling = {
            seat: bid
            for seat, bid in told.items()
            if bid is not None and not view.bound and not self.beliefs.dark
        }
        """The bids that tell of the hands."""
        self._signs = Signs(view)
        self._walk: Walk | None = None
        self._tickets = [seat for seat in others if view.written[seat] and told[seat] is None]

    def _part(self, unseen: Iterable[Card]) -> None:
        """Who may hold each card, unless it is everybody."""
        self._rest = len(self._sizes)
        everybody = [*range(self._rest + 1)]
        homes = {
            suit: [place for place in everybody if (place, suit) not in self._lacks]
            for suit in m.SUITS
        }
        for card in unseen:
            if len(homes[card.suit]) == len(everybody):
                self._free.append(card)
            else:
                self._tied.append((card, homes[card.suit]))

    def draw(self, number: int, stop: Callable[[], bool]) -> list[World]:
        """So many worlds.  Raises `Stopped`."""
        worlds = []
        for _ in range(number):
            if stop():
                raise Stopped
            worlds.append(self._world(self._next()))
        return worlds

    def _next(self) -> Hands:
        """A deal by lot; where bids or cards tell of the hands, a walk away from the last one."""
        if not self._telling and not self._view.history:
            return self._deal()
        if self._walk is None:
            told = self.beliefs, self._telling, self._played
            self._walk = Walk(self._deal(), Evidence(self._lacks, self._signs.odds, *told))
            self._walk.go(FIRST_STEPS, self._rng)
        self._walk.go(STEPS, self._rng)
        return self._walk.hands()

    def _world(self, deal: Hands) -> World:
        state = self._base.copy()
        hands = [sorted(hand, key=m.POWER.__getitem__) for hand in deal]
        if self._own is not None:
            hands[self._own] = sorted(self._view.hand, key=m.POWER.__getitem__)
        state.hold(hands[: state.seats])
        manners = [self._manner(seat, hands[seat]) for seat in range(state.seats)]
        for seat in self._tickets:
            whole = hands[seat] + self._played[seat]
            state.bids[seat] = self.beliefs.ticket(whole, manners[seat], self._rng)
        return World(state, manners)

    def _manner(self, seat: int, hand: list[Card]) -> Manner:
        """By lot, but rather one that fits bid and signs; the seat itself is careful."""
        if seat == self._own:
            return Manner.CAREFUL
        shrewd = plain = 1.0
        if seat in self._telling:
            hopes = self.beliefs.hopes(hand + self._played[seat])
            shrewd, plain = self.beliefs.likelihoods(hopes, self._telling[seat])
        plain *= self._signs.trust[seat]
        return Manner(self._rng.random() * (shrewd + plain) >= shrewd)

    def bid_on(self, world: World) -> None:
        """The others bid what their hands hope for, as near to it as they may."""
        state = world.state
        while state.bidding:
            seat = state.to_act
            assert isinstance(seat, int)
            cards = (play.card for play in state.hand(seat))
            hopes = self.beliefs.bid(cards, world.manners[seat])
            legal = [move for move in state.legal_moves(seat) if isinstance(move, m.Bid)]
            state.apply(seat, min(legal, key=lambda bid: abs(bid.number - hopes)))

    def _deal(self) -> Hands:
        """Hands that fit; the seat's own is left empty."""
        for _ in range(TRIES):
            found = self._quick()
            if found is not None:
                return found
        cards = [*self._free, *(card for card, _ in self._tied)]
        lacks = self._lacks
        return deal_hidden(
            cards, self._sizes, lambda seat, card: (seat, card.suit) not in lacks, self._rng
        )

    def _quick(self) -> Hands | None:
        """The cards that not everybody may hold one by one, then the others; None if they jam."""
        room = [*self._sizes, len(self._free) + len(self._tied) - sum(self._sizes)]
        hands: Hands = [[] for _ in room]
        if self._tied and not self._deal_tied(hands, room):
            return None
        self._rng.shuffle(self._free)
        begin = 0
        for hand, size in zip(hands, room, strict=True):
            hand.extend(self._free[begin : begin + size])
            begin += size
        return hands

    def _deal_tied(self, hands: Hands, room: list[int]) -> bool:
        """Those with the fewest homes first, each where there is room; False if there is none."""
        self._rng.shuffle(self._tied)
        self._tied.sort(key=_homes)
        for card, homes in self._tied:
            mark = int(self._rng.random() * sum([room[place] for place in homes]))
            for place in homes:
                mark -= room[place]
                if mark < 0:
                    break
            else:
                return False
            hands[place].append(card)
            room[place] -= 1
        return True


def _homes(tied: tuple[Card, list[int]]) -> int:
    return len(tied[1])


def _base(view: m.WistView, rng: Random) -> WistState:
    """What all worlds have in common; a hand may be shorter than the plan says."""
    state = WistRules().redeal(view, rng)
    assert state.now is not None
    state.now = replace(state.now, cards=view.cards)
    return state


def _played(view: m.WistView) -> list[list[Card]]:
    """What each seat has played already: it belonged to the hand that was bid on."""
    played: list[list[Card]] = [[] for _ in view.bids]
    for seat, card in view.history:
        played[seat].append(card)
    return played
