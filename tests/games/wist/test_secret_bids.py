"""Tickets and bids in the dark stay secret until they are revealed: rules C.3."""

from itertools import permutations

import pytest

from audiogames.cards.dealing import HandDealt
from audiogames.core.text import plain
from audiogames.games.wist import model as m
from tests.games.moves import of
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    bid,
    bids_up_to,
    dealt,
    finish_round,
    in_turn,
    legal,
    listeners,
    make,
    pack,
    play,
    ready,
    refusal,
)

ON_TICKETS = [(BIGLIETTI, {}), (BUIO, {"dark_tickets": True})]
on_tickets = pytest.mark.parametrize(("turno", "options"), ON_TICKETS)
dark = pytest.mark.parametrize("options", [{}, {"dark_tickets": True}])

# Any order


@pytest.mark.rule("wist design 4: every seat that has not bid may; to_act is the first of these")
@on_tickets
def test_secret_bids_may_be_written_in_any_order(turno, options):
    for order in permutations(range(4)):
        state = dealt(turno=turno, **options)
        waiting = in_turn()
        for seat in order:
            assert state.to_act == waiting[0], order
            assert {one for one in range(4) if legal(state, one)} == set(waiting), order
            make(state, f"bid {seat}", seat)
            waiting.remove(seat)
        assert state.to_act == in_turn()[0], order
        assert state.phase is not m.Phase.BIDDING, order


@pytest.mark.rule("wist design 4: the first in order is found clockwise too, and with five")
@on_tickets
def test_seat_to_act_is_the_next_one_clockwise_that_has_not_written_a_bid(turno, options):
    state = dealt(turno=turno, seats=5, dealer=2, clockwise=True, **options)
    make(state, "bid 1", 4)
    make(state, "bid 1", 3)
    assert state.to_act == 0
    make(state, "bid 1", 0)
    assert state.to_act == 1


@pytest.mark.rule("wist C.3 values: Wist or 1 to N on a ticket, at any time")
@on_tickets
@pytest.mark.parametrize(("seats", "most"), [(4, 13), (5, 10)])
def test_secret_bid_may_be_any_possible_number_of_tricks(turno, options, seats, most):
    state = dealt(turno=turno, seats=seats, **options)
    make(state, "bid 0", 2)
    for seat in set(range(seats)) - {2}:
        assert legal(state, seat) == bids_up_to(most)


@pytest.mark.rule("wist C.3 a ticket is written once")
@on_tickets
def test_secret_bid_may_be_written_only_once(turno, options):
    state = dealt(turno=turno, **options)
    make(state, "bid 2", 1)
    assert legal(state, 1) == set()
    assert refusal(state, "bid 3", 1).id == "already-bid"


# Bids stay secret


@pytest.mark.rule("wist C.3 a written ticket is public, its content only its writer's")
@on_tickets
def test_writing_a_secret_bid_is_public_but_its_number_is_private(turno, options):
    events = make(dealt(turno=turno, **options), "bid 7", 1)
    assert events == [m.BidMade(1, 7, to=1), m.BidWritten(1)]


@pytest.mark.rule("wist C.3 only the player's own bid is shown")
@on_tickets
def test_view_shows_only_the_players_own_secret_bid(turno, options):
    state = dealt(turno=turno, **options)
    make(state, "bid 7", 1)
    make(state, "bid 5", 3)
    assert [state.view(listener).bids for listener in listeners(state)] == [
        (None, None, None, None),
        (None, 7, None, None),
        (None, None, None, None),
        (None, None, None, 5),
        (None, None, None, None),
    ]
    assert state.view(0).written == state.view(None).written == (False, True, False, True)


@pytest.mark.rule("wist C.3 neither bid nor running sum is revealed: other bids, the same views")
@on_tickets
@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_other_players_cannot_distinguish_two_secret_bids(turno, options, tricks):
    hands = ["AKQh", "234h", "567h", "89Th"]
    script = " ".join(["Ah 2h 5h 8h", "Kh 3h 6h 9h"][:tricks])
    heard = []
    for numbers in ((0, 0, 1, 0), (3, 2, 1, 3)):
        state = dealt(*hands, turno=turno, **options)
        events = [
            event
            for seat, number in zip((3, 1, 2, 0), numbers, strict=True)
            for event in make(state, f"bid {number}", seat)
        ]
        events += play(state, script)
        views = [plain(state.view(listener)) for listener in (2, None)]
        heard.append((views, [event for event in events if event.heard_by(2)]))
    assert heard[0] == heard[1]


