"""Tests that the bot's move probabilities equal those of the certified strategy."""

from random import Random

import numpy as np
import pytest

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots.belief import ranks
from audiogames.games.invido.bots.history import histories
from audiogames.games.invido.bots.strong import SolvedDecision
from audiogames.games.invido.rules import InvidoRules
from audiogames.solver.invido.certificate import MixedPlans
from tests.solver.invido.boards import strategy

MIXTURE = ((0, 24), (1, 40))


@pytest.fixture(scope="module")
def made_up():
    return strategy(2, MIXTURE)


@pytest.fixture(scope="module")
def table(made_up):
    return MixedPlans(made_up)((24, 24))


def moves(view, made_up):
    """Return the probability of each move of a bot that plays the strategy `made_up`."""
    found = {}
    for history in histories(view):
        for move, chance in SolvedDecision(view, made_up).chances(history):
            found[move] = found.get(move, 0.0) + chance
    total = sum(found.values())
    return {move: chance / total for move, chance in found.items()} if total else {}


def expected(view, table):
    """Return a strategy's probabilities for the actions at the pending decision.

    They are found in `table` by descending the tree.
    """
    turn, calls = t.build().root, [at for _, at in view.calls]
    cards = tuple(m.strength(card) for _, card in view.played)
    while True:
        called = calls.count(turn.cards)
        if turn.cards == len(cards) or (turn.cards == t.LAST_TURN and len(cards) == 5):
            return planes_of(view, turn, called, cards, table)
        group = turn.group
        if turn.cards == 1:
            group = t.WON if cards[0] > cards[1] else t.TIED if cards[0] == cards[1] else t.LOST
        turn = turn.then[called][group]


def planes_of(view, turn, called, cards, table):
    """Return the probability of each action in the table, for the pending decision at a turn."""
    hand = ranks(view.hand)
    if len(cards) == 5:
        asked = view.asked is not None
        at = (turn.meets if asked else turn.lasts)[called]
        hand, planes = (cards[4],), 2
    elif view.asked is not None:
        at, planes = turn.answers[called - 1], turn.answer_planes(called)
    else:
        at, planes = turn.plays[called], turn.play_planes(called)
    rows, lane = t.places(len(hand)), t.lane_places(turn.cards, turn.group)[cards[: turn.cards]]
    shape = (planes, len(rows), turn.width)
    whole = table[at : at + int(np.prod(shape))].reshape(shape)[:, rows[hand], lane].copy()
    if len(cards) < 5 and at in turn.plays:
        whole[len(set(hand)) : len(hand)] = 0  # these planes stand for no cards of this hand
    return whole / whole.sum()


def plane(view, move):
    """Return the index of a move among the actions of the pending decision."""
    if len(view.played) == 5:
        return 0 if isinstance(move, m.Call) or move == m.VA_BENE else 1
    if isinstance(move, m.Play):
        return sorted(set(ranks(view.hand))).index(m.strength(move.card))
    if view.asked is None:
        return len(view.hand)
    return {m.VA_BENE: t.CALL, m.VADO_VIA: t.FOLD}.get(move, t.COUNTER)


def positions(seed, options=None):
    """Yield the views of a random match while the score is 0 to 0.

    The match has no montes, and no fold without a call.
    """
    rules, rng = InvidoRules(), Random(seed)
    state = rules.start(options or m.Options(), 2)
    while state.score == [0, 0] and state.deal < 30:
        if isinstance(state.to_act, Turn):
            state.apply(None, rules.chance(state, rng))
            continue
        seat = state.to_act
        yield state.view(seat)
        legal = [move for move in state.legal_moves(seat) if move not in (m.A_MONTE, m.VADO_VIA)]
        state.apply(seat, rng.choice(legal))


def assert_plays(view, made_up, table):
    chances, found = expected(view, table), moves(view, made_up)
    assert len(found) > 1
    for move, chance in found.items():
        assert chance == pytest.approx(chances[plane(view, move)], abs=1e-4), (view, move)


def chooses(view, made_up):
    """Return True if the player can choose between moves that the solved game tree contains."""
    last_calls = [at for _, at in view.calls].count(5)
    if last_calls > (view.asked is not None):
        return False
    return bool(view.hand or view.asked) and len(moves(view, made_up)) > 1


def may_bluff(view):
    """Return True if the player has no card left, or one that is lower than the led card."""
    led = m.strength(view.played[-1][1])
    return not view.hand or m.strength(view.hand[0]) < led


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_strong_bot_plays_the_mixed_strategy_of_its_tables(seed, made_up, table):
    """Choices at the last card are left out: the table has one mixture for all losing hands."""
    for view in positions(seed):
        last = len(view.played) == 5 and bool(view.hand)
        if not last and chooses(view, made_up):
            assert_plays(view, made_up, table)


@pytest.mark.slow
def test_strong_bot_follows_a_pure_strategy_up_to_the_last_card():
    one = strategy()
    table = MixedPlans(one)((24, 24))
    lasts = 0
    for seed in range(100):
        for view in positions(seed):
            if len(view.played) == 5 and may_bluff(view) and chooses(view, one):
                assert_plays(view, one, table)
                lasts += 1
    assert lasts > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_strong_bot_always_returns_a_legal_move(seed, made_up):
    """This includes scores at which a call is useless to one player."""
    rules, rng = InvidoRules(), Random(seed)
    state = rules.start(m.Options(), 2)
    state.score = [rng.randrange(24), rng.randrange(23)]
    while state.to_act is not Turn.OVER and state.deal < 12:
        if isinstance(state.to_act, Turn):
            state.apply(None, rules.chance(state, rng))
            continue
        view = state.view(state.to_act)
        legal = [move for move in view.legal if move not in (m.A_MONTE, m.VADO_VIA)]
        if len(view.legal) > 1 and (view.hand or view.asked):
            move = SolvedDecision(view, made_up).move(rng)
            assert move is None or move in view.legal
        state.apply(state.to_act, rng.choice(legal))
