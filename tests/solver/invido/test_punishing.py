"""Tests of the strategies against weak players: computing, storing and bounding them."""

from random import Random

import numpy as np
import pytest

from audiogames.games.invido import model as m
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.easy import EasyBot
from audiogames.solver.invido import certificate as c
from audiogames.solver.invido import stochastic_game
from audiogames.solver.invido.stochastic_game import Payoffs
from audiogames.solver.invido.traversal import Traversal
from bench.strength import invido_2018 as program
from tests.replays.invido import played
from tests.solver.invido.boards import content
from tools.invido import punish, weak
from tools.invido.restricted import RestrictedTraversal

TOP = 1
TREE = t.build(TOP)


def points():
    """Return payoffs that count the points of a deal, not the match; the stakes end at 3."""
    win, lose = [0.5 + stake for stake in t.STAKES], [0.5 - stake for stake in t.STAKES]
    return Payoffs(win, lose, 0.5, (99, 99), TOP)


def some(seed):
    """Return a random table of action weights."""
    return np.random.default_rng(seed).random(TREE.size, np.float32) + np.float32(0.01)


def learned(share, model, steps, seat=0):
    """Let one seat learn against an opponent who sometimes plays a fixed weak strategy.

    The opponent plays the strategy `model` with probability `share`, and otherwise learns too.
    Return the average strategy of both seats.
    """
    tables = np.zeros((2, TREE.size), np.float32)
    ours = RestrictedTraversal(TREE, points(), tables, model, share)
    free = Traversal(TREE, points(), tables[0], tables[1])
    for step in range(1, steps + 1):
        ours.step(seat, step)
        free.step(1 - seat, step)
    return tables[1]


def against(planes, model, seat=0):
    """Return the gain of a strategy against a fixed opponent (`model`)."""
    tables = np.stack([planes, np.zeros_like(planes)])
    return RestrictedTraversal(TREE, points(), tables, model, 1.0).worth(seat)


def loss(planes, seat=0):
    """Return the gain of a best response against a strategy."""
    return Traversal(TREE, points(), planes).worth(1 - seat)


# Restricted responses


