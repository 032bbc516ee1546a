"""Tests of the adaptive level: its ladder, its random choice of a rung, and its changes."""

import math
from random import Random
from statistics import mean

import pytest

from audiogames.core.contract import Result, Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game, game_ids
from audiogames.search.arena import bot
from audiogames.search.levelling import (
    HIGHEST,
    LevelFound,
    MixedBot,
    at_first,
    drawn_level,
    expected_share,
    expected_shares,
    final_share,
    has_ladder,
    is_beyond,
    offered_levels,
    place_after,
    read_found,
    written_found,
)

SPEC = game("novantanove")
RUNGS = SPEC.bots.rungs
every_game = pytest.mark.parametrize("id_", game_ids())


def found_after(*won, found=None):
    found = found or at_first(SPEC)
    for part in won:
        place = place_after(SPEC, found, part).place
        found = LevelFound(SPEC.id, place, found.matches + 1)
    return found


# The ladder ---------------------------------------------------------------------------------------


@every_game
def test_every_game_with_two_rungs_offers_an_adaptive_level(id_):
    spec = game(id_)
    assert set(spec.bots.rungs) <= set(spec.bots.levels)
    assert ("like-me" in offered_levels(spec)) == has_ladder(spec) == (len(spec.bots.rungs) > 1)


def test_adaptive_level_starts_at_normal():
    assert RUNGS[int(at_first(SPEC).place)] == "normal"


def test_adaptive_level_draws_one_of_two_adjacent_levels():
    lot = Random(1)
    drawn = [drawn_level(SPEC, 1.25, lot) for _ in range(4000)]
    assert set(drawn) == {RUNGS[1], RUNGS[2]}
    assert drawn.count(RUNGS[2]) / len(drawn) == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize(("place", "level"), [(-0.5, RUNGS[0]), (1.0, RUNGS[1]), (2.5, RUNGS[2])])
def test_adaptive_level_exactly_on_a_rung_or_beyond_the_ladder_always_plays_one_level(place, level):
    assert {drawn_level(SPEC, place, Random(seed)) for seed in range(50)} == {level}


def test_adaptive_bot_that_mixes_two_levels_plays_a_legal_move():
    state = SPEC.rules.start(SPEC.options(), 2)
    while not isinstance(state.to_act, int):
        state.apply(None, SPEC.rules.chance(state, Random(1)))
    rungs = tuple(bot(SPEC, level) for level in RUNGS)
    view = state.view(state.to_act)
    assert MixedBot(rungs, 2).choose(view, Random(3), 1, lambda: False) in view.legal


# How the place moves ------------------------------------------------------------------------------


def test_adaptive_level_rises_after_a_win_and_changes_most_in_the_first_matches():
    up, down = found_after(0.5), found_after(-0.5)
    assert down.place < at_first(SPEC).place < up.place
    later = LevelFound(SPEC.id, 1.0, matches=30)
    assert 0 < place_after(SPEC, later, 0.5).place - 1.0 < up.place - 1.0


def test_adaptive_level_changes_of_single_deals_sum_to_the_change_of_the_match():
    found = at_first(SPEC)
    for part in (0.2, -0.4, 0.1, 0.6):
        found = place_after(SPEC, found, part)
    assert found.place == pytest.approx(place_after(SPEC, at_first(SPEC), 0.5).place)


def test_adaptive_level_beyond_the_ladder_is_reported_and_returns_within_ten_matches():
    best = found_after(*[0.5] * 60)
    worst = found_after(*[-0.5] * 60)
    assert is_beyond(SPEC, best)
    assert is_beyond(SPEC, worst)
    assert not is_beyond(SPEC, at_first(SPEC))
    assert found_after(*[-0.5] * 10, found=best).place < len(RUNGS) - 1
    assert found_after(*[0.5] * 10, found=worst).place > 0


def won_by(strength, place, sides):
    """Return a simulated player's chance to win, which falls with the bots' strength (`place`).

    If the player and the bots are equally strong, every side has the same chance.
    """
    odds = math.exp(2 * (strength - min(max(place, 0), len(RUNGS) - 1))) / (sides - 1)
    return odds / (1 + odds)


