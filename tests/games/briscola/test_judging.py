"""Positions of Briscola with a known best card, as the review reports them."""

from functools import partial

import pytest

from audiogames.games.briscola.bots import judging
from tests.games import judged as j
from tests.games.briscola.positions import dealt, last_tricks, play

pytestmark = pytest.mark.slow

PLAIN = 2
"""The factor of worlds that is enough for clear decisions."""
assert_review_names = partial(j.assert_review_names, "briscola", factor=PLAIN)
assert_review_is_silent = partial(j.assert_review_is_silent, "briscola", factor=PLAIN)
assert_review_ignores_hidden_cards = partial(
    j.assert_review_ignores_hidden_cards, "briscola", factor=PLAIN
)


def at(state, moves):
    """Make these moves in a state, and return the state."""
    play(state, moves)
    return state


FILLING = ["2b", "7b", "2d", "7d", "2c", "7c", "5c", "6d", "Fb", "Fd"]


def filled(taken, *hands):
    """Fill these hands up to three cards with worthless cards that are used nowhere else."""
    rest = [one for one in FILLING if one not in f"{taken} {hands}"]
    return [" ".join([*(named := hand.split()), *(rest.pop() for _ in range(3 - len(named)))])
            for hand in hands]  # fmt: skip


def two(hand, lead):
    """Return a match of two in which seat 0 leads or, if `lead` is given, follows to it."""
    return at(dealt(hand, *filled(hand, lead), turned="7s", dealer=int(not lead)), lead)


DEALS = {
    "a king is taken by the ace": ("1c 2d 4b", "Rc", "2d", "1c", "reason-takes-points"),
    "their load is taken by the ace": ("1c 2d Rb", "3c", "Rb", "1c", "reason-gives"),
    "a briscoletta for a load": ("2s 4d Rb", "3c", "4d", "2s", "reason-takes-points"),
    "no king on their load": ("2s 4d Rb", "3c", "Rb", "2s", "reason-gives"),
    "no ace on their king of briscola": ("1s 1d 4b", "Rs", "1d", "1s", "reason-gives"),
    "the three of briscola is taken": ("1s 4d 5b", "3s", "4d", "1s", "reason-takes-points"),
    "no ace on their liscio": ("1d 2s 6b", "4c", "1d", "6b", "reason-gives"),
    "no ace under their briscola": ("1d 4b 5c", "3s", "1d", "4b or 5c", "reason-gives"),
    "no load is led": ("6s 4d 3b", "", "3b", "4d or 6s", "reason-risks-points"),
    "no ace is led": ("1d 4c 5b", "", "1d", "4c or 5b", "reason-risks-points"),
}

ENDS = {
    "a fante that the three of its suit takes": (
        ("2b 3c 6c", "Rd Cb Fc", 49), "Fc", "6c", "3c", "reason-takes-points"),
    "a briscola that is kept for the king of briscola's loads": (
        ("6d 2d 7s", "1c Rs 1b", 41), "Rs", "7s", "6d or 2d", "reason-keeps-for-loads"),
    "a briscola that is kept for the last load": (
        ("Fb 4s 5d", "3c 5b Fs", 51), "5b", "4s", "5d or Fb", "reason-lies-nothing"),
    "no fante of briscola before the load is played": (
        ("Fs Rd 7d", "4c Rb 1d", 57), "", "Fs", "Rd or 7d", "reason-keeps-for-loads"),
    "no ace into a briscola": (
        ("1b Cc 5c", "6b 3b Fs", 49), "", "1b", "Cc or 5c", "reason-risks-points"),
    "three points that decide": (
        ("Cc 2c 2d", "4b 5b 7c", 58), "4b", "Cc", "2c or 2d", "reason-missing"),
}  # fmt: skip


@pytest.mark.parametrize("name", DEALS)
def test_review_names_better_card_and_reason(name):
    hand, lead, wrong, better, reason = DEALS[name]
    assert_review_names(two(hand, lead), wrong, better, reason)


def ended(where, lead):
    """Return a position in the last three tricks, in which seat 0 is to play.

    Seat 0 leads or, if a card is given as `lead`, follows to that card.
    """
    return at(last_tricks(*where, leader=int(bool(lead))), lead)


@pytest.mark.parametrize("name", ENDS)
def test_review_names_a_better_card_for_a_mistake_that_loses_the_deal(name):
    where, lead, wrong, better, reason = ENDS[name]
    state = ended(where, lead)
    assert_review_names(state, wrong, better, reason)
    found, _, _ = j.judged("briscola", state, wrong)
    assert (found.gain, found.low) == (1.0, 1.0)
    assert judging.price(found.gain, state.view(0)).id == "price-deal"


def pairs(hand, cards):
    """Return a match in pairs in which seat 0 plays last, after its partner in seat 2."""
    others = filled(hand, *reversed(cards.split()))
    return at(dealt(hand, *others, turned="7s", dealer=0), cards)


def test_review_prefers_a_carico_on_the_partners_sure_trick():
    state = pairs("3d 4b 5d", "4c 1s 5c")
    assert_review_names(state, "4b", "3d", "reason-partner-takes-points")
    assert_review_is_silent(state, "3d")


def test_review_marks_taking_the_partners_trick_as_a_mistake():
    state = pairs("1s 4b 3d", "4c Rc 5c")
    assert_review_names(state, "1s", "3d or 4b", "reason-partner-takes-points")


def test_review_advises_the_last_of_three_players_to_take_an_ace_and_a_three():
    state = at(dealt("2s 4b 5d", "1c 7b 4d", "3c 6b 6d", turned="7s", dealer=0), "3c 1c")
    assert_review_names(state, "4b", "2s", "reason-takes-points")


def test_review_prefers_losing_the_trick_whose_loser_draws_the_turned_up_ace():
    hands = ("5c 4b 4d", "2c 6d 7b")
    state = at(last_tricks(*hands, 52, leader=1, stock="Cb", turned="1s"), "2c")
    assert_review_names(state, "5c", "4d or 4b", "reason-draws-turned")


@pytest.mark.parametrize("name", list(DEALS)[:4])
def test_review_reports_no_mistake_for_the_best_card(name):
    hand, lead, _, better, _ = DEALS[name]
    assert_review_is_silent(two(hand, lead), better.split(" or ")[0])


@pytest.mark.parametrize("name", ["no load is led"])
def test_review_does_not_depend_on_hidden_cards(name):
    hand, lead, wrong, *_ = DEALS[name]
    assert_review_ignores_hidden_cards(two(hand, lead), wrong)
