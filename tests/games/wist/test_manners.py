"""How the strong bot thinks that others play: plain players, shrewd ones, and the hunt."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist import hunting, plain, shrewd
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


def hunted(state):
    """The card of the hunt, if there is one."""
    for suits in state.suits:
        for held in suits.values():
            held.sort(key=lambda card: card.power)
    found = hunting.hunt(state, state.to_act)
    return found and str(found)


def test_a_card_is_led_that_the_prey_cannot_stay_below():
    state = playing("852h", "T9h 3d", "AKd 2c", "QJd 3c", bids=(1, 0, 1, 2), turno=LIBERA)
    assert hunted(state) == "8h"


def test_where_the_prey_can_always_stay_below_nothing_is_led_to_it():
    state = playing("876h", "32h 3d", "AKd 2c", "QJd 3c", bids=(1, 0, 1, 2), turno=LIBERA)
    assert hunted(state) is None


def test_a_trick_that_the_prey_is_taking_is_left_to_it():
    state = playing("9h 2d 2c", "A74h", "AKd 3c", "QJd 4c", bids=(0, 1, 1, 2), turno=LIBERA)
    play(state, "9h")
    assert hunted(state) == "7h"


def test_who_cannot_follow_throws_something_off_and_does_not_cut():
    state = playing("9d 2c 3c", "A4h 9s", "AKd 4c", "QJd 5c", bids=(0, 1, 1, 2), turno=CUORI)
    play(state, "9d")
    assert hunted(state) == "9s"


def test_before_the_prey_plays_a_card_stays_below_what_it_must_give():
    state = playing("5h 2d 2c", "A74h", "98h 3c", "QJd 4c", bids=(2, 1, 0, 1), turno=LIBERA)
    play(state, "5h")
    assert hunted(state) == "7h"


def test_who_needs_every_trick_but_one_does_not_hunt():
    state = playing("852h", "T9h 3d", "AKd 2c", "QJd 3c", bids=(2, 0, 1, 1), turno=LIBERA)
    assert hunted(state) is None


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
        found[turno] = str(shrewd.habit(state, state.to_act))
    assert found == {LIBERA: "8h", BIGLIETTI: "2h"}
