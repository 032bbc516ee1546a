"""Positions of Tressette with a known best card, as the review reports them."""

import pytest

from tests.games.judged import (
    assert_review_ignores_hidden_cards,
    assert_review_is_silent,
    assert_review_names,
)
from tests.games.tressette.positions import dealt, make

pytestmark = pytest.mark.slow

REST = "7654d 76s 54b"


def played(hands, cards):
    """Return a deal in which these cards have been played to the trick."""
    state = dealt(*hands)
    for card in cards.split():
        make(state, card)
    return state


POSITIONS = {
    "the asso on the partner's sure trick": (
        ("3c", "5c", f"A4c {REST}"), "3c 5c", "4c", "1c", "reason-partners-trick",
    ),
    "the same from the last place": (
        ("Kc", "3c", "5c", f"A4c {REST}"), "Rc 3c 5c", "4c", "1c", "reason-partners-trick",
    ),
    "no asso on their sure trick": (
        ("3c", "5c", "Kc", f"A4c {REST}"), "3c 5c Rc", "1c", "4c", "reason-gives",
    ),
    "the asso that takes from the last place": (
        ("Kc", "5c", "6c", f"A4c {REST}"), "Rc 5c 6c", "4c", "1c", "reason-takes-worth",
    ),
    "no tre for a trick that counts little": (
        ("Kc", "5c", "6c", "3A4c 7654d 7s 54b"), "Rc 5c 6c", "3c", "4c or 1c", "reason-keeps",
    ),
    "no asso thrown on their trick": (
        ("3c", "A7654d 4s 7654b"), "3c", "1d", "4s", "reason-gives",
    ),
    "no asso under their tre": (
        ("3c", f"A4c {REST}"), "3c", "1c", "4c", "reason-gives",
    ),
    "their due that took the partner's asso": (
        ("Kc", "Ac", "2c", "37c 7654d 76s 54b"), "Rc 1c 2c", "7c", "3c", "reason-takes-worth",
    ),
    "the due that takes an asso from the last place": (
        ("Ac", "5c", "6c", "24c 7654d 76s 54b"), "1c 5c 6c", "4c", "2c", "reason-takes-worth",
    ),
    "the due that takes an asso and a re from the last place": (
        ("Ac", "5c", "Kc", f"24c {REST}"), "1c 5c Rc", "4c", "2c", "reason-takes-worth",
    ),
    "no asso under their due from the last place": (
        ("2c", "5c", "7c", f"A4c {REST}"), "2c 5c 7c", "1c", "4c", "reason-gives",
    ),
    "no asso under their tre from the last place": (
        ("3c", "5c", "6c", f"A4c {REST}"), "3c 5c 6c", "1c", "4c", "reason-gives",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_review_names_better_card_and_reason(name):
    hands, cards, wrong, better, reason = POSITIONS[name]
    assert_review_names("tressette", played(hands, cards), wrong, better, reason)


@pytest.mark.parametrize("name", list(POSITIONS)[:4])
def test_review_reports_no_mistake_for_the_best_card(name):
    hands, cards, _, better, _ = POSITIONS[name]
    assert_review_is_silent("tressette", played(hands, cards), better)


@pytest.mark.parametrize("name", list(POSITIONS)[3:6])
def test_review_does_not_depend_on_hidden_cards(name):
    hands, cards, wrong, *_ = POSITIONS[name]
    assert_review_ignores_hidden_cards("tressette", played(hands, cards), wrong)
