"""Tests that other players learn neither hands nor checkboxes that declare nothing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.course import NO_SUIT
from audiogames.core.text import plain
from audiogames.games.tressette import model as m
from audiogames.games.tressette.passata import declarer, on_capture, would_declare
from tests.games.moves import of
from tests.games.tressette.positions import (
    RULES,
    dealt,
    declared,
    listeners,
    make,
    play,
    playing,
    walk,
)

SEEDS = st.integers(0, 10_000)


def heard(events, listener):
    return [event for event in events if event.heard_by(listener)]


@pytest.mark.rule("tressette B.7 a ticked box that gives nothing is in no event or view of others")
@pytest.mark.parametrize(
    ("hands", "before", "plain_", "ticked"),
    [
        (("32Ac 456d 456s 4b",), "", "3c", "3c palo"),
        (("3c 4567d 456s 45b",), "", "3c", "3c altri"),
        (("A7c 456d 456s 45b",), "", "7c", "7c palo altri"),
        (("6s", "57s", "K3s", "4s"), "6s", "5s", "5s pigliata"),
        (("3s 456d 456c 456b", "4s", "5s", "6s"), "3s 4s 5s 6s", "5d", "5d altri"),
    ],
)
def test_checkboxes_that_declare_nothing_are_hidden_from_other_players(
    hands, before, plain_, ticked
):
    """Until the end of the trick, other players see and hear the same as without a checkbox."""
    states = [playing(before, *hands) for _ in range(2)]
    seat = states[0].to_act
    told = [make(states[0], plain_), make(states[1], ticked)]
    for _ in range(3):
        for place, state in enumerate(states):
            if state.led != NO_SUIT:
                told[place] += make(state, str(state.legal_moves(state.to_act)[0]))
        for listener in set(listeners()) - {seat}:
            assert heard(told[0], listener) == heard(told[1], listener)
            assert plain(states[0].view(listener)) == plain(states[1].view(listener))


@pytest.mark.rule("tressette B.7 nor does a sampled deal hold another seat's box")
def test_redealt_state_holds_only_the_listeners_own_checkbox():
    state = playing("6s 5s+pigliata", "6s", "57s", "K3s", "4s")
    for listener in listeners():
        world = RULES.redeal(state.view(listener), Random(1))
        assert world.boxed == ([3] if listener == 3 else [])


@pytest.mark.rule("tressette B.2 a declaration follows only from public cards and the hand")
@given(seed=SEEDS, federation=st.booleans(), lot=st.integers(0, 999))
def test_declarations_depend_only_on_the_declarers_view(seed, federation, lot):
    """In any other deal that the declarer considers possible, the declaration is the same."""
    for before, seat, move, events, _ in walk(seed, federation=federation):
        if not isinstance(move, m.Play) or not move.boxes.of_leader:
            continue
        world = RULES.redeal(before.view(seat), Random(lot))
        again = []
        world.apply(seat, move, again.append)
        assert again == events
        said = would_declare(before.view(seat), move.card, move.boxes)
        assert [one.name for one in said if isinstance(one, m.Declaration)] == declared(events)


@pytest.mark.rule("tressette B.2 the same for what is declared of a trick taken")
@given(seed=SEEDS)
def test_pigliata_depends_only_on_the_takers_view(seed):
    for *_, events, after in walk(seed):
        for taken in of(m.TrickTaken, events):
            told = [*of(m.Declared, events), *of(m.NothingDeclared, events)]
            told = [one for one in told if getattr(one, "why", "") != "not-taken"]
            if told:
                view = after.view(taken.seat)
                outcome = on_capture(declarer(view), view.last_trick[0][1].suit)
                assert outcome_event(outcome) == told[0]


def outcome_event(one):
    if isinstance(one, m.NothingDeclared):
        return one
    return m.Declared(one.seat, one.kind, one.name, one.suit)


@pytest.mark.slow
@pytest.mark.rule("tressette design 5: a view holds only the player's hand and played cards")
@given(seed=SEEDS)
def test_no_view_shows_a_hidden_card(seed):
    for before, *_ in walk(seed, accuse=True):
        played = {str(one.card) for one in before.trail}
        for listener in listeners():
            view = before.view(listener)
            shown = set(texts(plain(view)))
            cards = {str(one) for one in m.POWER} & shown
            assert cards <= played | {str(one) for one in view.hand}


def texts(value):
    if isinstance(value, str):
        yield value.split(" ")[0]
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


@pytest.mark.rule("tressette B.4 only the owner learns why nothing was declared")
def test_only_the_player_who_ticked_a_checkbox_learns_why_nothing_was_declared():
    events = play(dealt("32Ac 456d 456s 4b"), "3c+palo+altri")
    private = [event for event in events if isinstance(event, m.NothingDeclared)]
    assert len(private) == 2
    assert {event.to for event in private} == {0}


@pytest.mark.rule("tressette design 4: listening changes nothing")
@given(seed=SEEDS)
def test_apply_without_emitting_events_gives_the_same_state(seed):
    for before, seat, move, _, after in walk(seed, federation=bool(seed % 2)):
        silent = before.copy()
        silent.apply(seat, move)
        assert silent == after


@pytest.mark.rule("tressette design 4: a copy is independent")
@given(seed=SEEDS)
def test_copied_state_is_independent(seed):
    for before, seat, move, _, after in walk(seed):
        twin = before.copy()
        assert twin == before
        twin.apply(seat, move)
        assert twin == after
        assert twin != before


@pytest.mark.rule("tressette design 5: the views of a fresh deal")
def test_views_of_a_fresh_deal_have_no_history():
    state = dealt()
    for listener in listeners():
        view = state.view(listener)
        assert len(view.hand) == (0 if listener is None else 10)
        assert (view.history, view.declarations, view.last_trick) == ((), (), ())
