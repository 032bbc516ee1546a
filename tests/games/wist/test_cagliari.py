"""La cagliaritana, a form of Wist: rules C.6."""

from collections import Counter

import pytest

from audiogames.cards.dealing import DealerChosen
from audiogames.core.options import OptionError
from audiogames.games.wist import model as m
from audiogames.games.wist.scores import round_points
from tests.games.moves import of
from tests.games.wist.positions import (
    RULES,
    bid,
    bids_up_to,
    cards,
    dealt,
    in_turn,
    legal,
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

FORM = {"form": "cagliari"}
SIZES = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
each_hand = pytest.mark.parametrize(("number", "size"), list(enumerate(SIZES, 1)))
ONE = 13
"""The number of the hand that has one card."""


# Four players, and the lots


@pytest.mark.rule("wist C.6 four players: five cannot play it")
def test_cagliari_variant_refuses_five_players():
    with pytest.raises(OptionError) as error:
        RULES.start(m.Options(**FORM), 5)
    assert error.value.id == "option-needs-seats"
    assert error.value.args_ == {"option": "form", "value": "cagliari", "seats": "4"}


@pytest.mark.rule("wist C.6 seats are drawn by lot, then the dealer, at the start")
def test_cagliari_variant_draws_seats_and_then_the_dealer():
    state = start(**FORM)
    assert state.expects == "seats"
    assert make(state, "seats 2 0 3 1") == [m.SeatsDrawn((2, 0, 3, 1))]
    assert state.expects == "draw-dealer"
    assert of(DealerChosen, make(state, "draw-dealer 2c 3c 5c 4c")) == [DealerChosen(2)]
    assert state.expects == "deal"


@pytest.mark.rule("wist C.6 ties for the deal redraw; the seats stay")
def test_cagliari_seats_do_not_change_if_the_draw_for_the_dealer_is_tied():
    state = start(**FORM)
    make(state, "seats 2 0 3 1")
    make(state, "draw-dealer 2c Ac 5c Ah")
    assert state.expects == "draw-dealer"
    assert state.view(0).order == (2, 0, 3, 1)


@pytest.mark.rule("wist C.1 in the eight-round form no seats are drawn")
@pytest.mark.parametrize("seats", [4, 5])
def test_seats_are_not_drawn_by_lot_in_the_variant_of_eight_rounds(seats):
    state = start(seats)
    assert state.expects == "draw-dealer"
    assert state.view(0).order == tuple(range(seats))


@pytest.mark.rule("wist C.6 play follows the drawn seats, which are announced clockwise")
@pytest.mark.parametrize(
    ("clockwise", "cutter", "turns"),
    [(False, 1, [0, 2, 1, 3]), (True, 0, [1, 2, 0, 3])],
)
def test_cagliari_bids_and_cards_follow_the_order_of_the_drawn_seats(clockwise, cutter, turns):
    state = start(clockwise=clockwise, **FORM)
    make(state, "seats 2 0 3 1")
    make(state, "draw-dealer 2c 3c 4c 5c")
    deck = pack(state)
    [told] = of(m.Dealt, make(state, deck))
    assert (told.dealer, told.cutter, told.first) == (3, cutter, turns[0])
    assert [event.seat for event in of(m.BidMade, bid(state, 1, 1, 1, 1))] == turns
    played = [make(state, min(legal(state)))[0].seat for _ in range(4)]
    assert played == turns


@pytest.mark.rule("wist C.6 the deal follows the drawn seats")
@pytest.mark.parametrize("clockwise", [False, True])
def test_cagliari_deal_passes_round_in_the_order_of_the_drawn_seats(clockwise):
    state, events = whole_match(clockwise=clockwise, **FORM)
    order = state.view(None).order
    dealers = [event.dealer for event in of(m.Dealt, events)]
    at = order.index(dealers[0])
    step = 1 if clockwise else -1
    assert dealers == [order[(at + step * place) % 4] for place in range(25)]
    assert sorted(Counter(dealers).values()) == [6, 6, 6, 7]


# The hands


@pytest.mark.rule("wist C.6 hands of 13, 12 to 1 to 12, 13: 25, the one-card hand once")
def test_cagliari_match_has_25_hands():
    state, events = whole_match(**FORM)
    assert [event.cards for event in of(m.Dealt, events)] == SIZES
    assert [event.round for event in of(m.RoundScored, events)] == list(range(1, 26))
    assert state.view(0).rounds == 25


@pytest.mark.rule("wist C.6 round_name is the number of cards of each player")
@each_hand
def test_cagliari_round_is_named_by_its_hand_size(number, size):
    view = dealt(turno=number, **FORM).view(1)
    assert view.hand_sizes == (size,) * 4
    assert (view.round, view.round_name, view.cards) == (number, str(size), size)


@pytest.mark.rule("wist C.6 13-card hands without trump: no card is left to turn")
@pytest.mark.parametrize("number", [1, 25])
def test_cagliari_rounds_with_full_hands_have_no_trump(number):
    state = ready(number, **FORM)
    events = make(state, pack(state))
    assert of(m.TrumpTurned, events) == []
    assert (state.view(0).trump, state.view(0).turned) == (None, None)


@pytest.mark.rule("wist C.6 all others: the next card of the stock is turned, its suit is trump")
@each_hand
def test_cagliari_trump_is_the_turned_card(number, size):
    if size == 13:
        return
    state = ready(number, **FORM)
    deck = pack(state)
    events = make(state, deck)
    after_the_hands = deck.split()[1 + 4 * size]
    assert of(m.TrumpTurned, events) == [m.TrumpTurned(cards(after_the_hands)[0])]
    assert str(state.view(0).turned) == after_the_hands
    assert state.view(None).trump == after_the_hands[1]


@pytest.mark.rule("wist C.6 the trump of a hand is its own")
@pytest.mark.parametrize(("turned", "trump"), [("2h", "h"), ("Ad", "d"), ("9c", "c"), ("5s", "s")])
def test_cagliari_trump_takes_other_suits(turned, trump):
    state = playing("Ah 3d", "Kh 3c", "Qh 3s", "Jh 3h", turned=turned, turno=2, **FORM)
    assert state.view(0).trump == trump
    play(state, "Ah Kh Qh Jh")
    events = play(state, "3d 3c 3s 3h")
    [taken] = of(m.TrickTaken, events)
    assert taken.seat == in_turn()["dcsh".index(trump)]


@pytest.mark.rule("wist C.6 no suit takes another in a hand without trump")
def test_cagliari_trick_in_a_13_card_hand_without_trump_is_won_by_the_suit_led():
    assert takes("2d Ah Ac As", turno=1, **FORM) == "2d"


@pytest.mark.rule("wist C.6 every round is open, with the cards seen")
@each_hand
def test_cagliari_bids_are_open_and_made_after_seeing_the_cards(number, size):
    view = dealt(turno=number, dark_tickets=True, **FORM).view(2)
    assert (view.secret, view.hidden, view.bound) == (False, False, False)
    assert len(view.hand) == size


# Bids


@pytest.mark.rule("wist C.6 bids 0 to h")
@each_hand
def test_cagliari_bids_run_from_0_to_the_hand_size(number, size):
    assert legal(dealt(turno=number, **FORM)) == bids_up_to(size)


@pytest.mark.rule("wist C.6 the sum may not equal the cards dealt")
@pytest.mark.parametrize(
    ("number", "others", "barred"),
    [
        (1, (5, 4, 4), 0),
        (1, (0, 0, 0), 13),
        (2, (5, 4, 4), None),
        (2, (5, 4, 3), 0),
        (2, (2, 2, 2), 6),
        (ONE, (0, 0, 0), 1),
        (ONE, (0, 1, 0), 0),
        (ONE, (1, 1, 0), None),
        (14, (1, 0, 0), 1),
        (25, (3, 3, 3), 4),
    ],
)
def test_cagliari_dealer_may_not_make_the_bids_sum_to_the_cards(number, others, barred):
    state = dealt(turno=number, **FORM)
    bid(state, *others)
    assert legal(state) == bids_up_to(SIZES[number - 1]) - {f"bid {barred}"}
    assert state.view(0).forbidden == barred


@pytest.mark.rule("wist C.6 bids above the number of cards dealt are refused")
def test_cagliari_bid_above_the_hand_size_is_refused():
    refused = refusal(dealt(turno=ONE, **FORM), "bid 2")
    assert refused.id == "bid-too-high"
    assert refused.message.number == 1


# Taglio libero


@pytest.mark.rule("wist C.6 taglio libero is allowed in hands with trump")
@pytest.mark.parametrize(("free_cut", "more"), [(False, set()), (True, {"Kh", "3h"})])
def test_cagliari_free_cut_is_allowed_by_its_option_in_deals_with_a_trump_suit(free_cut, more):
    hands = ("5678d 9Td", "A2d K3h Q4s")
    state = playing(*hands, turned="9h", turno=8, free_cut=free_cut, **FORM)
    play(state, "5d")
    assert legal(state) == {"Ad", "2d"} | more


@pytest.mark.rule("wist C.6 and not in hands without")
@pytest.mark.parametrize("number", [1, 25])
def test_cagliari_free_cut_is_illegal_without_trump(number):
    hands = ("5678d 9Td", "A2d K3h Q4s")
    state = playing(*hands, turno=number, free_cut=True, **FORM)
    play(state, "5d")
    assert legal(state) == {"Ad", "2d"}


# Points

TABLE = [
    # bid, tricks, points, points where ten and the bid always count
    (3, 3, 16, 16),
    (3, 5, -4, 12),
    (0, 0, 10, 10),
    (0, 2, -4, 6),
    (5, 3, -4, 16),
    (1, 0, -2, 10),
    (1, 1, 12, 12),
    (13, 13, 36, 36),
    (13, 0, -26, 10),
    (0, 13, -26, -16),
]


@pytest.mark.rule("wist C.6 exact 10 + 2 b, missed -2 |t - b|; or both always")
@pytest.mark.parametrize(("bid", "tricks", "made", "always"), TABLE)
def test_cagliari_points_follow_both_scoring_options(bid, tricks, made, always):
    for kind, points in (("made", made), ("always", always)):
        options = m.Options(form="cagliari", cagliari_points=kind)
        assert round_points((bid, 1, 0, 2), (tricks, 1, 0, 2), options) == (points, 12, 10, 14)


@pytest.mark.rule("wist C.6 made-only is the default; the 25 of a Wist does not exist here")
@pytest.mark.parametrize(
    ("options", "points"),
    [({}, (-2, 10, -2, 12)), ({"cagliari_points": "always"}, (10, 10, 10, 12))],
)
def test_cagliari_hand_scores_made_bids_by_default(options, points):
    hands = ("Ah", "2h", "3h", "4h")
    state = playing(*hands, turned="2c", turno=ONE, bids=[1, 1, 0, 1], **FORM, **options)
    [scored] = of(m.RoundScored, play(state, "Ah 2h 3h 4h"))
    assert scored.points == points


@pytest.mark.rule("wist C.6 a made zero is worth 10, a missed one -2 a trick")
def test_cagliari_exact_bid_of_zero_scores_10():
    hands = ("Ah", "2h", "3h", "4h")
    state = playing(*hands, turned="2c", turno=ONE, bids=[0, 0, 0, 0], **FORM)
    [scored] = of(m.RoundScored, play(state, "Ah 2h 3h 4h"))
    assert scored.points == (10, 10, 10, -2)


@pytest.mark.rule("wist C.6 points are added from the first hand to the last; the highest wins")
def test_cagliari_totals_are_sums_and_the_highest_wins():
    state, events = whole_match(**FORM)
    columns = zip(*(scored.points for scored in of(m.RoundScored, events)), strict=True)
    totals = tuple(map(sum, columns))
    assert state.result().points == totals
    assert state.result().winners == tuple(s for s in range(4) if totals[s] == max(totals))
