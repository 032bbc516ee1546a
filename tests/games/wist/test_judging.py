"""Positions of Wist with a known best bid or card, as the review reports them."""

import pytest

from tests.games.judged import (
    assert_review_ignores_hidden_cards,
    assert_review_is_silent,
    assert_review_names,
)
from tests.games.wist import positions as p

pytestmark = pytest.mark.slow


def last(laid, hand, bids, turno):
    """Return a round of three tricks in which the last player is to play to the first trick."""
    first, second, third = laid.split()
    hands = (f"{first} 9d 9s", f"{second} Td Ts", f"{third} Jd Js", hand)
    state = p.playing(*hands, bids=bids, turno=turno)
    for card in laid.split():
        p.make(state, card)
    return state


def first(hand, bids):
    """Return a round of three tricks without trump in which the first player is to lead."""
    return p.playing(hand, "89s 8d", "79d 7s", "JTd Js", bids=bids, turno=p.LIBERA)


ONE, NONE = [1, 0, 0, 1], [1, 1, 0, 0]

PLAYS = {
    "the king that is needed": (
        ("5c 7c 8c", "K2c 2d", ONE, p.LIBERA), "2c", "Kc", "reason-takes-last"),
    "no king where none is wanted": (
        ("5c 7c 8c", "K2c 3d", NONE, p.LIBERA), "Kc", "2c", "reason-stays-below"),
    "the queen goes under the king": (
        ("5c Kc 8c", "Q2c 3d", NONE, p.LIBERA), "2c", "Qc", "reason-rid"),
    "an honour is thrown off": (
        ("5c Kc 8c", "AK2d", NONE, p.LIBERA), "2d", "Kd or Ad", "reason-rid-top"),
    "no trump where none is wanted": (
        ("5c Kc 8c", "2h A3d", NONE, p.CUORI), "2h", "Ad", "reason-takes-not"),
    "what a bid of none asks for": (
        ("5c 7c 8c", "K2c 3d", NONE, p.LIBERA), "Kc", "2c", "reason-no-trick"),
    "no king in the last round": (
        ("5c 7c 8c", "K2c 3d", None, p.WIST), "Kc", "2c", "reason-no-trick"),
    "no higher trump than one that was played": (
        ("5c 6h Kc", "27h 4s", [1, 0, 0, 0], p.CUORI), "7h", "2h or 4s", "reason-no-trick"),
}  # fmt: skip

LEADS = {
    "what stands is led while tricks are wanted": (
        ("AKc 2d", [2, 0, 0, 0]), "2d", "Kc or Ac", "reason-highest"),
    "no ace is led where no trick is wanted": (
        ("23c Ad", [0, 1, 1, 0]), "Ad", "2c or 3c", "reason-no-trick"),
}  # fmt: skip

BIDS = {
    "thirteen sure tricks": ("AKQJT98765h AKd As", p.CUORI, "bid 5", "bid 13", "reason-tops"),
    "none": ("5432h 432d 432c 432s", p.CUORI, "bid 4", "bid 0", "reason-no-tops"),
    "all honours": ("AKQh AKQd AKQc AKQJs", p.LIBERA, "bid 3", "bid 13", "reason-tops"),
}


@pytest.mark.parametrize("name", PLAYS)
def test_review_names_better_card_and_reason(name):
    where, wrong, better, reason = PLAYS[name]
    assert_review_names("wist", last(*where), wrong, better, reason)


@pytest.mark.parametrize("name", LEADS)
def test_review_marks_a_wrong_lead(name):
    where, wrong, better, reason = LEADS[name]
    assert_review_names("wist", first(*where), wrong, better, reason)


@pytest.mark.parametrize("name", BIDS)
def test_review_marks_a_bid_that_is_far_off(name):
    hand, turno, wrong, better, reason = BIDS[name]
    assert_review_names("wist", p.dealt(hand, turno=turno), wrong, better, reason)


@pytest.mark.parametrize("name", list(PLAYS)[:3])
def test_review_reports_no_mistake_for_the_best_card(name):
    where, _, better, _ = PLAYS[name]
    assert_review_is_silent("wist", last(*where), better)


def test_review_does_not_depend_on_hidden_cards():
    state = p.playing("AKQh 432d 5432c 432s", bids=[4, 3, 3, 2], turno=p.CUORI)
    assert_review_ignores_hidden_cards("wist", state, "2s")


def test_review_says_nothing_about_a_bid_made_before_seeing_the_hand():
    assert_review_is_silent("wist", p.dealt("AKQh AKQd AKQc AKQJs", turno=p.BUIO), "bid 0")
