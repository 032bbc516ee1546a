"""The rules of Briscola for the table, the bots and the engine protocol.

The state machine itself is in `state`.  This module has the text forms of moves, the states that a
view cannot rule out, and the refusal of illegal moves and impossible views.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Final

from audiogames.cards.card import Card, shuffled
from audiogames.cards.checks import Look, each, from_pack, within
from audiogames.cards.course import suit_number
from audiogames.cards.rules import DealtRules
from audiogames.cards.sides import PAIRS, partner, sides
from audiogames.cards.signs import Sign, guessed, no_sign
from audiogames.cards.tricks import finished
from audiogames.core.contract import Impossible, Move, Refused, Turn
from audiogames.core.events import Seat
from audiogames.games.briscola import model as m
from audiogames.games.briscola.model import HAND, PLAYS
from audiogames.games.briscola.state import BriscolaState


class BriscolaRules(DealtRules[m.Options, BriscolaState, m.BriscolaView]):
    """The rules for the table, the bots and the engine protocol."""

    version = 1
    packs = m.PACKS
    state = BriscolaState
    moves = {str(move): move for move in (*PLAYS.values(), *m.SIGNS, m.EXCHANGE)}  # noqa: RUF012
    any_time = (Sign,)

    def redeal(self, view: m.BriscolaView, rng: Random) -> BriscolaState:
        """Build a state that fits the view: unseen cards and unknown signs are drawn at random."""
        state, hands = BriscolaState.as_seen(view), known_hands(view)
        hidden = list(shuffled(unseen(view), rng)) if view.deal else []
        for hand, size in zip(hands, view.hand_sizes, strict=True):
            hand += [hidden.pop() for _ in range(min(size - len(hand), len(hidden)))]
        if tuple(map(len, hands)) != view.hand_sizes or len(hidden) != view.stock:
            raise Impossible("the pack is larger or smaller")
        state.clear(hands)
        state.stock = [PLAYS[card] for card in hidden]
        _lay_table(state, view)
        state.signs = guessed(view, len(state.leaders), m.SIGNS, rng)
        return state

    def why_not(self, view: m.BriscolaView, move: Move) -> Refused:
        """Return the reason why a sign or an exchange is refused; any card may be played."""
        return no_sign(view) if isinstance(move, Sign) else _no_exchange(view)

    def looks(self, view: m.BriscolaView) -> Iterator[Look]:
        """Check a view's fields, for example that its cards form one pack.

        Yield each field's name and whether it is possible.
        """
        seats, turned = len(view.hand_sizes), () if view.turned is None else (view.turned,)
        yield "partner_hand", not view.partner_hand or seats == PAIRS
        seen = (*chain(*known_hands(view)), *(card for _, card in view.history), *turned)
        lies = len(view.history) + view.stock + len(turned)
        pack, many = self.packs[seats], len(sides(seats))
        yield "hand_sizes", within((*view.hand_sizes, view.stock // len(pack)), 0, HAND)
        yield "history", sum(view.hand_sizes) + lies == len(pack) * (view.deal > 0)
        yield "hand", from_pack(seen, pack)
        yield "on_table", len(view.on_table) == len(view.history) % seats
        yield "briscola", view.briscola in (tuple(m.SUITS) if view.deal else (None,))
        yield "wins", each(view.wins, many, range(4).__contains__)
        yield "sheet", all(len(one.points) == len(one.wins) == many for one in view.sheet)
        yield "signs", {one.sign for one in view.signs} <= {one.sign for one in m.SIGNS}
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
    """Return the known cards of each hand: own, shown by a partner, or taken in public."""
    seats = range(len(view.hand_sizes))
    hands = [[card for holder, card in view.known if holder == seat] for seat in seats]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
        if view.partner_hand:
            hands[partner(view.seat)] = list(view.partner_hand)
    return hands


def unseen(view: m.BriscolaView) -> list[Card]:
    """Return the cards of the pack whose position this seat does not know."""
    seen = {view.turned, *chain(*known_hands(view)), *(card for _, card in view.history)}
    return [card for card in m.PACKS[len(view.hand_sizes)] if card not in seen]


def _lay_table(state: BriscolaState, view: m.BriscolaView) -> None:
    """Set the public fields of a state from a view."""
    state.trump = suit_number(view.briscola, m.SUITS)
    state.turned, state.known = view.turned, list(view.known)
    state.score, state.sheet = list(view.wins), list(view.sheet)
    leader = None if view.on_table or isinstance(view.to_act, Turn) else view.to_act
    state.lay_course(view.history, leader, PLAYS)
    if state.leaders:
        state.closer = Seat((state.leaders[-1] + 1) % state.seats)
    if view.on_table:
        taker, best = m.best_of(view.on_table, view.briscola)
        state.lay_trick(view.on_table, taker, PLAYS[best])
    for trick in finished(view):
        taker = m.best_of(trick, view.briscola)[0]
        state.points[taker % len(state.points)] += sum(PLAYS[card].points for _, card in trick)
