"""The last tricks, searched: what the search finds is what the rules give, tried move by move."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist.endgame import POLL, Ending, Stopped
from tests.games.wist.positions import any_move, playing, ready

SWITCHES = dict.fromkeys(("clockwise", "free_cut"), st.booleans())


def best_by_the_rules(state):
    """The same answer from nothing but the state's own moves and scores."""
    if state.sheet and len(state.sheet) == state.round:
        return state.sheet[-1].points
    seat, outcomes = state.to_act, []
    for move in state.legal_moves(seat):
        ahead = state.copy()
        ahead.apply(seat, move)
        outcomes.append(best_by_the_rules(ahead))
    return max(outcomes, key=lambda points: (len(points) * points[seat] - sum(points), points))


@st.composite
def endings(draw):
    """A round in hands of two or three cards, bid and perhaps begun, in any form."""
    form = draw(st.sampled_from(["eight", "cagliari"]))
    seats = draw(st.sampled_from([4, 5])) if form == "eight" else 4
    size = draw(st.sampled_from([2, 3])) if seats == 4 else 2
    options = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    options["cagliari_points"] = draw(st.sampled_from(["made", "always"]))
    turno = draw(st.integers(1, 8 if form == "eight" else 25))
    state = ready(turno, seats=seats, size=size, form=form, **options)
    rng = Random(draw(st.integers(0, 10_000)))
    cards = draw(st.integers(0, seats))
    state.apply(*any_move(state, rng.randrange(10_000)))
    while state.bidding or len(state.trail) < cards:
        state.apply(*any_move(state, rng.randrange(10_000)))
    return state


def never():
    return False


@given(endings())
def test_it_finds_what_trying_every_move_by_the_rules_finds(state):
    before = state.copy()
    assert Ending(state, never).points() == best_by_the_rules(state)
    assert state == before


def test_who_needs_the_last_trick_keeps_the_card_that_takes_it():
    state = playing("A2h", "34h", "56h", "78h", bids=(1, 1, 1, 0))
    assert Ending(state, never).points()[state.to_act] == 11


def test_it_gives_up_when_it_is_told_to():
    hands = "AKQJh", "AKQJd", "AKQJc", "AKQJs"
    ending = Ending(playing(*hands, bids=(1, 1, 1, 2)), lambda: True)
    with pytest.raises(Stopped):
        ending.points()
    assert ending.played == POLL
