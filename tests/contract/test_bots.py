"""Tests that bots of every level use only the view, and finish matches."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.core.contract import Turn, admit
from audiogames.core.options import read_options
from audiogames.core.registry import Spec
from audiogames.search.arena import bot, levels
from tests.contract.walk import AnyState, Walk, plan_of, plans

PLAYOUTS = 12
"""The budget of the bots; few playouts show whether moves are legal, and what decides."""
FEW = 5
"""The number of matches that each level plays with whole option sets."""
LONG = 80
"""The number of moves after which a match is left: later ones differ little from these."""


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_bot_choice_depends_only_on_the_view(spec: Spec, data: st.DataObject, lot: int) -> None:
    """A bot makes the same move in two states that have the same view."""
    state = Walk(spec, data.draw(plans(spec, 60))).to_end().state
    if isinstance(seat := state.to_act, Turn):
        return
    other = spec.rules.redeal(state.view(seat), Random(lot))
    for level in levels(spec):
        moves = {
            str(bot(spec, level).choose(world.view(seat), Random(lot), PLAYOUTS, lambda: False))
            for world in (state, other)
        }
        assert len(moves) == 1


def impatient(patience: int) -> Callable[[], bool]:
    """Return a stop function that returns False `patience` times and then True."""
    asked = count()
    return lambda: next(asked) >= patience


@settings(max_examples=20)
@given(data=st.data(), lot=st.integers(0, 999), patience=st.integers(0, 3))
def test_stopped_bot_still_returns_a_legal_move(
    spec: Spec, data: st.DataObject, lot: int, patience: int
) -> None:
    state = Walk(spec, data.draw(plans(spec, 60))).to_end().state
    if isinstance(seat := state.to_act, Turn):
        return
    for level in levels(spec):
        player = bot(spec, level)
        move = player.choose(state.view(seat), Random(lot), PLAYOUTS, impatient(patience))
        admit(spec.rules, state, seat, move)


def positions(spec: Spec, level: str, seed: int) -> Iterator[tuple[AnyState, str]]:
    """Let bots of one level play with random options; yield each position and the bot's move."""
    plan = plan_of(spec, seed, 1)
    state = spec.rules.start(read_options(spec.options, plan.options), plan.seats)
    lot, player = Random(seed), bot(spec, level)
    choose = partial(player.choose, rng=lot, budget=PLAYOUTS, stop=lambda: False)
    for _ in range(LONG):
        if (turn := state.to_act) is Turn.OVER:
            return
        if isinstance(turn, Turn):
            state.apply(None, spec.rules.chance(state, lot))
            continue
        move = choose(state.view(turn))
        admit(spec.rules, state, turn, move)
        yield state, str(move)
        state.apply(turn, move)
        if opened := spec.clock.window(state):
            state.apply(opened.seat, opened.move)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FEW))
def test_every_level_finishes_matches_with_any_options(spec: Spec, seed: int) -> None:
    for level in levels(spec):
        assert sum(1 for _ in positions(spec, level, seed)) > 0
