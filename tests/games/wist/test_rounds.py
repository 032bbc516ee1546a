"""The eight rounds, their trumps and their bidding: rules C.2."""

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
    dealt,
    finish_round,
    legal,
    make,
    pack,
    play,
    playing,
    takes,
    whole_match,
)

ROUNDS = [
    (1, "cuori", "h"),
    (2, "quadri", "d"),
    (3, "fiori", "c"),
    (4, "picche", "s"),
    (5, "libera", None),
    (6, "buio", None),
    (7, "biglietti", None),
    (8, "wist", None),
]
each_round = pytest.mark.parametrize(("turno", "name", "trump"), ROUNDS)


@pytest.mark.rule("wist C.2 eight rounds, in this order, with these trumps")
@pytest.mark.parametrize("seats", [4, 5])
def test_eight_rounds_have_their_names_and_trumps(seats):
    _, events = whole_match(seats=seats)
    told = [(event.round, event.name, event.trump) for event in of(m.Dealt, events)]
    assert told == ROUNDS


@pytest.mark.rule("wist C.2 eight rounds, and the match is over")
@pytest.mark.parametrize("seats", [4, 5])
def test_match_ends_after_eight_rounds(seats):
    state, events = whole_match(seats=seats)
    assert [event.round for event in of(m.RoundScored, events)] == list(range(1, 9))
    assert isinstance(events[-1], m.MatchEnded)
    assert len(of(m.MatchEnded, events)) == 1
    assert state.view(0).rounds == 8


@pytest.mark.rule("wist C.2 the match ends with the last round and not before")
@pytest.mark.parametrize("turno", range(1, 9))
def test_only_the_last_round_ends_the_match(turno):
    state = playing("Ah", "2h", "3h", "4h", turno=turno)
    events = play(state, "Ah 2h 3h 4h")
    assert bool(of(m.MatchEnded, events)) == (turno == 8)
    assert state.expects == (None if turno == 8 else "deal")


@pytest.mark.rule("wist C.2 the view names the round and its trump")
@each_round
def test_view_names_the_round_and_trump(turno, name, trump):
    view = dealt(turno=turno).view(2)
    assert (view.round, view.round_name, view.trump) == (turno, name, trump)


SUITS = ("h", "d", "c", "s")


@pytest.mark.rule("wist C.2 only the seme del turno takes what another suit led")
@each_round
@pytest.mark.parametrize("other", SUITS)
def test_only_a_trump_beats_a_card_of_another_suit(turno, name, trump, other):
    del name
    led = "d" if other == "h" else "h"
    trick = f"K{led} 2{other} 3{led} 4{led}"
    assert takes(trick, turno=turno) == (f"2{other}" if other == trump else f"K{led}")


@pytest.mark.rule("wist C.2 bidding is open in rounds 1 to 6: all players hear each bid")
@pytest.mark.parametrize("turno", range(CUORI, BUIO + 1))
def test_open_bids_are_in_every_view(turno):
    state = dealt(turno=turno)
    assert bid(state, 3)[0] == m.BidMade(3, 3)
    assert [state.view(seat).bids for seat in (0, None)] == [(None, None, None, 3)] * 2


@pytest.mark.rule("wist C.2 players see their cards before bidding in every round except Buio")
@pytest.mark.parametrize("turno", range(1, 9))
def test_cards_are_seen_before_bidding_except_in_buio(turno):
    views = [dealt(turno=turno).view(seat) for seat in range(4)]
    assert [len(view.hand) for view in views] == [0 if turno == BUIO else 13] * 4
    assert {view.hidden for view in views} == {turno == BUIO}


@pytest.mark.rule("wist C.2 bids are secret in Biglietti, and in Buio on tickets")
@pytest.mark.parametrize("turno", range(1, 9))
@pytest.mark.parametrize("tickets", [False, True])
def test_bids_are_secret_in_the_biglietti_round_and_in_buio_if_it_is_bid_on_tickets(turno, tickets):
    secret = dealt(turno=turno, dark_tickets=tickets).view(0).secret
    assert secret == (turno == BIGLIETTI or (turno == BUIO and tickets))


@pytest.mark.rule("wist C.2 on tickets Buio is still bid before looking")
def test_buio_round_with_bids_on_tickets_hides_the_cards_before_the_bid():
    state = dealt(turno=BUIO, dark_tickets=True)
    assert state.view(3).hidden
    assert state.view(3).hand == ()


@pytest.mark.rule("wist C.2 the Wist round has no bidding: the first player leads at once")
@pytest.mark.parametrize(("seats", "first"), [(4, 3), (5, 4)])
def test_wist_round_has_no_bidding(seats, first):
    state = dealt(turno=WIST, seats=seats)
    assert state.to_act == first
    assert legal(state) == set(map(str, state.view(first).hand))
    assert not any(text.startswith("bid") for seat in range(seats) for text in legal(state, seat))


@pytest.mark.rule("wist C.2 the Wist round: all players have the bid zero")
@pytest.mark.parametrize("seats", [4, 5])
def test_bid_of_every_player_is_zero_in_the_wist_round(seats):
    state = dealt(turno=WIST, seats=seats)
    assert state.view(None).bids == (0,) * seats
    assert state.view(1).bound
    [scored] = of(m.RoundScored, finish_round(state))
    assert scored.bids == (0,) * seats


@pytest.mark.rule("wist C.2 no other round has this obligation")
@pytest.mark.parametrize("turno", range(1, 8))
def test_players_choose_their_bids_in_all_rounds_but_wist(turno):
    view = dealt(turno=turno).view(1)
    assert not view.bound
    assert view.bidding
    assert view.bids == (None,) * 4


@pytest.mark.rule("wist C.2 a round forgets the bids and tricks of the one before")
def test_new_round_clears_bids_and_tricks():
    state = playing("Ah", "2h", "3h", "4h", turno=LIBERA, bids=[1, 1, 1, 1])
    play(state, "Ah 2h 3h 4h")
    make(state, pack(state))
    view = state.view(0)
    assert (view.bids, view.tricks, view.history) == ((None,) * 4, (0,) * 4, ())
    assert view.bidding


@pytest.mark.rule("wist C.2 by default: eight rounds, counter-clockwise, no variant")
def test_wist_match_has_eight_rounds_and_no_variants_by_default():
    options = m.Options()
    assert (options.form, options.cagliari_points) == ("eight", "made")
    assert not (options.clockwise)
    assert not (options.free_cut)
    assert not (options.dark_tickets)