@pytest.mark.slow
def test_learning_against_an_opponent_who_is_never_weak_equals_ordinary_learning():
    """An opponent who plays the weak-player model with probability 0 is unrestricted."""
    seat = 1
    plain = np.zeros((2, TREE.size), np.float32)
    walk = Traversal(TREE, points(), plain[0], plain[1])
    for step in (1, 2):
        walk.step(seat, step)
        walk.step(1 - seat, step)
    assert learned(0.0, some(1), 2, seat) == pytest.approx(plain[1], rel=1e-3, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_frequency_of_weak_play_does_not_matter_if_weak_and_normal_play_are_equal(seat):
    """The opponent and the model play alike, so it does not matter how often each plays."""
    table = some(2)
    values = []
    for share in (0.0, 0.3, 1.0):
        tables = np.stack([table.copy(), np.zeros_like(table)])
        values.append(RestrictedTraversal(TREE, points(), tables, table, share).worth(seat))
    assert values[0] == pytest.approx(values[1], abs=1e-5)
    assert values[0] == pytest.approx(values[2], abs=1e-5)


@pytest.mark.slow
def test_punishing_strategy_that_expects_more_weak_play_gains_more_and_is_more_exploitable():
    model = np.zeros(TREE.size, np.float32)  # even chances everywhere
    plans = [learned(share, model, 20) for share in (0.0, 0.2, 0.9)]
    gains = [against(plan, model) for plan in plans]
    losses = [loss(plan) for plan in plans]
    assert gains[0] < gains[1] < gains[2]
    assert losses[0] < losses[2]
    assert losses[1] < losses[2]


# The bound of a choice


@pytest.mark.slow
def test_bot_with_several_strategies_loses_no_more_than_with_the_worst_choice_in_each_deal():
    """An opponent gains most if the bot chooses the worst of the strategies in every deal."""
    cells = list(stochastic_game.cells(3))
    one, other = some(3), some(4)
    best = c.BestResponse()
    c.sweep(best, cells, [lambda _: one, lambda _: other], TOP)
    for planes_of in (
        lambda _: one,
        lambda _: other,
        lambda cell: one if sum(cell) % 2 else other,
    ):
        alone = c.BestResponse()
        c.sweep(alone, cells, [planes_of], TOP)
        for at, chance in alone.chance.items():
            assert chance <= best.chance[at] + 1e-12


# A file that continues another


@pytest.mark.slow
def test_strategy_file_that_extends_a_base_file_has_the_plans_of_the_base_file():
    base = s.Strategy(content(plans=1))
    index = {
        "base": base.sha256,
        "plans": [],
        "cells": [(24, 24, [(0, 64)])],
        "equity": [],
    }
    further = s.Strategy(s.packed(index, b""), base)
    assert further.mixture((24, 24)) == ((0, 64),)
    assert further.block(0, 3) == base.block(0, 3)
    assert further.equity is base.equity
    last = s.Strategy(s.packed({**index, "base": further.sha256}, b""), further)
    assert last.block(0, 3) == base.block(0, 3)
    assert last.equity is base.equity
    for base_of in ("0" * 64, None):
        other = s.packed({**index, "base": base_of}, b"")
        with pytest.raises(s.StrategyRefused):
            s.Strategy(other, base)


# Weak players as tables


def test_each_population_of_weak_opponents_mixes_known_weak_players_with_shares_that_sum_to_one():
    assert [*punish.POPULATIONS] == [*s.PUNISHING]
    for parts in punish.POPULATIONS.values():
        assert {*parts} <= {*weak.RULES}
        assert sum(parts.values()) == pytest.approx(1)


SITUATIONS = [
    ("", ("3c 2b 1s", "6s 7c Rd")),
    ("3c", ("3c 2b 6s", "1s 2c 3d")),
    ("invido", ("3c 2b 6s", "1s 6c 7d")),
    ("invido va-bene 3c 6d", ("3c Fb 6s", "6d 6c 7d")),
    ("3c 6s 2b 3d", ("3c 2b Rs", "6s 3d 7d")),
]


@pytest.mark.parametrize("name", weak.RULES)
@pytest.mark.parametrize(("script", "hands"), SITUATIONS)
def test_weak_player_model_probabilities_of_legal_choices_sum_to_one(name, script, hands):
    now = program.situation(played(script, *hands).view(played(script, *hands).to_act))
    found = weak.chances(weak.RULES[name], now)
    assert sum(found.values()) == pytest.approx(1)
    assert all(choice in now.hand for choice in found if isinstance(choice, int))
    assert all(not isinstance(choice, int) for choice in found) == now.asked


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "bot"), [("easy", EasyBot), ("2018", program.Player2018)])
@pytest.mark.parametrize(("script", "hands"), SITUATIONS)
def test_weak_player_model_plays_like_the_bot_that_it_models(rule, bot, script, hands):
    state = played(script, *hands, monte_cap=3)
    view = state.view(state.to_act)
    now = program.situation(view)
    found = dict.fromkeys(weak.chances(weak.RULES[rule], now), 0)
    lots = Random(5)
    for _ in range(2000):
        left = list(view.montes)
        move = bot().choose(view, lots, 0, bool)
        while move == m.A_MONTE and left[view.seat]:
            left[view.seat] -= 1
            again = state.copy()
            again.montes = left
            move = bot().choose(again.view(view.seat), lots, 0, bool)
        found[_choice(move, now.asked)] += 1 / 2000
    assert found == pytest.approx(weak.chances(weak.RULES[rule], now), abs=0.06)


def _choice(move, asked):
    if isinstance(move, m.Play):
        return m.strength(move.card)
    if isinstance(move, m.Call):
        return program.Choice.CALL
    assert asked
    return program.Choice.ACCEPT if move == m.VA_BENE else program.Choice.FOLD
