"""Compares move counts of two implementations of Invido (rules A.3 to A.7, A.9)."""

from random import Random

import pytest

from audiogames.core.contract import Turn
from tests.perft import naive_invido as naive
from tests.replays.invido import RULES, dealt

FIRST = ("3c 2b 1s", "6s 7c Rd")
TIES = ("3c 2c 1c", "3d 2d 1d")
THIRD = ("Rs 2b 1c", "2s 3d Fb")

# The deal, and the numbers of sequences of 1, 2, 3, ... moves
COUNTS = [
    (naive.Deal(FIRST), (7, 30, 110, 387, 1088, 3545, 8916)),
    (naive.Deal(FIRST, leader=1), (7, 30, 110, 387, 1088, 3545, 8907)),
    (naive.Deal(TIES, cap=1), (7, 30, 108, 373, 1108, 3445, 9111)),
    (naive.Deal(THIRD, cap=0), (7, 30, 110, 387, 1188, 3825, 10_713)),
    (naive.Deal(FIRST, face_down=True), (10, 69, 380, 1935, 5909, 25_334, 66_864)),
    (naive.Deal(THIRD, cap=1, card_accepts=True), (7, 30, 111, 400, 1258, 4135, 11_447)),
    (naive.Deal(TIES, cap=2, call_refuses=True), (7, 32, 126, 471, 1562, 5304, 16_212)),
    (
        naive.Deal(TIES, cap=1, face_down=True, card_accepts=True, call_refuses=True),
        (10, 71, 410, 2253, 8417, 40_275, 124_139),
    ),
]


def begun(deal):
    """Return the program's state for a deal of the naive implementation."""
    return dealt(
        *deal.hands,
        leader=deal.leader,
        monte_cap=deal.cap,
        vado_dentro=deal.face_down,
        implicit_accept=deal.card_accepts,
        implicit_no=deal.call_refuses,
    )


def possible(state):
    """Return all legal moves, as pairs of seat and text."""
    if isinstance(state.to_act, Turn):
        return set()
    return {(seat, str(move)) for seat in (0, 1) for move in state.legal_moves(seat)}


def perft(state, depth):
    moves = possible(state)
    if depth == 1:
        return len(moves)
    return sum(perft(made(state, *move), depth - 1) for move in moves)


def made(state, seat, text):
    twin = state.copy()
    twin.apply(seat, RULES.read(text))
    return twin


@pytest.mark.slow
@pytest.mark.rule("A.7 the number of sequences of moves at the start of a deal")
@pytest.mark.parametrize(("deal", "counts"), COUNTS)
def test_invido_move_counts_equal_the_recorded_counts(deal, counts):
    assert tuple(perft(begun(deal), depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.rule("A.7 the same by an implementation without code in common")
@pytest.mark.parametrize(("deal", "counts"), COUNTS)
def test_naive_invido_rules_give_the_recorded_move_counts(deal, counts):
    assert tuple(naive.perft(deal, depth) for depth in range(1, 7)) == counts[:6]


@pytest.mark.rule("A.7 and the same moves in each of those positions")
@pytest.mark.parametrize("deal", [deal for deal, _ in COUNTS])
def test_invido_and_naive_rules_allow_the_same_moves(deal):
    agree(deal, begun(deal), (), 4)


def agree(deal, state, history, depth):
    position = naive.after(deal, history)
    moves = possible(state)
    assert moves == naive.possible(position), history
    assert told(state) == expected_by_naive_rules(position), history
    for move in sorted(moves) if depth else ():
        agree(deal, made(state, *move), (*history, move), depth - 1)


def told(state):
    """Return stake, last raiser, tricks and end of a deal, according to the program's rules.

    `expected_by_naive_rules` returns the same facts of the second, naive implementation.
    """
    end = (state.last_deal, sum(state.score)) if isinstance(state.to_act, Turn) else None
    return state.value, state.last_raiser, state.tricks, end


def expected_by_naive_rules(position):
    return position.value, position.raiser, position.tricks, position.end


@pytest.mark.rule("A.3 to A.7 deals that are played out agree as well, with any options")
@pytest.mark.parametrize("seed", range(60))
def test_invido_and_naive_rules_agree_on_whole_deals(seed):
    rng = Random(seed)
    cards = [str(card) for card in rng.sample(sorted(naive_pack()), 6)]
    deal = naive.Deal(
        (" ".join(cards[:3]), " ".join(cards[3:])),
        *(rng.randrange(top) for top in (2, 4)),
        *(rng.random() < 0.5 for _ in range(3)),
    )
    state, history = begun(deal), ()
    while not isinstance(state.to_act, Turn):
        agree(deal, state, history, 0)
        # Folding is rare, so that most deals are played to the third trick.
        moves = sorted(possible(state))
        staying = [move for move in moves if move[1] not in {"vado-via", "a-monte"}]
        move = rng.choice(staying if rng.random() < 0.9 else moves)
        state, history = made(state, *move), (*history, move)
    agree(deal, state, history, 0)


def naive_pack():
    return [rank + suit for rank in naive.ORDER for suit in "cdsb"]
