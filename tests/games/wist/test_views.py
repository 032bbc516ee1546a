"""The fields of a view of Wist, each as the engine protocol documents it."""

import pytest

from audiogames.core.contract import Turn
from audiogames.core.text import plain
from audiogames.games.wist import model as m
from tests.games.moves import words
from tests.games.wist.positions import (
    BIGLIETTI,
    LIBERA,
    QUADRI,
    WIST,
    bid,
    cards,
    dealt,
    finish_round,
    in_turn,
    listeners,
    make,
    pack,
    play,
    playing,
    ready,
    start,
    whole_match,
)

HANDS = ("AKh", "23h", "45h", "67h")
PROMISED = {
    "seat", "to_act", "legal", "dealer", "hand", "hand_sizes", "round", "round_name", "trump",
    "bids", "tricks", "scores", "forbidden", "on_table", "leader",
}  # fmt: skip
FORMS = pytest.mark.parametrize(("seats", "options"), [(4, {}), (5, {}), (4, {"form": "cagliari"})])


def pairs(text):
    """Return pairs of seat and card from text such as `3:Ah 2:2h`."""
    split = [word.split(":") for word in text.split()]
    return tuple((int(seat), cards(card)[0]) for seat, card in split)


@pytest.mark.rule("wist design 5: the documented fields, for every seat and a spectator")
@FORMS
def test_view_has_the_documented_fields(seats, options):
    for listener in listeners(start(seats, **options)):
        found = plain(start(seats, **options).view(listener))
        assert set(found) >= PROMISED
        assert found["seat"] == listener


@pytest.mark.rule("wist design 5: before the first deal the round is 0 and nothing is known")
@FORMS
def test_view_before_the_first_deal_is_empty(seats, options):
    for listener in listeners(start(seats, **options)):
        view = start(seats, **options).view(listener)
        assert (view.round, view.round_name, view.trump, view.dealer) == (0, None, None, None)
        assert (view.to_act, view.leader, view.forbidden) == (Turn.CHANCE, None, None)
        assert (view.hand, view.legal, view.on_table) == ((), (), ())
        assert view.bids == (None,) * seats
        assert view.tricks == view.scores == view.hand_sizes == (0,) * seats


@pytest.mark.rule("wist design 5: the round rises at the deal")
@pytest.mark.parametrize("turno", range(1, 9))
def test_round_number_in_the_view_increases_at_the_deal(turno):
    state = ready(turno)
    assert state.view(0).round == turno - 1
    make(state, pack(state))
    assert state.view(0).round == turno
    finish_round(state)
    assert state.view(0).round == turno


@pytest.mark.rule("wist design 5: to_act is a seat, chance or over")
def test_to_act_field_of_a_view_is_a_seat_or_chance_or_over():
    state = playing("Ah", "2h", "3h", "4h", turno=WIST)
    assert plain(state.view(0))["to_act"] == 3
    play(state, "Ah 2h 3h 4h")
    assert plain(state.view(0))["to_act"] == "over"
    assert plain(start().view(0))["to_act"] == "chance"


@pytest.mark.rule("wist design 5: dealer is null until known, then the dealer's seat")
def test_view_shows_the_dealer_after_the_draw():
    state = start()
    assert state.view(None).dealer is None
    make(state, "draw-dealer 2c 5c 3c 4c")
    assert state.view(None).dealer == 1
    make(state, pack(state))
    assert state.view(0).dealer == 1


@pytest.mark.rule("wist design 5: legal is that seat's moves")
@pytest.mark.parametrize("turno", [LIBERA, BIGLIETTI, WIST])
def test_legal_field_of_a_view_lists_the_moves_of_its_seat(turno):
    state = dealt(*HANDS, turno=turno)
    for seat in range(4):
        assert state.view(seat).legal == tuple(state.legal_moves(seat))
    assert state.view(None).legal == ()


@pytest.mark.rule("wist design 5: a player sees only their own hand")
def test_view_shows_only_the_seats_own_hand():
    state = dealt(*HANDS, turno=LIBERA)
    held = {listener: words(sorted(state.view(listener).hand)) for listener in listeners(state)}
    assert held == {3: "Ah Kh", 2: "2h 3h", 1: "4h 5h", 0: "6h 7h", None: ""}


@pytest.mark.rule("wist design 5: hand_sizes is public")
def test_view_hand_sizes_are_public():
    state = playing(*HANDS, turno=LIBERA)
    play(state, "Ah 2h")
    assert [state.view(listener).hand_sizes for listener in (0, None)] == [(2, 2, 1, 1)] * 2


@pytest.mark.rule("wist design 5: bids by seat; null before a bid")
def test_bids_in_a_view_are_null_until_they_are_made():
    state = dealt(*HANDS, turno=QUADRI)
    assert state.view(1).bids == (None,) * 4
    bid(state, 2, 0)
    assert state.view(1).bids == (None, None, 0, 2)


@pytest.mark.rule("wist design 5: bids are 0 for all in the Wist round")
@pytest.mark.parametrize("listener", [0, 1, 2, 3, None])
def test_view_shows_a_bid_of_zero_for_every_seat_in_the_wist_round(listener):
    assert dealt(*HANDS, turno=WIST).view(listener).bids == (0,) * 4


