"""Whole matches: invariants of every position, and redeals after a reshuffle."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Turn
from audiogames.games.novantanove import model as m
from tests.contract.walk import Walk, listeners, plans
from tests.games.novantanove.positions import GAME, RULES, all_cards, make, position


@pytest.mark.rule("D.4 floor at 0; winner: the last one with tokens")
@given(data=st.data())
def test_tokens_never_rise_and_one_player_wins(data):
    walk = Walk(GAME, data.draw(plans(GAME, 400)))
    before = list(walk.state.tokens)
    for step in walk:
        tokens = step.state.tokens
        assert all(0 <= now <= was for now, was in zip(tokens, before, strict=True))
        assert (step.state.to_act is Turn.OVER) == (sum(t > 0 for t in tokens) == 1)
        before = list(tokens)
    result = walk.state.result()
    assert result is None or len(result.winners) == 1


@pytest.mark.rule("D.2 each card of each pack is in exactly one place")
@given(data=st.data())
def test_every_card_is_in_exactly_one_place(data):
    walk = Walk(GAME, data.draw(plans(GAME, 200)))
    for step in walk:
        if step.state.round:
            assert all_cards(step.state) == sorted(step.state.pack())


@pytest.mark.rule("D.4 total above 99 never persists; hands hold three cards at most")
@given(data=st.data())
def test_total_stays_below_99_and_hands_hold_at_most_three(data):
    for state in Walk(GAME, data.draw(plans(GAME, 200))).states():
        assert state.total < 99 or isinstance(state.to_act, Turn)
        assert all(len(hand) <= 3 for hand in state.hands)
        if not isinstance(state.to_act, Turn):
            assert state.tokens[state.to_act] > 0


@pytest.mark.rule("D.4 every match has an end: random matches finish")
@pytest.mark.parametrize("seats", range(2, 14))
def test_random_matches_end_with_one_survivor(seats):
    rng = Random(seats)
    state = RULES.start(m.Options(), seats)
    for _ in range(20_000):
        if state.to_act is Turn.OVER:
            break
        if state.to_act is Turn.CHANCE:
            state.apply(None, RULES.chance(state, rng))
        else:
            state.apply(state.to_act, rng.choice(state.legal_moves(state.to_act)))
    assert state.result().points.count(0) == seats - 1


def endless(seats, packs, seed, moves):
    """Yield states of a round that never ends, because total and tokens are reset at each move."""
    state = position(seats=seats, tokens=99, options=m.Options(tokens=99, packs=packs))
    rng = Random(seed)
    for _ in range(moves):
        state.total, state.tokens = 0, [99] * seats
        window = GAME.clock.window(state)
        if state.to_act is Turn.CHANCE:
            make(state, str(RULES.chance(state, rng)))
        elif window is not None and rng.random() < 0.99:
            make(state, str(window.move), window.seat)
        else:
            make(state, str(rng.choice(state.legal_moves(state.to_act))))
        yield state


@pytest.mark.slow
@pytest.mark.rule("Design 5: indistinguishable, after a reshuffle too")
@pytest.mark.parametrize(("seats", "packs"), [(2, "1"), (2, "2"), (5, "1"), (4, "2"), (8, "2")])
def test_sampled_deal_agrees_with_the_view_after_a_reshuffle(seats, packs):
    shuffled = 0
    for number, state in enumerate(endless(seats, packs, 1, 600)):
        shuffled += bool(state.reshuffled)
        listener = listeners(state)[number % (seats + 1)]
        view = state.view(listener)
        world = RULES.redeal(view, Random(number))
        assert world.view(listener) == view
        assert all_cards(world) == all_cards(state)
    assert shuffled > 50


@pytest.mark.rule("Design 5: knowledge from a reshuffle is kept")
def test_redeal_puts_only_reshuffled_cards_into_the_stock():
    """With one pack, cards missing from a reshuffle are in hands, and stay there until played."""
    told = 0
    for number, state in enumerate(endless(4, "1", 2, 400)):
        if not state.reshuffled or state.to_act is Turn.CHANCE:
            continue
        world = RULES.redeal(state.view(None), Random(number))
        old = set(state.pack()) - set(state.reshuffled)
        assert not old & set(world.stock)
        told += len(old & {card for hand in state.hands for card in hand})
    assert told


@pytest.mark.rule("Design 5: worlds differ where the seat cannot know")
def test_redealt_states_vary_the_hidden_cards():
    state = position("Kc 3c 4c")
    worlds = [RULES.redeal(state.view(0), Random(seed)) for seed in range(20)]
    assert {tuple(world.hands[0]) for world in worlds} == {tuple(state.hands[0])}
    assert len({tuple(world.hands[1]) for world in worlds}) > 10
    assert len({tuple(world.stock) for world in worlds}) > 10


@pytest.mark.rule("Design 5: before the first deal there is nothing to redeal")
def test_redeal_before_the_first_deal_returns_the_same_state():
    state = RULES.start(m.Options(), 3)
    assert RULES.redeal(state.view(1), Random(1)) == state
