"""What a bid is worth to a hand that promises so many tricks; what one promises at a glance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist import glance
from audiogames.games.wist import model as m
from audiogames.games.wist.judgement import Judgement
from audiogames.games.wist.outlook import Outlook
from audiogames.games.wist.scores import round_points
from audiogames.games.wist.stakes import stake
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
    """By the table of scores."""
    others = (0,) * (seats - 1)
    return round_points((bid, *others), (tricks, *others), options)[0]


@given(TABLES, st.integers(0, 10), st.integers(0, 10), st.booleans())
def test_at_the_end_of_a_round_a_bid_is_worth_what_the_rules_pay(table, bid, tricks, plain):
    seats, options = table
    found = stake(bid, seats, options, plain=plain)
    assert found.worth(tricks, 0, 0, 0) == points(bid, tricks, seats, options)
    assert found.made == points(bid, bid, seats, options)


@given(TABLES, st.integers(0, 10), st.integers(1, 10), st.booleans())
def test_what_is_lost_already_is_worth_what_is_still_taken(table, bid, left, plain):
    seats, options = table
    found = stake(bid, seats, options, plain=plain)
    greedy = options.form == "eight" and bid
    assert found.worth(bid + 1, left, 0, left) == points(
        bid, bid + 1 + (left if greedy else 0), seats, options
    )


@given(st.integers(1, 10), st.booleans())
def test_the_bid_that_a_hand_promises_is_worth_most(hope, plain):
    def worth(bid):
        return stake(bid, 4, m.Options(), plain=plain).worth(0, hope, hope, 13)

    assert max(range(1, 14), key=worth) == hope


def test_a_wist_is_worth_less_the_more_a_hand_promises():
    found = stake(0, 4, m.Options(), plain=True)
    worths = [found.worth(0, most, most / 2, 5) for most in (0, 1, 2, 3)]
    assert worths == sorted(worths, reverse=True)


# At a glance


@given(st.integers(0, 10_000))
def test_a_glance_sees_what_judgement_sees(lot):
    """Without trump, where nobody has played yet and the others want just their share."""
    state = ready(LIBERA, seats=5)
    state.apply(*any_move(state, lot))
    bid(state, 2, 2, 2, 2, 3)
    seat = state.dealer
    own = {suit: sorted(play.power for play in held) for suit, held in state.suits[seat].items()}
    held = {suit: tuple(reversed(powers)) for suit, powers in own.items()}
    judged = Judgement(Outlook(state.view(seat))).promise(held, 0, {})
    scene, promised = glance.Scene("plain", 10, 0.0, 1.0), []
    for suit, powers in own.items():
        out = [m.POWER[card] for card in m.PACKS[5] if card.suit == suit]
        out = [power for power in out if power not in powers]
        above = tuple(sum(other > power for other in out) for power in powers)
        promised.append(scene.promise(len(out), above))
    assert sum(most for most, _ in promised) == pytest.approx(judged.most)
    assert sum(least for _, least in promised) == pytest.approx(judged.least)


@given(st.integers(1, 12), st.integers(0, 12), st.sampled_from(["plain", "side", "trump"]))
def test_a_card_with_more_above_promises_less(left, out, kind):
    scene = glance.Scene(kind, left, 1.0, 1.0)
    promised = [scene.promise(out, (above,)) for above in range(out + 1)]
    assert promised == sorted(promised, reverse=True)


def test_cards_are_bits_of_their_suits():
    some = [m.PLAYS[card] for card in cards("A3c QT8d 2h")]
    seen = glance.bits(some)
    by_suit = {suit: (seen & all_of_it).bit_count() for suit, all_of_it in glance.SUITS.items()}
    assert by_suit == {"h": 1, "d": 3, "c": 2, "s": 0}
    assert [(seen & glance.ABOVE[play]).bit_count() for play in some] == [1, 2, 1, 2, 3, 1]
    assert [glance.PACKS[seats].bit_count() for seats in (4, 5)] == [52, 50]
