"""The rules of Invido for the table, the bots and the engine protocol.

The state machine itself is in `state`.  This module has the dealer's random moves, the text forms
of moves, the determinizations of a view (full states that the seat cannot rule out), and the
refusal of illegal moves and impossible views.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from random import Random
from typing import Final

from audiogames.cards.card import shuffled
from audiogames.cards.checks import MANY, Look, from_pack, unsound, within
from audiogames.cards.dealing import Deal, Dealer, read_cards, read_seat, same_cards
from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.cues import Name, msg
from audiogames.core.events import Seat
from audiogames.core.options import are_allowed
from audiogames.games.invido import model as m
from audiogames.games.invido.model import Phase
from audiogames.games.invido.state import SEATS, InvidoState

ALL_CARDS: Final = SEATS * m.HAND
VALUES: Final = (1, *m.STEPS.values())


class InvidoRules:
    """The rules for the table, the bots and the engine protocol."""

    version = 1

    def start(self, options: m.Options, seats: int) -> InvidoState:
        """Return the state before the first dealer is drawn."""
        assert seats == SEATS
        return InvidoState(options)

    def chance(self, state: InvidoState, rng: Random) -> Move:
        """Draw a dealer, or shuffle all 32 cards."""
        if state.dealer is None:
            return Dealer(Seat(rng.randrange(SEATS)))
        return Deal(shuffled(m.PACK, rng))

    def redeal(self, view: m.InvidoView, rng: Random) -> InvidoState:
        """Build a state that fits the view, with the unseen cards dealt at random."""
        state = InvidoState(view.options)
        state.score = list(view.score)
        state.goal, state.short, state.deal = view.goal, view.short, view.deal
        state.phase = _phase(view)
        state.dealer, state.leader, state.player = view.dealer, view.leader, view.player
        state.value, state.last_raiser = view.value, view.last_raiser
        state.asked, state.asker, state.monte_asker = view.asked, view.asker, view.monte_asker
        state.montes = tuple([left or 0 for left in view.montes])
        state.tricks, state.on_table = list(view.tricks), list(view.on_table)
        state.played, state.raised_at = list(view.played), view.raised_at
        state.calls = list(view.calls)
        state.last_deal = view.last_deal
        state.records = [*astuple(view.manners[0]), *astuple(view.manners[1])]
        _deal_unseen(state, view, rng)
        return state

    def read(self, text: str) -> Move:
        """Parse a move."""
        if text in m.MOVES:
            return m.MOVES[text]
        verb, *rest = text.split(" ")
        if verb == "dealer":
            return Dealer(read_seat(rest))
        if verb == "deal":
            return Deal(read_cards(rest, "italian"))
        raise Refused("malformed")

    def allows_chance(self, state: InvidoState, move: Move) -> bool:
        """Return True if the dealer's move is the expected one and has the right cards."""
        match move:
            case Dealer():
                return state.expects == "dealer" and move.seat < SEATS
            case Deal():
                return state.expects == "deal" and same_cards(move.cards, m.PACK)
        return False

    def refusal(self, view: m.InvidoView, move: Move) -> Refused:
        """Return the reason why a move is refused; of several reasons, the most useful one."""
        return why_not(view, move)


def _phase(view: m.InvidoView) -> Phase:
    """Return the phase of a view, inferred from its public fields."""
    if view.to_act is Turn.OVER:
        return Phase.OVER
    if view.to_act is Turn.CHANCE:
        return Phase.CHOOSING_DEALER if view.dealer is None else Phase.DEALING
    if view.monte_asked:
        return Phase.ANSWERING_MONTE
    return Phase.PLAYING if view.asked is None else Phase.ANSWERING_STAKE


def _deal_unseen(state: InvidoState, view: m.InvidoView, rng: Random) -> None:
    """Distribute the unseen cards at random to hands, covered cards and stock."""
    if view.deal == 0:
        return
    seen = {*view.hand, *view.covered, *(card for _, card in view.played if card is not None)}
    unseen = [card for card in m.PACK if card not in seen]
    rng.shuffle(unseen)
    own = list(view.covered)
    for who, card in view.played:
        if card is None:
            state.covered.append((who, own.pop(0) if who == view.seat else unseen.pop()))
    for seat, size in enumerate(view.hand_sizes):
        hand = view.hand if seat == view.seat else [unseen.pop() for _ in range(size)]
        state.hands[seat] = [m.OPEN[card] for card in hand]
    state.stock = tuple(unseen)


def timed_turn(state: InvidoState) -> object:
    """Return an id of the turn to play a card; its clock stops during calls and "a monte"."""
    is_asked = state.phase in {Phase.ANSWERING_STAKE, Phase.ANSWERING_MONTE}
    return None if is_asked else (state.deal, len(state.played))


# Refusals


