"""Compares move counts and declarations of two implementations of Tressette.

The rules are those numbered B.1 to B.8 in `audiogames.games.tressette`.
"""

from random import Random

import pytest

from audiogames.cards.card import ITALIAN
from audiogames.core.contract import Turn
from audiogames.games.tressette import model as m
from audiogames.games.tressette import scores
from tests.games.tressette.positions import RULES, dealt, laid
from tests.perft import naive_tressette as naive

FOUR = ("3c 7c 4d Rs", "2c 1d 5d 6s", "1c 4c Rd 3s", "Fc 5c 6d 7b")
THREE = ("3c 4d 5s", "2c 5d 6s", "1c 6d 7s", "Rc 7d 4s")
VOIDS = ("3c 2c 1c Rc 4d", "3d 2d 1d Rd 4s", "3s 2s 1s Rs 4b", "3b 2b 1b Rb 4c")

# The hands by seat, the leader, and the numbers of sequences of 1, 2, 3, ... cards
COUNTS = [
    (THREE, 0, (3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6)),
    (FOUR, 0, (4, 9, 13, 14, 42, 57, 85, 137, 274, 402, 553, 816)),
    (FOUR, 1, (4, 5, 10, 14, 42, 57, 85, 137, 274, 402, 553, 816)),
    (VOIDS, 0, (5, 9, 45, 200, 800, 3200, 12_800, 48_640)),
]


def by_seat(hands, leader):
    """Return hands given in the order of play, sorted by seat."""
    return [hands[(leader - place) % 4] for place in range(4)]


def begun(hands, leader, **options):
    """Return the program's state for these hands."""
    held = [hand.replace("1", "A").replace("R", "K") for hand in by_seat(hands, leader)]
    return laid(*held, leader=leader, **options)


def naive_deal(state, **options):
    """Return the naive implementation's deal for a state of the program."""
    hands = tuple(" ".join(map(str, state.view(seat).hand)) for seat in range(4))
    played = " ".join(str(one.card) for one in state.trail)
    return naive.Deal(hands, state.to_act, played, **options)


def cards_of(state):
    if isinstance(state.to_act, Turn):
        return set()
    return {str(move) for move in state.legal_moves(state.to_act)}


def made(state, text):
    twin = state.copy()
    twin.apply(state.to_act, RULES.read(text))
    return twin


def perft(state, depth):
    cards = cards_of(state)
    if depth <= 1:
        return len(cards)
    return sum(perft(made(state, card), depth - 1) for card in cards)


@pytest.mark.slow
@pytest.mark.rule("tressette B.1 the number of sequences of cards")
@pytest.mark.parametrize(("hands", "leader", "counts"), COUNTS)
def test_tressette_move_counts_equal_the_recorded_counts(hands, leader, counts):
    state = begun(hands, leader)
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.rule("tressette B.1 the same by an implementation without code in common")
@pytest.mark.parametrize(("hands", "leader", "counts"), COUNTS)
def test_naive_tressette_rules_give_the_recorded_move_counts(hands, leader, counts):
    deal = naive_deal(begun(hands, leader))
    found = tuple(naive.perft(deal, depth) for depth in range(1, 8))
    assert found == counts[:7]


@pytest.mark.rule("tressette B.1 in each position the same cards, the same turn, the same thirds")
@pytest.mark.parametrize(("hands", "leader"), [(hands, leader) for hands, leader, _ in COUNTS])
def test_tressette_and_naive_rules_agree_in_every_position(hands, leader):
    state = begun(hands, leader)
    agree(naive_deal(state), state, (), 6)


def agree(deal, state, history, depth):
    cards = cards_of(state)
    assert cards == naive.possible(deal, history)
    assert tuple(state.thirds) == naive.thirds(deal, history)
    if cards:
        assert state.to_act == naive.turn(deal, history)
    for card in sorted(cards) if depth else ():
        agree(deal, made(state, card), (*history, card), depth - 1)


@pytest.mark.slow
@pytest.mark.rule("tressette B.3 to B.7 whole deals with boxes declare the same")
@pytest.mark.parametrize("seed", range(75))
def test_tressette_and_naive_rules_agree_on_whole_deals(seed):
    rng, federation = Random(seed), seed % 2 == 1
    cards = rng.sample(ITALIAN, len(ITALIAN))
    hands = [" ".join(map(str, cards[10 * seat : 10 * seat + 10])) for seat in range(4)]
    state = dealt(*(hand.replace("1", "A").replace("R", "K") for hand in hands), leader=seed % 4,
                  federation=federation)  # fmt: skip
    deal, history = naive_deal(state, federation=federation), ()
    while not isinstance(state.to_act, Turn):
        assert cards_of(state) == naive.possible(deal, history)
        seat = state.to_act
        moves = [*state.legal_moves(seat), *state.unlisted(seat)]
        move = rng.choice(moves)
        state.apply(seat, move)
        history = (*history, str(move))
        assert told(state) == expected_by_naive_rules(deal, history)
    points = scores.deal_points(naive.thirds(deal, history), naive.turn(deal, history))
    assert tuple(state.score) == points


def told(state):
    return [
        (one.seat, one.kind, one.name, one.suit)
        for one in state.declarations
        if one.kind != "manuale"
    ]


def expected_by_naive_rules(deal, history):
    return [(one.seat, one.kind, one.name, one.suit) for one in naive.declarations(deal, history)]


@pytest.mark.rule("tressette B.1 the packs are the same")
def test_tressette_and_naive_rules_use_the_same_pack():
    assert {rank + suit for rank in naive.ORDER for suit in "cdsb"} == set(map(str, ITALIAN))
    assert m.HAND == 10
