"""Tests of the view fields that a game declares public, which a server encodes only once."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.registry import Spec
from tests.contract.walk import Walk, listeners, plan_of, plans

ONES_OWN = {"seat", "legal", "hand"}
"""Fields that are public in no game."""


def test_public_fields_are_view_fields_and_not_private(spec: Spec) -> None:
    view = Walk(spec, plan_of(spec, 1, 1)).state.view(None)
    assert set(spec.public) <= {field.name for field in fields(view)} - ONES_OWN
    assert len(set(spec.public)) == len(spec.public)


@pytest.mark.slow
@given(data=st.data())
def test_public_fields_are_equal_in_every_view(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        watched = state.view(None)
        for view in map(state.view, listeners(state)):
            for name in spec.public:
                assert getattr(view, name) == getattr(watched, name), name


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_public_fields_depend_only_on_the_spectators_view(
    spec: Spec, data: st.DataObject, lot: int
) -> None:
    """If two worlds look the same to a spectator, all seats have the same public fields in both."""
    state = Walk(spec, data.draw(plans(spec))).to_end().state
    watched = state.view(None)
    other = spec.rules.redeal(watched, Random(lot))
    for view in map(other.view, listeners(other)):
        for name in spec.public:
            assert getattr(view, name) == getattr(watched, name), name


@pytest.mark.slow
def test_fields_that_ever_differ_between_seats_are_not_public(spec: Spec) -> None:
    """Long random matches are compared, and all fields known to differ must be found."""
    differs: set[str] = set()
    for seed in range(8):
        for state in Walk(spec, plan_of(spec, seed, 300)).states():
            watched = state.view(None)
            for view in map(state.view, listeners(state)):
                names = [field.name for field in fields(view)]
                differs |= {one for one in names if getattr(view, one) != getattr(watched, one)}
    assert differs.isdisjoint(spec.public)
    assert differs >= ONES_OWN
