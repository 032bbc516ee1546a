"""Tests of the total after each card, and of the tokens that it costs: rules D.2, D.3."""

import pickle
from copy import deepcopy

import pytest

from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.plays import next_limit
from tests.games.moves import of
from tests.games.novantanove.positions import make, position

EVERY_PLAY = [play for plays in m.PLAYS.values() for play in plays]
TOTALS = range(-40, 99)


def lost(state, before):
    return [was - now for was, now in zip(before, state.tokens, strict=True)]


# The table of D.3: card, old, new, tokens lost by the player and by each other, end of the round.
TABLE = [
    ("6c", 27, 33, 0, 1, False),
    ("Kc", 27, 37, 1, 0, False),
    ("7c", 29, 36, 1, 0, False),
    ("2c", 27, 54, 1, 0, False),
    ("2c", 33, 66, 0, 1, False),
    ("2c", 34, 68, 1, 0, False),
    ("2c", 41, 82, 1, 0, False),
    ("2c", 48, 96, 1, 0, False),
    ("2c", 49, 98, 1, 0, False),
    ("2c", 50, 25, 0, 0, False),
    ("2c", 51, 102, 3, 0, True),
    ("2c", 56, 28, 0, 0, False),
    ("2c", 59, 118, 3, 0, True),
    ("2c", 65, 130, 3, 0, True),
    ("2c", 66, 33, 0, 0, False),
    ("2c", 67, 134, 2, 0, True),
    ("2c", 83, 166, 2, 0, True),
    ("2c", 98, 49, 0, 0, False),
    ("2c", 0, 0, 0, 0, False),
    ("Tc=-10", 76, 66, 0, 0, False),
    ("Tc=-10", 43, 33, 0, 0, False),
    ("Tc=+10", 56, 66, 0, 1, False),
    ("Tc=+10", 89, 99, 0, 2, True),
    ("Ac=11", 88, 99, 0, 2, True),
    ("Ac=1", 98, 99, 0, 2, True),
    ("Ac=11", 95, 106, 2, 0, True),
    ("9c", 33, 33, 0, 0, False),
    ("5c", 33, 38, 0, 0, False),
    ("Tc=-10", 4, -6, 0, 0, False),
    ("Jc", 23, 33, 0, 1, False),
]


@pytest.mark.rule("D.3 table")
@pytest.mark.parametrize("row", TABLE, ids=str)
def test_total_and_tokens_follow_the_table_of_ranks(row):
    text, old, new, player, others, ends = row
    state = position(text[:2] + " 3d 5d", total=old)
    make(state, text)
    assert state.total == new
    assert lost(state, [9, 9, 9]) == [player, others, others]
    assert (state.expects == "deal") == ends


@pytest.mark.rule("Seed: examples of the two and of the ten")
@pytest.mark.parametrize(
    ("text", "old", "new", "player", "others"),
    [
        ("2c", 27, 54, 1, 0),
        ("2c", 41, 82, 1, 0),
        ("2c", 83, 166, 2, 0),
        ("2c", 59, 118, 3, 0),
        ("2c", 56, 28, 0, 0),
        ("Tc=-10", 76, 66, 0, 0),
    ],
)
def test_rules_examples_of_the_cards_two_and_ten_give_the_stated_totals(
    text, old, new, player, others
):
    state = position(text[:2] + " 3d 5d", total=old)
    make(state, text)
    assert state.total == new
    assert lost(state, [9, 9, 9]) == [player, others, others]


@pytest.mark.rule("D.2 cards; seed: Valore delle carte")
@pytest.mark.parametrize(
    ("rank", "ways"),
    [
        ("3", [43]), ("4", [44]), ("5", [45]), ("6", [46]), ("7", [47]), ("8", [48]), ("9", [40]),
        ("J", [50]), ("Q", [50]), ("K", [50]), ("T", [50, 30]), ("A", [41, 51]), ("2", [80]),
    ],
)  # fmt: skip
def test_each_rank_changes_the_total_by_its_value(rank, ways):
    for suit in "cdhs":
        plays = [play for play in EVERY_PLAY if str(play.card) == rank + suit]
        assert [m.total_after(40, play) for play in plays] == ways


