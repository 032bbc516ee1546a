"""Tests of properties that hold in every position of Invido (rules A.7)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from tests.contract.walk import Walk, plans
from tests.games.moves import of
from tests.replays.invido import GAME, dealt, make

LADDER = (1, 3, 6, 9, 12, 24)
PENDING = ("asked", "asker", "monte_asker")


def snapshots(data, length=200):
    """Make random moves; yield each one, between the state before it and the state after it.

    Only moves within a deal are yielded.
    """
    walk = Walk(GAME, data.draw(plans(GAME, length)))
    before = walk.state.copy()
    for step in walk:
        after = step.state.copy()
        if before.deal == after.deal and before.expects is None:
            yield before, step, after
        before = after


def is_asked(state):
    return any(getattr(state, name) is not None for name in PENDING)


@pytest.mark.rule("A.7 V only rises, A.4 by one step of the ladder")
@given(data=st.data())
def test_stake_of_a_deal_rises_by_one_step_or_stays(data):
    for before, _, after in snapshots(data):
        step = LADDER.index(after.value) - LADDER.index(before.value)
        assert step in {0, 1}


@pytest.mark.rule("A.7 two consecutive accepted raises never come from the same player")
@given(data=st.data())
def test_accepted_calls_alternate_between_players(data):
    raisers = {}
    for before, _, after in snapshots(data):
        if after.value != before.value:
            raisers.setdefault(after.deal, []).append(after.last_raiser)
            assert after.last_raiser == before.asker
        else:
            assert after.last_raiser == before.last_raiser
    for seats in raisers.values():
        assert all(seat != following for seat, following in pairwise(seats))


@pytest.mark.rule("A.7 the stack never holds two monte questions")
@given(data=st.data())
def test_at_most_one_monte_is_pending(data):
    pending = 0
    for step in Walk(GAME, data.draw(plans(GAME, 200))):
        pending += len(of(m.MonteAsked, step.events))
        assert pending <= 1
        pending -= len(of(m.MonteAccepted, step.events)) + len(of(m.MonteRefused, step.events))
        assert pending == int(step.state.monte_asker is not None)


@pytest.mark.rule("A.7 player_to_play never changes while a question is pending")
@given(data=st.data())
def test_turn_to_play_does_not_pass_while_a_question_is_pending(data):
    for before, step, after in snapshots(data):
        if after.player is None:
            continue  # the deal is over
        if is_asked(after) or not isinstance(step.move, m.Play):
            assert after.player == before.player


@pytest.mark.rule("A.7 the state machine: who must act")
@given(data=st.data())
def test_seat_to_act_follows_from_the_pending_question(data):
    for state in Walk(GAME, data.draw(plans(GAME, 200))).states():
        if isinstance(state.to_act, Turn):
            assert not is_asked(state)
        elif state.monte_asker is not None:
            assert state.to_act != state.monte_asker
        elif state.asker is not None:
            assert state.to_act != state.asker
        else:
            assert state.to_act == state.player


@pytest.mark.rule("A.7 the pending call is the step above the value")
@given(data=st.data())
def test_pending_call_is_one_step_above_the_stake_in_force(data):
    for state in Walk(GAME, data.draw(plans(GAME, 200))).states():
        if state.asked is not None:
            assert LADDER.index(state.asked) == LADDER.index(state.value) + 1
            assert state.asker != state.last_raiser


@pytest.mark.rule("A.7 total cards played by both: six at most")
@given(data=st.data())
def test_at_most_six_cards_are_played_in_a_deal(data):
    for state in Walk(GAME, data.draw(plans(GAME, 200))).states():
        assert len(state.played) <= 6
        assert len(state.tricks) <= 3
        if state.deal:
            assert len(state.played) + sum(map(len, state.hands)) == 6
        assert len(state.played) == 2 * len(state.tricks) + len(state.on_table)


@pytest.mark.rule("A.7 the player to act can act; out of turn there is only a monte")
@given(data=st.data())
def test_seat_to_act_always_has_a_legal_move(data):
    for state in Walk(GAME, data.draw(plans(GAME, 200))).states():
        if not isinstance(state.to_act, Turn):
            assert state.legal_moves(state.to_act)
            assert set(state.legal_moves(1 - state.to_act)) <= {m.A_MONTE}


@pytest.mark.rule("A.7 points come from the value in force at the end, to one player")
@given(data=st.data())
def test_deal_points_equal_the_stake_and_go_to_one_player(data):
    for before, step, after in snapshots(data):
        for won in of(m.DealWon, step.events):
            assert won.points == after.value
            gained = [now - was for now, was in zip(won.score, before.score, strict=True)]
            assert gained[won.winner] == won.points
            assert gained[1 - won.winner] == 0


@pytest.mark.rule("A.2 and A.8 the score stays below the goal until the match is over")
@given(data=st.data())
def test_score_stays_below_the_goal_until_the_match_ends(data):
    for state in Walk(GAME, data.draw(plans(GAME, 200))).states():
        assert (max(state.score) >= state.goal) == (state.to_act is Turn.OVER)
        assert state.goal == (8 if state.short else 24)
        assert state.score != [23, 23]
        assert not (state.short and state.score == [7, 7])


# A deal ends


def longest(cap):
    """Return the greatest number of moves in a deal: six cards, five calls, montes and answers."""
    return 6 + 2 * 5 + 2 * 2 * cap * 6


PREFERENCES = ["a-monte", "no", *m.STEPS]


@pytest.mark.rule("A.6 and A.7 every deal ends under any cap of one or more")
@given(
    cap=st.integers(1, 20),
    choices=st.lists(st.integers(0, 30), min_size=1, max_size=30),
    options=st.fixed_dictionaries({}, optional=dict.fromkeys(
        ("vado_dentro", "implicit_accept", "implicit_no"), st.booleans()
    )),
)  # fmt: skip
def test_every_deal_ends_under_any_monte_cap(cap, choices, options):
    state = dealt("3c 2c 1c", "3d 2d 1d", monte_cap=cap, **options)
    moves = 0
    while state.expects is None and state.to_act is not Turn.OVER:
        stall(state, choices[moves % len(choices)])
        moves += 1
    assert moves <= longest(cap)


def stall(state, choice):
    """Make a move that does not bring the deal nearer to its end, if there is one."""
    seats = (state.to_act, 1 - state.to_act)
    possible = [(seat, str(move)) for seat in seats for move in state.legal_moves(seat)]
    delaying = [one for one in possible if one[1] in PREFERENCES]
    seat, move = (delaying or possible)[choice % len(delaying or possible)]
    make(state, move, seat)


@pytest.mark.rule("A.6 the cap keeps a deal finite: the longest possible deal")
@pytest.mark.parametrize("cap", [1, 3])
def test_limit_on_montes_bounds_the_number_of_moves_in_a_deal(cap):
    state = dealt("3c 2c 1c", "3d 2d 1d", monte_cap=cap)
    moves = 0
    while state.expects is None:
        while any(m.A_MONTE in state.legal_moves(seat) for seat in (0, 1)):
            asker = next(s for s in (0, 1) if m.A_MONTE in state.legal_moves(s))
            make(state, "a-monte", asker)
            make(state, "no")
            moves += 2
        make(state, str(state.hands[state.to_act][0]))
        moves += 1
    assert moves == 6 + 2 * 2 * cap * 6
    assert state.score == [0, 0]
