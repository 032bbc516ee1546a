"""The bots of Wist: legality, their choices with given hands, and strength."""

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
    """Return the moves that the bot to act chooses in this state, over many seeds."""
    view = state.view(state.to_act)
    return {str(BOTS[level].choose(view, Random(lot), 0, lambda: False)) for lot in LOTS}


@st.composite
def tables(draw):
    """Generate a round before its deal, with any form and options, and a seed for the moves."""
    form = draw(st.sampled_from(["eight", "cagliari"]))
    options = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    points = draw(st.sampled_from(["made", "always"]))
    seats = draw(st.sampled_from([4, 5])) if form == "eight" else 4
    turno = draw(st.integers(1, 8 if form == "eight" else 25))
    dealer = draw(st.integers(0, seats - 1))
    state = ready(turno, seats=seats, dealer=dealer, form=form, cagliari_points=points, **options)
    return state, draw(st.integers(0, 10_000))


@given(tables())
def test_every_bot_move_is_legal(table):
    state, seed = table
    rng = Random(seed)
    while not state.sheet or len(state.sheet) < state.deal:
        for seat in listeners(state)[:-1]:
            view = state.view(seat)
            for bot in BOTS.values():
                assert not view.legal or bot.choose(view, rng, 0, lambda: False) in view.legal
        state.apply(*any_move(state, rng.randrange(10_000)))


# Bids


@pytest.mark.parametrize("level", BOTS)
def test_bots_bid_at_least_four_on_five_trump_honours(level):
    state = dealt("", "", "", "AKQJTh 432d 43c 432s", turno=CUORI, size=13)
    bid(state, 1, 1, 1)
    assert choices(level, state) <= {"bid 4", "bid 5", "bid 6"}


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("turno", [LIBERA, BIGLIETTI])
def test_bots_bid_zero_on_a_hand_of_low_cards(level, turno):
    state = dealt("5432h 432d 432c 432s", turno=turno)
    assert choices(level, state) == {"bid 0"}


@pytest.mark.parametrize("level", BOTS)
def test_bots_avoid_the_forbidden_bid(level):
    state = dealt("", "", "", "5432h 432d 432c 432s", turno=LIBERA, size=13)
    bid(state, 5, 4, 4)
    assert state.forbidden() == 0
    assert choices(level, state) == {"bid 1"}


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("tickets", [False, True])
def test_bots_bid_about_an_equal_share_of_the_tricks_before_seeing_their_cards(level, tickets):
    for seats, most in ((4, 5), (5, 4)):
        state = ready(BUIO, seats=seats, dark_tickets=tickets)
        state.apply(None, RULES.chance(state, Random(1)))
        while state.phase is m.Phase.BIDDING:
            [chosen] = choices(level, state)
            assert 1 <= int(chosen.split()[1]) <= most
            make(state, chosen)


def test_normal_bot_ignores_absurd_bids_of_others():
    hand = "AKQJTh 432d 43c 432s"
    plain, absurd = (dealt("", hand, "", "", turno=CUORI, size=13) for _ in range(2))
    bid(plain, 3)
    bid(absurd, 13)
    assert choices("normal", absurd) == choices("normal", plain)


# Play: the bids are in the order of play


def test_normal_bot_with_a_zero_bid_ducks_with_its_highest_loser():
    state = playing("Th 9c 8c", "Kh 9s 8s", "AQ4h", "3h 9d 8d", bids=(1, 1, 0, 2), turno=LIBERA)
    play(state, "Th Kh")
    assert choices("normal", state) == {"Qh"}


def test_normal_bot_needing_a_trick_takes_with_its_cheapest_winner():
    state = playing("9h 9c 8c", "Th 9s 8s", "8h 9d 8d", "AQ2h", bids=(1, 1, 0, 2), turno=LIBERA)
    play(state, "9h Th 8h")
    assert choices("normal", state) == {"Qh"}


def test_normal_bot_needing_a_trick_cuts_with_its_lowest_trump():
    hands = "9s 9c 8c", "Ts Js 8s", "7s 9d 8d", "AQ2h"
    state = playing(*hands, bids=(1, 1, 0, 3), turno=CUORI)
    play(state, "9s Ts 7s")
    assert choices("normal", state) == {"2h"}


def test_normal_bot_discards_its_highest_loser():
    hands = "Ah 9c 8c", "Th 9s 8s", "8h 9d 8d", "KQ2h"
    state = playing(*hands, bids=(1, 1, 2, 0), turno=LIBERA)
    play(state, "Ah Th 8h")
    assert choices("normal", state) == {"Kh"}
    assert "Kh" in choices("easy", state)


def test_normal_bot_that_cannot_follow_in_the_wist_round_throws_its_riskiest_card():
    state = playing("9h 9c 8c", "Th 9s 8s", "A2d 3s", "8h 9d 8d", turno=WIST)
    play(state, "9h Th")
    assert choices("normal", state) == {"Ad"}


def test_normal_bot_leads_low_in_the_wist_round():
    state = playing("A2d 3s", "Th 9s 8s", "9h 9c 8c", "8h 9d 8d", turno=WIST)
    assert choices("normal", state) <= {"2d", "3s"}


def test_normal_bot_takes_tricks_once_its_bid_can_no_longer_be_made():
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
def test_each_bot_level_beats_the_one_below(bots, form, least):
    """All levels play the same deals; `bench.strength` measures the margins."""
    tally = measure(MATCHUP, MATCHUP.forms[form], Asked(form, bots, deals=16, seed=1))
    assert estimates.mean(tally.margins()).mean >= least
