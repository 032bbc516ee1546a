"""Positions of Scopa with a known best card, as the review reports them."""

from functools import partial

import pytest

from audiogames.core.registry import game
from audiogames.games.scopa.bots.strong import is_certain
from tests.games import judged as j
from tests.games.scopa.positions import ending, playing

pytestmark = pytest.mark.slow

assert_review_names = partial(j.assert_review_names, "scopa")
assert_review_is_silent = partial(j.assert_review_is_silent, "scopa")

POSITIONS = {
    "a scopa": ("7c 4b Rs", "5d 2b", "4b", "7c", "reason-scopa"),
    "a scopa rather than coins": ("Cd 2c Rs", "5d 4d 1b", "Cd", "Rs", "reason-scopa"),
    "the settebello is taken": ("7c 4b Rs", "7d 3b 5s 2c", "4b", "Rs=7d+3b", "reason-takes-with"),
    "the settebello rather than another seven": (
        "7c 6c Rs", "7d 7s 3b", "7c=7s", "Rs=7d+3b", "reason-leaves-settebello"),
    "the settebello by the other take": (
        "7c 6c Rs", "7d 7s 3b", "Rs=7s+3b", "Rs=7d+3b", "reason-leaves-settebello-take"),
    "the settebello is saved": ("7d Fs 2c", "5s 2b 3d", "Fs", "7d", "reason-takes-with"),
    "the settebello is not thrown": (
        "7d 4b Rs", "2b 6s 3s Fc", "7d", "4b", "reason-keeps-settebello"),
    "two coins rather than none": (
        "Fc 4s 1b", "5d 3d 6s 2b", "Fc=6s+2b", "Fc=3d+5d", "reason-takes-with"),
    "a coin that is there": ("6c Fb 2s", "1d 5b Rc Cs", "2s", "6c", "reason-takes-with"),
    "no nine is left": ("7d 4b Rs", "2b 6s 3s Fc", "Rs", "4b", "reason-other-swept"),
    "no nine is left by an ace": ("1c Rb 3s", "2d 6s", "1c", "Rb or 3s", "reason-other-swept"),
    "no ten is left": ("2b 3c 5s", "7d 1d", "2b", "5s", "reason-other-swept"),
    "one of two sixes is thrown": ("6d 6c 4b", "Rc Cs", "4b", "6c or 6d", "reason-holds-equal"),
    "no seven is thrown": ("7b 5c 4c", "Rc Cs Fs", "7b", "4c or 5c", "reason-keeps-seven"),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_review_names_better_card_and_reason(name):
    hand, table, wrong, better, reason = POSITIONS[name]
    assert_review_names(playing(hand, table), wrong, better, reason)


@pytest.mark.parametrize("name", list(POSITIONS)[:6])
def test_review_reports_no_mistake_for_the_best_card(name):
    hand, table, _, better, _ = POSITIONS[name]
    assert_review_is_silent(playing(hand, table), better)


def test_review_prefers_keeping_the_settebello_from_the_next_opponent():
    hand = "7d 4b 2c 1c Fs Fb Rb Cb 6s 3s"
    state = playing(hand, "Rd 5c", seats=4, form="scientifico")
    assert_review_names(state, "7d", "Rb or 4b or Fs or Fb or Cb or 6s", "reason-keeps-settebello")


def test_review_judges_the_last_cards_exactly():
    state = ending("7d 2c", "Rs 4b", "5b")
    assert is_certain(state.view(0))
    assert_review_names(state, "7d", "2c", "reason-keeps-settebello")
    found, _, _ = j.judged("scopa", state, "7d")
    assert found.gain == found.low == 6.0, "settebello, coins and primiera change sides"
    (held,) = game("scopa").bots.review.more(state.view(0), found.rival, found.move)
    assert [str(card) for card in held.args["cards"]] == ["Rs", "4b"]


@pytest.mark.parametrize("name", ["no ten is left", "the settebello is taken"])
def test_review_does_not_depend_on_hidden_cards(name):
    hand, table, wrong, *_ = POSITIONS[name]
    j.assert_review_ignores_hidden_cards("scopa", playing(hand, table), wrong)
