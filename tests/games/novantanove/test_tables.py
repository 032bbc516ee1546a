"""The strong bot's value tables: their values, their consistency and their file."""

import json
import zlib
from math import comb, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH
from audiogames.core.contract import Turn
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import opponent_model, value_tables
from tests.games.novantanove.positions import make, position

SHIPPED = value_tables.shipped()
CHANCE = [copies / sum(ab.COPIES) for copies in ab.COPIES]
ACE, NINE, QUEEN = map(ab.KINDS.index, "A9Q")
ENDLESS = [1000 * copies for copies in ab.COPIES]


# Their values


@pytest.mark.parametrize("players", value_tables.PLAYERS)
def test_value_tables_rate_the_ace_best_at_a_total_of_98(players):
    at = ab.place_of(98)
    for other in range(len(ab.KINDS)):
        with_ace = SHIPPED.value(players, 0, ab.pair_of(ACE, other), at)
        for kind in range(len(ab.KINDS)):
            assert with_ace >= SHIPPED.value(players, 0, ab.pair_of(kind, other), at)


@pytest.mark.parametrize("players", value_tables.PLAYERS)
def test_value_tables_prefer_a_nine_if_a_king_would_pass_99(players):
    for other in range(len(ab.KINDS)):
        nine, king = ab.pair_of(NINE, other), ab.pair_of(QUEEN, other)
        at = ab.place_of(97)
        assert SHIPPED.value(players, 0, nine, at) > SHIPPED.value(players, 0, king, at)


@pytest.mark.parametrize("players", value_tables.PLAYERS)
def test_expected_gains_and_losses_in_the_value_tables_are_below_five_tokens(players):
    """A player may pay several times in a round, if the total falls and passes limits again."""
    values = [
        SHIPPED.value(players, past, pair, at)
        for past in range(players)
        for pair in range(len(ab.PAIRS))
        for at in range(len(ab.TOTALS))
    ]
    assert -5 < min(values) < 0 < max(values) < 5


# Their consistency, which tools/solve_novantanove.py computed


def own_turn(players, pair, at):
    """Return the value of a pair for the player to act, who draws and plays the best card."""
    worth = 0.0
    for kind, chance in enumerate(CHANCE):
        options = ab.CHOICES[ab.DRAWN[pair][kind]]
        worth += chance * max(then(players, action, kept, at) for action, kept in options)
    return worth


def then(players, action, kept, at):
    step = ab.EFFECTS[at][action]
    swing = step.others - step.player
    if step.ends_round:
        return swing
    return swing + SHIPPED.value(players, ab.turn_after(action, 0, players), kept, step.after)


def others_turn(players, past, pair, at):
    """Return the value of a pair before the turn of another player, who may hold any cards."""
    weights = opponent_model.prior(ENDLESS, 3)
    worth = 0.0
    for model in opponent_model.action_models(SHIPPED, players, at):
        step = ab.EFFECTS[at][model.action]
        gained = (step.player - step.others) / (players - 1)
        if not step.ends_round:
            after = ab.turn_after(model.action, past, players)
            gained += SHIPPED.value(players, after, pair, step.after)
        worth += model.chance(weights) / sum(weights) * gained
    return worth


@pytest.mark.parametrize("players", value_tables.PLAYERS)
def test_table_value_of_a_position_equals_the_expected_value_after_the_next_turn(players):
    lot = Random(players)
    for at in lot.sample(range(len(ab.TOTALS)), 25):
        for pair in lot.sample(range(len(ab.PAIRS)), 8):
            told = SHIPPED.value(players, 0, pair, at)
            assert told == pytest.approx(own_turn(players, pair, at), abs=0.005)
            past = lot.randrange(1, players)
            told = SHIPPED.value(players, past, pair, at)
            assert told == pytest.approx(others_turn(players, past, pair, at), abs=0.02)


@given(
    seats=st.integers(2, 6),
    past=st.integers(0, 5),
    card=st.sampled_from(["Kc", "Jc", "4c"]),
    clockwise=st.booleans(),
)
def test_next_seat_after_a_play_in_the_value_tables_agrees_with_the_rules(
    seats, past, card, clockwise
):
    """Seats are counted from seat 0 in the order of play."""
    direction = 1 if clockwise else -1
    actor = past % seats * direction % seats
    state = position(seats=seats, to=actor, direction=direction)
    state.hands[actor] = [ab.ACTIONS[0].card, *map(FRENCH.__getitem__, (3, 10)), FRENCH[12]]
    make(state, card)
    assert state.to_act is not Turn.OVER
    action = ab.action_of(m.read_play(card))
    told = ab.turn_after(action, past % seats, seats)
    assert state.to_act * state.direction % seats == told


