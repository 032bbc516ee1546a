"""The strong bot of Tressette: its rollout budget, stopping, and its estimate of the match."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Turn, admit
from audiogames.core.events import drop
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots import match_equity, strong
from audiogames.games.tressette.bots.declaring import NOT_WORTH_TELLING
from audiogames.games.tressette.bots.likelihood import WorldLikelihood
from audiogames.games.tressette.bots.strong import (
    DRAWN,
    FEWEST,
    MOST,
    ExactTrial,
    RolloutTrial,
    StrongBot,
    systematic_resample,
)
from audiogames.games.tressette.determinization import Determinizer, set_of
from bench.strength.tressette import all_ticked, nothing_ticked
from tests.games.tressette.positions import RULES, dealt, declared, play, start


def never():
    return False


def to_a_seat(state, seed):
    """Make the dealer's moves until a seat is to act, and return the state."""
    while isinstance(state.to_act, Turn):
        state.apply(None, RULES.chance(state, Random(seed)))
    return state


def after(cards, seed=1, **options):
    """Return a deal after `cards` random cards."""
    state, lot = to_a_seat(start(**options), seed), Random(seed)
    for _ in range(cards):
        moves = [move for move in state.legal_moves(state.to_act) if isinstance(move, m.Play)]
        state.apply(state.to_act, lot.choice(moves))
    return state


def worlds_drawn(monkeypatch, state, budget, stop=never):
    """Return the number of deals that the bot samples for one decision."""
    drawn = []

    class Counted(Determinizer):
        def draw_sets(self, rng):
            drawn.append(1)
            return super().draw_sets(rng)

    monkeypatch.setattr(strong, "Determinizer", Counted)
    move = StrongBot().choose(state.view(state.to_act), Random(1), budget, stop)
    admit(RULES, state, state.to_act, move)
    return len(drawn)


# Budget and stop


def test_strong_bot_samples_more_deals_with_more_budget(monkeypatch):
    state = dealt("3A5c 2K4d 3C6s 7b")
    few, more = (worlds_drawn(monkeypatch, state, budget) for budget in (50, 500))
    assert 0 < 5 * few < more <= DRAWN * MOST


def test_strong_bot_uses_rollouts_if_the_budget_allows_too_few_exact_searches(monkeypatch):
    state = after(20)
    assert worlds_drawn(monkeypatch, state, 1000) < worlds_drawn(monkeypatch, state, 300)
    assert worlds_drawn(monkeypatch, state, 1000) >= DRAWN * FEWEST


@pytest.mark.parametrize("cards", [0, 8, 20, 25, 30])
@pytest.mark.parametrize("patience", [0, 1, 5, 40])
def test_strong_bot_samples_no_more_deals_once_cancelled(monkeypatch, cards, patience):
    """After `stop` has returned True, it is called only a few more times."""
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > patience

    drawn = worlds_drawn(monkeypatch, after(cards, accuse=True), 1000, stop)
    assert drawn <= patience + 1
    assert len(asked) <= max(patience, 0) + 3


def test_strong_bot_checks_for_a_stop_request_at_every_sampled_deal(monkeypatch):
    asked = []

    def stop():
        asked.append(1)
        return False

    drawn = worlds_drawn(monkeypatch, dealt(), 300, stop)
    assert len(asked) > drawn


def test_systematic_resample_follows_the_weights():
    found = Counter(systematic_resample("abcd", [5.0, 0.0, 3.0, 2.0], 100, Random(1)))
    assert found.total() == 100
    assert abs(found["a"] - 50) <= 1
    assert found["b"] == 0
    assert abs(found["c"] - 30) <= 1


# The match


def test_utility_of_points_is_linear_while_the_scores_are_far_from_the_target():
    view = dealt(score=(10, 19)).view(0)
    assert match_equity.utilities(view) == tuple(range(36))


def test_utility_in_the_last_deal_is_1_for_a_win_and_0_for_a_loss():
    """At a score of 30 to 30, six points win the match and five lose it; nothing else matters."""
    state = dealt(score=(30, 30))
    for seat in range(4):
        assert match_equity.utilities(state.view(seat)) == tuple(
            float(thirds >= 18) for thirds in range(36)
        )


def test_utility_gives_the_win_to_the_higher_score_if_both_pairs_pass_the_target():
    """At 30 to 28, five points are enough, since 35 is more than 34."""
    ours, theirs = (match_equity.utilities(dealt(score=(30, 28)).view(seat)) for seat in (0, 1))
    assert ours == tuple(float(thirds >= 15) for thirds in range(36))
    assert theirs == tuple(float(thirds > 35 - 15) for thirds in range(36))


