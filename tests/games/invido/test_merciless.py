"""The merciless bot: which facts its choice of a strategy depends on, and which it ignores."""

import json
from dataclasses import astuple
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import merciless as bot
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.easy import EasyBot
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.bots.strong import plays_as
from tests.replays.invido import GAME, RULES

MOST = 0.03
"""The greatest gain of the best opponent, as a share of a match."""
ROOM = 12_000_000
"""The greatest size of the punishing files, in bytes."""


def met(deals, calls, folds):
    """Return the record of a player who calls and folds with these rates."""
    answers = round(0.35 * deals)
    return m.Manner(round(calls * deals), answers, round(folds * answers))


def test_opponent_counts_as_timid_before_the_first_deal_ends():
    assert bot.punished_as(m.Manner(), 0) == "timid"


@pytest.mark.parametrize(
    ("kind", "rates"), [(kind, rates) for kind, ways in bot.WEAK.items() for rates in ways]
)
@pytest.mark.parametrize("deals", [5, 20, 60])
def test_opponent_with_a_weak_players_calls_answers_and_folds_is_classified_as_weak(
    kind, rates, deals
):
    assert bot.punished_as(met(deals, *rates), deals) == kind


def test_opponent_who_calls_and_folds_as_often_as_the_strong_bot_is_not_classified_as_weak():
    assert bot.punished_as(met(80, *bot.SPARED), 80) is None


def test_opponent_classification_accepts_extreme_counts():
    for calls, answers, folds in ((0, 0, 0), (900, 900, 900), (900, 900, 0)):
        assert bot.punished_as(m.Manner(calls, answers, folds), 1000) in {None, *bot.WEAK}


@pytest.fixture
def choosing(monkeypatch):
    """Return the function with which the bot chooses a strategy for a view; no files are loaded."""
    monkeypatch.setattr(s, "shipped", lambda: "certified")
    monkeypatch.setattr(s, "punishing", lambda: {kind: kind for kind in s.PUNISHING})
    return bot.MercilessBot().strategy_for


def decisions(seed):
    """Yield the view at each decision of a match between an easy and a normal bot."""
    rng, state = Random(seed), RULES.start(m.Options(), 2)
    players = (EasyBot(), NormalBot())
    while (turn := state.to_act) is not Turn.OVER and state.deal < 12:
        if isinstance(turn, Turn):
            state.apply(None, RULES.chance(state, rng))
            continue
        view = state.view(turn)
        yield view
        state.apply(turn, players[turn].choose(view, rng, 0, bool))


def test_merciless_bots_strategy_is_fixed_for_a_deal_and_ignores_cards(choosing):
    """The strategy is the same at any decision of the deal, whatever cards either player holds."""
    chosen = {}
    for seed in range(3):
        for view in decisions(seed):
            here = chosen.setdefault((seed, view.deal, view.seat), choosing(view))
            again = RULES.redeal(view, Random(seed))
            assert choosing(view) == choosing(again.view(view.seat)) == here
            again.hands.reverse()
            assert choosing(again.view(view.seat)) == here
    assert len({*chosen.values()}) > 1


@given(
    calls=st.integers(0, 40), answers=st.integers(0, 40), part=st.floats(0, 1),
    deals=st.integers(0, 60), cards=st.permutations(m.PACK),
)  # fmt: skip
def test_merciless_bots_strategy_depends_only_on_the_public_record(
    calls, answers, part, deals, cards
):
    manner = m.Manner(calls, answers, round(part * answers))
    state = RULES.start(m.Options(), 2)
    state.apply(None, RULES.read("dealer 1"))
    state.apply(None, RULES.read(" ".join(map(str, ["deal", *cards]))))
    state.records, state.deal = [0, 0, 0, *astuple(manner)], deals + 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(s, "shipped", lambda: None)
        patch.setattr(s, "punishing", lambda: {kind: kind for kind in s.PUNISHING})
        assert bot.MercilessBot().strategy_for(state.view(0)) == bot.punished_as(manner, deals)


@pytest.mark.parametrize("option", ["vado_dentro", "implicit_accept", "implicit_no"])
def test_merciless_bot_plays_like_the_normal_bot_at_tables_without_a_solved_strategy(option):
    options = m.Options(**{option: True})
    assert plays_as(options, "merciless") == "normal"
    state = RULES.start(options, 2)
    rng = Random(3)
    while isinstance(state.to_act, Turn):
        state.apply(None, RULES.chance(state, rng))
    view = state.view(state.to_act)
    for lot in range(20):
        usual = NormalBot().choose(view, Random(lot), 0, bool)
        assert bot.MercilessBot().choose(view, Random(lot), 0, bool) == usual


def test_adaptive_level_has_merciless_instead_of_strong_as_its_best_bot():
    assert GAME.bots.rungs[-1] == "merciless"
    assert "strong" not in GAME.bots.rungs


def test_punishing_strategies_match_their_certificate_and_limits():
    stated = json.loads(s.PUNISHING_CERTIFICATE.read_text(encoding="utf-8"))
    assert stated["exploitability"] <= MOST
    sizes = [file.stat().st_size for file in s.PUNISHING.values()]
    assert sum(sizes) == stated["bytes"] <= ROOM
    timid, bold = s.punishing().values()
    assert [*s.punishing()] == [*bot.WEAK]
    assert bold.sha256 == stated["sha256"]
    assert (bold.base, timid.base) == (timid, s.shipped())


def test_punishing_strategy_mixes_new_plans_with_the_certified_plans_of_the_same_score():
    """At each score, a plan of the strong bot has at most its certified share.

    A plan is a solved strategy for a deal that starts at one score.  At each score several
    plans are mixed, each with a share.  The shares may add up to a multiple of their certified
    total; the limits are then multiplied too.
    """
    strong = s.shipped()
    for punishing in s.punishing().values():
        for cell in strong.equity:
            certified, here = dict(strong.mixture(cell)), dict(punishing.mixture(cell))
            left = {plan: share for plan, share in here.items() if plan < len(strong.plans)}
            parts = sum(here.values()) // sum(certified.values())
            assert sum(here.values()) == parts * sum(certified.values())
            assert all(share <= parts * certified[plan] for plan, share in left.items())
            assert max(here) < len(punishing.plans)
