"""The tables of the strong bot: what they say, that they agree with themselves, and their file."""

import json
import zlib
from math import comb, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH
from audiogames.core.game import Turn
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove import positions as p
from audiogames.games.novantanove import replies, tables
from tests.games.novantanove.positions import make, position

SHIPPED = tables.shipped()
CHANCE = [copies / sum(p.COPIES) for copies in p.COPIES]
ACE, NINE, QUEEN = map(p.KINDS.index, "A9Q")
ENDLESS = [1000 * copies for copies in p.COPIES]


# What they say


@pytest.mark.parametrize("players", tables.PLAYERS)
def test_no_card_is_better_than_an_ace_at_98(players):
    at = p.place_of(98)
    for other in range(len(p.KINDS)):
        with_ace = SHIPPED.value(players, 0, p.pair_of(ACE, other), at)
        for kind in range(len(p.KINDS)):
            assert with_ace >= SHIPPED.value(players, 0, p.pair_of(kind, other), at)


@pytest.mark.parametrize("players", tables.PLAYERS)
def test_a_nine_is_better_than_a_king_where_a_king_passes(players):
    for other in range(len(p.KINDS)):
        nine, king = p.pair_of(NINE, other), p.pair_of(QUEEN, other)
        at = p.place_of(97)
        assert SHIPPED.value(players, 0, nine, at) > SHIPPED.value(players, 0, king, at)


@pytest.mark.parametrize("players", tables.PLAYERS)
def test_a_round_is_worth_no_more_than_its_tokens(players):
    """Whoever wins everything takes 33, 66 and 99 more than once only by going back."""
    values = [
        SHIPPED.value(players, past, pair, at)
        for past in range(players)
        for pair in range(len(p.PAIRS))
        for at in range(len(p.TOTALS))
    ]
    assert -5 < min(values) < 0 < max(values) < 5


# That they agree with themselves: what tools/solve_novantanove.py looked for


def own_turn(players, pair, at):
    """The worth of drawing to this pair and then playing the best way."""
    worth = 0.0
    for kind, chance in enumerate(CHANCE):
        options = p.OPTIONS[p.DRAWN[pair][kind]]
        worth += chance * max(then(players, way, kept, at) for way, kept in options)
    return worth


def then(players, way, kept, at):
    step = p.STEPS[at][way]
    swing = step.others - step.player
    if step.ends_round:
        return swing
    return swing + SHIPPED.value(players, p.turn_after(way, 0, players), kept, step.after)


def others_turn(players, past, pair, at):
    """The worth of waiting with this pair while somebody plays any hand of an endless pack."""
    weights = replies.hands(ENDLESS, 3)
    worth = 0.0
    for habit in replies.habits(SHIPPED, players, at):
        step = p.STEPS[at][habit.way]
        gained = (step.player - step.others) / (players - 1)
        if not step.ends_round:
            after = p.turn_after(habit.way, past, players)
            gained += SHIPPED.value(players, after, pair, step.after)
        worth += habit.chance(weights) / sum(weights) * gained
    return worth


@pytest.mark.parametrize("players", tables.PLAYERS)
def test_each_value_follows_from_the_others(players):
    lot = Random(players)
    for at in lot.sample(range(len(p.TOTALS)), 25):
        for pair in lot.sample(range(len(p.PAIRS)), 8):
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
def test_turns_are_counted_as_the_rules_give_them(seats, past, card, clockwise):
    """Seat 0 looks on."""
    direction = 1 if clockwise else -1
    actor = past % seats * direction % seats
    state = position(seats=seats, to=actor, direction=direction)
    state.hands[actor] = [p.WAYS[0].card, *map(FRENCH.__getitem__, (3, 10)), FRENCH[12]]
    make(state, card)
    assert state.to_act is not Turn.OVER
    way = p.way_of(m.read_play(card))
    told = p.turn_after(way, past % seats, seats)
    assert state.to_act * state.direction % seats == told


# What others hold and do


@given(left=st.lists(st.integers(0, 8), min_size=12, max_size=12), size=st.integers(1, 3))
def test_every_hand_that_can_be_drawn_is_counted(left, size):
    weights = replies.hands(left, size)
    assert len(weights) == len(p.HANDS)
    assert min(weights) >= 0
    assert isclose(sum(weights), comb(sum(left), size), abs_tol=1e-6)


def test_what_was_seen_is_not_counted():
    state = position("Kc 3c 4c", "5c 6c 7c", seats=2, stock="8c Qc Kd")
    left = replies.unseen(state.view(0), 1)
    assert {p.KINDS[kind]: count for kind, count in enumerate(left) if count} == {
        "5": 1, "6": 1, "7": 1, "8": 1, "Q": 2,
    }  # fmt: skip


@pytest.mark.parametrize("total", [-12, 0, 33, 50, 88, 97])
def test_every_hand_does_something(total):
    done = [0.0] * len(p.HANDS)
    for habit in replies.habits(SHIPPED, 3, p.place_of(total)):
        for hand, share in zip(habit.hands, habit.shares, strict=True):
            done[hand] += share
    assert done == pytest.approx([1.0] * len(p.HANDS))


def test_who_kept_the_ace_out_of_need_still_has_it():
    """At 98 nobody who holds an ace plays a king: it is now less likely that he has one."""
    before = replies.hands(ENDLESS, 3)
    after = replies.remembered(before, SHIPPED, 2, p.place_of(98), m.read_play("Kc"))

    def aces(weights):
        return sum(w for w, hand in zip(weights, p.HANDS, strict=True) if ACE in hand) / sum(
            weights
        )

    assert aces(after) < aces(before) / 1.2


@given(total=st.integers(-30, 98), way=st.sampled_from(p.WAYS))
def test_a_total_is_found_again_or_not_told(total, way):
    after = m.total_after(total, way)
    assert replies.total_before(way, after) in {total, None}


# The file


def test_it_is_small():
    assert tables.FILE.stat().st_size <= 500_000


def test_what_is_packed_is_unpacked():
    """Another zlib may pack the same numbers in other bytes."""
    again = tables.packed(SHIPPED.numbers)
    assert again.partition(b"\n")[0] == tables.FILE.read_bytes().partition(b"\n")[0]
    assert tables.unpacked(again).numbers == SHIPPED.numbers


def with_head(**changes):
    rest = tables.FILE.read_bytes().partition(b"\n")[2]
    return json.dumps({**tables.head(), **changes}).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (with_head(rules=0), "for version 0 of the rules, and these rules are version 1."),
        (with_head(game="wist"), "no tables of the strong bot of Novantanove"),
        (b"hello", "no tables of the strong bot of Novantanove"),
        (b"\xff\xfe\n", "no tables of the strong bot of Novantanove"),
        (json.dumps(tables.head()).encode() + b"\nrubbish", "damaged"),
        (json.dumps(tables.head()).encode() + b"\n" + zlib.compress(b"odd"), "damaged"),
        (json.dumps(tables.head()).encode() + b"\n" + zlib.compress(b"even"), "damaged"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(tmp_path, content, sentence):
    file = tmp_path / "other.tables"
    file.write_bytes(content)
    with pytest.raises(tables.TablesRefused, match=sentence):
        tables.read(file)


def test_a_missing_file_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(tables.TablesRefused, match="missing"):
        tables.read(tmp_path / "none")
