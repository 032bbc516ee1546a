"""Positions of Novantanove with a known best card, as the review reports them."""

import pytest

from audiogames.core.registry import game
from tests.games.judged import (
    assert_review_ignores_hidden_cards,
    assert_review_is_silent,
    assert_review_names,
)
from tests.games.novantanove.positions import position

pytestmark = pytest.mark.slow

POSITIONS = {
    "99 by a ten": ("Ts Kc 7h", 89, "7h", "Ts=+10", "reason-wins"),
    "a nine instead of passing 99": ("9h Kc 7c", 95, "Kc", "9h", "reason-costs"),
    "33 by a three": ("3c Kd 8h", 30, "8h", "3c", "reason-wins"),
    "no 89 for the next": ("Kc 8s Jd", 79, "Kc", "8s", "reason-leaves-other"),
    "99 by an ace": ("Ac Kd Qd", 98, "Kd", "Ac=1", "reason-wins"),
    "66 by a ten": ("Td 5c 6c", 56, "5c", "Td=+10", "reason-wins"),
    "a two that halves": ("Kc 5c 2c", 60, "Kc", "2c", "reason-costs"),
    "99 by a six": ("6c 9c Kd", 93, "Kd", "6c", "reason-wins"),
    "an ace of one": ("Ac 5d 7d", 32, "Ac=11", "Ac=1", "reason-wins"),
    "66 by an ace": ("Ac 5d 7d", 65, "7d", "Ac=1", "reason-wins"),
    "a ten back from 97": ("Tc Kc Qc", 97, "Kc", "Tc=-10", "reason-costs"),
    "66 by a six": ("6c 9c Kd", 60, "Kd", "6c", "reason-wins"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_review_names_better_card_and_reason(name):
    hand, total, wrong, better, reason = POSITIONS[name]
    assert_review_names("novantanove", position(hand, total=total), wrong, better, reason)


def test_review_reports_no_mistake_if_the_card_is_as_good_as_the_best():
    assert_review_is_silent("novantanove", position("Ac 5d 7d", total=22), "7d")


@pytest.mark.parametrize("name", list(POSITIONS)[:3])
def test_review_accepts_best_card_and_ignores_hidden_cards(name):
    hand, total, _, better, _ = POSITIONS[name]
    assert_review_is_silent("novantanove", position(hand, total=total), better)
    assert_review_ignores_hidden_cards("novantanove", position(hand, total=total), better)


@pytest.mark.parametrize("name", POSITIONS)
def test_review_accepts_only_the_strong_bots_best_card(name):
    hand, total, wrong, better, _ = POSITIONS[name]
    view, spec = position(hand, total=total).view(0), game("novantanove")
    is_sound = {
        one: spec.bots.review.is_sound(spec.rules.read(one), view) for one in (wrong, better)
    }
    assert is_sound == {wrong: False, better: True}


def test_review_does_not_judge_a_draw():
    state = position("Ac 5d", total=22, seats=2, drawer=0)
    assert_review_is_silent("novantanove", state, "draw")