@pytest.mark.rule("wist C.3 the bids stay hidden until the last card of the last trick")
@on_tickets
def test_secret_bids_on_tickets_stay_hidden_until_the_last_card(turno, options):
    state = dealt("AKh", "23h", "45h", "67h", turno=turno, **options)
    events = bid(state, 2, 1, 0, 0) + play(state, "Ah 2h 4h 6h Kh 3h 5h")
    assert of(m.BidsRevealed, events) == []
    assert state.view(0).bids == (0, None, None, None)
    assert state.view(None).bids == (None,) * 4


@pytest.mark.rule("wist C.7 REVEAL after the last trick, before SCORE: in seat order, to all")
@on_tickets
def test_secret_bids_are_revealed_before_the_round_is_scored(turno, options):
    state = dealt("AKh", "23h", "45h", "67h", turno=turno, **options)
    bid(state, 2, 1, 0, 0)
    play(state, "Ah 2h 4h 6h Kh 3h 5h")
    events = make(state, "7h")
    kinds = [m.CardPlayed, m.TrickTaken, m.BidsRevealed, m.RoundScored]
    assert [type(event) for event in events] == kinds
    assert events[2] == m.BidsRevealed((0, 0, 1, 2))
    assert state.view(None).bids == (0, 0, 1, 2)


@pytest.mark.rule("wist C.3 after open bids nothing is revealed")
@pytest.mark.parametrize("turno", [1, 2, 3, 4, 5, 6, 8])
def test_round_with_open_bids_has_no_reveal_event(turno):
    assert of(m.BidsRevealed, finish_round(dealt(turno=turno))) == []


# Buio


@pytest.mark.rule("wist C.3 in Buio no view contains the hand until the last bid")
@dark
@pytest.mark.parametrize("seats", [4, 5])
def test_hands_in_buio_are_hidden_until_the_last_bid(options, seats):
    state = dealt(turno=BUIO, seats=seats, **options)
    for _ in range(seats):
        for listener in listeners(state):
            view = state.view(listener)
            assert (view.hand, view.hidden, view.bidding) == ((), True, True)
            assert view.hand_sizes == (13 if seats == 4 else 10,) * seats
        bid(state, 1)
    assert [len(state.view(seat).hand) for seat in range(seats)] == [
        13 if seats == 4 else 10
    ] * seats
    assert not state.view(0).hidden


@pytest.mark.rule("wist C.3 in Buio only bids are allowed before the last bid")
@dark
def test_only_bids_are_legal_in_buio_before_the_last_bid(options):
    state = dealt(turno=BUIO, **options)
    for _ in range(4):
        found = {text for seat in range(4) for text in legal(state, seat)}
        assert found <= bids_up_to(13)
        bid(state, 2)


@pytest.mark.rule("wist C.3 in Buio the cards are shown after the last bid, not before")
@dark
def test_hands_of_the_dark_round_buio_are_sent_after_the_last_bid(options):
    state = dealt(turno=BUIO, **options)
    assert of(HandDealt, bid(state, 1, 1, 1)) == []
    events = bid(state, 1)
    lifted = events.index(m.HandsLifted())
    assert lifted == len(events) - 5
    told = events[lifted + 1 :]
    assert [event.to for event in told] == [0, 1, 2, 3]
    assert [event.cards for event in told] == [state.view(seat).hand for seat in range(4)]


@pytest.mark.rule("wist C.3 the deal of Buio shows no card")
@dark
def test_deal_of_the_dark_round_buio_reveals_no_card(options):
    state = ready(BUIO, **options)
    assert [type(event) for event in make(state, pack(state))] == [m.Dealt]


@pytest.mark.rule("wist C.2 in the other rounds all players hear their hands at the deal")
@pytest.mark.parametrize("turno", [1, 2, 3, 4, 5, 7, 8])
def test_hands_are_sent_at_the_deal_except_in_the_dark_round_buio(turno):
    state = ready(turno)
    told = of(HandDealt, make(state, pack(state)))
    assert [(event.to, event.cards) for event in told] == [
        (seat, state.view(seat).hand) for seat in range(4)
    ]


@pytest.mark.rule("wist C.3 in Buio other cards make the same views and events")
@dark
def test_different_hands_in_buio_give_the_same_views_and_events(options):
    some = dealt("AKh", "23h", "45h", "67h", turno=BUIO, **options)
    others = dealt("23s", "45c", "AKd", "67s", turno=BUIO, **options)
    for number in (2, 1, 0):
        assert bid(some, number) == bid(others, number)
        for listener in listeners(some):
            assert some.view(listener) == others.view(listener)
