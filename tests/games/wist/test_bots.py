"""The bots: that they stay within the rules, what they do with a hand, and how strong they are."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist import model as m
from audiogames.games.wist.bots.easy import EasyBot
from audiogames.games.wist.bots.normal import NormalBot
from audiogames.search import estimates
from bench.strength.measure import Asked, measure
from bench.strength.wist import MATCHUP
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    CUORI,
    LIBERA,
    RULES,
    WIST,
    any_move,
    bid,
    dealt,
    listeners,
    make,
    play,
    playing,
    ready,
)

BOTS = {"easy": EasyBot(), "normal": NormalBot()}
LOTS = range(20)
SWITCHES = dict.fromkeys(("clockwise", "free_cut", "dark_tickets"), st.booleans())


def choices(level, state):
    """What the bot that is to act chooses, by any lot."""
    view = state.view(state.to_act)
    return {str(BOTS[level].choose(view, Random(lot), 0, lambda: False)) for lot in LOTS}


@st.composite
def tables(draw):
    """A round about to be dealt, in any form and with any options, and a seed of what is done."""
    form = draw(st.sampled_from(["eight", "cagliari"]))
    options = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    points = draw(st.sampled_from(["made", "always"]))
    seats = draw(st.sampled_from([4, 5])) if form == "eight" else 4
    turno = draw(st.integers(1, 8 if form == "eight" else 25))
    dealer = draw(st.integers(0, seats - 1))
    state = ready(turno, seats=seats, dealer=dealer, form=form, cagliari_points=points, **options)
    return state, draw(st.integers(0, 10_000))


@given(tables())
def test_whatever_they_choose_is_legal(table):
    state, seed = table
    rng = Random(seed)
    while not state.sheet or len(state.sheet) < state.round:
        for seat in listeners(state)[:-1]:
            view = state.view(seat)
            for bot in BOTS.values():
                assert not view.legal or bot.choose(view, rng, 0, lambda: False) in view.legal
        state.apply(*any_move(state, rng.randrange(10_000)))


# Bids


@pytest.mark.parametrize("level", BOTS)
def test_five_honours_of_trump_are_at_least_four_tricks(level):
    state = dealt("", "", "", "AKQJTh 432d 43c 432s", turno=CUORI, size=13)
    bid(state, 1, 1, 1)
    assert choices(level, state) <= {"bid 4", "bid 5", "bid 6"}


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("turno", [LIBERA, BIGLIETTI])
def test_a_hand_of_low_cards_is_a_wist(level, turno):
    state = dealt("5432h 432d 432c 432s", turno=turno)
    assert choices(level, state) == {"bid 0"}


@pytest.mark.parametrize("level", BOTS)
def test_the_last_keeps_off_the_forbidden_bid(level):
    state = dealt("", "", "", "5432h 432d 432c 432s", turno=LIBERA, size=13)
    bid(state, 5, 4, 4)
    assert state.forbidden() == 0
    assert choices(level, state) == {"bid 1"}


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("tickets", [False, True])
def test_in_the_dark_a_bid_is_about_a_fair_share(level, tickets):
    for seats, most in ((4, 5), (5, 4)):
        state = ready(BUIO, seats=seats, dark_tickets=tickets)
        state.apply(None, RULES.chance(state, Random(1)))
        while state.phase is m.Phase.BIDDING:
            [chosen] = choices(level, state)
            assert 1 <= int(chosen.split()[1]) <= most
            make(state, chosen)


def test_nobody_bids_higher_because_another_bids_absurdly():
    hand = "AKQJTh 432d 43c 432s"
    plain, absurd = (dealt("", hand, "", "", turno=CUORI, size=13) for _ in range(2))
    bid(plain, 3)
    bid(absurd, 13)
    assert choices("normal", absurd) == choices("normal", plain)


# Play: the bids are in the order of play


def test_bound_to_nothing_it_ducks_with_the_highest_card_that_does():
    state = playing("Th 9c 8c", "Kh 9s 8s", "AQ4h", "3h 9d 8d", bids=(1, 1, 0, 2), turno=LIBERA)
    play(state, "Th Kh")
    assert choices("normal", state) == {"Qh"}


def test_last_and_in_need_it_takes_with_the_cheapest_card_that_does():
    state = playing("9h 9c 8c", "Th 9s 8s", "8h 9d 8d", "AQ2h", bids=(1, 1, 0, 2), turno=LIBERA)
    play(state, "9h Th 8h")
    assert choices("normal", state) == {"Qh"}


def test_last_and_in_need_it_cuts_with_the_lowest_trump():
    hands = "9s 9c 8c", "Ts Js 8s", "7s 9d 8d", "AQ2h"
    state = playing(*hands, bids=(1, 1, 0, 3), turno=CUORI)
    play(state, "9s Ts 7s")
    assert choices("normal", state) == {"2h"}


def test_of_cards_that_do_not_take_it_gives_the_highest():
    hands = "Ah 9c 8c", "Th 9s 8s", "8h 9d 8d", "KQ2h"
    state = playing(*hands, bids=(1, 1, 2, 0), turno=LIBERA)
    play(state, "Ah Th 8h")
    assert choices("normal", state) == {"Kh"}
    assert "Kh" in choices("easy", state)


def test_void_in_the_wist_round_it_throws_its_most_dangerous_card():
    state = playing("9h 9c 8c", "Th 9s 8s", "A2d 3s", "8h 9d 8d", turno=WIST)
    play(state, "9h Th")
    assert choices("normal", state) == {"Ad"}


def test_in_the_wist_round_it_leads_low():
    state = playing("A2d 3s", "Th 9s 8s", "9h 9c 8c", "8h 9d 8d", turno=WIST)
    assert choices("normal", state) <= {"2d", "3s"}


def test_with_a_lost_bid_a_trick_is_still_a_point():
    hands = "Ah 9c 2s", "Kh Tc 3s", "Qh 8c 4s", "2h K4c"
    state = playing(*hands, bids=(1, 1, 1, 3), turno=LIBERA)
    play(state, "Ah Kh Qh 2h 9c Tc 8c")
    assert choices("normal", state) == {"Kc"}


# Strength


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "form", "least"),
    [
        (("normal", "random"), "four", 5),
        (("normal", "random"), "five", 5),
        (("normal", "easy"), "four", 1),
        (("easy", "random"), "four", 2),
    ],
)
def test_each_is_stronger_than_the_one_below(bots, form, least):
    """The same deals each time; `bench.strength` measures how much stronger."""
    tally = measure(MATCHUP, MATCHUP.forms[form], Asked(form, bots, deals=16, seed=1))
    assert estimates.mean(tally.margins()).mean >= least
