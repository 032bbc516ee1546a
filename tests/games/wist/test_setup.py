"""Players, pack, ranks, the first dealer and the order of seats: rules C.1."""

from collections import Counter

import pytest

from audiogames.cards.card import FRENCH
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.games.wist import model as m
from tests.games.moves import of, words
from tests.games.wist.positions import (
    LIBERA,
    WIST,
    bid,
    cards,
    dealt,
    finish_round,
    in_turn,
    make,
    pack,
    play,
    playing,
    ready,
    refusal,
    start,
    takes,
    whole_match,
)

SEATS = (4, 5)
RANKS = "AKQJT98765432"
DIRECTIONS = pytest.mark.parametrize("clockwise", [False, True])
TABLES = pytest.mark.parametrize(
    ("seats", "dealer"), [(seats, dealer) for seats in SEATS for dealer in range(seats)]
)


# The pack and the hands


@pytest.mark.rule("wist C.1 the pack: 52 French cards with four")
def test_pack_has_52_cards_with_four_players():
    assert m.PACKS[4] == FRENCH
    assert len(set(m.PACKS[4])) == 52


@pytest.mark.rule("wist C.1 the pack: without the two of clubs and of spades with five")
def test_pack_lacks_the_two_black_twos_with_five_players():
    assert set(FRENCH) - set(m.PACKS[5]) == set(cards("2c 2s"))
    assert len(m.PACKS[5]) == 50


@pytest.mark.rule("wist C.1 hand size: 13 with four, 10 with five; the whole pack is dealt")
@pytest.mark.parametrize(("seats", "size"), [(4, 13), (5, 10)])
def test_deal_gives_out_the_whole_pack(seats, size):
    state = dealt(seats=seats)
    hands = [state.view(seat).hand for seat in range(seats)]
    assert [len(hand) for hand in hands] == [size] * seats
    assert sorted(card for hand in hands for card in hand) == sorted(m.PACKS[seats])


@pytest.mark.rule("wist C.1 the whole pack is dealt in each of the eight rounds")
@pytest.mark.parametrize(("seats", "size"), [(4, 13), (5, 10)])
def test_every_round_deals_the_whole_pack(seats, size):
    _, events = whole_match(seats=seats)
    assert [event.cards for event in of(m.Dealt, events)] == [size] * 8
    assert [len(event.cards) for event in of(HandDealt, events)] == [size] * 8 * seats


@pytest.mark.rule("wist design 4: a deal gives whole hands, the first packet to seat 0")
def test_wist_deal_gives_whole_hands_in_seat_order():
    state = ready(dealer=2)
    make(state, words(["deal", *FRENCH]))
    assert [sorted(state.view(seat).hand) for seat in range(4)] == [
        list(FRENCH[13 * seat : 13 * seat + 13]) for seat in range(4)
    ]


@pytest.mark.rule("wist C.1 rank: A K Q J 10 to 2")
@pytest.mark.parametrize("place", range(12))
def test_ranks_run_from_ace_to_two(place):
    high, low = RANKS[place], RANKS[place + 1]
    assert takes(f"{high}h {low}h 2s 3s", turno=LIBERA) == f"{high}h"
    assert takes(f"{low}h {high}h 2s 3s", turno=LIBERA) == f"{high}h"


@pytest.mark.rule("wist C.1 there are no pairs: totals and winners are single seats")
@pytest.mark.parametrize("seats", SEATS)
def test_match_is_won_by_the_seats_with_the_most_points(seats):
    result = whole_match(seats=seats)[0].result()
    assert len(result.points) == seats
    assert result.winners == tuple(
        seat for seat in range(seats) if result.points[seat] == max(result.points)
    )


# The first dealer


@pytest.mark.rule("wist C.1 first dealer: the player with the highest card")
@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("2c 3c 4c 5c", 3),
        ("Ah Kh Qh Jh", 0),
        ("Tc Jd 9s 2h", 1),
        ("2s 3d Ac Kc", 2),
        ("2c 2d 2h 3s", 3),
        ("Kc 7h Ad 7s", 2),
        ("Ks 3d 3h Kd 4c", None),
        ("9d 3d 3h 4d Tc", 4),
    ],
)
def test_player_with_the_highest_drawn_card_deals_first(drawn, dealer):
    state = start(len(drawn.split()))
    events = make(state, f"draw-dealer {drawn}")
    assert events[0] == m.DealerCardsDrawn(tuple(cards(drawn)))
    assert state.view(0).dealer == dealer
    assert of(DealerChosen, events) == ([] if dealer is None else [DealerChosen(dealer)])


@pytest.mark.rule("wist C.1 ties among the highest redraw, all players again")
@pytest.mark.parametrize("drawn", ["Ac 2h 3h Ad", "Kc Kh Kd 2d", "7c 7h 7d 7s", "2c Jh Jd 3d"])
def test_all_players_draw_again_if_the_highest_card_drawn_is_tied(drawn):
    state = start()
    assert of(m.DrawTied, make(state, f"draw-dealer {drawn}")) == [m.DrawTied()]
    assert (state.expects, state.view(0).dealer) == ("draw-dealer", None)
    assert refusal(state, "draw-dealer Ac Kc").id == "not-the-dealers-move"
    make(state, "draw-dealer 5c 6c 7c 4c")
    assert (state.expects, state.view(0).dealer) == ("deal", 2)


