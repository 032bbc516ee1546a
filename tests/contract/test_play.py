"""Tests that whole matches end with a result, for random players and for bots."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Refused, Turn, admit
from audiogames.core.events import Event
from audiogames.core.registry import Spec
from audiogames.search.arena import RANDOM, bot, levels
from tests.contract.walk import Walk, pick, plans, seats_of

MOST_MOVES = 100_000
PLAYOUTS = 4
"""The budget of the bots here; few playouts show whether their moves are legal."""


@given(data=st.data())
def test_moves_applied_without_an_event_listener_lead_to_the_same_state(
    spec: Spec, data: st.DataObject
) -> None:
    """Playouts apply moves without an event listener, which must not change the state."""
    plan = data.draw(plans(spec))
    heard = Walk(spec, plan).to_end()
    silent = Walk(spec, plan)
    for entry in heard.log.entries:
        seat = None if entry.seat is None else seats_of(silent.state)[entry.seat]
        silent.state.apply(seat, spec.rules.read(entry.move))
    assert silent.state == heard.state


@given(data=st.data())
def test_match_has_a_result_exactly_when_it_is_over(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        assert (state.result() is not None) == (state.to_act is Turn.OVER)


@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end(spec: Spec, seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice(spec.seats)
    state = spec.rules.start(spec.options(), seats)
    events: list[Event] = []
    dealt = None
    for _ in range(MOST_MOVES):
        if state.to_act is Turn.OVER:
            break
        seat, move = pick(spec, state, rng.randrange(1000))
        dealt = move if seat is None else dealt
        state.apply(seat, move, events.append)
    result = state.result()
    assert result is not None
    assert result.why
    assert len(result.points) == len(spec.partners(seats))
    assert 0 < len(result.winners) <= seats
    assert set(result.winners) <= set(seats_of(state))
    assert not any(state.legal_moves(seat) for seat in seats_of(state))
    assert dealt is not None
    with pytest.raises(Refused, match="match-over"):
        admit(spec.rules, state, None, dealt)


@pytest.mark.slow
@given(data=st.data(), seed=st.integers(0, 999))
def test_bots_play_only_legal_moves(spec: Spec, data: st.DataObject, seed: int) -> None:
    level = data.draw(st.sampled_from((*levels(spec), RANDOM)))
    player = bot(spec, level)
    rng = Random(seed)
    for state in Walk(spec, data.draw(plans(spec, 60))).states():
        for seat in seats_of(state):
            if state.legal_moves(seat):
                move = player.choose(state.view(seat), rng, PLAYOUTS, lambda: False)
                admit(spec.rules, state, seat, move)


@pytest.mark.slow
@given(data=st.data(), seed=st.integers(0, 999))
def test_bots_repeat_a_move_with_the_same_seed(spec: Spec, data: st.DataObject, seed: int) -> None:
    state = Walk(spec, data.draw(plans(spec, 40))).to_end().state
    for level in (*levels(spec), RANDOM):
        for seat in seats_of(state):
            view = state.view(seat)
            if view.legal:
                moves = {
                    bot(spec, level).choose(view, Random(seed), PLAYOUTS, lambda: False)
                    for _ in range(2)
                }
                assert len(moves) == 1
