"""The rules of Scopa for the table, the bots and the engine protocol.

The state machine itself is in `state`.  This module has the text forms of moves, the states that a
view cannot rule out, and the refusal of illegal moves and impossible views.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from audiogames.cards.card import BIT, ITALIAN, Card, Cards, cards_of, packets, set_of, shuffled
from audiogames.cards.checks import MANY, Look, each, from_pack, within
from audiogames.cards.dealing import read_cards
from audiogames.cards.rules import DealtRules
from audiogames.cards.sides import PAIRS, side_number, sides
from audiogames.core.contract import Impossible, Move, Refused, Turn
from audiogames.core.cues import msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.games.scopa import model as m
from audiogames.games.scopa import scores
from audiogames.games.scopa.model import PLAYS, Play
from audiogames.games.scopa.state import ScopaState
from audiogames.games.scopa.takes import KNOWN, Outcomes, moves_of


class ScopaRules(DealtRules[m.Options, ScopaState, m.ScopaView]):
    """The rules for the table, the bots and the engine protocol."""

    version = 1
    packs = dict.fromkeys(m.SEATS, ITALIAN)
    state = ScopaState

    def start(self, options: m.Options, seats: int) -> ScopaState:
        """Return the state before the first dealer is drawn."""
        if options.form != "scopa" and seats != PAIRS:
            raise OptionError("option-wrong-seats", option="form", value=options.form)
        return super().start(options, seats)

    def redeal(self, view: m.ScopaView, rng: Random) -> ScopaState:
        """Build a state that fits the view, with the unseen cards dealt at random."""
        state = known_state(view)
        sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        hidden = shuffled(cards_of(unseen(view)), rng)
        *hands, state.stock, _ = packets(hidden, (*sizes, view.stock))
        for seat, hand in enumerate(hands):
            state.hold(Seat(seat), view.hand if seat == view.seat else hand)
        return state

    def read_own(self, text: str) -> Move:
        """Parse a move: a card and, after "=", a capture in pack order."""
        card, *takes = text.split("=", 1)
        (played,) = read_cards([card], "italian")
        taken = read_cards(takes[0].split("+"), "italian") if takes else ()
        if tuple(sorted(set(taken))) != taken:
            raise Refused("malformed")
        return m.play(played, taken)

    def why_not(self, view: m.ScopaView, move: Move) -> Refused:
        """Return why a card's choice of a capture is refused: missing, wrong or not needed."""
        assert isinstance(move, Play)
        id_ = "choose-take" if not move.takes else "no-such-take"
        id_ = "no-choice" if PLAYS[move.card] in view.legal else id_
        return Refused(id_, msg(f"refused-{id_}", card=move.card))

    def looks(self, view: m.ScopaView) -> Iterator[Look]:
        """Check a view's fields, for example that its cards form one pack.

        Yield each field's name and whether it is possible.
        """
        (packet, on_table, _), many = m.FORMS[view.options.form], len(sides(len(view.hand_sizes)))
        captured = [card for _, _, takes in view.history for card in takes]
        played = [card for _, card, _ in view.history]
        hidden = sum(view.hand_sizes) + view.stock
        is_dealt = isinstance(view.to_act, int) or bool(played)
        own = 0 if view.seat is None else view.hand_sizes[view.seat]
        yield "score", each(view.score, many, range(MANY).__contains__)
        yield "scope", each(view.scope, many, range(len(ITALIAN)).__contains__)
        yield "hand_sizes", within(view.hand_sizes, 0, packet)
        yield "stock", view.stock >= 0
        yield "history", hidden + len(played) == (len(ITALIAN) - on_table) * is_dealt
        yield "hand", from_pack((*view.hand, *played), ITALIAN)
        yield "table", from_pack((*view.hand, *view.table, *captured), ITALIAN)
        yield "last_taker", bool(captured) or hidden > 0 or not is_dealt
        is_played = isinstance(view.to_act, int)
        yield "table", not is_played or unseen(view).bit_count() == hidden - own


RULES: Final = ScopaRules()


def ways_of(card: Card, view: m.ScopaView) -> tuple[Play, ...]:
    """Return the moves that play a card on this view's table, one for each possible capture."""
    table = set_of(view.table)
    return tuple(moves_of([PLAYS[card]], table, _outcomes(table, view)))


def taken_by(move: Play, view: m.ScopaView) -> Cards:
    """Return the set of cards that a move would capture from this view's table."""
    table = set_of(view.table)
    return move.chosen or _outcomes(table, view).by_value[move.power] & table


def _outcomes(table: Cards, view: m.ScopaView) -> Outcomes:
    return KNOWN[view.options.ace_takes_all][m.profile_of(table)]


def unseen(view: m.ScopaView) -> Cards:
    """Return the cards unknown to this seat; none once the deal is over."""
    if is_counted(view):
        return 0
    known = set_of(view.table) | set_of(view.hand)
    for _, card, takes in view.history:
        known |= BIT[card] | set_of(takes)
    return m.WHOLE & ~known


def known_state(view: m.ScopaView) -> ScopaState:
    """Build a state from a seat's view; its hands and its stock stay empty.

    Raises `Impossible`.
    """
    state = ScopaState.as_seen(view)
    state.clear()
    state.score, state.scope = list(view.score), list(view.scope)
    for seat, card, takes in view.history:
        state.trail.append(PLAYS[card])
        state.captures.append(set_of(takes))
        if takes:
            state.last_taker = seat
            state.piles[side_number(view, seat)] |= set_of((card, *takes))
    if view.history:
        state.closer = Seat((view.history[0][0] + 1) % len(view.hand_sizes))
    state.lay(view.table)
    played = {card for _, card, _ in view.history}
    gone = cards_of(sum(state.captures) & ~set_of(played))
    state.opened = (*gone, *(card for card in view.table if card not in played))
    if is_counted(view):
        if state.last_taker is None:
            raise Impossible("somebody always takes something")
        state.piles[side_number(view, state.last_taker)] |= m.WHOLE & ~sum(state.piles)
    return state


def is_counted(view: m.ScopaView) -> bool:
    """Return True if the deal is over and its last cards have been taken from the table."""
    return bool(view.history) and isinstance(view.to_act, Turn)


def so_far(view: m.ScopaView) -> m.DealScored:
    """Return the result that the deal would have if it ended now."""
    counts = scores.counts_of(known_state(view).piles, view.scope, view.options)
    points = scores.points_of(counts)
    return scores.scored(counts, points, points)


def counted(view: m.ScopaView) -> m.DealScored | None:
    """Return the result of the last deal, or None before the end of the first one."""
    return so_far(view) if is_counted(view) else None
