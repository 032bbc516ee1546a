"""Moves of the dealer that name a whole pack: equality, hash, copies and text form."""

import pickle
from copy import deepcopy

import pytest

from audiogames.cards.card import FRENCH
from audiogames.cards.dealing import Deal, Reshuffle


@pytest.mark.parametrize("kind", [Deal, Reshuffle])
def test_moves_with_the_same_cards_are_equal(kind):
    move = kind(FRENCH)
    assert move == kind((*FRENCH,))
    assert hash(move) == hash(kind(FRENCH))
    assert move != kind(FRENCH[::-1])
    assert pickle.loads(pickle.dumps(move)) == deepcopy(move) == move  # noqa: S301 its own


def test_deal_differs_from_a_reshuffle_of_the_same_cards():
    assert Deal(FRENCH) != Reshuffle(FRENCH)
    assert (str(Deal(FRENCH[:2])), str(Reshuffle(FRENCH[:2]))) == ("deal Ac 2c", "reshuffle Ac 2c")
