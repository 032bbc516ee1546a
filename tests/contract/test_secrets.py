"""Tests that views reveal nothing hidden: worlds that a seat cannot distinguish look the same."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal
from audiogames.core.contract import Turn
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec
from audiogames.table.pacing import hesitation
from tests.contract.walk import Anyone, Walk, cards_in, listeners, pick, plans, seats_of


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_redeal_of_the_hidden_cards_leaves_the_listeners_view_unchanged(
    spec: Spec, data: st.DataObject, lot: int
) -> None:
    """Each position of a random match is redealt for one listener, whose view stays the same."""
    for moment, state in enumerate(Walk(spec, data.draw(plans(spec))).states(), start=lot):
        known = listeners(state)
        listener = known[moment % len(known)]
        view = state.view(listener)
        assert spec.rules.redeal(view, Random(lot)).view(listener) == view


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_bot_hesitation_reveals_no_hidden_card(spec: Spec, data: st.DataObject, lot: int) -> None:
    """The bot hesitates equally long in all worlds that a listener cannot distinguish."""
    for state in Walk(spec, data.draw(plans(spec, 60))).states():
        seat = state.to_act
        if isinstance(seat, Turn):
            continue
        took = hesitation(spec, state.view(seat), lot)
        assert 0 <= took <= 1
        for listener in set(listeners(state)) - {seat}:
            world = spec.rules.redeal(state.view(listener), Random(lot))
            assert hesitation(spec, world.view(seat), lot) == took


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_redealt_state_can_be_played_to_its_end(spec: Spec, data: st.DataObject, lot: int) -> None:
    walk = Walk(spec, data.draw(plans(spec))).to_end()
    for listener in listeners(walk.state):
        world = spec.rules.redeal(walk.state.view(listener), Random(lot))
        for number in range(lot, lot + 60):
            if world.to_act is Turn.OVER:
                break
            world.apply(*pick(spec, world, number))


def shown(events: Iterable[Event], listener: Anyone) -> set[Card]:
    return {card for event in events if event.heard_by(listener) for card in cards_in(event)}


@pytest.mark.slow
@given(data=st.data())
def test_events_and_views_show_only_own_or_public_cards(spec: Spec, data: st.DataObject) -> None:
    """Each card sent to a seat was in its own hand, shown to all, or in a hand shown to it."""
    walk = Walk(spec, data.draw(plans(spec)))
    public: set[Card] = set()
    held: dict[Seat | None, set[Card]] = {}
    for step in walk:
        if isinstance(step.move, Deal):
            public, held = set(), {}
        public |= shown((event for event in step.events if event.to is None), None)
        for listener in listeners(step.state):
            view = step.state.view(listener)
            own = held.setdefault(listener, set())
            own |= set(view.hand)
            for seat in spec.hand.shown(view):
                own |= set(step.state.view(seat).hand)
            assert shown(step.events, listener) <= own | public
            assert set(cards_in(view)) <= own | public


@pytest.mark.slow
@given(data=st.data())
def test_hands_are_disjoint_parts_of_the_pack(spec: Spec, data: st.DataObject) -> None:
    pack: list[Card] = []
    for step in Walk(spec, data.draw(plans(spec))):
        if isinstance(step.move, Deal):
            pack = sorted(step.move.cards)
        views = [step.state.view(seat) for seat in seats_of(step.state)]
        held = [card for view in views for card in view.hand]
        assert all(held.count(card) <= pack.count(card) for card in held)
        assert step.state.view(None).hand == ()
        for view in views:
            assert view.hand_sizes == views[0].hand_sizes
            assert len(view.hand) in {0, view.hand_sizes[view.seat]}
