"""Tests of simulated matches between bots: repeatable by seed, and fair by duplicate deals."""

import json

import pytest

from audiogames.core.contract import Turn
from audiogames.core.registry import game
from audiogames.search.arena import RANDOM, RandomBot, bot, levels
from audiogames.search.simulate import SeededDealer, Simulated, Simulation, simulate

GAME = game("novantanove")
OPTIONS = GAME.options(tokens=2)
TIMED = {"seconds", "games_per_second", "moves_per_second"}


def played(bots=("easy", "random"), seats=2, games=6, seed=1, **more):
    return simulate(GAME, Simulation(OPTIONS, seats, games, bots, seed, **more))


def test_simulation_repeats_with_the_same_seed():
    assert played() == played()
    assert played(seed=2) != played(seed=3)


def test_wins_in_a_simulation_sum_to_the_number_of_matches():
    for seats in (2, 3, 5):
        done = played(seats=seats, games=7)
        assert len(done.wins) == seats
        assert sum(done.wins) == done.games == 7
        assert done.moves > done.games


def test_simulation_of_more_matches_begins_with_the_same_matches():
    short, long = played(games=3), played(games=6)
    assert all(few <= more for few, more in zip(short.wins, long.wins, strict=True))
    assert short.moves < long.moves


def test_simulation_assigns_the_levels_to_the_seats_in_rotation():
    alone = played(["easy"], 4, 5)
    assert alone == played(["easy"] * 4, 4, 5)
    pairs = played(["easy", "random"], 4, 5)
    assert pairs == played(["easy", "random"] * 2, 4, 5)
    assert pairs != alone


def test_duplicate_simulation_plays_each_deal_once_per_seat():
    done = played(seats=3, games=4, duplicate=True)
    assert done.games == 12
    assert sum(done.wins) == 12


class Loser(RandomBot):
    """A bot that loses each round as soon as it can."""

    def choose(self, view, rng, budget, stop):
        return max(view.legal, key=lambda move: getattr(move, "points", -1))


def test_duplicate_simulation_counts_wins_by_bot_and_not_by_seat(monkeypatch):
    """The losing bot takes every seat once, and never wins."""
    monkeypatch.setitem(GAME.bots.levels, "loser", Loser)
    first = played(("loser", "normal"), games=10, duplicate=True)
    second = played(("normal", "loser"), games=10, duplicate=True)
    assert first.wins[0] < first.wins[1]
    assert second.wins[1] < second.wins[0]


def test_duplicate_simulation_seats_one_bot_on_every_side():
    """A single bot takes every seat, and each deal is played once per side."""
    assert played(("random",), games=50, seats=2, duplicate=True).games == 100


def test_nth_deal_of_a_seeded_dealer_does_not_depend_on_earlier_play():
    def deals(numbers):
        state = GAME.rules.start(GAME.options(), 2)
        dealer = SeededDealer(GAME, "seed")
        made = []
        for number in range(400):
            if state.to_act is Turn.OVER:
                break
            if state.to_act is Turn.CHANCE:
                made.append(str(dealer(state)))
                state.apply(None, GAME.rules.read(made[-1]))
            else:
                legal = state.legal_moves(state.to_act)
                state.apply(state.to_act, legal[numbers[number % len(numbers)] % len(legal)])
        return [move for move in made if move.startswith("deal ")]

    ones, others = deals([0]), deals([1, 2, 0])
    common = min(len(ones), len(others))
    assert common > 1
    assert ones[:common] == others[:common]
    assert len(set(ones)) == len(ones)


def test_simulation_result_has_all_json_fields():
    done = Simulated("novantanove", 2, 10, 7, (6.5, 3.5), 400)
    told = json.loads(json.dumps(done.timed(2.0)))
    assert told == {
        "game": "novantanove", "seats": 2, "games": 10, "seed": 7, "wins": [6.5, 3.5], "moves": 400,
        "seconds": 2.0, "games_per_second": 5.0, "moves_per_second": 200.0,
    }  # fmt: skip


def test_only_time_fields_of_a_simulation_depend_on_the_clock():
    one, other = played().timed(1.0), played().timed(3.0)
    assert {key for key in one if one[key] != other[key]} == TIMED
    assert played().timed(0.0)["moves_per_second"] == 0.0


def test_unknown_bot_level_raises_key_error():
    with pytest.raises(KeyError):
        played(("grandmaster",))


def test_random_bot_exists_but_is_not_among_the_levels():
    assert isinstance(bot(GAME, RANDOM), RandomBot)
    assert levels(GAME) == tuple(GAME.bots.levels)
    assert RANDOM not in levels(GAME)
