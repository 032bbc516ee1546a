"""The rules of Briscola as the table, the bots and the engine protocol use them.

The state machine itself is in `state`.  Here are the state that a view tells of, the text forms of
moves, the reasons of refusals, and what makes a view from elsewhere unsound.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.checks import Look, each, from_pack, within
from audiogames.cards.dealing import shuffled
from audiogames.cards.rules import DealtRules
from audiogames.cards.sides import PAIRS, partner, sides
from audiogames.cards.signs import GivenSign, Sign, no_sign
from audiogames.core.contract import Impossible, Move, Refused, Turn
from audiogames.core.events import Seat
from audiogames.games.briscola import model as m
from audiogames.games.briscola.state import BriscolaState


class BriscolaRules(DealtRules[m.Options, BriscolaState, m.BriscolaView]):
    """The rules as the table, the bots and the engine protocol use them."""

    version = 1
    packs = m.PACKS
    state = BriscolaState
    moves = {str(move): move for move in (*m.PLAYS.values(), *m.SIGNS, m.EXCHANGE)}  # noqa: RUF012
    any_time = (Sign,)

    def redeal(self, view: m.BriscolaView, rng: Random) -> BriscolaState:
        """Deal what this seat has not seen again; the signs that it was not told may be any."""
        state, hands = BriscolaState(view.options, len(view.hand_sizes)), known_hands(view)
        hidden = list(shuffled(unseen(view), rng)) if view.deal else []
        for hand, size in zip(hands, view.hand_sizes, strict=True):
            hand += [hidden.pop() for _ in range(min(size - len(hand), len(hidden)))]
        if tuple(map(len, hands)) != view.hand_sizes or len(hidden) != view.stock:
            raise Impossible("the pack is larger or smaller")
        state.clear(hands)
        state.stock = [m.PLAYS[card] for card in hidden]
        _lay_table(state, view)
        told = {one.seat: one for one in view.signs if one.trick == len(state.leaders)}
        state.signs = [one for one in view.signs if one.trick != len(state.leaders)]
        for seat in view.signed:
            any_ = GivenSign(seat, len(state.leaders), rng.choice(m.SIGNS).sign)
            state.signs.append(told.get(seat, any_))
        return state

    def why_not(self, view: m.BriscolaView, move: Move) -> Refused:
        """A card of the hand may always be played."""
        return no_sign(view) if isinstance(move, Sign) else _no_exchange(view)

    def looks(self, view: m.BriscolaView) -> Iterator[Look]:
        """Each card is in one place, all of the pack together, and what is told has its words."""
        seats, turned = len(view.hand_sizes), () if view.turned is None else (view.turned,)
        yield "partner_hand", not view.partner_hand or seats == PAIRS
        seen = (*chain(*known_hands(view)), *(card for _, card in view.history), *turned)
        lies = len(view.history) + view.stock + len(turned)
        pack, many = self.packs[seats], len(sides(seats))
        signs = {one.sign for one in m.SIGNS}
        yield "hand_sizes", within((*view.hand_sizes, view.stock // len(pack)), 0, m.HAND)
        yield "history", sum(view.hand_sizes) + lies == len(pack) * (view.deal > 0)
        yield "hand", from_pack(seen, pack)
        yield "on_table", len(view.on_table) == len(view.history) % seats
        yield "briscola", view.briscola in (tuple(m.SUITS) if view.deal else (None,))
        yield "wins", each(view.wins, many, range(4).__contains__)
        yield "sheet", all(len(one.points) == len(one.wins) == many for one in view.sheet)
        yield "signs", signs.issuperset(one.sign for one in view.signs)
        yield "signed", len(set(view.signed)) == len(view.signed)


RULES: Final = BriscolaRules()


def _no_exchange(view: m.BriscolaView) -> Refused:
    if not view.options.exchange:
        return Refused("no-exchange")
    if view.turned is None or view.turned.rank not in m.POINTS:
        return Refused("nothing-to-exchange")
    has_seven = any((card.rank, card.suit) == ("7", view.briscola) for card in view.hand)
    return Refused("no-trick-to-exchange" if has_seven else "seven-not-held")


# Views


def known_hands(view: m.BriscolaView) -> list[list[Card]]:
    """What a seat knows of each hand: its own, its partner's once shown, what all saw taken."""
    seats = range(len(view.hand_sizes))
    hands = [[card for holder, card in view.known if holder == seat] for seat in seats]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
        if view.partner_hand:
            hands[partner(view.seat)] = list(view.partner_hand)
    return hands


def unseen(view: m.BriscolaView) -> list[Card]:
    """The cards of the pack that this seat cannot place."""
    seen = {view.turned, *chain(*known_hands(view)), *(card for _, card in view.history)}
    return [card for card in m.PACKS[len(view.hand_sizes)] if card not in seen]


def _lay_table(state: BriscolaState, view: m.BriscolaView) -> None:
    """All that lies open."""
    state.deal, state.dealer, state.to_act = view.deal, view.dealer, view.to_act
    state.trump, state.turned, state.known = view.briscola, view.turned, list(view.known)
    state.score, state.sheet = list(view.wins), list(view.sheet)
    leader = None if view.on_table or isinstance(view.to_act, Turn) else view.to_act
    state.lay_course(view.history, leader, m.PLAYS)
    if state.leaders:
        state.closer = Seat((state.leaders[-1] + 1) % state.seats)
    if view.on_table:
        taker, best = m.best_of(view.on_table, view.briscola)
        state.lay_trick(view.on_table, taker, m.PLAYS[best])
    for place in range(0, len(view.history) - len(view.on_table), state.seats):
        trick = view.history[place : place + state.seats]
        taker = m.best_of(trick, view.briscola)[0]
        state.points[taker % len(state.points)] += sum(m.PLAYS[card].points for _, card in trick)
