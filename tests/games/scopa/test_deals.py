"""Dealing, void deals, points, the end of a match, and moves as text: rules 2 and 5."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import ITALIAN, cards_of, set_of
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.sides import sides
from audiogames.core.contract import Result, Turn
from audiogames.core.options import OptionError
from audiogames.games.scopa import model as m
from audiogames.games.scopa import scores
from audiogames.games.scopa.controls import board_of
from audiogames.games.scopa.speech import recall_of
from tests.games.moves import of, words
from tests.games.scopa.positions import (
    FORMS,
    OPTIONS,
    RULES,
    begun,
    cards,
    make,
    match,
    pack,
    playing,
    refusal,
)


@pytest.mark.rule("scopa 2 the forms: packets, cards on the table, and points")
@pytest.mark.parametrize(
    ("seats", "options", "dealt"),
    [
        (2, {}, (3, 4, 30, 11)),
        (3, {}, (3, 4, 27, 11)),
        (4, {}, (3, 4, 24, 11)),
        (4, {"form": "scopone"}, (9, 4, 0, 21)),
        (4, {"form": "scientifico"}, (10, 0, 0, 21)),
        (4, {"form": "scientifico", "points": 31}, (10, 0, 0, 31)),
    ],
)
def test_number_of_dealt_cards_and_target_score_depend_on_the_variant(seats, options, dealt):
    size, table, stock, target = dealt
    state = begun(seats, **options)
    order = sorted(ITALIAN, key=lambda one: (one.rank != "R", one.order))
    told, *hands = make(state, words(["deal", *order]))
    assert told == m.Dealt(1, 1, 0, (0,) * len(sides(seats)), tuple(order[size * seats :][:table]))
    assert hands == [
        HandDealt(tuple(order[seat * size : (seat + 1) * size]), to=seat) for seat in range(seats)
    ]
    view = state.view(0)
    assert (view.hand_sizes, view.stock, view.hand) == ((size,) * seats, stock, hands[0].cards)
    assert (view.to_act, view.options.target) == (0, target)
    assert state.view(None).hand == ()


@pytest.mark.rule("scopa 1.2 the seat on the dealer's right begins; play and deal go right")
@pytest.mark.parametrize(("seats", "options"), FORMS)
def test_play_and_deal_pass_to_the_right(seats, options):
    events = [event for _, _, some, _ in match(1, seats, **options) for event in some]
    assert isinstance(events[0], DealerChosen)
    dealt = of(m.Dealt, events)
    assert all(one.first == (one.dealer - 1) % seats for one in dealt)
    assert all(after.dealer == (before.dealer - 1) % seats for before, after in pairwise(dealt))
    plays = [one for one in events if isinstance(one, m.CardPlayed | m.Dealt)]
    for before, after in pairwise(plays):
        if isinstance(after, m.CardPlayed):
            wanted = before.first if isinstance(before, m.Dealt) else (before.seat - 1) % seats
            assert after.seat == wanted


@pytest.mark.rule(
    "scopa 5 later packets come from the stock by themselves, the dealer's right first"
)
def test_later_packets_are_dealt_from_the_stock_automatically():
    state = begun(3, dealer=2)
    order = sorted(ITALIAN, key=lambda one: (one.rank != "R", one.order))
    make(state, words(["deal", *order]))
    events = []
    while state.view(None).stock == 27:
        events = make(state, str(state.legal_moves(state.to_act)[0]))
    stock = order[13:]
    assert of(HandDealt, events) == [
        HandDealt(tuple(stock[place * 3 : place * 3 + 3]), to=seat)
        for place, seat in enumerate((1, 0, 2))
    ]
    assert state.to_act == 1


@pytest.mark.rule("scopa 2.6 three kings on the table: the same dealer deals anew")
@pytest.mark.parametrize(
    ("table", "is_void"), [("Rc Rd Rs Rb", True), ("Rc Rd 2s Rb", True), ("Rc Rd 2s 3b", False)]
)
def test_deal_with_three_kings_on_the_table_is_void(table, is_void):
    state = begun()
    events = make(state, pack(["", ""], table))
    assert (events == [m.DealVoid(1, cards(table))]) == is_void
    assert (state.expects, state.view(0).hand_sizes) == (
        ("deal", (0, 0)) if is_void else (None, (3, 3))
    )
    if is_void:
        assert (state.view(None).table, state.view(None).deal, state.dealer) == ((), 0, 1)
        assert of(m.Dealt, make(state, pack(["", ""], "1c 2c 3c 4c")))[0].deal == 1


@pytest.mark.rule("scopa 2.8 scopone with other than four seats is refused")
@pytest.mark.parametrize("form", ["scopone", "scientifico"])
@pytest.mark.parametrize("seats", [2, 3])
def test_scopone_needs_four_seats(form, seats):
    with pytest.raises(OptionError, match="option-wrong-seats"):
        RULES.start(m.Options(form=form), seats)


@pytest.mark.rule("scopa 2.12 the preset of the union: scientific, 21 points, no options")
def test_uici_preset_is_scopone_scientifico_to_21_points():
    assert m.Options(form="scientifico", points=21) == m.UICI
    assert m.UICI.target == m.Options(form="scientifico").target == 21


# Points

HALF = "1c 2c 3c 4c 5c 6c 7c Fc Cc Rc 1s 2s 3s 4s 5s 6s 7s Fs Cs"


def counted(*piles, scope=None, **options):
    """Return the result of a deal with these captured piles."""
    sets = [set_of(cards(pile)) for pile in piles]
    counts = scores.counts_of(sets, scope or [0] * len(piles), m.Options(**options))
    points = scores.points_of(counts)
    return scores.scored(counts, points, points)


@pytest.mark.rule("scopa 2.7 a, b, 2.11 (6) more cards and more coins; level is nobody's")
def test_most_cards_and_most_coins_score_a_point_each():
    level = counted(f"{HALF} Rs", words(one for one in ITALIAN if one.suit in "db"))
    assert (level.cards, level.coins, level.points) == ((20, 20), (0, 10), (0, 2))
    assert counted("1d 2c", "2d").points == (1, 0)
    assert counted("1c 2c", "1s 2s", "1b").points == (0, 0, 0)
    assert counted("1c 2c", "1s", "1b").points == (1, 0, 0)


@pytest.mark.rule("scopa 2.7 c the seven of coins")
def test_seven_of_coins_scores_settebello():
    assert counted("7d", "1c 2c 3d").settebello == (1, 0)


@pytest.mark.rule("scopa 2.7 d primiera: the best card of each suit")
@pytest.mark.parametrize(
    ("pile", "sum_"),
    [
        ("7c 7d 7s 7b", 84),
        ("6c 1d 5s 4b", 18 + 16 + 15 + 14),
        ("3c 2d Fs Rb Cb", 13 + 12 + 10 + 10),
        ("7c 6c 1d Rd 2s 3s Fb", 21 + 16 + 13 + 10),
        ("7c 7s 7b", 0),
    ],
)
def test_primiera_sums_the_best_card_of_each_suit(pile, sum_):
    assert scores.primiera(set_of(cards(pile))) == sum_


@pytest.mark.rule("scopa 2.7 d, 2.11 (7) without a suit there is none; level is nobody's")
def test_primiera_needs_every_suit_and_a_clear_lead():
    assert counted("7c 7s 7b", "Fc Fd Fs Fb").primiera == (None, 40)
    assert counted("7c 7s 7b", "Fc Fd Fs Fb 7d").points == (0, 4)
    assert counted("7c 7s 7b 2b 2c", "Fc Fd Fs Fb").points == (1, 2)
    assert counted("7c 7s", "7b").primiera == (None, None)
    assert counted("2c 2d 2s 2b", "Fc Fd Fs Fb").points == (1, 0)
    assert counted("Rc Rd Rs Rb", "Fc Fd Fs Fb").points == (0, 0)
    assert counted("7c 6d Rs Rb", "7s 6b Rc Fd", "2c 2d 2s 2b").points == (0, 0, 0)


@pytest.mark.rule("scopa 2.7 f napola: ace, two, three of coins, and further in sequence")
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("1d 2d", 0),
        ("1d 2d 3d", 3),
        ("1d 2d 3d 5d", 3),
        ("1d 2d 3d 4d", 4),
        ("2d 3d 4d", 0),
        ("1d 2d 3d 4d 5d 6d 7d Fd Cd Rd", 10),
    ],
)
def test_napola_of_ace_to_three_of_coins_or_longer_scores_its_length(pile, points):
    assert counted(pile, "", napola=True).napola == (points, 0)
    assert counted(pile, "").napola == (0, 0)


@pytest.mark.rule("scopa 2.7 e, g scope and the king of coins")
def test_each_scopa_scores_a_point_and_the_king_of_coins_scores_with_the_rebello_option():
    assert counted("2c", "2s", scope=[2, 1]).points == (2, 1)
    assert counted("Rd", "2s 2c", rebello=True).rebello == (1, 0)
    assert counted("Rd", "2s 2c").rebello == (0, 0)


def recounted(log, seats, options):
    """Compute the points of each deal from the log's moves alone, without the game's state."""
    sides = 2 if seats == 4 else seats
    piles, scope, table, last = [], [], [], None
    for before, seat, move in log:
        if seat is None:
            size, on_table, _ = m.FORMS[options.form]
            piles, scope, last = [[] for _ in range(sides)], [0] * sides, None
            table = list(getattr(move, "cards", ())[size * seats :][:on_table])
            continue
        takes = list(move.takes) or best_take(move.card, table)
        if not takes:
            table.append(move.card)
        else:
            table = [one for one in table if one not in takes]
            last = seat
            piles[seat % sides] += [move.card, *takes]
            is_last = sum(before.view(None).hand_sizes) == 1 and not before.view(None).stock
            scope[seat % sides] += not table and not is_last
        if sum(map(len, piles)) + len(table) == 40:
            piles[last % sides] += table
            yield tuple(map(len, piles)), tuple(scope)


def best_take(card, table):
    """Return what a card captures if its move names no capture."""
    value = m.VALUES[card]
    for one in table:
        if m.VALUES[one] == value:
            return [one]
    found = [[]]
    for one in table:
        found += [[*some, one] for some in found]
    return next((some for some in found if some and sum(map(m.VALUES.get, some)) == value), [])


@pytest.mark.rule(
    "scopa 2.7 in play: all cards are counted, and the counts follow from the log alone"
)
@pytest.mark.parametrize(("seats", "options"), FORMS)
def test_scopa_deal_points_equal_an_independent_count_from_the_moves(seats, options):
    for seed in range(3):
        steps = [
            (before, None if isinstance(before.to_act, Turn) else before.to_act, move, events)
            for before, move, events, _ in match(seed, seats, **options)
        ]
        scored = [one for *_, events in steps for one in of(m.DealScored, events)]
        log = [(before, seat, move) for before, seat, move, _ in steps]
        assert [(one.cards, one.scope) for one in scored] == list(
            recounted(log, seats, m.Options(**options))
        )
        assert all(sum(one.cards) == 40 for one in scored)
        assert all(sum(one.coins) == 10 for one in scored)


@pytest.mark.rule("scopa 1.1 every card is in one place")
@given(seed=st.integers(0, 999), form=st.sampled_from(FORMS))
def test_every_card_is_in_exactly_one_place(seed, form):
    seats, options = form
    for before, _, _, _ in match(seed, seats, points=1, **options, **OPTIONS):
        if not isinstance(before.to_act, Turn):
            held = [one.card for hand in before.hands for one in hand]
            piles = [card for pile in before.piles for card in cards_of(pile)]
            table = before.view(None).table
            assert sorted([*held, *piles, *table, *before.stock]) == sorted(ITALIAN)


# The end


@pytest.mark.rule("scopa 2.8, 2.11 (8) the side that alone has most of those at the target wins")
@pytest.mark.parametrize(
    ("score", "winner"),
    [((23, 22), 0), ((22, 22), None), ((20, 20), None), ((20, 21), 1), ((30, 21), 0)],
)
def test_only_a_side_alone_in_the_lead_wins_at_the_target(score, winner):
    state = begun(4, form="scopone")
    make(state, pack(["", "", "", ""], size=9))
    state.score = list(score)
    state.piles, state.scope = [set_of(cards("4s")), 0], [0, 0]
    state.hands = [[], [], [], [m.PLAYS[cards("5s")[0]]]]
    state.trail, state.captures = [], []
    state.closer = state.to_act = 3
    state.lay(cards(""))
    state.last_taker = 3
    events = make(state, "5s")  # swept by its player, so each side has one card
    assert of(m.DealScored, events)[0].points == (0, 0)
    ended = of(m.MatchEnded, events)
    assert [one.winners for one in ended] == ([] if winner is None else [(winner, winner + 2)])
    if winner is not None:
        assert state.result() == Result((winner, winner + 2), score, "target-reached")
    else:
        assert state.expects == "deal"


# Knowledge and texts


@pytest.mark.rule("scopa 2.9 information available during the deal")
@pytest.mark.parametrize(("review", "recall"), [("last", 1), ("all", None), ("none", 0)])
def test_option_review_limits_which_captures_can_be_looked_up(review, recall):
    state = playing("7d", "7c 2b", review=review)
    assert recall_of(state.view(0)) == recall
    make(state, "7d")
    assert words(state.view(1).last_take) == "7d 7c"
    assert (state.view(1).last_taker, state.view(1).taken) == (0, (2, 0))
    assert board_of(state.view(1)).capture.recalled == (review != "none")
    state.to_act = Turn.CHANCE
    assert recall_of(state.view(0)) is None


@pytest.mark.rule("scopa 2.9 the last take is known until the next card is played")
def test_last_capture_is_shown_until_the_next_card_is_played():
    state = playing("7d", "7c 2b", others=["Rs"])
    make(state, "7d")
    make(state, "Rs")
    view = state.view(None)
    assert (view.last_take, view.last_taker) == ((), 0)
    assert not board_of(view).capture.recalled
    assert view.history == ((0, *cards("7d"), cards("7c")), (1, *cards("Rs"), ()))


@pytest.mark.rule("scopa 5 each move has one text form")
@pytest.mark.parametrize(
    "text", ["Fb=3b+5c", "Fb=", "Fb=5c+", "Fb=5c+5c", "Fb =5c", "fb", "Fb=x", ""]
)
def test_text_that_is_not_a_scopa_move_is_refused_as_malformed(text):
    with pytest.raises(Exception, match="malformed"):
        RULES.read(text)


@pytest.mark.rule("scopa 5 other refusals")
def test_each_refusal_has_its_reason():
    state = playing("7d", "7c 2b", others=["Rs"])
    assert refusal(state, "Rs", 0) == "card-not-held"
    assert refusal(state, "Rs", 1) == "not-your-turn"
    assert refusal(state, "dealer 1", 0) == "not-your-move"
    assert refusal(state, "7d", None) == "not-the-dealers-move"
    assert refusal(begun(), "7d", 0) == "being-dealt"


@pytest.mark.rule("scopa 5 an impossible view is detected")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table", ()), ("taken", (1, 0)), ("scope", (-1, 0)), ("score", (0,)), ("stock", 3),
        ("deal", -1), ("hand_sizes", (3, 40)), ("last_taker", 1), ("history", ()), ("dealer", None),
        ("hand", ()), ("last_take", ()), ("options", m.Options(form="scopone")),
    ],
)  # fmt: skip
def test_view_that_no_deal_can_produce_is_unsound(field, value):
    state = begun()
    make(state, pack(["7d", ""], "7c 2b 3c 4s"))
    make(state, "7d")
    view = state.view(0)
    assert not list(RULES.unsound(view))
    assert list(RULES.unsound(replace(view, **{field: value})))


@pytest.mark.rule("scopa secrecy: a sampled deal looks the same and can be continued")
@pytest.mark.parametrize(("seats", "options"), FORMS)
def test_redealing_the_hidden_cards_leaves_the_view_unchanged_and_the_state_playable(
    seats, options
):
    lot = Random(7)
    for number, (before, _, _, _) in enumerate(match(5, seats, **options)):
        seat = number % (seats + 1) - 1
        view = before.view(None if seat < 0 else seat)
        again = RULES.redeal(view, lot)
        assert again.view(view.seat) == view
        if view.seat is not None and not isinstance(view.to_act, Turn):
            others = [hand for place, hand in enumerate(again.hands) if place != seat]
            known = set(cards(words(view.hand)))
            assert not known & {one.card for hand in others for one in hand}