@pytest.mark.parametrize(("sides", "low", "high"), [(2, 0.45, 0.55), (4, 0.22, 0.28)])
@pytest.mark.parametrize("strength", [0.25, 1.0, 1.75])
def test_adaptive_level_gives_players_their_share_of_wins(strength, sides, low, high):
    shares = []
    for run in range(60):
        found, lot, won = at_first(SPEC), Random(run), []
        for _ in range(120):
            won.append(lot.random() < won_by(strength, found.place, sides))
            found = found_after(won[-1] - 1 / sides, found=found)
        shares.append(mean(won[20:]))
    assert low <= mean(shares) <= high


# What was won -------------------------------------------------------------------------------------


def test_expected_shares_of_the_win_sum_to_one_and_grow_with_the_lead():
    two, three = expected_shares((10, 4), 6), expected_shares((5, -math.inf, 5), 3)
    assert sum(two) == pytest.approx(1)
    assert two[0] > two[1]
    assert three == pytest.approx((0.5, 0, 0.5))


@every_game
def test_expected_shares_of_the_win_are_equal_before_the_first_card(id_):
    spec = game(id_)
    for seats in {min(spec.seats), spec.usual_seats}:
        view = spec.rules.start(spec.options(), seats).view(None)
        sides = len(spec.partners(seats))
        hoped = [expected_share(spec, view, Seat(seat)) for seat in range(seats)]
        assert hoped == pytest.approx([1 / sides] * seats)


@every_game
def test_expected_shares_of_the_win_sum_to_one_between_deals(id_):
    spec, lot = game(id_), Random(5)
    state = spec.rules.start(spec.options(), spec.usual_seats)
    sides, hoped = spec.partners(spec.usual_seats), []
    while state.to_act is not Turn.OVER:
        if state.expects == "deal":
            hoped.append([expected_share(spec, state.view(None), side[0]) for side in sides])
        if isinstance(state.to_act, Turn):
            state.apply(None, spec.rules.chance(state, lot))
        else:
            state.apply(state.to_act, lot.choice(state.legal_moves(state.to_act)))
    assert len(hoped) > 1
    assert [sum(parts) for parts in hoped] == pytest.approx([1] * len(hoped))
    assert all(0 <= part <= 1 for parts in hoped for part in parts)
    assert (spec.outlook is None) == (hoped[1:] == hoped[:1] * (len(hoped) - 1))


def test_each_partner_gets_a_full_win_and_a_shared_win_is_divided():
    tressette, wist = game("tressette"), game("wist")
    pair = Result((Seat(1), Seat(3)), (10, 21), "")
    assert [final_share(tressette, pair, 4, Seat(seat)) for seat in range(4)] == [0, 1, 0, 1]
    shared = Result((Seat(0), Seat(2)), (50, 10, 50, 20), "")
    assert [final_share(wist, shared, 4, Seat(seat)) for seat in range(4)] == [0.5, 0, 0.5, 0]


# How it is kept -----------------------------------------------------------------------------------


def test_stored_adaptive_levels_read_back_unchanged():
    found = (LevelFound("wist", 0.75, 3), LevelFound("gone", 1.5, 40, told=True))
    assert read_found(written_found(found)) == (found, ())


GOOD = {"place": 1.5, "matches": 2, "told": False}


@pytest.mark.parametrize(
    "values",
    [
        7,
        {},
        {**GOOD, "place": "1"},
        {**GOOD, "place": math.nan},
        {**GOOD, "place": 2 * HIGHEST},
        {**GOOD, "matches": -1},
        {**GOOD, "matches": 1.5},
        {**GOOD, "told": 1},
        {**GOOD, "more": 1},
    ],
)
def test_invalid_stored_adaptive_level_is_reported_and_the_others_kept(values):
    found, bad = read_found({"wist": values, "tressette": GOOD})
    assert (found, bad) == ((LevelFound("tressette", 1.5, 2),), ("found_levels.wist",))


def test_stored_adaptive_levels_of_a_wrong_type_are_reported():
    assert read_found([1, 2]) == ((), ("found_levels",))
