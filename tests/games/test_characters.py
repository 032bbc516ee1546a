"""Bots of different characters: they choose differently, but never much worse."""

from random import Random

import pytest

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.invido import model as invido
from audiogames.games.wist.bots.normal import DARES, Decision
from audiogames.search.arena import bot
from bench.characters import right
from bench.strength.wist import MATCHUP, before_deal

CAREFUL, BOLD = Character(daring=-1), Character(daring=1)
DEALS = range(60)


def chosen(spec, level, who, view, lot=1):
    return bot(spec, level, who).choose(view, Random(lot), 40, lambda: False)


def dealt(spec, state, lot):
    """Deal at random, and return the view of the seat to act."""
    rng = Random(f"characters {lot}")
    while isinstance(state.to_act, Turn):
        state.apply(None, spec.rules.chance(state, rng))
    return state.view(state.to_act)


def wist(lot):
    form = MATCHUP.forms["four"]
    return dealt(MATCHUP.spec, before_deal(form, lot % 5, Seat(lot % 4)), lot)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bold_wist_bots_bid_more_than_careful_bots(level):
    bids = [
        [chosen(MATCHUP.spec, level, who, view).number for who in (CAREFUL, EVEN, BOLD)]
        for view in map(wist, DEALS)
    ]
    assert all(careful <= even <= bold for careful, even, bold in bids)
    assert sum(careful < even for careful, even, _ in bids) > len(bids) / 20
    assert sum(even < bold for _, even, bold in bids) > len(bids) / 20


@pytest.mark.parametrize("who", [CAREFUL, BOLD])
def test_bold_and_careful_bots_bid_close_to_the_best_estimate(who):
    for view in map(wist, DEALS):
        decision = Decision(view)
        best = max(map(decision.expected_points, view.legal))
        bid = chosen(MATCHUP.spec, "normal", who, view)
        assert decision.expected_points(bid) >= best - DARES


def test_strong_wist_bot_bids_by_its_character():
    view = wist(0)
    bids = [chosen(MATCHUP.spec, "strong", who, view).number for who in (CAREFUL, BOLD)]
    assert bids[0] <= bids[1]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bold_invido_bots_call_more_than_careful_bots(level):
    spec = game("invido")
    views = [dealt(spec, spec.rules.start(spec.options(), 2), lot) for lot in DEALS]
    calls = [
        sum(
            isinstance(chosen(spec, level, who, view, lot), invido.Call)
            for view in views
            for lot in range(3)
        )
        for who in (CAREFUL, EVEN, BOLD)
    ]
    assert 0 < calls[0] < calls[1] < calls[2]


@pytest.mark.parametrize("level", ["strong", "obliging", "sociable"])
def test_solved_strategy_is_the_same_for_every_character(level):
    spec = game("invido")
    for lot in range(5):
        view = dealt(spec, spec.rules.start(spec.options(), 2), lot)
        assert len({str(chosen(spec, level, who, view, lot)) for who in (CAREFUL, BOLD)}) == 1


def test_character_classifier_is_tested_on_unseen_matches():
    assert right([1, 1, 1, 1], [0, 0, 0, 0]) == 1
    assert right([0, 0, 0, 0], [1, 1, 1, 1]) == 1
    assert right([1, 1, 0, 0], [0, 0, 1, 1]) == 0