@pytest.mark.rule("wist C.1 a tie below the highest does not count")
@pytest.mark.parametrize("drawn", ["Ac 2h 2d 2s", "Qs Jh Jd Jc", "Ts 9c 9d 3d"])
def test_tie_below_the_highest_drawn_card_is_ignored(drawn):
    state = start()
    assert of(m.DrawTied, make(state, f"draw-dealer {drawn}")) == []
    assert (state.expects, state.view(0).dealer) == ("deal", 0)


@pytest.mark.rule("wist C.1 ties redraw as often as necessary")
def test_draw_for_the_dealer_is_repeated_until_there_is_no_tie():
    state = start(5)
    for _ in range(3):
        make(state, "draw-dealer Ac 2h Ad Ah As")
        assert state.expects == "draw-dealer"
    make(state, "draw-dealer 3c 2h 4d Ah Ks")
    assert state.view(None).dealer == 3


# The order


@pytest.mark.rule(
    "wist C.1 order: cut on the dealer's left, from their right on; clockwise mirrors"
)
@TABLES
@DIRECTIONS
def test_player_left_of_the_dealer_cuts_and_right_of_the_dealer_plays_first(
    seats, dealer, clockwise
):
    state = ready(seats=seats, dealer=dealer, clockwise=clockwise)
    [told] = of(m.Dealt, make(state, pack(state)))
    left, right = (dealer + 1) % seats, (dealer - 1) % seats
    assert told.dealer == dealer
    assert (told.cutter, told.first) == ((right, left) if clockwise else (left, right))


@pytest.mark.rule("wist C.1 order: bidding goes counter-clockwise, the dealer last; mirrored")
@TABLES
@DIRECTIONS
def test_bidding_ends_with_the_dealer(seats, dealer, clockwise):
    state = dealt(seats=seats, dealer=dealer, clockwise=clockwise)
    events = bid(state, *[1] * seats)
    order = in_turn(seats, dealer, clockwise=clockwise)
    assert [event.seat for event in of(m.BidMade, events)] == order
    assert order[-1] == dealer


@pytest.mark.rule("wist C.1 order: play goes the same way, from the first player; mirrored")
@TABLES
@DIRECTIONS
def test_players_play_in_seat_order_starting_with_the_first_player(seats, dealer, clockwise):
    trick = "3h 4h 5h 6h 7h"[: 3 * seats - 1]
    state = playing(*trick.split(), seats=seats, dealer=dealer, clockwise=clockwise)
    events = play(state, trick)
    order = in_turn(seats, dealer, clockwise=clockwise)
    assert [event.seat for event in of(m.CardPlayed, events)] == order


@pytest.mark.rule("wist C.1 first leader: on the dealer's right, also without bids")
@pytest.mark.parametrize("turno", range(1, 9))
@DIRECTIONS
def test_first_leader_sits_right_of_the_dealer_or_left_if_play_is_clockwise(turno, clockwise):
    state = playing(turno=turno, dealer=2, clockwise=clockwise)
    assert state.to_act == state.view(0).leader == (3 if clockwise else 1)


@pytest.mark.rule("wist C.1 then the trick winner leads")
@pytest.mark.parametrize(
    ("trick", "place"), [("Ah 2h 3h 4h", 0), ("2h 3h Ah 4h", 2), ("2h 3h 4h 5h", 3)]
)
@DIRECTIONS
def test_trick_winner_leads_the_next(trick, place, clockwise):
    hands = [f"{card} {rank}c" for card, rank in zip(trick.split(), "2345", strict=True)]
    state = playing(*hands, clockwise=clockwise)
    play(state, trick)
    winner = in_turn(clockwise=clockwise)[place]
    assert state.to_act == state.view(0).leader == winner
    play(state, f"{'2345'[place]}c")
    step = 1 if clockwise else -1
    assert state.to_act == (winner + step) % 4


@pytest.mark.rule("wist C.1 dealer rotation: to the right each round, left when clockwise")
@pytest.mark.parametrize("seats", SEATS)
@DIRECTIONS
def test_next_player_in_the_direction_of_play_deals_the_next_round(seats, clockwise):
    _, events = whole_match(seats=seats, clockwise=clockwise)
    dealers = [event.dealer for event in of(m.Dealt, events)]
    [chosen] = of(DealerChosen, events)
    step = 1 if clockwise else -1
    assert dealers == [(chosen.dealer + step * place) % seats for place in range(8)]


@pytest.mark.rule("wist C.1 eight rounds always: with five players three people deal twice")
@pytest.mark.parametrize(("seats", "times"), [(4, [2, 2, 2, 2]), (5, [1, 1, 2, 2, 2])])
def test_players_deal_equally_often_in_eight_rounds_if_possible(seats, times):
    _, events = whole_match(seats=seats)
    dealers = Counter(event.dealer for event in of(m.Dealt, events))
    assert sorted(dealers.values()) == times


@pytest.mark.rule("wist C.1 the next round begins on the new dealer's right")
def test_new_round_begins_on_the_new_dealers_right():
    state = playing("Ah", "2h", "3h", "4h", turno=WIST - 1, dealer=3)
    finish_round(state)
    assert (state.expects, state.view(0).dealer) == ("deal", 2)
    make(state, pack(state))
    assert state.to_act == 1
