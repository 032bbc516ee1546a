"""The rules of Wist for the table, the bots and the engine protocol.

The state machine itself is in `state`.  This module has the dealer's random moves, the text forms
of moves, and the determinizations of a view: full states that the seat cannot rule out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from audiogames.cards.card import Card, shuffled
from audiogames.cards.dealing import Deal, read_cards, read_seat, same_cards
from audiogames.cards.hidden import deal_hidden
from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.games.wist import model as m
from audiogames.games.wist.model import PLAYS, Phase
from audiogames.games.wist.state import WistState
from audiogames.games.wist.words import why_not


class WistRules:
    """The rules for the table, the bots and the engine protocol."""

    version = 1

    def start(self, options: m.Options, seats: int) -> WistState:
        """Return the state before seats and dealer are drawn."""
        if options.form == "cagliari" and seats != m.CAGLIARI_SEATS:
            raise OptionError(
                "option-needs-seats", option="form", value=options.form, seats=str(m.CAGLIARI_SEATS)
            )
        return WistState(options, seats)

    def chance(self, state: WistState, rng: Random) -> Move:
        """Draw the seats, the cards for the first deal, or a shuffled pack."""
        pack = shuffled(m.PACKS[state.seats], rng)
        match state.phase:
            case Phase.SEATING:
                seats = [Seat(seat) for seat in range(state.seats)]
                return m.DrawSeats(tuple(rng.sample(seats, len(seats))))
            case Phase.DRAWING:
                return m.DrawDealer(pack[: state.seats])
        return Deal(pack)

    def redeal(self, view: m.WistView, rng: Random) -> WistState:
        """Build a state that fits the view, with the unseen cards dealt at random."""
        return determinization(view, rng)

    def read(self, text: str) -> Move:
        """Parse a move."""
        verb, *rest = text.split(" ") if text else [""]
        match verb:
            case "deal":
                return Deal(read_cards(rest, "french"))
            case "draw-dealer":
                return m.DrawDealer(read_cards(rest, "french"))
            case "seats":
                return m.DrawSeats(tuple(read_seat([word]) for word in rest))
        known = _MOVES.get(text)
        if known is None:
            raise Refused("malformed")
        return known

    def allows_chance(self, state: WistState, move: Move) -> bool:
        """Return True if the dealer's move is the expected one and has the right cards or seats."""
        match move:
            case Deal():
                return state.phase is Phase.DEALING and same_cards(move.cards, m.PACKS[state.seats])
            case m.DrawDealer():
                return state.phase is Phase.DRAWING and _one_each(move.cards, state.seats)
            case m.DrawSeats():
                return state.phase is Phase.SEATING and sorted(move.order) == list(
                    range(state.seats)
                )
        return False

    def refusal(self, view: m.WistView, move: Move) -> Refused:
        """Return the most useful of the reasons why a move is refused."""
        return why_not(view, move)


def _one_each(cards: Sequence[Card], seats: int) -> bool:
    return len(cards) == len(set(cards)) == seats and set(cards) <= set(m.PACKS[seats])


_MOVES: Final[dict[str, Move]] = {str(move): move for move in (*PLAYS.values(), *m.BIDS)}


def determinization(view: m.WistView, rng: Random) -> WistState:
    """Return a random full state consistent with the view."""
    state = WistState(view.options, len(view.scores))
    if view.order:
        state.sit(view.order)
    state.dealer, state.to_act, state.phase = view.dealer, view.to_act, _phase(view)
    state.score, state.sheet = list(view.scores), list(view.sheet)
    if view.round:
        _lay_round(state, view, rng)
    return state


def _lay_round(state: WistState, view: m.WistView, rng: Random) -> None:
    """Set the state's current round from a view, or the last round if none is being played."""
    state.deal, state.now = view.round, state.plan[view.round - 1]
    state.turned = view.turned
    state.set_trump(view.trump)
    state.tricks = list(view.tricks)
    state.bids = [_bid(view, seat, rng) for seat in range(len(view.bids))]
    _lay_trail(state, view)
    state.hold(_hands(view, rng))


def _phase(view: m.WistView) -> Phase:
    if view.to_act is Turn.OVER:
        return Phase.OVER
    if view.to_act is not Turn.CHANCE:
        return Phase.BIDDING if view.bidding else Phase.PLAYING
    if view.dealer is not None:
        return Phase.DEALING
    return Phase.DRAWING if view.order else Phase.SEATING


def _bid(view: m.WistView, seat: int, rng: Random) -> int | None:
    """Return a seat's bid; for a written bid that the view does not show, a random number."""
    known = view.bids[seat]
    return known if known is not None or not view.written[seat] else rng.randint(0, view.cards)


def _lay_trail(state: WistState, view: m.WistView) -> None:
    """Set the state's played cards from a view, including those on the table."""
    leader = None
    if not view.on_table and isinstance(view.to_act, int):
        leader = view.first if view.leader is None else view.leader
    state.lay_course(view.history, leader, m.PLAYS)
    state.closer = state.preceding[state.leaders[-1]]
    if view.on_table:
        taker, best = m.best_of(view.on_table, view.trump)
        state.lay_trick(view.on_table, taker, m.PLAYS[best])


def _hands(view: m.WistView, rng: Random) -> list[list[Card]]:
    """Deal the unseen cards at random and return all hands; no seat gets a suit it lacks."""
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
    """Yield each seat with a suit in which it is known to be void.

    A seat that did not follow suit is void in it, unless it cut where the options allow that.
    """
    seats = len(view.bids)
    for place, (seat, card) in enumerate(view.history):
        led = view.history[place - place % seats][1].suit
        freely_cut = view.options.free_cut and card.suit == view.trump
        if card.suit != led and not freely_cut:
            yield seat, led
