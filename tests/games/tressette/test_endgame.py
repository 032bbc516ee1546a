"""The endgame search by alpha-beta equals an exhaustive search with the rules."""

from random import Random

import pytest

from audiogames.cards.card import ITALIAN
from audiogames.cards.course import NO_SUIT
from audiogames.core.contract import Turn
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots.candidates import representatives
from audiogames.games.tressette.bots.endgame import Endgame, SearchStopped
from audiogames.games.tressette.bots.rollout import LAST_TRICK
from audiogames.games.tressette.bots.strong import ExactTrial
from audiogames.games.tressette.determinization import set_of
from tests.games.tressette.positions import in_turn, laid

SIDES = (1, -1, 1, -1)


def ahead(state):
    """Return the lead of side 0, in thirds of a point."""
    return state.thirds[0] - state.thirds[1]


def brute(state, known):
    """Return the margin of points that side 0 can still gain, by exhaustive search with the rules.

    `known` caches positions at the start of a trick.
    """
    if isinstance(state.to_act, Turn):
        return LAST_TRICK * SIDES[state.taker]
    key = (state.to_act, *map(state.held, range(4))) if state.led == NO_SUIT else None
    if key in known:
        return known[key]
    found = []
    for move in state.legal_moves(state.to_act):
        tried = state.copy()
        tried.apply(state.to_act, move)
        found.append(ahead(tried) - ahead(state) + brute(tried, known))
    best = max(found) if SIDES[state.to_act] > 0 else min(found)
    if key:
        known[key] = best
    return best


def position(tricks, lot):
    """Return random hands of `tricks` cards, with a random leader."""
    cards = lot.sample(ITALIAN, tricks * 4)
    hands = [cards[place * tricks : (place + 1) * tricks] for place in range(4)]
    return laid(*hands, leader=lot.randrange(4))


def hands_of(state, leader):
    return tuple(set_of(state.held(seat)) for seat in in_turn(leader))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tricks", "seed"),
    [*((2, seed) for seed in range(25)), *((3, seed) for seed in range(10)), (4, 1), (4, 2)],
)
def test_endgame_value_equals_brute_force(tricks, seed):
    state = position(tricks, Random(f"{tricks} {seed}"))
    leader = state.to_act
    value = Endgame().value(hands_of(state, leader))
    assert value == SIDES[leader] * brute(state, {})


@pytest.mark.parametrize("seed", range(20))
def test_endgame_card_values_within_a_trick_equal_brute_force(seed):
    lot = Random(seed)
    state = position(3, lot)
    for _ in range(lot.randrange(4)):
        state.apply(state.to_act, lot.choice(state.legal_moves(state.to_act)))
    seat = state.to_act
    held = tuple(set_of(state.held(each)) for each in range(4))
    cards = state.legal_moves(seat)
    # The score before the deal is irrelevant: in a new match each third has the same value.
    values = ExactTrial(state.view(seat), cards, lambda: False).values(held)
    for card, value in zip(cards, values, strict=True):
        tried = state.copy()
        tried.apply(seat, card)
        more = SIDES[seat] * (ahead(tried) - ahead(state) + brute(tried, {}))
        left = 35 - sum(state.thirds)
        assert value == state.thirds[m.side(seat)] + (left + more) // 2


def test_endgame_value_of_the_last_trick_is_its_points():
    state = laid("3c", "Ac", "4d", "Kd")
    assert Endgame().value(hands_of(state, 0)) == 1 + 3 + 1 + LAST_TRICK


def test_endgame_search_treats_adjacent_cards_of_equal_points_as_one():
    whole = set_of(ITALIAN)
    coppe = set_of(card for card in ITALIAN if card.suit == "c")
    assert len(representatives(coppe, whole)) == 4, "3 2, A, K C F, 7 6 5 4"
    others = whole & ~set_of(card for card in ITALIAN if str(card) == "Cc")
    without = coppe & others
    assert len(representatives(without, whole)) == 5
    assert len(representatives(without, others)) == 4


def test_endgame_search_stops_on_request():
    state = position(5, Random(1))
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(SearchStopped):
        Endgame(stop).value(hands_of(state, state.to_act))
    assert len(asked) == 4
