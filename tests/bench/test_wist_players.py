"""Tests of the two simple Wist players that are opponents in strength measurements."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.games.wist import model as m
from bench.strength import wist_players as players
from tests.games.wist.positions import CUORI, LIBERA, any_move, bid, dealt, play, playing, ready

RULE = players.RulePlayer()
SAMPLING = players.SamplingPlayer()


def never():
    return False


def chosen(bot, state, budget=60):
    return str(bot.choose(state.view(state.to_act), Random(1), budget, never))


@pytest.mark.parametrize("bot", [RULE, SAMPLING])
def test_wist_players_bid_for_honours_and_long_trumps(bot):
    state = dealt("", "", "", "AKQJh A32d 432c 432s", turno=CUORI, size=13)
    bid(state, 1, 1, 1)
    assert int(chosen(bot, state, 400).split()[1]) in {4, 5, 6}


def test_rule_based_wist_player_takes_tricks_cheaply_and_then_avoids_tricks():
    hands = "Th 9c 8c", "9h 9s 8s", "8h 9d 8d", "AQ7h"
    state = playing(*hands, bids=(1, 1, 1, 1), turno=LIBERA)
    play(state, "Th 9h 8h")
    assert chosen(RULE, state) == "Qh"
    state = playing(*hands, bids=(1, 1, 2, 0), turno=LIBERA)
    play(state, "Th 9h 8h")
    assert chosen(RULE, state) == "7h"


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.integers(1, 8), st.booleans())
def test_fast_wist_playouts_choose_the_same_cards_as_the_rule_based_player(seed, turno, free):
    rng = Random(seed)
    state = ready(turno, free_cut=free)
    state.apply(*any_move(state, seed))
    while state.phase is m.Phase.BIDDING:
        state.apply(*any_move(state, rng.randrange(10_000)))
    while len(state.sheet) < state.deal:
        seat = state.to_act
        for held in state.suits[seat]:
            held.sort(key=lambda card: card.power)
        view = state.view(seat)
        quick = players._card(state, seat)
        slow = RULE.choose(view, rng, 0, never)
        assert quick in view.legal
        assert quick.power == slow.power
        state.apply(seat, SAMPLING.choose(view, rng, 1, never) if seed % 3 == 0 else quick)