@pytest.mark.rule("D.2 the two: half of an even total above 49, otherwise double")
def test_rank_two_halves_even_totals_above_49_and_doubles_all_others():
    two = m.read_play("2c")
    for total in TOTALS:
        halves = total > 49 and total % 2 == 0
        assert m.total_after(total, two) == (total // 2 if halves else total * 2)
    assert [m.total_after(total, two) for total in (48, 49, 50, 51, 52)] == [96, 98, 25, 102, 26]


def second_reading(old, new):
    """Return the cost of a change of the total, by a second implementation of the rules.

    The result has the tokens that the player loses, the tokens that each other player loses,
    and whether the round ends.
    """
    player = others = 0
    if new > old:
        for limit, cost in ((33, 1), (66, 1), (99, 2)):
            if new == limit:
                others += cost
            elif old < limit < new:
                player += cost
    return player, others, new > 98


@pytest.mark.rule("D.3 as a function")
def test_tokens_lost_at_a_new_total_agree_with_an_independent_implementation():
    for old in TOTALS:
        for new in range(-80, 200):
            assert tuple(m.outcome(old, new)) == second_reading(old, new) or new <= old
            if new <= old:
                assert m.outcome(old, new) == m.NOTHING


def test_new_total_costs_tokens_if_and_only_if_it_reaches_the_next_limit():
    for old in TOTALS:
        for new in range(-80, 200):
            assert (new >= next_limit(old)) == (m.outcome(old, new) != m.NOTHING)


def test_copies_of_the_draw_move_are_the_same_object():
    assert pickle.loads(pickle.dumps(m.DRAW)) is deepcopy(m.DRAW) is m.DRAW  # noqa: S301 its own


def changes():
    """Return every change that a card can make to the total."""
    return [(old, m.total_after(old, play), play) for old in TOTALS for play in EVERY_PLAY]


@pytest.mark.rule("D.3 only an increase costs tokens")
def test_falling_total_costs_nothing():
    falls = [(old, new) for old, new, _ in changes() if new <= old]
    assert {33, 66} <= {new for _, new in falls}
    assert all(m.outcome(old, new) == m.NOTHING for old, new in falls)


@pytest.mark.rule("D.3 starting exactly on a limit is not passing it")
@pytest.mark.parametrize("limit", [33, 66])
def test_card_that_raises_the_total_from_exactly_a_limit_costs_no_tokens(limit):
    assert not m.PASSING_FROM_THE_LIMIT
    rises = [new for old, new, _ in changes() if limit == old < new < 66]
    rises += [new for old, new, _ in changes() if limit == old == 66 < new < 99]
    assert rises
    assert all(m.outcome(limit, new) == m.NOTHING for new in rises)


@pytest.mark.rule("D.3 crossing 33 and 66 in one play is impossible")
def test_no_card_passes_the_limits_33_and_66_in_one_play():
    assert not [new for old, new, _ in changes() if {33, 66} <= set(m.passed(old, new))]


@pytest.mark.rule("D.3 crossing 66 and 99 together: a two on an odd total from 51 to 65")
def test_only_a_card_of_rank_two_passes_both_66_and_99_in_one_play():
    both = [(old, play) for old, new, play in changes() if {66, 99} <= set(m.passed(old, new))]
    assert {old for old, _ in both} == {51, 53, 55, 57, 59, 61, 63, 65}
    assert {play.card.rank for _, play in both} == {"2"}
    assert {m.outcome(old, old * 2) for old, _ in both} == {m.Outcome(3, 0, ends_round=True)}


@pytest.mark.rule("D.3 passing one limit while landing on the next is impossible")
def test_no_card_passes_one_limit_and_reaches_another():
    assert not [old for old, new, _ in changes() if m.passed(old, new) and m.reached(old, new)]


@pytest.mark.rule("D.3 by doubling: exactly 66 only from 33; 33 and 99 never")
def test_doubling_reaches_66_only_from_33():
    reached = [
        (old, m.reached(old, new)) for old, new, play in changes() if play.doubles and new > old
    ]
    assert {(old, limit) for old, limit in reached if limit} == {(33, 66)}


@pytest.mark.rule("D.3 halving reaches 33 only from 66, and never reaches 66")
def test_halving_lands_on_33_only_from_66():
    halved = {(old, new) for old, new, play in changes() if play.doubles and 0 < new < old}
    assert {old for old, new in halved if new == 33} == {66}
    assert not {old for old, new in halved if new == 66}


@pytest.mark.rule("D.4 total below zero: allowed; doubling goes further down")
def test_total_may_go_below_zero():
    state = position("Tc 2c 3c", total=0, seats=2)
    make(state, "Tc=-10")
    assert state.total == -10
    state = position("Tc 2c 3c", total=-10)
    make(state, "2c")
    assert (state.total, state.tokens) == (-20, [9, 9, 9])


@pytest.mark.rule("D.4 option: minimum zero")
@pytest.mark.parametrize(("old", "new"), [(0, 0), (4, 0), (10, 0), (11, 1)])
def test_minimum_zero_option_stops_the_total_at_zero(old, new):
    state = position("Tc 2c 3c", total=old, options=m.Options(min_zero=True))
    events = make(state, "Tc=-10")
    assert state.total == new
    assert [(e.before, e.total) for e in of(m.CardPlayed, events)] == [(old, new)]


def offered(total, options):
    return {str(move) for move in position("Ac Tc 3c", total=total, options=options).legal_moves(0)}


@pytest.mark.rule("D.2 the choice is always the player's, even when one option is bad")
@pytest.mark.parametrize("total", [0, 88, 89, 90, 98])
def test_both_values_of_ace_and_ten_are_legal(total):
    assert offered(total, m.Options()) == {"Ac=1", "Ac=11", "Tc=+10", "Tc=-10", "3c"}


@pytest.mark.rule("D.2 option: A is 1 above 88, 10 is -10 from 90 up")
@pytest.mark.parametrize(
    ("total", "gone"),
    [
        (0, set()),
        (88, set()),
        (89, {"Ac=11"}),
        (90, {"Ac=11", "Tc=+10"}),
        (98, {"Ac=11", "Tc=+10"}),
    ],
)
def test_automatic_choice_offers_fewer_values_when_the_total_is_near_99(total, gone):
    left = {"Ac=1", "Ac=11", "Tc=+10", "Tc=-10", "3c"} - gone
    assert offered(total, m.Options(auto_choice=True)) == left


@pytest.mark.rule("D.2 the values excluded by the automatic choice would always pass 99")
def test_automatic_choice_leaves_out_only_values_that_would_pass_99():
    for total in range(89, 99):
        gone = offered(total, m.Options()) - offered(total, m.Options(auto_choice=True))
        assert gone
        assert all(m.total_after(total, m.read_play(text)) > 99 for text in gone)