def test_utility_counts_accuse_lost_by_a_pair_without_points():
    """A side without other points loses its accuse, and possibly the match."""
    hands = "32Ac 4d", "4c"
    lost, kept = (
        dealt(*hands, score=(18, 10), target=21, accuse=True, accuse_kept=kept)
        for kept in (False, True)
    )
    for state in (lost, kept):
        state.apply(0, m.Accuse("napoletana", "c"))
    assert match_equity.utilities(lost.view(0))[2] < match_equity.utilities(kept.view(0))[2]
    assert match_equity.utilities(lost.view(0))[6] == match_equity.utilities(kept.view(0))[6]


@given(st.integers(0, 30), st.integers(0, 30))
def test_winning_chance_is_symmetric_and_grows_with_the_score(ours, theirs):
    one = match_equity.winning_chance(ours, theirs, 31)
    assert one == pytest.approx(1 - match_equity.winning_chance(theirs, ours, 31))
    assert match_equity.winning_chance(min(ours + 1, 30), theirs, 31) >= one - 1e-9


@pytest.mark.parametrize(("cards", "trial"), [(4, RolloutTrial), (28, ExactTrial)])
def test_strong_bot_values_cards_by_the_match_utility(cards, trial):
    """At 30 points each, a card wins or loses the match, however many points it scores."""
    state = after(cards)
    state.score = [30, 30]
    seat = state.to_act
    hands = tuple(set_of(state.held(each)) for each in range(4))
    made = [state.view(seat), state.legal_moves(seat)]
    tried = trial(*made, never) if trial is ExactTrial else trial(*made)
    assert set(tried.values(hands)) <= {0.0, 1.0}


# Its declarations


def played_out(player, seed, budget, **options):
    """Play a deal between four copies of the bot; return its events and last state."""
    state, lot, events = to_a_seat(start(**options), seed), Random(seed), []
    while not isinstance(state.to_act, Turn):
        seat = state.to_act
        move = player.choose(state.view(seat), lot, budget, never)
        admit(RULES, state, seat, move)
        state.apply(seat, move, events.append)
    return events, state


def test_strong_bot_declares_truthfully_and_ticks_no_useless_checkbox():
    """Every checkbox that the bot ticks leads to a declaration."""
    told = Counter()
    for seed in range(6):
        events, state = played_out(StrongBot(), seed, 20, federation=bool(seed % 2))
        assert not [event for event in events if isinstance(event, m.NothingDeclared)]
        told.update(declared(events))
        assert Determinizer(state.view(None)).fits([()] * 4)
    assert told.total() > 10
    assert set(told) <= {*d.NAMES} - {*NOT_WORTH_TELLING}


def test_talkative_strong_bot_declares_everything():
    told = Counter()
    for seed in range(4):
        events, state = played_out(StrongBot(declare=all_ticked), seed, 20)
        told.update(declared(events))
        assert Determinizer(state.view(None)).fits([()] * 4)
    assert {*NOT_WORTH_TELLING, d.LISCIO_QUI, d.FAGLIO} & set(told) > {*NOT_WORTH_TELLING}


def test_silent_strong_bot_declares_nothing():
    events, _ = played_out(StrongBot(declare=nothing_ticked), 1, 20)
    assert declared(events) == []


@pytest.mark.parametrize("declarations", ["manual", "none"])
def test_strong_bot_ticks_no_checkbox_without_automatic_declarations(declarations):
    events, _ = played_out(StrongBot(), 1, 20, declarations=declarations)
    assert declared(events) == []


# Declarations of others


@pytest.mark.slow
def test_strong_bots_beliefs_never_exclude_the_true_deal():
    """Neither known facts nor uncertain evidence, however strong, exclude the true deal."""
    for seed in range(6):
        options = {
            "declarations": ("automatic", "manual", "none")[seed % 3],
            "accuse": seed % 2 > 0,
        }
        state, lot = to_a_seat(start(**options), seed), Random(seed)
        while not isinstance(state.to_act, Turn):
            moves = [*state.legal_moves(state.to_act), *state.unlisted(state.to_act)]
            state.apply(state.to_act, lot.choice(moves), drop)
            truth = tuple(set_of(state.held(seat)) for seat in range(4))
            for seat in range(4):
                view = state.view(seat)
                weight = WorldLikelihood(view).log_likelihood(truth)
                assert -200 < weight <= 0.0
                assert Determinizer(view).fits([state.held(each) for each in range(4)])


def test_strong_bot_set_to_ignore_declarations_is_not_affected_by_them():
    """Other declarations with the same cards do not change its choice."""
    state = dealt("3C4c 2d", "5c", "6c", "7c")
    play(state, "4c+palo")
    spoken = state.view(3)
    quiet = dealt("3C4c 2d", "5c", "6c", "7c")
    play(quiet, "4c")
    ignorant = StrongBot(ignore_declarations=True)
    one, other = (ignorant.likely(view, 50, Random(1), never) for view in (spoken, quiet.view(3)))
    assert one == other
    hearing = StrongBot()
    heard, unheard = (
        hearing.likely(view, 50, Random(1), never) for view in (spoken, quiet.view(3))
    )
    assert heard != unheard
