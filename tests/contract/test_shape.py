"""Tests that views, events and options are immutable and can be converted to JSON and back."""

import json
import pickle
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import View
from audiogames.core.options import OptionError, are_allowed, range_of, read_options
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from tests.contract.walk import Walk, cards_in, listeners, option_sets, plan_of, plans

LONG = 700
"""The number of moves within which most matches end."""
PROMISED = ("seat", "to_act", "legal", "dealer", "hand", "hand_sizes")


@pytest.mark.slow
@given(data=st.data())
def test_every_listener_has_a_view_at_any_time(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        for listener in listeners(state):
            view = state.view(listener)
            assert isinstance(view, View)
            assert (view.seat, view.to_act) == (listener, state.to_act)
            assert view.legal == (() if listener is None else tuple(state.legal_moves(listener)))
            assert hash(view) == hash(state.view(listener))


@given(data=st.data())
def test_views_are_immutable_and_convert_to_json(spec: Spec, data: st.DataObject) -> None:
    walk = Walk(spec, data.draw(plans(spec))).to_end()
    for listener in listeners(walk.state):
        view = walk.state.view(listener)
        with pytest.raises(FrozenInstanceError):
            view.hand = ()
        written = json.loads(json.dumps(plain(view)))
        assert set(written) == {field.name for field in fields(view)} >= set(PROMISED)
        assert written["hand"] == [str(card) for card in view.hand]
        assert written["legal"] == [str(move) for move in view.legal]


@given(data=st.data())
def test_pickled_view_keeps_the_identity_of_cards(spec: Spec, data: st.DataObject) -> None:
    """Bots run in another process, and cards are compared by identity there too."""
    walk = Walk(spec, data.draw(plans(spec))).to_end()
    for listener in listeners(walk.state):
        view = walk.state.view(listener)
        brought = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
        assert brought == view
        pairs = zip(cards_in(brought), cards_in(view), strict=True)
        assert all(there is here for there, here in pairs)


@given(data=st.data())
def test_events_are_declared_by_the_game_and_convert_to_json(
    spec: Spec, data: st.DataObject
) -> None:
    for step in Walk(spec, data.draw(plans(spec))):
        for event in step.events:
            assert type(event) in spec.events
            written = json.loads(json.dumps(plain(event)))
            assert set(written) == {field.name for field in fields(event)}
            assert event.to is None or event.to in range(len(step.state.view(None).hand_sizes))


@pytest.mark.slow
def test_every_declared_event_of_a_game_occurs(spec: Spec) -> None:
    unmet = set(spec.events)
    for seed in range(300):
        unmet -= {type(e) for step in Walk(spec, plan_of(spec, seed, LONG)) for e in step.events}
        if not unmet:
            break
    assert unmet == set()


@given(data=st.data())
def test_options_read_back_from_json_are_unchanged(spec: Spec, data: st.DataObject) -> None:
    options = read_options(spec.options, data.draw(option_sets(spec)))
    written = plain(options)
    assert isinstance(written, dict)
    assert read_options(spec.options, written) == options
    as_texts = {name: str(value) for name, value in written.items()}
    assert read_options(spec.options, as_texts) == options


def test_refused_option_names_the_allowed_values(spec: Spec) -> None:
    for option in fields(spec.options):
        with pytest.raises(OptionError) as error:
            read_options(spec.options, {option.name: "neither here nor there"})
        assert error.value.args_["option"] == option.name
        assert error.value.args_["allowed"] == range_of(option).allowed
    with pytest.raises(OptionError) as error:
        read_options(spec.options, {"no-such-option": 1})
    assert error.value.args_["option"] == "no-such-option"


def test_presets_are_valid_options(spec: Spec) -> None:
    assert all(are_allowed(options) for options in spec.presets.values())


def test_default_seats_and_partners_of_every_game_are_valid(spec: Spec) -> None:
    assert spec.usual_seats in spec.seats
    assert spec.options() == read_options(spec.options, {})
    for seats in spec.seats:
        sides = spec.partners(seats)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))


@pytest.mark.slow
@given(data=st.data())
def test_every_message_function_of_a_game_works_in_any_state(
    spec: Spec, data: st.DataObject
) -> None:
    """Every function of a game that returns messages works for every listener at any time."""
    walk = Walk(spec, data.draw(plans(spec, 60)))
    for step in walk:
        for listener in listeners(step.state):
            view = step.state.view(listener)
            heard = [event for event in step.events if event.heard_by(listener)]
            told = [list(spec.describe(event, view)) for event in heard]
            told += [list(query.answer(view)) for query in spec.queries]
            told += [list(spec.prompt(view)), list(spec.recap(heard, view))]
            assert len(told) == len(heard) + len(spec.queries) + 2
            assert spec.summary(view).id
            assert len(spec.board.of(view).notes) in {0, len(view.hand_sizes)}


@given(data=st.data())
def test_every_query_has_an_answer_after_the_deal(spec: Spec, data: st.DataObject) -> None:
    """Once the cards are dealt, the key of each query announces something."""
    walk = Walk(spec, data.draw(plans(spec, 60))).to_end()
    for listener in listeners(walk.state):
        view = walk.state.view(listener)
        silent = [query.id for query in spec.queries if not list(query.answer(view))]
        assert silent == []
