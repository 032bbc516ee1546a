"""Views that come from elsewhere: an honest one always passes, a made-up one costs no time."""

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.registry import Spec, game
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.client.remote_table import read_update
from audiogames.table.codec import FormError
from tests.contract.walk import Walk, listeners, plan_of, plans

A_MOMENT = 2.0
"""Seconds of processor time: a made-up view once took for ever."""


@pytest.mark.slow
@given(data=st.data())
def test_what_a_match_brings_about_is_sound(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        for listener in listeners(state):
            assert not list(spec.unsound(state.view(listener)))


def taken(spec: Spec, **changes: object) -> bool:
    """Whether a view of a walk with these changes is taken, in a moment."""
    walk = Walk(spec, plan_of(spec, 1, 30)).to_end()
    seats = walk.plan.seats
    view = {**plain(walk.state.view(None)), **changes}
    message = {"type": "update", "seat": None, "seq": 1, "view": view}
    began = process_time()
    try:
        read_update(spec, wire.read_told(json.dumps(message)), seats)
    except (FormError, wire.WireError):
        return False
    finally:
        assert process_time() - began < A_MOMENT
    return True


def test_seats_that_go_round_in_part_only():
    spec = game("wist")
    seats = Walk(spec, plan_of(spec, 1, 30)).plan.seats
    assert taken(spec)
    assert not taken(spec, order=[0, 1, 0, 3, 4][:seats])


def test_numbers_that_lists_are_made_of():
    assert not taken(game("tressette"), says=[10**12, 0, 0, 0])
    assert not taken(game("wist"), round=10**12)
    options = plain(Walk(game("novantanove"), plan_of(game("novantanove"), 1, 1)).state.view(None))
    assert not taken(game("novantanove"), options={**options["options"], "packs": "99999999999"})