def why_not(view: m.InvidoView, move: Move) -> Refused:
    """Return the reason why a move is refused; of several reasons, the most useful one."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    if not isinstance(move, m.Play | m.Call | m.Answer):
        return Refused("not-your-move")
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if move == m.A_MONTE:
        return _no_monte(view)
    return _no_move(view, move) if view.to_act == view.seat else _not_yours(view)


def _no_move(view: m.InvidoView, move: Move) -> Refused:
    """Return the reason why the seat to act may not make this move."""
    says_no = view.options.implicit_no and view.asked is None and isinstance(move, m.Call)
    if view.monte_asked and not says_no:
        return _answer_monte(view)
    match move:
        case m.Play():
            return _no_card(view, move)
        case m.Call():
            return _no_call(view)
        case m.NO if view.asked is not None:
            return Refused("answer-first", msg("refused-answer-first", asked=view.asked))
    return Refused("nothing-to-answer")


def _no_monte(view: m.InvidoView) -> Refused:
    if view.monte_asker == view.seat:
        return Refused("monte-pending")
    if view.monte_asked:
        return _answer_monte(view)
    return Refused("no-more-montes")


def _answer_monte(view: m.InvidoView) -> Refused:
    assert view.monte_asker is not None
    return Refused("answer-monte", msg("refused-answer-monte", seat=Name(view.monte_asker)))


def _not_yours(view: m.InvidoView) -> Refused:
    assert not isinstance(view.to_act, Turn)
    waiting = view.monte_asked or view.asked is not None
    id_ = "not-your-answer" if waiting else "not-your-turn"
    return Refused(id_, msg(f"refused-{id_}", seat=Name(view.to_act)))


def _no_card(view: m.InvidoView, play: m.Play) -> Refused:
    if view.asked is not None and not view.options.implicit_accept:
        return Refused("answer-first", msg("refused-answer-first", asked=view.asked))
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    if play.covered:
        return Refused("no-vado-dentro")
    return Refused("answer-first", msg("refused-answer-first", asked=view.asked or view.value))


def _no_call(view: m.InvidoView) -> Refused:
    """Return the reason why a call is refused.

    The stake is already the highest, only the opponent may raise, or the call skips a stake.
    """
    level = view.asked if view.asked is not None else view.value
    step = m.next_call(level)
    if step is None:
        return Refused("top-of-the-ladder")
    if view.asked is None and view.last_raiser == view.seat:
        return Refused("not-yours-to-raise")
    return Refused("not-the-next-step", msg("refused-not-the-next-step", call=msg(f"call-{step}")))


def unsound_fields(view: m.InvidoView) -> Iterator[str]:
    """Yield the fields of an untrusted view that have impossible stakes or duplicate cards."""
    if not are_allowed(view.options) or len(view.hand_sizes) != SEATS:
        return iter(("options",))
    return unsound((*_stakes(view), *_cards(view)))


def _stakes(view: m.InvidoView) -> Iterator[Look]:
    yield "score", within(view.score, 0, m.GOAL + m.STEPS["partita"])
    yield "goal", view.goal in {m.GOAL, m.SHORT_GOAL}
    yield "value", view.value in VALUES
    yield "asked", (view.asked is None) == (view.asker is None)
    yield "asked", view.asked is None or view.asked in m.CALLS
    yield "monte_asker", not view.monte_asked or view.monte_asker is not None
    yield "player", view.player is not None or _phase(view) is not Phase.PLAYING
    yield "montes", len(view.montes) == SEATS and within(view.montes, 0, view.options.monte_cap)
    yield "calls", len(view.calls) <= len(m.STEPS) and within((at for _, at in view.calls), 0, 6)
    manners = [(each.folds, each.answers, each.calls) for each in view.manners]
    yield "manners", all(within(each, 0, MANY) and each[0] <= each[1] for each in manners)
    yield "raised_at", view.raised_at in range(ALL_CARDS + 1)
    yield "deal", view.deal in range(MANY)
    yield "leader", (view.leader is None) == (view.deal == 0)
    yield "dealer", view.dealer is not None or view.deal == 0


def _cards(view: m.InvidoView) -> Iterator[Look]:
    shown = tuple(card for _, card in view.played if card is not None)
    mine = sum(who == view.seat and card is None for who, card in view.played)
    dealt = ALL_CARDS if view.deal else 0
    yield "hand", from_pack((*view.hand, *view.covered, *shown), m.PACK)
    yield "covered", len(view.covered) == mine
    yield "hand_sizes", within(view.hand_sizes, 0, m.HAND)
    yield "played", sum(view.hand_sizes) + len(view.played) == dealt
    yield "on_table", len(view.on_table) < SEATS
    yield "tricks", len(view.tricks) <= m.HAND
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "hand", len(view.hand) == own
