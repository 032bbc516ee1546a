"""The deals that the strong bot samples: all possible for its view, likely ones more often."""

from random import Random
from statistics import fmean

from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.wist import model as m
from audiogames.games.wist.bots.belief import Belief
from audiogames.games.wist.bots.likelihood import BidLikelihood
from audiogames.games.wist.bots.rollout_policy import Policy
from audiogames.games.wist.rules import voids
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    CUORI,
    LIBERA,
    any_move,
    bid,
    cards,
    dealt,
    ready,
)

SWITCHES = dict.fromkeys(("clockwise", "free_cut", "dark_tickets"), st.booleans())
NUMBER = 6


def never():
    return False


def draw(view, number=NUMBER, lot=1):
    return [world.state for world in Belief(view, Random(lot)).sample(number, never)]


@st.composite
def rounds(draw):
    """Generate a Wist round in progress, of eight rounds or Cagliari, with any options."""
    form = draw(st.sampled_from(["eight", "cagliari"]))
    seats = draw(st.sampled_from([4, 5])) if form == "eight" else 4
    options = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    turno = draw(st.integers(1, 8 if form == "eight" else 25))
    state = ready(turno, seats=seats, form=form, **options)
    state.apply(None, any_move(state, draw(st.integers(0, 10_000)))[1])
    rng = Random(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, 50))):
        seat, move = any_move(state, rng.randrange(10_000))
        if seat is None:
            break
        state.apply(seat, move)
        if len(state.sheet) == state.deal:
            break
    return state


def held(world):
    return [[play.card for play in world.hands[seat]] for seat in range(world.seats)]


def views(state):
    return [state.view(seat) for seat in range(state.seats)] if state.expects is None else []


@given(rounds())
def test_sampled_deals_deal_each_hidden_card_once(state):
    for view in views(state):
        for world in draw(view):
            hands = held(world)
            assert tuple(map(len, hands)) == view.hand_sizes
            given_out = [card for hand in hands for card in hand]
            played = [card for _, card in view.history]
            assert len({*given_out, *played}) == len(given_out) + len(played)
            assert view.turned not in given_out
            assert set(given_out) <= set(m.PACKS[world.seats])


@given(rounds())
def test_sampled_deals_keep_the_seats_own_hand(state):
    for view in views(state):
        if not view.hidden:
            assert all(set(held(world)[view.seat]) == set(view.hand) for world in draw(view))


@given(rounds())
def test_sampled_deals_respect_shown_voids(state):
    for view in views(state):
        lacks = [lack for lack in voids(view) if lack[0] != view.seat]
        for world in draw(view):
            assert not any(world.suits[seat][m.SUITS.index(suit)] for seat, suit in lacks)


@given(rounds())
def test_sampled_deals_keep_known_bids_and_add_the_secret_ones(state):
    for view in views(state):
        for world in draw(view):
            for known, there, written in zip(view.bids, world.bids, view.written, strict=True):
                assert there == known if known is not None else (there is not None) == written
                assert there is None or 0 <= there <= view.cards


@given(rounds())
def test_sampled_hands_are_sorted_by_power(state):
    for view in views(state):
        for world in draw(view):
            for suits in world.suits:
                for plays in suits:
                    assert plays == sorted(plays, key=lambda play: play.power)


def hopes(view, worlds, seat):
    return fmean(BidLikelihood(view).hopes(held(world)[seat])[Policy.OPEN] for world in worlds)


def test_belief_gives_a_high_bidder_a_stronger_hand():
    means = []
    for number in (1, 5):
        state = dealt("", "", "", "AJ72h K82d Q93c T54s", turno=CUORI, size=13)
        bidder = state.to_act
        bid(state, number, 3, 2)
        view = state.view(state.to_act)
        means.append(hopes(view, draw(view, 200), bidder))
    assert means[1] > means[0] + 1


def test_bid_made_before_seeing_the_cards_is_no_evidence():
    found = []
    for number in (0, 6):
        state = ready(BUIO)
        state.apply(None, any_move(state, 5)[1])
        bid(state, number, 1, 1, 1)
        found.append([held(world) for world in draw(state.view(state.to_act))])
    assert found[0] == found[1]


def test_belief_has_one_determinization_when_nothing_is_hidden():
    """The seat plays the last card of the round, so all other cards have been played."""
    state = ready(LIBERA)
    while len(state.trail) < len(m.PACKS[4]) - 1:
        state.apply(*any_move(state, 1))
    assert {str(held(world)) for world in draw(state.view(state.to_act))} == {str(held(state))}


def test_strong_hand_is_expected_to_bid_high_in_a_secret_round():
    state = ready(BIGLIETTI)
    state.apply(None, any_move(state, 5)[1])
    likelihood = BidLikelihood(state.view(state.to_act))
    rng = Random(1)
    strong, weak = cards("AKQh AKQd AKQc AKQJs"), cards("432h 432d 432c 5432s")
    for policy in (Policy.OPEN, Policy.SIMPLE):
        highest, lowest = (
            [likelihood.ticket(hand, policy, rng) for _ in range(50)] for hand in (strong, weak)
        )
        assert fmean(highest) > 7
        assert fmean(lowest) < 1


def test_belief_infers_the_bidders_playing_policy_from_an_unexpected_bid():
    """With four middling trumps only the policy that sees all hands would bid two."""
    state = dealt("9876h 432d 432c 432s", "AKQh", "", "", turno=CUORI, size=13)
    bidder = state.to_act
    bid(state, 0, 3, 3)
    found = Belief(state.view(state.to_act), Random(1)).sample(200, never)
    assert sum(world.policies[bidder] for world in found) > 50
    assert all(world.policies[state.to_act] is Policy.EVALUATING for world in found)
