"""The bots of Novantanove: their choices, and that each level beats the one below."""

from random import Random

import pytest

from audiogames.games.novantanove import model as m
from audiogames.search.arena import bot
from audiogames.search.simulate import Simulation, simulate
from tests.games.novantanove.positions import GAME, make, position

LOTS = range(20)


def choices(level, state, seat=0):
    """Return the cards that the bot chooses in this state, over many seeds."""
    view = state.view(seat)
    player = bot(GAME, level)
    return {str(player.choose(view, Random(lot), 0, lambda: False)) for lot in LOTS}


@pytest.mark.parametrize(
    ("hand", "total", "chosen"),
    [
        ("Kc 3c 4c", 89, {"Kc"}),  # 99
        ("6c 5c 7c", 27, {"6c"}),  # 33
        ("Ac Kc Qc", 98, {"Ac=1"}),
        ("Kc Qc 9c", 95, {"9c"}),  # all else passes 99
        ("2c Kc Qc", 96, {"2c"}),  # halves
        ("Tc Kc Qc", 95, {"Tc=-10"}),
        ("2c 9c 3c", 59, {"9c", "3c"}),  # the two costs three tokens
    ],
)
def test_normal_bot_picks_the_card_that_costs_least(hand, total, chosen):
    assert choices("normal", position(hand, total=total)) <= chosen


def test_normal_bot_with_two_players_plans_the_card_after_its_jack():
    """From a total of 79 a jack leads to 89, and the king after it to 99."""
    assert choices("normal", position("Jc Kc 4c", total=79, seats=2)) == {"Jc"}


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_easy_and_normal_bots_draw_whenever_a_draw_is_legal(level):
    state = position("Jc 3c 4c", seats=2)
    make(state, "Jc")
    assert choices(level, state) == {"draw"}
    state = position("Jc", seats=2)
    make(state, "Jc")
    assert choices(level, state) == {"draw"}


def test_easy_bot_sometimes_plays_a_random_card():
    state = position("Kc Qc 9c", total=95)
    assert choices("easy", state) == {"Kc", "Qc", "9c"}


def test_normal_bot_profits_from_the_minimum_zero_option():
    state = position("Tc Kc Qc", total=29, options=m.Options(min_zero=True))
    assert choices("normal", state) == {"Tc=-10"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "least", "most"),
    [
        (("normal", "random"), 0.96, 1),
        (("normal", "easy"), 0.8, 1),
        (("easy", "random"), 0.7, 0.98),
    ],
)
def test_each_bot_level_beats_the_one_below(levels, least, most):
    played = simulate(GAME, Simulation(m.Options(), 2, 100, levels, 1, duplicate=True))
    assert least <= played.wins[0] / played.games <= most
