"""Hidden cards redealt from a view, and forged views that no deal can produce."""

from dataclasses import replace
from random import Random

import pytest

from audiogames.cards.signs import GivenSign
from audiogames.core.contract import Impossible
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.briscola import model as m
from tests.games.briscola.positions import RULES, cards, dealt, make, play, stock_used_up

SPEC = game("briscola")


@pytest.mark.rule("briscola 3.9 a card taken in an exchange stays known")
def test_redealt_state_leaves_the_exchanged_card_in_its_owners_hand():
    state = dealt("1c 7s Rb", "2c 4d 5b", turned="Rs", stock="6d 6b", exchange=True)
    play(state, "2c 1c exchange")
    (king,) = cards("Rs")
    for seed in range(20):
        world = RULES.redeal(state.view(1), Random(seed))
        assert king in world.held(0)
        assert world.view(1) == state.view(1)


@pytest.mark.rule("briscola 3.8 a world keeps the hand that the partner has shown")
def test_redealt_state_keeps_the_hand_shown_by_the_partner():
    state, _ = stock_used_up()
    view = state.view(2)
    worlds = [RULES.redeal(view, Random(seed)) for seed in range(20)]
    assert all(world.held(0) == state.held(0) for world in worlds)
    assert len({world.held(1) for world in worlds}) > 1


@pytest.mark.rule("briscola 3.4 with two, nothing is hidden once the stock is used up")
def test_two_players_know_every_card_once_the_stock_is_empty():
    state = RULES.start(m.Options(), 2)
    make(state, "dealer 0")
    lot = Random(4)
    make(state, str(RULES.chance(state, lot)))
    while state.turned is not None:
        make(state, str(lot.choice(state.legal_moves(state.to_act))))
    world = RULES.redeal(state.view(0), Random(1))
    assert sorted(world.held(1)) == sorted(state.held(1))
    assert world.points == state.points


def a_view(seat=0):
    """Return the view of a seat in the second trick of two players."""
    state = dealt("1c 3d Rb", "2c 4d 5b", turned="6s", stock="7d 7b")
    play(state, "2c 1c 3d")
    return state.view(seat)


WRONG = [
    ("hand", {"hand": cards("1c Rb")}),
    ("hand", {"hand": cards("Rb")}),
    ("hand", {"known": ((Seat(1), cards("Rb")[0]),)}),
    ("history", {"stock": 30}),
    ("hand_sizes", {"stock": 10**9}),
    ("hand_sizes", {"hand_sizes": (2, 300)}),
    ("on_table", {"on_table": ()}),
    ("on_table", {"on_table": ((Seat(1), cards("3d")[0]),)}),
    ("briscola", {"briscola": "x"}),
    ("briscola", {"briscola": None}),
    ("deal", {"deal": 10**9}),
    ("points", {"points": (1000, None)}),
    ("wins", {"wins": (0, 0, 0)}),
    ("sheet", {"sheet": (m.DealScored((1,), (), (0,)),)}),
    ("signs", {"signs": (GivenSign(Seat(0), 2, "due"),)}),
    ("signed", {"signed": (Seat(0), Seat(0))}),
    ("partner_hand", {"partner_hand": cards("1d")}),
    ("options", {"options": m.Options(deals=7)}),
    ("options", {"hand_sizes": (3,) * 5}),
]


@pytest.mark.parametrize(("field", "change"), WRONG)
def test_view_that_no_deal_can_produce_is_unsound(field, change):
    assert list(SPEC.unsound(a_view())) == []
    assert field in list(SPEC.unsound(replace(a_view(), **change)))


def test_redeal_refuses_more_known_cards_than_a_hand_holds():
    known = tuple((Seat(1), card) for card in cards("1s 2s 3s 4s"))
    with pytest.raises(Impossible):
        RULES.redeal(replace(a_view(), known=known), Random(1))
