"""What a game declares public of a view: a server writes it once for everybody."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.registry import Spec
from tests.contract.walk import Walk, listeners, plan_of, plans

ONES_OWN = {"seat", "legal", "hand"}
"""Of no game public."""


def test_public_are_fields_of_the_view_and_none_that_is_ones_own(spec: Spec) -> None:
    view = Walk(spec, plan_of(spec, 1, 1)).state.view(None)
    assert set(spec.public) <= {field.name for field in fields(view)} - ONES_OWN
    assert len(set(spec.public)) == len(spec.public)


@pytest.mark.slow
@given(data=st.data())
def test_what_is_public_is_the_same_for_all(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        watched = state.view(None)
        for view in map(state.view, listeners(state)):
            for name in spec.public:
                assert getattr(view, name) == getattr(watched, name), name


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_what_is_public_follows_from_what_who_watches_knows(
    spec: Spec, data: st.DataObject, lot: int
) -> None:
    """In another world that they cannot tell from this one no seat has another public field."""
    state = Walk(spec, data.draw(plans(spec))).to_end().state
    watched = state.view(None)
    other = spec.rules.redeal(watched, Random(lot))
    for view in map(other.view, listeners(other)):
        for name in spec.public:
            assert getattr(view, name) == getattr(watched, name), name


@pytest.mark.slow
def test_what_differs_between_two_seats_at_any_time_is_not_declared(spec: Spec) -> None:
    """The declaration is looked at for what it leaves out, too: long matches with many options."""
    differs: set[str] = set()
    for seed in range(8):
        for state in Walk(spec, plan_of(spec, seed, 300)).states():
            watched = state.view(None)
            for view in map(state.view, listeners(state)):
                names = [field.name for field in fields(view)]
                differs |= {one for one in names if getattr(view, one) != getattr(watched, one)}
    assert differs.isdisjoint(spec.public)
    assert differs >= ONES_OWN
