"""How the strong bot thinks that others play: plain players, shrewd ones, and the hunt."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist import careful, hunting, plain, shrewd
from audiogames.games.wist import model as m
from audiogames.games.wist.worlds import Worlds
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
    """A card is to be played, somewhere in a round; hands are sorted."""
    seats = draw(st.sampled_from([4, 5]))
    state = ready(draw(st.integers(1, 8)), seats=seats)
    rng = Random(draw(st.integers(0, 10_000)))
    played = draw(st.integers(0, 45))
    state.apply(*any_move(state, rng.randrange(10_000)))
    while state.bidding or len(state.trail) < played:
        state.apply(*any_move(state, rng.randrange(10_000)))
    return Worlds(state.view(state.to_act), rng).draw(1, never)[0].state


def takes(state, card):
    """Whether a card takes the trick so far."""
    best = state.best
    return best is None or m.best_of([(0, best.card), (1, card.card)], state.trump)[0] == 1


# Plain


@given(moments())
def test_a_plain_player_takes_as_cheaply_as_it_can_and_else_ducks(state):
    seat = state.to_act
    cards = state.legal_moves(seat)
    short = state.tricks[seat] < state.bids[seat]
    takers = [card.power for card in cards if takes(state, card)]
    losers = [card.power for card in cards if not takes(state, card)]
    card = plain.habit(state, seat)
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
def test_a_shrewd_player_plays_a_legal_card(state):
    assert shrewd.habit(state, state.to_act) in state.legal_moves(state.to_act)


# The hunt: the second to play, or the leader, has bid one; the prey has bid nothing.


def in_order(state):
    """Sort the hands from the lowest card, as the trials do."""
    for suits in state.suits:
        for held in suits.values():
            held.sort(key=lambda card: card.power)


def hunted(state):
    """The card of the hunt, if there is one."""
    in_order(state)
    found = hunting.hunt(state, state.to_act)
    return found and str(found)


@pytest.mark.parametrize(
    ("hands", "bids", "played", "expected"),
    [
        pytest.param(
            ("852h", "T9h 3d", "AKd 2c", "QJd 3c"), (1, 0, 1, 2), "", "8h",
            id="a card is led that the prey cannot stay below",
        ),
        pytest.param(
            ("876h", "32h 3d", "AKd 2c", "QJd 3c"), (1, 0, 1, 2), "", None,
            id="where the prey can always stay below nothing is led to it",
        ),
        pytest.param(
            ("852h", "T9h 3d", "AKd 2c", "QJd 3c"), (2, 0, 1, 1), "", None,
            id="who needs every trick but one does not hunt",
        ),
        pytest.param(
            ("9h 2d 2c", "A74h", "AKd 3c", "QJd 4c"), (0, 1, 1, 2), "9h", "7h",
            id="a trick that the prey is taking is left to it",
        ),
        pytest.param(
            ("9d 2c 3c", "A4h 9s", "AKd 4c", "QJd 5c"), (0, 1, 1, 2), "9d", "9s",
            id="who cannot follow throws something off and does not cut",
        ),
        pytest.param(
            ("5h 2d 2c", "A74h", "98h 3c", "QJd 4c"), (2, 1, 0, 1), "5h", "7h",
            id="before the prey plays a card stays below what it must give",
        ),
    ],
)  # fmt: skip
def test_a_wist_is_hunted_by_who_can_spare_the_trick(hands, bids, played, expected):
    """Hearts are trump; the prey has bid nothing."""
    state = playing(*hands, bids=bids, turno=CUORI)
    play(state, played)
    assert hunted(state) == expected


def test_a_wist_that_has_failed_is_no_prey():
    state = playing("852h", "T9h 3d", "AKd 2c", "QJd 3c", bids=(1, 0, 1, 2), turno=LIBERA)
    state.tricks[state.following[state.to_act]] = 1
    assert hunted(state) is None


def test_where_tickets_are_secret_nobody_hunts():
    hands, bids = ("852h", "T9h 3d", "AKd 2c", "QJd 3c"), (0, 0, 1, 1)
    found = {}
    for turno in (LIBERA, BIGLIETTI):
        state = playing(*hands, bids=bids, turno=turno)
        assert hunted(state) == "8h"
        prey = hunting.prey_in_sight(state, state.to_act)
        found[turno] = prey and str(prey), str(shrewd.habit(state, state.to_act))
    assert found == {LIBERA: ("8h", "8h"), BIGLIETTI: (None, "2h")}


# Careful


@given(moments())
def test_a_careful_player_plays_a_legal_card(state):
    assert careful.habit(state, state.to_act) in state.legal_moves(state.to_act)


@given(moments(), st.integers(0, 10_000))
def test_who_is_careful_does_not_look_into_other_hands(state, lot):
    """But in a hunt.  Other hands and tickets change nothing."""
    seat = state.to_act
    other = Worlds(state.view(seat), Random(lot)).draw(1, never)[0].state
    if not (hunting.prey_in_sight(state, seat) or hunting.prey_in_sight(other, seat)):
        assert careful.habit(state, seat) is careful.habit(other, seat)


@given(moments())
def test_who_has_enough_follows_with_the_highest_card_below(state):
    seat = state.to_act
    enough = state.tricks[seat] >= state.bids[seat] and not state.now.bound
    follows = state.led and state.suits[seat][state.led]
    if enough and follows and not hunting.prey_in_sight(state, seat):
        losers = [card.power for card in state.legal_moves(seat) if not takes(state, card)]
        card = careful.habit(state, seat)
        assert card.power == max(losers) if losers else takes(state, card)


def test_who_is_careful_does_not_count_on_others_cards():
    """Who needs a trick takes it with the king where only the ace, still to come, can beat it."""
    state = playing("5h 3d", "3Kh", "4Ah", "6h 9d", bids=(1, 1, 1, 1), turno=LIBERA)
    play(state, "5h")
    habits = (shrewd.habit, careful.habit)
    assert [str(habit(state, state.to_act)) for habit in habits] == ["3h", "Kh"]


def test_who_is_careful_throws_off_what_is_hard_to_keep_low():
    """The lone king will take a trick that nobody wants; the ace has low cards beside it."""
    state = playing(
        "5h 4d 3s 2s", "Kd A32c", "AKh 9s 4c", "QJh 7s 6c", bids=(1, 0, 1, 1), turno=LIBERA
    )
    play(state, "5h")
    in_order(state)
    habits = (plain.habit, careful.habit)
    assert [str(habit(state, state.to_act)) for habit in habits] == ["Ac", "Kd"]
