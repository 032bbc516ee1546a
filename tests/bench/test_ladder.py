"""Tests that no bot level does worse than a lower level against a weak player."""

import pytest

from audiogames.search.arena import levels
from bench.ladder import HIGHEST, Step, climb, falls, weak_players
from bench.strength.__main__ import matchup_of

NOVANTANOVE = matchup_of("novantanove")
SCOPA = matchup_of("scopa")


def test_ladder_check_reports_only_significant_inversions():
    easy, normal = Step("easy", (1.0, 0.0) * 20), Step("normal", (0.0, 1.0) * 20)
    strong = Step("strong", (0.0, 0.0) * 20)
    assert falls([easy, normal, strong]) == [("strong", "easy"), ("strong", "normal")]
    assert falls([strong, normal]) == []


@pytest.mark.slow
@pytest.mark.parametrize("weak", weak_players(NOVANTANOVE))
def test_no_novantanove_level_does_worse_than_a_lower_one(weak):
    assert falls(list(climb(NOVANTANOVE, weak, levels(NOVANTANOVE.spec), 8, 77))) == []


@pytest.mark.slow
@pytest.mark.parametrize("weak", weak_players(SCOPA))
def test_normal_scopa_bot_does_no_worse_than_the_easy_one(weak):
    assert falls(list(climb(SCOPA, weak, ["easy", "normal"], 40, 79))) == []


def test_bot_levels_are_measured_against_weak_players_specific_to_each_game():
    assert set(weak_players(matchup_of("invido"))) == {"random", "accepts", "folds"}
    assert set(weak_players(NOVANTANOVE)) == {"random", HIGHEST, "greedy"}
