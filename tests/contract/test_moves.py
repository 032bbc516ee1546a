"""Tests of legal moves, their text forms, copies of states, and replays of logs."""

import string
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.log import read_log, replay
from audiogames.core.registry import Spec, game
from tests.contract.walk import Walk, is_admitted, listeners, pick, plan_of, plans, seats_of

EACH = 4
"""The number of moves of one kind that are tried on the dealer's turn."""


@cache
def vocabulary(id_: str) -> tuple[Move, ...]:
    """Return all distinct moves that are possible during a long match of this game."""
    spec = game(id_)
    walk = Walk(spec, plan_of(spec, 1, 200))
    met: dict[str, Move] = {}
    for state in walk.states():
        for seat in seats_of(state):
            allowed = (*state.legal_moves(seat), *state.unlisted(seat))
            met |= {str(move): move for move in allowed}
    return tuple((met | {e.move: spec.rules.read(e.move) for e in walk.log.entries}).values())


def some_of_each_kind(id_: str, lot: Random) -> list[Move]:
    """Return a few random moves of each class, whether legal now or not."""
    kinds: dict[type[Move], list[Move]] = {}
    for move in vocabulary(id_):
        kinds.setdefault(type(move), []).append(move)
    return [move for kind in kinds.values() for move in lot.sample(kind, min(len(kind), EACH))]


@pytest.mark.slow
@given(data=st.data())
def test_only_legal_moves_are_allowed(spec: Spec, data: st.DataObject) -> None:
    known = vocabulary(spec.id)
    lot = Random(data.draw(st.integers(0, 99)))
    for state in Walk(spec, data.draw(plans(spec, 60))).states():
        before = state.copy()
        for seat in seats_of(state):
            legal = state.legal_moves(seat)
            assert len(set(map(str, legal))) == len(legal)
            allowed = (*legal, *state.unlisted(seat))
            assert all(is_admitted(spec, state, seat, move) for move in allowed[:99])
            for move in lot.sample(known, min(len(known), 12)):
                assert is_admitted(spec, state, seat, move) == (move in allowed)
        assert state == before


@pytest.mark.slow
@given(data=st.data())
def test_dealer_moves_are_allowed_only_when_expected(spec: Spec, data: st.DataObject) -> None:
    known = some_of_each_kind(spec.id, Random(data.draw(st.integers(0, 99))))
    for state in Walk(spec, data.draw(plans(spec))).states():
        verbs = {str(move).split()[0] for move in known if is_admitted(spec, state, None, move)}
        clocks = spec.clock.timeout(state)
        assert verbs <= {state.expects, str(clocks).split()[0]}
        if state.to_act is Turn.CHANCE:
            move = spec.rules.chance(state, Random(1))
            assert str(move).split()[0] == state.expects
            assert is_admitted(spec, state, None, move)
            assert not any(is_admitted(spec, state, seat, move) for seat in seats_of(state))
        else:
            assert state.expects is None


@given(data=st.data())
def test_seat_to_act_always_has_a_legal_move(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        seat = state.to_act
        assert isinstance(seat, Turn) or state.legal_moves(seat)


@given(data=st.data())
def test_copied_state_is_independent(spec: Spec, data: st.DataObject) -> None:
    walk = Walk(spec, data.draw(plans(spec, 60)))
    for state in walk.states():
        if state.to_act is Turn.OVER:
            return
        twin, before = state.copy(), state.copy()
        assert twin == state
        views = [state.view(listener) for listener in listeners(state)]
        twin.apply(*pick(spec, twin, 1))
        assert state == before
        assert [state.view(listener) for listener in listeners(state)] == views
        assert twin != state


@given(data=st.data())
def test_replay_of_the_log_gives_the_same_state(spec: Spec, data: st.DataObject) -> None:
    walk = Walk(spec, data.draw(plans(spec))).to_end()
    written = walk.log.text()
    read = read_log(written)
    assert read == walk.log
    assert read.text() == written
    assert replay(read) == walk.state


@given(data=st.data())
def test_moves_read_back_from_text_are_unchanged(spec: Spec, data: st.DataObject) -> None:
    walk = Walk(spec, data.draw(plans(spec)))
    for state in walk.states():
        for seat in seats_of(state):
            for move in state.legal_moves(seat):
                assert spec.rules.read(str(move)) == move
    assert all(str(spec.rules.read(entry.move)) == entry.move for entry in walk.log.entries)


WORDS = st.one_of(st.text(max_size=12), st.text(string.printable, max_size=12))


def reading(spec: Spec, text: str) -> str:
    """Parse a move; return its text form, or the id of the refusal."""
    try:
        return str(spec.rules.read(text))
    except Refused as refused:
        return refused.id


@pytest.mark.slow
@given(
    verb=st.sampled_from(["", "deal", "dealer", "reshuffle", "timeout", "draw", "bid"]), rest=WORDS
)
def test_invalid_move_text_is_refused_as_malformed(spec: Spec, verb: str, rest: str) -> None:
    text = f"{verb}{rest}"
    assert reading(spec, text) in {text, "malformed"}


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "01", "\u0661", "1 ", " 1", "1 2", ""])
def test_seat_number_has_a_single_text_form(spec: Spec, number: str) -> None:
    with pytest.raises(Refused, match="malformed"):
        spec.rules.read(f"dealer {number}")