# The hands and moves of others


@given(left=st.lists(st.integers(0, 8), min_size=12, max_size=12), size=st.integers(1, 3))
def test_prior_weights_of_hands_sum_to_the_number_of_possible_hands(left, size):
    weights = opponent_model.prior(left, size)
    assert len(weights) == len(ab.HANDS)
    assert min(weights) >= 0
    assert isclose(sum(weights), comb(sum(left), size), abs_tol=1e-6)


def test_unseen_cards_exclude_the_cards_in_the_view():
    state = position("Kc 3c 4c", "5c 6c 7c", seats=2, stock="8c Qc Kd")
    left = opponent_model.unseen(state.view(0), 1)
    assert {ab.KINDS[kind]: count for kind, count in enumerate(left) if count} == {
        "5": 1, "6": 1, "7": 1, "8": 1, "Q": 2,
    }  # fmt: skip


@pytest.mark.parametrize("total", [-12, 0, 33, 50, 88, 97])
def test_opponent_action_probabilities_sum_to_one_for_every_hand(total):
    done = [0.0] * len(ab.HANDS)
    for model in opponent_model.action_models(SHIPPED, 3, ab.place_of(total)):
        for hand, share in zip(model.hands, model.shares, strict=True):
            done[hand] += share
    assert done == pytest.approx([1.0] * len(ab.HANDS))


def test_king_played_at_98_makes_an_ace_less_likely():
    """At 98 a holder of an ace does not play a king, so the ace is now less likely."""
    before = opponent_model.prior(ENDLESS, 3)
    after = opponent_model.posterior(before, SHIPPED, 2, ab.place_of(98), m.read_play("Kc"))

    def aces(weights):
        return sum(w for w, hand in zip(weights, ab.HANDS, strict=True) if ACE in hand) / sum(
            weights
        )

    assert aces(after) < aces(before) / 1.2


@given(total=st.integers(-30, 98), action=st.sampled_from(ab.ACTIONS))
def test_opponent_model_infers_the_total_before_an_action_correctly_or_not_at_all(total, action):
    after = m.total_after(total, action)
    assert opponent_model.total_before(action, after) in {total, None}


# The file


def test_value_tables_are_at_most_half_a_megabyte():
    assert value_tables.FILE.stat().st_size <= 500_000


def test_packed_tables_unpack_to_the_same_numbers():
    """Another version of zlib may compress the same numbers into other bytes."""
    again = value_tables.packed(SHIPPED.numbers)
    assert again.partition(b"\n")[0] == value_tables.FILE.read_bytes().partition(b"\n")[0]
    assert value_tables.unpacked(again, value_tables.SIZE) == SHIPPED.numbers


def with_head(**changes):
    rest = value_tables.FILE.read_bytes().partition(b"\n")[2]
    return json.dumps({**value_tables.head(), **changes}).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (with_head(rules=0), "for version 0 of the rules, and these rules are version 1."),
        (with_head(game="wist"), "no tables of the strong bot of Novantanove"),
        (b"hello", "no tables of the strong bot of Novantanove"),
        (b"\xff\xfe\n", "no tables of the strong bot of Novantanove"),
        (json.dumps(value_tables.head()).encode() + b"\nrubbish", "damaged"),
        (json.dumps(value_tables.head()).encode() + b"\n" + zlib.compress(b"odd"), "damaged"),
        (json.dumps(value_tables.head()).encode() + b"\n" + zlib.compress(b"even"), "damaged"),
    ],
)
def test_unusable_tables_are_refused_with_a_sentence(tmp_path, content, sentence):
    file = tmp_path / "other.tables"
    file.write_bytes(content)
    with pytest.raises(value_tables.TablesRefused, match=sentence):
        value_tables.read(file)


def test_missing_value_tables_are_refused_with_a_message(tmp_path):
    with pytest.raises(value_tables.TablesRefused, match="missing"):
        value_tables.read(tmp_path / "none")
