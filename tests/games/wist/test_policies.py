"""Rollout policies of Wist: SIMPLE, OPEN and EVALUATING, and attacks on a bid of zero."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.course import NO_SUIT
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.belief import Belief
from audiogames.games.wist.bots.open_policy import attack_on_wist, open_card, spoiling_card
from audiogames.games.wist.bots.rollout_policy import evaluated_card, simple_card
from tests.games.wist.positions import (
    BIGLIETTI,
    CUORI,
    LIBERA,
    any_move,
    play,
    playing,
    ready,
)


def never():
    return False


@st.composite
def moments(draw):
    """Generate a round in progress with sorted hands, in which a card is to be played."""
    seats = draw(st.sampled_from([4, 5]))
    state = ready(draw(st.integers(1, 8)), seats=seats)
    rng = Random(draw(st.integers(0, 10_000)))
    played = draw(st.integers(0, 45))
    state.apply(*any_move(state, rng.randrange(10_000)))
    while state.phase is m.Phase.BIDDING or len(state.trail) < played:
        state.apply(*any_move(state, rng.randrange(10_000)))
    return Belief(state.view(state.to_act), rng).sample(1, never)[0].state


def takes(state, card):
    """Return True if a card takes the trick as played so far."""
    best = state.best
    trump = state.view(None).trump
    return best is None or m.best_of([(0, best.card), (1, card.card)], trump)[0] == 1


# Plain


@given(moments())
def test_simple_policy_takes_cheaply_or_ducks(state):
    seat = state.to_act
    cards = state.legal_moves(seat)
    short = state.tricks[seat] < state.bids[seat]
    takers = [card.power for card in cards if takes(state, card)]
    losers = [card.power for card in cards if not takes(state, card)]
    card = simple_card(state, seat)
    assert card in cards
    if state.best is None:
        expected = max(takers) if short else min(takers)
    elif short:
        expected = min(takers or losers)
    else:
        expected = max(losers) if losers else min(takers)
    assert card.power == expected
    assert not takers or takes(state, card) == (short or not losers)


@given(moments())
def test_rollout_policy_that_sees_all_hands_plays_a_legal_card(state):
    assert open_card(state, state.to_act) in state.legal_moves(state.to_act)


# The hunt: the second to play, or the leader, has bid one; the target has bid nothing.


def in_order(state):
    """Sort the hands from the lowest card, as rollouts do."""
    for suits in state.suits:
        for held in suits:
            held.sort(key=lambda card: card.power)


def spoiling(state):
    """Return the card that attacks another player's bid of zero, or None."""
    in_order(state)
    found = spoiling_card(state, state.to_act)
    return found and str(found)


@pytest.mark.parametrize(
    ("hands", "bids", "played", "expected"),
    [
        pytest.param(
            ("852h", "T9h 3d", "AKd 2c", "QJd 3c"), (1, 0, 1, 2), "", "8h",
            id="a card is led that the target cannot stay below",
        ),
        pytest.param(
            ("876h", "32h 3d", "AKd 2c", "QJd 3c"), (1, 0, 1, 2), "", None,
            id="where the target can always stay below nothing is led to it",
        ),
        pytest.param(
            ("852h", "T9h 3d", "AKd 2c", "QJd 3c"), (2, 0, 1, 1), "", None,
            id="who needs every trick but one does not attack",
        ),
        pytest.param(
            ("9h 2d 2c", "A74h", "AKd 3c", "QJd 4c"), (0, 1, 1, 2), "9h", "7h",
            id="a trick that the target is taking is left to it",
        ),
        pytest.param(
            ("9d 2c 3c", "A4h 9s", "AKd 4c", "QJd 5c"), (0, 1, 1, 2), "9d", "9s",
            id="who cannot follow throws something off and does not cut",
        ),
        pytest.param(
            ("5h 2d 2c", "A74h", "98h 3c", "QJd 4c"), (2, 1, 0, 1), "5h", "7h",
            id="before the target plays a card stays below what it must give",
        ),
    ],
)  # fmt: skip
def test_zero_bid_is_attacked_by_a_player_who_can_spare_the_trick(hands, bids, played, expected):
    """Hearts are trump; the attacked player has bid zero."""
    state = playing(*hands, bids=bids, turno=CUORI)
    play(state, played)
    assert spoiling(state) == expected


def test_zero_bid_that_has_failed_is_not_attacked():
    state = playing("852h", "T9h 3d", "AKd 2c", "QJd 3c", bids=(1, 0, 1, 2), turno=LIBERA)
    state.tricks[state.following[state.to_act]] = 1
    assert spoiling(state) is None


def test_zero_bid_is_not_attacked_while_bids_are_secret():
    hands, bids = ("852h", "T9h 3d", "AKd 2c", "QJd 3c"), (0, 0, 1, 1)
    found = {}
    for turno in (LIBERA, BIGLIETTI):
        state = playing(*hands, bids=bids, turno=turno)
        assert spoiling(state) == "8h"
        attack = attack_on_wist(state, state.to_act)
        found[turno] = attack and str(attack), str(open_card(state, state.to_act))
    assert found == {LIBERA: ("8h", "8h"), BIGLIETTI: (None, "2h")}


# Evaluating


@given(moments())
def test_evaluating_policy_plays_a_legal_card(state):
    assert evaluated_card(state, state.to_act) in state.legal_moves(state.to_act)


@given(moments(), st.integers(0, 10_000))
def test_rollout_policy_ignores_the_hands_of_the_other_players(state, lot):
    """Other players' hands and secret bids change nothing, except in attacks on a bid of zero."""
    seat = state.to_act
    other = Belief(state.view(seat), Random(lot)).sample(1, never)[0].state
    if not (attack_on_wist(state, seat) or attack_on_wist(other, seat)):
        assert evaluated_card(state, seat) is evaluated_card(other, seat)


@given(moments())
def test_evaluating_rollout_policy_that_has_its_bid_plays_its_highest_losing_card(state):
    seat = state.to_act
    enough = state.tricks[seat] >= state.bids[seat] and not state.now.bound
    follows = state.led != NO_SUIT and state.suits[seat][state.led]
    if enough and follows and not attack_on_wist(state, seat):
        losers = [card.power for card in state.legal_moves(seat) if not takes(state, card)]
        card = evaluated_card(state, seat)
        assert card.power == max(losers) if losers else takes(state, card)


def test_evaluating_policy_plays_the_king_although_the_ace_is_unseen():
    """The player needs a trick, and only the ace, not yet seen, can beat the king."""
    state = playing("5h 3d", "3Kh", "4Ah", "6h 9d", bids=(1, 1, 1, 1), turno=LIBERA)
    play(state, "5h")
    policies = (open_card, evaluated_card)
    assert [str(policy(state, state.to_act)) for policy in policies] == ["3h", "Kh"]


def test_evaluating_policy_discards_its_riskiest_card():
    """A lone king would take an unwanted trick later; low cards let the ace avoid one."""
    state = playing(
        "5h 4d 3s 2s", "Kd A32c", "AKh 9s 4c", "QJh 7s 6c", bids=(1, 0, 1, 1), turno=LIBERA
    )
    play(state, "5h")
    in_order(state)
    policies = (simple_card, evaluated_card)
    assert [str(policy(state, state.to_act)) for policy in policies] == ["Ac", "Kd"]
