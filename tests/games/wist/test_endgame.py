"""The endgame search: the best result of a seat that cannot distinguish some worlds."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.games.wist import model as m
from audiogames.games.wist.bots.belief import Belief, Determinization, Stopped
from audiogames.games.wist.bots.endgame import EndgameSearch
from audiogames.games.wist.bots.rollout_policy import Policy, rollout, rollout_until
from audiogames.games.wist.bots.strong import MatchEquity
from tests.games.wist.positions import LIBERA, any_move, playing, ready

OPEN = [Policy.OPEN] * 4


def never():
    return False


def search(state, stop=never):
    return EndgameSearch(state.to_act, MatchEquity(state.view(state.to_act)).value, stop)


def best_plan(worlds, seat, move, equity):
    """Return the best result of all plans.

    A plan says which card the seat plays after each sequence of play that it may see.
    """

    def unplanned(plan):
        """Return the total value of a plan over all worlds, and an empty sequence.

        If the plan has no card for some sequence of play, return instead that sequence and the
        legal moves after it.
        """
        total = 0.0
        for world in worlds:
            state = world.state.copy()
            state.apply(seat, move)
            while not rollout_until(state, world.policies, seat):
                seen = tuple(state.trail)
                if seen not in plan:
                    return seen, state.legal_moves(seat)
                state.apply(seat, plan[seen])
            total += equity.value(state.sheet[-1].points)
        return total, ()

    def best(plan):
        found, moves = unplanned(plan)
        return max(best({**plan, found: card}) for card in moves) if moves else found

    return best({})


@st.composite
def endings(draw):
    """Generate a round with hands of three cards, and sampled deals for the seat to act."""
    state = ready(draw(st.integers(1, 8)), size=3)
    rng = Random(draw(st.integers(0, 10_000)))
    played = draw(st.integers(0, 5))
    state.apply(*any_move(state, rng.randrange(10_000)))
    while state.phase is m.Phase.BIDDING or len(state.trail) < played:
        state.apply(*any_move(state, rng.randrange(10_000)))
    worlds = Belief(state.view(state.to_act), rng).sample(draw(st.integers(1, 4)), never)
    return state, worlds


@settings(max_examples=60)
@given(endings())
def test_endgame_search_finds_the_value_of_the_best_plan(table):
    state, worlds = table
    equity = MatchEquity(state.view(state.to_act))
    for move in state.legal_moves(state.to_act):
        found = search(state).value(worlds, move)
        assert found == pytest.approx(best_plan(worlds, state.to_act, move, equity))


@given(endings())
def test_endgame_search_leaves_the_worlds_unchanged(table):
    state, worlds = table
    before = [world.state.copy() for world in worlds]
    search(state).value(worlds, state.legal_moves(state.to_act)[0])
    assert [world.state for world in worlds] == before


def test_endgame_search_makes_one_choice_for_indistinguishable_worlds():
    """One choice for two worlds that look alike is worth less than the best choice in each."""
    hands = "AQ2h", "K4h 9c", "J98d", "T76d"
    other = "AQ2h", "J98d", "K4h 9c", "T76d"
    states = [playing(*some, bids=(1, 0, 0, 1), turno=LIBERA) for some in (hands, other)]
    seat = states[0].to_act
    worlds = [Determinization(state, OPEN) for state in states]
    together, apart = search(states[0]), search(states[0])
    for move in states[0].legal_moves(seat):
        alone = sum(apart.value([world], move) for world in worlds)
        assert together.value(worlds, move) <= alone


def test_endgame_search_with_one_card_left_gives_the_value_of_the_rollout():
    state = playing("Ah", "Kh", "3d", "4d", bids=(1, 0, 0, 1), turno=LIBERA)
    equity = MatchEquity(state.view(state.to_act))
    [move] = state.legal_moves(state.to_act)
    found = search(state).value([Determinization(state, OPEN)], move)
    assert found == equity.value(rollout(state.copy(), OPEN))


def test_endgame_search_stops_on_request():
    state = playing("AKh", "34h", "56h", "78h", bids=(1, 1, 1, 0))
    move = state.legal_moves(state.to_act)[0]
    with pytest.raises(Stopped):
        search(state, lambda: True).value([Determinization(state, OPEN)], move)
