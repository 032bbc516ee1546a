"""The expected points of a bid, given the expected tricks, and the fast evaluation of hands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist import model as m
from audiogames.games.wist.bots import hand_evaluation as evaluation
from audiogames.games.wist.bots.hand_evaluation import HandEvaluator, payoff
from audiogames.games.wist.bots.opponents import OpponentModel
from audiogames.games.wist.scores import round_points
from tests.games.wist.positions import LIBERA, any_move, bid, cards, ready

TABLES = st.sampled_from(
    [
        (4, m.Options()),
        (5, m.Options()),
        (4, m.Options(form="cagliari")),
        (4, m.Options(form="cagliari", cagliari_points="always")),
    ]
)


def points(bid, tricks, seats, options):
    """Return the points that the rules give for this bid if this many tricks are taken."""
    others = (0,) * (seats - 1)
    return round_points((bid, *others), (tricks, *others), options)[0]


@given(TABLES, st.integers(0, 10), st.integers(0, 10), st.booleans())
def test_payoff_at_the_end_of_a_round_equals_the_points_of_the_rules(table, bid, tricks, no_trump):
    seats, options = table
    found = payoff(bid, seats, options, no_trump=no_trump)
    assert found.expected(tricks, 0, 0, 0) == points(bid, tricks, seats, options)
    assert found.made == points(bid, bid, seats, options)


@given(TABLES, st.integers(0, 10), st.integers(1, 10), st.booleans())
def test_payoff_of_an_exceeded_bid_includes_the_remaining_tricks_if_tricks_score(
    table, bid, left, no_trump
):
    seats, options = table
    found = payoff(bid, seats, options, no_trump=no_trump)
    greedy = options.form == "eight" and bid
    assert found.expected(bid + 1, left, 0, left) == points(
        bid, bid + 1 + (left if greedy else 0), seats, options
    )


@given(st.integers(1, 10), st.booleans())
def test_expected_points_are_highest_for_a_bid_of_the_expected_number_of_tricks(hope, no_trump):
    def worth(bid):
        return payoff(bid, 4, m.Options(), no_trump=no_trump).expected(0, hope, hope, 13)

    assert max(range(1, 14), key=worth) == hope


def test_expected_payoff_of_a_zero_bid_falls_with_the_expected_tricks():
    found = payoff(0, 4, m.Options(), no_trump=True)
    worths = [found.expected(0, most, most / 2, 5) for most in (0, 1, 2, 3)]
    assert worths == sorted(worths, reverse=True)


# The quick form


@given(st.integers(0, 10_000))
def test_fast_hand_evaluation_agrees_with_the_full_evaluation(lot):
    """There is no trump, no card was played, and the others have bid 2 of 10 tricks each."""
    state = ready(LIBERA, seats=5)
    state.apply(*any_move(state, lot))
    bid(state, 2, 2, 2, 2, 3)
    seat = state.dealer
    own = {
        suit: sorted(play.power for play in held)
        for suit, held in zip(m.SUITS, state.suits[seat], strict=True)
    }
    held = {suit: tuple(reversed(powers)) for suit, powers in own.items()}
    judged = HandEvaluator(OpponentModel(state.view(seat))).prospect(held, 0, {})
    fast_eval, ranges = evaluation.FastEval("no trump", 10, 0.0, 1.0), []
    for suit, powers in own.items():
        out = [m.POWER[card] for card in m.PACKS[5] if card.suit == suit]
        out = [power for power in out if power not in powers]
        above = tuple(sum(other > power for other in out) for power in powers)
        ranges.append(fast_eval.suit_range(len(out), above))
    assert sum(most for most, _ in ranges) == pytest.approx(judged.most)
    assert sum(least for _, least in ranges) == pytest.approx(judged.least)


@given(st.integers(1, 12), st.integers(0, 12), st.sampled_from(["no trump", "side", "trump"]))
def test_fast_hand_evaluation_decreases_with_the_number_of_higher_cards_left(left, out, kind):
    fast_eval = evaluation.FastEval(kind, left, 1.0, 1.0)
    ranges = [fast_eval.suit_range(out, (above,)) for above in range(out + 1)]
    assert ranges == sorted(ranges, reverse=True)


def test_bitboard_has_one_bit_for_each_card_in_its_suit():
    some = [m.PLAYS[card] for card in cards("A3c QT8d 2h")]
    seen = evaluation.bitboard(some)
    counts = [(seen & all_of_it).bit_count() for all_of_it in evaluation.SUIT_BITS]
    assert dict(zip(m.SUITS, counts, strict=True)) == {"h": 1, "d": 3, "c": 2, "s": 0}
    assert seen == sum(play.bit for play in some)
    assert [evaluation.PACK_BITS[seats].bit_count() for seats in (4, 5)] == [52, 50]
