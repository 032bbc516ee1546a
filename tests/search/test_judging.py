"""Tests of judging a decision: paired samples, a second sample, and significance."""

from dataclasses import replace
from math import inf
from random import Random
from statistics import fmean, stdev

import pytest

from audiogames.core.contract import Turn
from audiogames.core.registry import game
from audiogames.search.arena import BUDGET, bot, never
from audiogames.search.judging import LIKELY, PairedGain, Reviewer, is_mistake

SPEC = game("novantanove")
"""Any game; the test weighs its moves on a scale of its own."""


def view():
    state, rng = SPEC.rules.start(SPEC.options(), 2), Random(1)
    while state.to_act is Turn.CHANCE:
        state.apply(None, SPEC.rules.chance(state, rng))
    return state.view(state.to_act)


def judged(worth, move, factor=10):
    """Judge a move in a fake game; return the judgement, the moves, the samples and the game.

    `worth(place, lot, rng)` is the value of the move at index `place` in one world.  Each sample is
    a pair: how many moves were weighed, and in how many worlds.
    """
    seen = view()
    moves, weighed = list(seen.legal), []

    def weigh(_view, wanted, count, rng, _stop):
        weighed.append((len(wanted), count))
        for _ in range(count):
            lot = rng.random()
            yield 1.0, [worth(moves.index(one), lot, rng) for one in wanted]

    spec = with_scale(weigh, moves)
    found = Reviewer(spec, never, factor).judge(seen, moves[move], Random(5))
    return found, moves, weighed, spec


def with_scale(weigh, moves):
    review = game("tressette").bots.review
    scale = replace(
        review,
        candidates=lambda _view: moves,
        stands_for=lambda move, _view: move,
        worlds=lambda _view, _moves, _budget: 50,
        weigh=weigh,
        least=lambda _view: 0.1,
    )
    return replace(SPEC, bots=replace(SPEC.bots, review=scale))


def test_paired_gain_is_the_mean_difference_with_its_interval():
    rng, gain = Random(2), PairedGain()
    differences = [rng.gauss(1, 2) for _ in range(200)]
    for one in differences:
        gain.add(1.0, one)
    assert gain.mean == pytest.approx(fmean(differences))
    assert gain.half == pytest.approx(LIKELY * stdev(differences) / 200**0.5)


def test_world_with_double_weight_counts_as_a_single_observation():
    twice, heavy = PairedGain(), PairedGain()
    for difference in (1.0, 2.0, 4.0, 4.0):
        twice.add(1.0, difference)
    for weight, difference in ((1.0, 1.0), (1.0, 2.0), (2.0, 4.0)):
        heavy.add(weight, difference)
    assert heavy.mean == twice.mean
    assert heavy.half > twice.half


def test_paired_gain_of_a_single_world_has_an_infinite_confidence_interval():
    gain = PairedGain()
    gain.add(1.0, 5.0)
    assert gain.half == inf


def test_move_is_marked_as_a_mistake_if_a_better_one_is_found():
    found, moves, weighed, spec = judged(lambda place, _lot, rng: place + rng.gauss(0, 1), move=0)
    assert found.rival == moves[-1]
    assert found.gain == pytest.approx(len(moves) - 1, abs=0.3)
    assert is_mistake(spec, view(), found)
    assert weighed == [(len(moves), 50), (2, 500)], "the two are tried anew, ten times as often"


def test_best_move_is_no_mistake_and_needs_only_one_sample():
    found, moves, weighed, spec = judged(lambda place, _lot, rng: place + rng.gauss(0, 1), move=-1)
    assert found.gain < 0
    assert not is_mistake(spec, view(), found)
    assert weighed == [(len(moves), 50)]


def test_confidence_interval_ignores_luck_that_affects_all_moves_equally():
    """A world that is bad for all moves does not tell which move is better."""
    found, *_, spec = judged(lambda place, lot, _rng: 1000 * lot + 0.2 * place, move=0)
    assert is_mistake(spec, view(), found)
    assert found.low == pytest.approx(found.gain, abs=1e-6)


def test_equal_moves_are_rarely_marked_as_mistakes():
    """The best of several equal moves often looks good by luck; a second sample corrects that."""
    seen = view()
    moves = list(seen.legal)

    def weigh(_view, wanted, count, rng, _stop):
        for _ in range(count):
            yield 1.0, [rng.gauss(0, 3) for _ in wanted]

    spec = with_scale(weigh, moves)
    reviewer = Reviewer(spec, never)
    found = [reviewer.judge(seen, moves[0], Random(seed)) for seed in range(200)]
    assert sum(is_mistake(spec, seen, one) for one in found) <= 4


def test_move_with_a_negligible_loss_is_not_marked_as_a_mistake():
    found, *_, spec = judged(lambda place, _lot, _rng: 0.01 * place, move=0)
    assert found.low > 0
    assert not is_mistake(spec, view(), found)


def test_game_without_review_returns_no_judgement():
    spec = replace(SPEC, bots=replace(SPEC.bots, review=None))
    assert Reviewer(spec, never).judge(view(), view().legal[0], Random(1)) is None


def test_stopped_judgement_returns_none():
    spec, view, move = with_cards()
    assert Reviewer(spec, lambda: True).judge(view, move, Random(1)) is None


def with_cards(seed=4):
    """Return a match of Tressette during a deal."""
    spec = game("tressette")
    state, rng = spec.rules.start(spec.options(), 4), Random(seed)
    normal = bot(spec, "easy")
    made = 0
    while made < 12 or len(state.view(state.to_act).legal) < 3:
        if isinstance(state.to_act, Turn):
            state.apply(None, spec.rules.chance(state, rng))
        else:
            seen = state.view(state.to_act)
            state.apply(state.to_act, normal.choose(seen, rng, BUDGET, never))
            made += 1
    seen = state.view(state.to_act)
    return spec, seen, seen.legal[0]
