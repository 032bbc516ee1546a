"""Tests of the code that trick-taking games share, with states of two such games."""

import copy
import pickle
from random import Random

import pytest

from audiogames.cards.card import FRENCH, Card
from audiogames.cards.course import course
from audiogames.cards.tricks import best_of, would_take
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game

GAMES = ["tressette", "wist"]
POWER = {card: "23456789TJQKA".index(card.rank) for card in FRENCH}


def trick(text):
    """Parse cards that were played in this order, from seat 0 on."""
    return tuple((Seat(seat), Card.read(one, "french")) for seat, one in enumerate(text.split()))


def after(id_, cards):
    """Return the state of a game after this many random cards of its first deal."""
    spec, lot = game(id_), Random(7)
    state = spec.rules.start(spec.options(), spec.usual_seats)
    while len(state.trail) < cards:
        seat = state.to_act
        if isinstance(seat, Turn):
            state.apply(None, spec.rules.chance(state, lot))
        else:
            state.apply(seat, lot.choice(state.legal_moves(seat)))
    return state


@pytest.mark.parametrize(
    ("cards", "trump", "taker"),
    [
        ("2c 3c Ah", None, 1),
        ("2c 3c Ah", "h", 2),
        ("2h 3c Ac", "h", 0),
        ("Kc 2d 3d Ac", "d", 2),
    ],
)
def test_highest_trump_takes_otherwise_the_highest_of_the_suit_led(cards, trump, taker):
    assert best_of(trick(cards), POWER, trump)[0] == taker


def test_taker_of_a_trick_leads_the_next():
    cards = [Card.read(one, "french") for one in ["2c", "3c", "Ac", "4c", "5d"]]
    leaders = [Seat(0), Seat(2)]
    assert [seat for seat, _ in course(leaders, lambda seat: Seat((seat + 1) % 4), cards)] == [
        0, 1, 2, 3, 2,
    ]  # fmt: skip


@pytest.mark.parametrize("id_", GAMES)
def test_copied_trick_state_is_equal_and_independent(id_):
    state = after(id_, 6)
    twin = state.copy()
    assert twin == state
    twin.apply(twin.to_act, twin.legal_moves(twin.to_act)[0])
    assert twin != state
    assert len(state.trail) == len(state.history()) == 6
    assert sum(state.hand_sizes()) == sum(twin.hand_sizes()) + 1


@pytest.mark.parametrize("id_", GAMES)
def test_redealt_state_restores_the_cards_played_and_the_turn(id_):
    state, spec = after(id_, 6), game(id_)
    again = spec.rules.redeal(state.view(state.to_act), Random(1))
    for name in ("trail", "leaders", "led", "best", "taker", "closer", "to_act", "expects"):
        assert getattr(again, name) == getattr(state, name), name


@pytest.mark.parametrize("id_", GAMES)
def test_would_take_function_agrees_with_playing_the_card(id_):
    state = after(id_, 3)
    view, seat = state.view(state.to_act), state.to_act
    trump = getattr(view, "trump", None) or getattr(view, "briscola", None)
    power = {play.card: play.power for hand in state.hands for play in hand}
    power |= {play.card: play.power for play in state.trail}
    for move in state.legal_moves(seat):
        tried = state.copy()
        tried.apply(seat, move)
        takes = would_take(view, move.card, lambda played: best_of(played, power, trump))
        assert takes == (tried.taker == seat)


@pytest.mark.parametrize("id_", GAMES)
def test_copied_or_unpickled_play_is_the_same_object(id_):
    state = after(id_, 1)
    for move in state.trail:
        assert copy.copy(move) is copy.deepcopy(move) is move
        assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - our own