@pytest.mark.rule("wist design 5: tricks are counts, by seat")
def test_view_field_tricks_holds_the_number_of_tricks_of_each_seat():
    state = playing(*HANDS, turno=LIBERA)
    play(state, "Ah 2h 5h 7h")
    assert state.view(None).tricks == (0, 0, 0, 1)


@pytest.mark.rule("wist design 5: scores are totals and change at the end of a round")
def test_view_scores_change_at_the_end_of_a_round():
    state = playing(*HANDS, turno=LIBERA, bids=[1, 0, 0, 2], scores=(9, 8, 7, 6))
    play(state, "Ah 2h 5h 7h Kh 3h 4h")
    assert state.view(0).scores == (9, 8, 7, 6)
    play(state, "6h")
    assert state.view(0).scores == (9, 33, 32, 8)


@pytest.mark.rule("wist design 5: on_table are pairs of seat and card in order of play")
def test_view_field_on_table_is_in_order_of_play():
    state = playing(*HANDS, turno=LIBERA)
    seen = []
    for card in ["Ah", "2h", "5h", "7h", "Kh"]:
        seen.append(state.view(1).on_table)
        play(state, card)
    assert seen == [
        (),
        pairs("3:Ah"),
        pairs("3:Ah 2:2h"),
        pairs("3:Ah 2:2h 1:5h"),
        (),
    ]
    assert state.view(None).on_table == pairs("3:Kh")


@pytest.mark.rule("wist design 5: on_table is empty when the round is over")
def test_view_has_no_cards_on_the_table_after_the_round():
    state = playing("Ah", "2h", "3h", "4h", turno=LIBERA)
    play(state, "Ah 2h 3h 4h")
    assert state.view(0).on_table == ()


@pytest.mark.rule("wist design 5: on_table is sent as seat and text form")
def test_cards_on_the_table_are_sent_as_seat_and_card():
    state = playing(*HANDS, turno=LIBERA)
    play(state, "Ah 2h")
    assert plain(state.view(0))["on_table"] == [[3, "Ah"], [2, "2h"]]


@pytest.mark.rule("wist design 5: leader is the seat that led, or leads, the trick")
def test_view_leader_is_the_seat_that_leads_the_current_trick():
    state = dealt("A2h", "3Kh", "45h", "67h", turno=LIBERA)
    assert state.view(0).leader is None
    bid(state, 0, 0, 0, 0)
    seen = []
    for card in ["2h", "Kh", "5h", "7h", "3h"]:
        seen.append(state.view(0).leader)
        play(state, card)
    assert seen == [3, 3, 3, 3, 2]
    assert state.view(None).leader == 2


@pytest.mark.rule("wist design 5: first is the seat that bids and leads first")
@pytest.mark.parametrize("turno", range(1, 9))
def test_view_field_first_is_the_seat_that_bids_and_leads_first(turno):
    view = dealt(turno=turno, dealer=2).view(None)
    assert view.first == view.to_act == in_turn(4, 2)[0]


@pytest.mark.rule("wist design 5: the course of the round, seat and card, trick by trick")
def test_view_history_lists_the_cards_of_the_round():
    state = playing("A2h", "3Kh", "45h", "67h", turno=LIBERA)
    play(state, "2h Kh 5h 7h 3h 4h")
    course = pairs("3:2h 2:Kh 1:5h 0:7h 2:3h 1:4h")
    assert [state.view(listener).history for listener in listeners(state)] == [course] * 5
    play(state, "6h Ah")
    assert state.view(0).history == course + pairs("0:6h 3:Ah")


@pytest.mark.rule("wist design 5: trump is a letter or null")
@pytest.mark.parametrize(("turno", "trump"), [(QUADRI, "d"), (LIBERA, None)])
def test_view_field_trump_is_a_letter_or_null(turno, trump):
    assert plain(dealt(turno=turno).view(0))["trump"] == trump


@pytest.mark.rule("wist design 5: a view cannot be changed, nor does it change with the match")
def test_wist_view_is_immutable():
    state = playing(*HANDS, turno=LIBERA)
    view = state.view(3)
    before = plain(view)
    finish_round(state)
    assert plain(view) == before
    with pytest.raises(AttributeError):
        view.round = 3


@pytest.mark.rule("wist design 5: after the end there is a view for each listener")
@FORMS
def test_every_listener_has_a_view_after_the_match(seats, options):
    state, _ = whole_match(seats=seats, **options)
    for listener in listeners(state):
        view = state.view(listener)
        assert (view.to_act, view.legal, view.hand) == (Turn.OVER, (), ())
        assert view.hand_sizes == (0,) * seats
        assert view.scores == state.result().points


@pytest.mark.rule("wist design 5: views and events hold only what the engine protocol can write")
@FORMS
def test_views_and_events_can_be_encoded_as_plain_values(seats, options):
    state, events = whole_match(seats=seats, **options)
    kinds = {type(event) for event in events}
    assert kinds <= set(m.EVENTS)
    assert all(isinstance(plain(event), dict) for event in events)
    assert all(isinstance(plain(state.view(listener)), dict) for listener in listeners(state))
