"""The strong bot of Wist: legality, limits of its knowledge, budget and good choices."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.games.wist import model as m
from audiogames.games.wist.bots import strong
from audiogames.games.wist.bots.normal import NormalBot
from audiogames.games.wist.bots.strong import MatchEquity, StrongBot
from tests.games.wist.positions import (
    BUIO,
    CUORI,
    LIBERA,
    RULES,
    WIST,
    any_move,
    bid,
    dealt,
    listeners,
    play,
    playing,
    ready,
)

FEW = 12
SWITCHES = dict.fromkeys(("clockwise", "free_cut", "dark_tickets"), st.booleans())


def never():
    return False


def chosen(state, budget=200, lot=1):
    return str(StrongBot().choose(state.view(state.to_act), Random(lot), budget, never))


@st.composite
def rounds(draw):
    """Generate a round of either variant (form) before its deal, with any options.

    Return it with a seed for the random moves.
    """
    form = draw(st.sampled_from(["eight", "cagliari"]))
    options = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    points = draw(st.sampled_from(["made", "always"]))
    seats = draw(st.sampled_from([4, 5])) if form == "eight" else 4
    turno = draw(st.integers(1, 8 if form == "eight" else 25))
    state = ready(turno, seats=seats, form=form, cagliari_points=points, **options)
    return state, draw(st.integers(0, 10_000))


@pytest.mark.slow
@settings(max_examples=12)
@given(rounds())
def test_every_strong_bot_move_is_legal(table):
    state, seed = table
    rng = Random(seed)
    state.apply(*any_move(state, seed))
    while len(state.sheet) < state.deal:
        for seat in listeners(state)[:-1]:
            view = state.view(seat)
            assert not view.legal or StrongBot().choose(view, rng, FEW, never) in view.legal
        state.apply(*any_move(state, rng.randrange(10_000)))


@settings(max_examples=30)
@given(rounds())
def test_strong_bot_ignores_cards_it_cannot_see(table):
    state, seed = table
    rng = Random(seed)
    state.apply(*any_move(state, seed))
    for _ in range(rng.randrange(30)):
        if len(state.sheet) < state.deal - 1 or state.expects:
            break
        state.apply(*any_move(state, rng.randrange(10_000)))
    if state.expects is None and isinstance(state.to_act, int):
        view = state.view(state.to_act)
        other = RULES.redeal(view, rng).view(view.seat)
        choices = [StrongBot().choose(one, Random(7), FEW, never) for one in (view, other)]
        assert choices[0] is choices[1]


class Counted:
    """A function that counts its calls."""

    def __init__(self, function):
        self.calls = 0
        self._function = function

    def __call__(self, *arguments):
        self.calls += 1
        return self._function(*arguments)


@pytest.mark.parametrize("budget", [1, 20, 333])
def test_strong_bot_keeps_to_its_rollout_budget(monkeypatch, budget):
    counted = Counted(strong.rollout)
    monkeypatch.setattr(strong, "rollout", counted)
    for state in (ready(LIBERA), ready(WIST)):
        state.apply(*any_move(state, 3))
        chosen(state, budget)
        assert counted.calls <= budget
        counted.calls = 0


def test_strong_bot_runs_fewer_rollouts_with_long_hands(monkeypatch):
    counted = Counted(strong.rollout)
    monkeypatch.setattr(strong, "rollout", counted)
    tried = []
    for size in (strong.PAID, 13):
        state = ready(WIST, size=size)
        state.apply(*any_move(state, 3))
        before = counted.calls
        chosen(state, 700)
        tried.append(counted.calls - before)
    assert 600 < tried[0] <= 700
    assert 200 < tried[1] <= 700 * strong.PAID / 13


@pytest.mark.parametrize("turno", [CUORI, WIST])
def test_strong_bot_stops_at_once_on_request(monkeypatch, turno):
    counted = Counted(strong.rollout)
    monkeypatch.setattr(strong, "rollout", counted)
    state = ready(turno)
    state.apply(*any_move(state, 3))
    view = state.view(state.to_act)
    move = StrongBot().choose(view, Random(1), 1000, lambda: True)
    assert move in view.legal
    assert counted.calls == 0


def test_strong_bot_polls_stop_before_every_rollout(monkeypatch):
    counted = Counted(strong.rollout)
    monkeypatch.setattr(strong, "rollout", counted)
    state = ready(WIST)
    state.apply(*any_move(state, 3))
    stop = Counted(lambda: False)
    StrongBot().choose(state.view(state.to_act), Random(1), 300, stop)
    assert stop.calls >= counted.calls > 100


def test_strong_bot_without_a_rollout_budget_plays_like_the_normal_bot():
    state = ready(CUORI)
    state.apply(*any_move(state, 3))
    view = state.view(state.to_act)
    assert chosen(state, 0) == str(NormalBot().choose(view, Random(1), 0, never))


def test_strong_bot_tries_only_one_of_adjacent_cards():
    state = playing("AKQ5h 2c", "JT9h 32d", "876h 54d", "432h 76d", bids=(1, 1, 1, 1))
    found = strong.candidate_cards(state.view(state.to_act))
    assert [str(card) for card in found] == ["2c", "5h", "Qh"]


def test_strong_bot_treats_the_cards_above_and_below_a_card_on_the_table_as_different():
    state = playing("Kh 2c", "AQh", "65h", "87h", bids=(1, 1, 1, 0))
    play(state, "Kh")
    assert [str(card) for card in strong.candidate_cards(state.view(state.to_act))] == ["Qh", "Ah"]


def test_strong_bot_tries_only_legal_bids_near_the_bid_of_the_normal_bot():
    state = dealt("", "", "", "AJ72h K82d Q93c T54s", turno=CUORI, size=13)
    bid(state, 4, 4, 3)
    view = state.view(state.to_act)
    assert view.forbidden == 2
    assert [bid.number for bid in strong.candidate_bids(view, m.BIDS[3])] == [1, 3, 4, 5]
    assert [bid.number for bid in strong.candidate_bids(view, m.BIDS[0])] == [0, 1]


# Its moves


def test_strong_bot_needing_a_trick_takes_it():
    state = playing("9h 9c 8c", "Th 9s 8s", "8h 9d 8d", "AQ2h", bids=(1, 1, 0, 2), turno=LIBERA)
    play(state, "9h Th 8h")
    assert chosen(state) in {"Qh", "Ah"}


def test_strong_bot_with_a_zero_bid_ducks():
    state = playing("Th 9c 8c", "Kh 9s 8s", "AQ4h", "3h 9d 8d", bids=(1, 1, 0, 2), turno=LIBERA)
    play(state, "Th Kh")
    assert chosen(state) in {"Qh", "4h"}


def test_strong_bot_leads_low_in_the_wist_round():
    state = playing("A2d 3s", "Th 9s 8s", "9h 9c 8c", "8h 9d 8d", turno=WIST)
    assert chosen(state) in {"2d", "3s"}


def test_strong_bot_bids_high_on_a_hand_of_honours():
    state = dealt("", "", "", "AKQJTh AKd AKc A32s 4s", turno=CUORI, size=13)
    bid(state, 1, 1, 1)
    assert int(chosen(state).split()[1]) >= 8


def test_strong_bot_bids_about_a_fair_share_before_seeing_its_cards():
    state = ready(BUIO)
    state.apply(None, any_move(state, 3)[1])
    assert 1 <= int(chosen(state).split()[1]) <= 5


# The value of a round


@pytest.mark.parametrize("turno", [1, 4, 8])
def test_match_equity_grows_with_own_points_and_falls_with_other_players_points(turno):
    state = ready(turno, scores=(10, 20, 0, 5))
    state.apply(*any_move(state, 3))
    equity = MatchEquity(state.view(m.Seat(0)))
    assert equity.value((13, 3, 3, 3)) > equity.value((12, 3, 3, 3))
    assert equity.value((13, 3, 3, 3)) > equity.value((13, 4, 3, 3))


def test_match_equity_in_the_last_round_values_winning_more_than_points():
    """Two points that overtake the leader are worth more than ten points that do not."""
    state = ready(WIST, scores=(50, 60, 20, 20))
    state.apply(*any_move(state, 3))
    equity = MatchEquity(state.view(m.Seat(0)))
    behind, level = equity.value((0, 25, 0, 0)), equity.value((10, 25, 0, 0))
    ahead = equity.value((25, 10, 0, 0))
    assert ahead - level > 3 * (level - behind)
