"""Open bids (previsioni), and the bid forbidden to the dealer: rules C.3."""

import pytest

from audiogames.games.wist import model as m
from tests.games.moves import of
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    CUORI,
    LIBERA,
    WIST,
    bid,
    bids_up_to,
    dealt,
    in_turn,
    legal,
    listeners,
    make,
    refusal,
)

OPEN = pytest.mark.parametrize("turno", range(CUORI, BUIO + 1))

# The bids of the others, and the bid that is then forbidden to the dealer
TOTALS = [
    ((2, 2, 0, 4), 2),  # the document's own example
    ((5, 4, 4), 0),
    ((7, 4, 4), None),
    ((0, 0, 0), 13),
    ((0, 0, 0, 0), 10),
    ((13, 0, 0), 0),
    ((10, 0, 0, 0), 0),
    ((1, 2, 3), 7),
    ((12, 0, 0), 1),
    ((13, 1, 0), None),
    ((13, 13, 13), None),
    ((3, 3, 3, 3), None),
    ((3, 3, 3, 0), 1),
]
totals = pytest.mark.parametrize(("others", "barred"), TOTALS)


def before_the_dealer(others, turno=LIBERA, **more):
    """Return a round in which all players but the dealer have bid."""
    state = dealt(turno=turno, seats=len(others) + 1, **more)
    bid(state, *others)
    return state


@pytest.mark.rule("wist C.3 values: Wist or 1 to N")
@pytest.mark.parametrize(("seats", "most"), [(4, 13), (5, 10)])
@OPEN
def test_first_bidder_may_bid_0_to_the_hand_size(seats, most, turno):
    assert legal(dealt(turno=turno, seats=seats)) == bids_up_to(most)


@pytest.mark.rule("wist C.3 with four read 13: 10 bars nothing there, 11 to 13 may be bid")
def test_bids_of_four_players_may_add_up_to_ten():
    state = before_the_dealer((4, 4, 2))
    assert legal(state) == bids_up_to(13) - {"bid 3"}


@pytest.mark.rule("wist C.3 forbidden total: the dealer's forbidden bid, and all allowed bids")
@totals
def test_dealer_may_not_make_the_bids_add_up_to_the_number_of_tricks(others, barred):
    state = before_the_dealer(others)
    most = 13 if len(others) == 3 else 10
    assert legal(state) == bids_up_to(most) - {f"bid {barred}"}


@pytest.mark.rule("wist C.3 the forbidden value is known before they choose")
@totals
def test_view_shows_the_dealer_the_forbidden_bid(others, barred):
    state = before_the_dealer(others)
    assert state.view(0).forbidden == barred


@pytest.mark.rule("wist C.3 the forbidden bid is refused")
@pytest.mark.parametrize(("others", "barred"), [case for case in TOTALS if case[1] is not None])
def test_forbidden_bid_is_refused(others, barred):
    assert refusal(before_the_dealer(others), f"bid {barred}").id == "forbidden-bid"


@pytest.mark.rule("wist C.3 applies in rounds 1 to 6, in Buio too")
@OPEN
@pytest.mark.parametrize("clockwise", [False, True])
def test_one_bid_is_forbidden_to_the_dealer_in_every_open_round(turno, clockwise):
    state = before_the_dealer((2, 2, 0, 4), turno, clockwise=clockwise)
    assert state.view(0).forbidden == 2
    assert legal(state) == bids_up_to(10) - {"bid 2"}


@pytest.mark.rule("wist C.3 it binds only the last bidder, the dealer")
@pytest.mark.parametrize("dealer", range(4))
def test_only_the_dealer_has_a_forbidden_bid(dealer):
    state = dealt(turno=LIBERA, dealer=dealer)
    for number in (5, 8, 0):
        assert state.to_act != dealer
        assert legal(state) == bids_up_to(13)
        assert [state.view(listener).forbidden for listener in listeners(state)] == [None] * 5
        bid(state, number)
    assert state.to_act == dealer
    assert legal(state) == bids_up_to(13) - {"bid 0"}


@pytest.mark.rule("wist C.3 a player before the dealer may make the total N")
def test_bidder_before_the_dealer_may_make_the_bids_add_up_to_the_number_of_tricks():
    state = dealt(turno=LIBERA)
    bid(state, 6, 7)
    make(state, "bid 0")
    assert state.view(0).forbidden == 0


@pytest.mark.rule("wist C.3 only the last bidder is told the forbidden bid")
@pytest.mark.parametrize("listener", [1, 2, 3, None])
def test_forbidden_bid_is_only_in_the_dealers_view(listener):
    assert before_the_dealer((2, 2, 2)).view(listener).forbidden is None


@pytest.mark.rule("wist C.3 nothing is forbidden once they have bid")
def test_no_bid_is_forbidden_after_the_bidding():
    state = before_the_dealer((2, 2, 2))
    bid(state, 1)
    assert [state.view(listener).forbidden for listener in listeners(state)] == [None] * 5


@pytest.mark.rule("wist C.3 not in Biglietti, nor in Buio on tickets")
@pytest.mark.parametrize(
    ("turno", "tickets"), [(BIGLIETTI, False), (BUIO, True), (BIGLIETTI, True)]
)
@totals
def test_no_bid_is_forbidden_if_bids_are_written_in_secret(turno, tickets, others, barred):
    del barred
    state = before_the_dealer(others, turno, dark_tickets=tickets)
    assert legal(state) == bids_up_to(13 if len(others) == 3 else 10)
    assert state.view(0).forbidden is None


@pytest.mark.rule("wist C.3 on tickets all bids may be right: the total N is allowed")
def test_bids_on_tickets_may_sum_to_the_number_of_tricks():
    state = before_the_dealer((5, 4, 4), BIGLIETTI)
    bid(state, 0)
    assert state.phase is not m.Phase.BIDDING


@pytest.mark.rule("wist C.3 not in the Wist round")
def test_no_bid_is_forbidden_in_the_wist_round():
    state = dealt(turno=WIST)
    assert [state.view(listener).forbidden for listener in listeners(state)] == [None] * 5


@pytest.mark.rule("wist C.3 bids are said aloud, one after another, from the dealer's right")
@pytest.mark.parametrize("numbers", [(2, 2, 0, 4, 1), (3, 4, 1, 2)])
@OPEN
def test_open_bids_are_public_and_in_order(numbers, turno):
    seats = len(numbers)
    state = dealt(turno=turno, seats=seats)
    events = bid(state, *numbers)
    order = in_turn(seats)
    assert of(m.BidMade, events) == [
        m.BidMade(seat, number) for seat, number in zip(order, numbers, strict=True)
    ]
    assert of(m.BidWritten, events) == []
    assert state.view(None).bids == numbers[::-1]


@pytest.mark.rule("wist C.3 only the player to act may bid")
def test_bid_out_of_turn_is_illegal():
    state = dealt()
    for seat in in_turn():
        assert [bool(legal(state, other)) for other in range(4)] == [
            other == seat for other in range(4)
        ]
        bid(state, 1)


@pytest.mark.rule("wist C.3 after the dealer's bid the first player leads")
@pytest.mark.parametrize("dealer", range(4))
def test_first_player_leads_after_the_bids(dealer):
    state = dealt(dealer=dealer)
    bid(state, 1, 1, 1)
    assert state.view(0).leader is None
    bid(state, 1)
    assert state.to_act == state.view(0).leader == in_turn(4, dealer)[0]
    assert not state.view(0).bidding
