"""Tests of duplicate contests: equal cards for every seating, and their statistics."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.registry import game
from audiogames.search import estimates
from audiogames.search.arena import RandomBot
from audiogames.search.duplicate import Contest, blind, observe, play
from bench.strength.__main__ import matchup_of

ALL = ["novantanove", "invido", "tressette", "wist"]


def contest_of(id_, emit=lambda _event: None):
    matchup = matchup_of(id_)
    form = next(iter(matchup.forms.values()))
    return matchup, matchup.contest(form, 0, emit)


def player(id_, level):
    return blind(game(id_).bots.levels[level](), budget=20)


@pytest.mark.parametrize("id_", ALL)
def test_duplicate_margin_of_a_bot_against_itself_is_zero(id_):
    _, contest = contest_of(id_)
    for level in ("random", "easy"):
        for lot in "ab":
            bot = blind(RandomBot()) if level == "random" else player(id_, level)
            assert observe(contest, bot, bot, lot).margin == 0


@pytest.mark.parametrize("id_", ALL)
def test_duplicate_contest_favours_the_better_bot(id_):
    _, contest = contest_of(id_)
    better, worse = player(id_, "easy"), blind(RandomBot())
    margins = [observe(contest, better, worse, f"{lot}").margin for lot in range(12)]
    assert sum(margins) > 0


@pytest.mark.parametrize("id_", ALL)
def test_duplicate_margins_of_two_sides_are_opposite(id_):
    """With two sides, one side's margin is the other's with opposite sign."""
    _, contest = contest_of(id_)
    if len(contest.sides) == 2:
        first, second = player(id_, "easy"), blind(RandomBot())
        one, other = observe(contest, first, second, "x"), observe(contest, second, first, "x")
        assert one.margin == -other.margin


@pytest.mark.parametrize("id_", ALL)
def test_duplicate_contest_plays_each_opening_once_with_the_tested_bot_on_each_side(id_):
    _, contest = contest_of(id_)
    openings = len(list(contest.openings("lot")))
    bot = blind(RandomBot())
    assert observe(contest, bot, bot, "lot").plays == len(contest.sides) * openings
    assert openings == (2 if id_ == "invido" else 1)


@pytest.mark.parametrize("id_", ALL)
def test_cards_stay_the_same_when_the_bots_of_a_duplicate_contest_swap_seats(id_):
    dealt = []
    matchup, contest = contest_of(id_, dealt.append)
    bots = [blind(RandomBot()), player(id_, "easy")]
    firsts = set()
    for tested, rest in (bots, bots[::-1]):
        for opening in contest.openings("lot"):
            dealt.clear()
            seats = sum(map(len, contest.sides))
            play(contest, opening.copy(), [tested, *[rest] * (seats - 1)], "lot")
            hands = [event for event in dealt if type(event).__name__ in {"Dealt", "HandDealt"}]
            firsts.add(str(hands[: matchup.forms[next(iter(matchup.forms))].seats]))
    assert len(firsts) == len(list(contest.openings("lot")))


def coins(points):
    """Return a contest without decisions, in which each side wins a fixed number of points."""

    class Over:
        def copy(self):
            return self

    sides = tuple((seat,) for seat in range(len(points)))
    over = Over()
    return Contest(
        sides, lambda _lot: [over], lambda _lot: None, lambda _s: True, lambda _s: points
    )


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=6))
def test_duplicate_margins_are_exact_for_any_number_of_sides(points):
    bot = blind(RandomBot())
    seen = observe(coins(points), bot, bot, "lot")
    assert seen.margin == 0
    assert seen.points == float(Fraction(sum(points), len(points)))


# Figures


def test_mean_estimate_of_a_single_stratum_has_a_normal_interval():
    estimate = estimates.mean({"all": [1.0, 2.0, 3.0, 4.0]})
    assert estimate.mean == 2.5
    assert estimate.half == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)


def test_mean_estimate_weighs_strata_equally_and_ignores_the_spread_between_strata():
    estimate = estimates.mean({"one": [0.0] * 3, "other": [10.0] * 9})
    assert (estimate.mean, estimate.low, estimate.high) == (5, 5, 5)


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_wilson_interval_contains_the_proportion_and_stays_within_0_and_1(share, trials):
    estimate = estimates.wilson(share, trials)
    assert 0 <= estimate.low <= share + 1e-12
    assert share - 1e-12 <= estimate.high <= 1
    assert estimate.low < estimate.high


def test_wilson_interval_matches_published_values():
    estimate = estimates.wilson(0.5, 100)
    assert estimate.low == pytest.approx(0.4038, abs=1e-4)
    assert estimate.high == pytest.approx(0.5962, abs=1e-4)


def test_interval_is_wider_if_matches_of_the_same_deal_are_correlated():
    lots = Random(1)
    alike = [float(lots.random() < 0.5) for _ in range(200)]
    apart = [0.5] * 200
    assert estimates.share(alike, 2).half > 1.3 * estimates.wilson(0.5, 400).half
    assert estimates.share(apart, 2).half == pytest.approx(estimates.wilson(0.5, 400).half)
