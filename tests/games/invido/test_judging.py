"""Positions of Invido with a known best call, answer or card, as the review reports them."""

import pytest

from audiogames.core.registry import game
from tests.games.judged import (
    assert_review_ignores_hidden_cards,
    assert_review_is_silent,
    assert_review_names,
    judged,
)
from tests.replays.invido import played

pytestmark = pytest.mark.slow

WEAK, STRONG = "6s 7c 6d", "3c 2b 1s"

POSITIONS = {
    "the best hand is not given up": (
        ("invido", "6s 7c Rd", STRONG), "vado-via", "va-bene or tras-mas", "reason-best"),
    "three threes": (
        ("invido", "6s 7c Rd", "3c 3b 3s"), "vado-via", "tras-mas", "reason-best"),
    "a seven is enough": (
        ("6s", "6s 7c Rd", "3c 2b 7s"), "3c", "7s or 2b", "reason-enough"),
    "a king is to be taken": (
        ("Rd", "6s 7c Rd", "3c 2b 6c"), "6c", "2b or 3c", "reason-takes-loses"),
    "a raise is not accepted with nothing": (
        ("invido tras-mas", WEAK, "3c 3b 2s"), "va-bene", "vado-via", "reason-accepting"),
    "nor a call": (
        ("invido", STRONG, WEAK), "va-bene", "vado-via", "reason-beaten-by"),
    "nobody calls with nothing": (
        ("", WEAK, STRONG), "invido", "6s or 7c or 6d", "reason-beaten-by"),
    "after a lost trick one must take": (
        ("3d 6c 1s", "3d 1s 7c", "6c 6b 3s"), "6b", "3s", "reason-takes-loses"),
    "an ace for a king": (
        ("Rd", "6s 7c Rd", "1c 1b 6c"), "6c", "1c or 1b", "reason-takes-loses"),
    "a three for a two": (
        ("2d", "6s 7c 2d", "3c 6b 6c"), "6b", "3c", "reason-takes-loses"),
    "a knight is enough": (
        ("6s", "6s 7c Rd", "3c 2b Cs"), "3c", "Cs or 2b", "reason-enough"),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_review_names_better_move_and_reason(name):
    where, wrong, better, reason = POSITIONS[name]
    assert_review_names("invido", played(*where), wrong, better, reason)


def test_review_prefers_folding_a_hopeless_hand_near_the_goal():
    state = played("invido", STRONG, WEAK, score=(20, 20))
    assert_review_names("invido", state, "va-bene", "vado-via", "reason-beaten-by")


def test_review_accepts_every_move_of_the_solved_strategy():
    state = played("6s", "6s 7c Rd", "3c 2b 6c")
    view = state.view(1)
    sound = [one for one in view.legal if game("invido").bots.review.is_sound(one, view)]
    assert sound
    for move in sound:
        assert_review_is_silent("invido", state, str(move))


@pytest.mark.parametrize("call", ["", " invido va-bene"])
def test_review_judges_the_last_card_if_the_player_called_before_playing_it(call):
    state = played(f"6s 3c 6b Rd 7c{call}", "6s 7c Rd", "3c 6b 7s")
    assert_review_is_silent("invido", state, "7s")
    assert_review_names("invido", state, "vado-via", "7s or invido", "reason-last-ties")


@pytest.mark.parametrize("name", list(POSITIONS)[2:4])
def test_review_does_not_depend_on_hidden_cards(name):
    where, wrong, *_ = POSITIONS[name]
    assert_review_ignores_hidden_cards("invido", played(*where), wrong)


def test_review_does_not_judge_a_monte():
    state = played("", WEAK, STRONG)
    assert judged("invido", state, "a-monte") == (None, False, [])


def test_review_uses_normal_bots_at_tables_without_a_solved_strategy():
    state = played("invido", STRONG, WEAK, vado_dentro=True)
    assert_review_names("invido", state, "va-bene", "vado-via", "reason-beaten-by")
