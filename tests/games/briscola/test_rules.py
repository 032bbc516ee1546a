"""The rules of Briscola, one test for each."""

from collections import Counter
from random import Random

import pytest

from audiogames.cards.card import ITALIAN
from audiogames.cards.drawing import CardDrawn, CardTaken
from audiogames.cards.sides import partner
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.core.text import plain
from audiogames.games.briscola import model as m
from tests.games.briscola.positions import (
    RULES,
    at_random,
    between,
    cards,
    deal,
    dealt,
    legal,
    make,
    play,
    refusal,
    stock_used_up,
)
from tests.games.moves import of

TWO = ("1c 3d Rb", "2c 4d 5b")
FOUR = ("1c 3d Rb", "2c 4d 5b", "7c 5d 4b", "4c 6d 6b")


@pytest.mark.rule("briscola 3.1 two, three without the two of coins, or four in two pairs")
@pytest.mark.parametrize(("seats", "cards_", "sides"), [(2, 40, 2), (3, 39, 3), (4, 40, 2)])
def test_pack_and_sides_depend_on_the_number_of_seats(seats, cards_, sides):
    state = RULES.start(m.Options(), seats)
    make(state, f"dealer {seats - 1}")
    move = RULES.chance(state, Random(1))
    assert len(move.cards) == len(set(move.cards)) == cards_
    assert ("2d" in map(str, move.cards)) == (seats != 3)
    assert len(game("briscola").partners(seats)) == sides
    assert game("briscola").partners(4) == ((0, 2), (1, 3))


@pytest.mark.rule("briscola 3.1 three cards each, the next is turned up, its suit is briscola")
def test_each_seat_gets_three_cards_and_the_next_is_turned_up():
    state = RULES.start(m.Options(), 2)
    make(state, "dealer 1")
    told, *hands = deal(state, *TWO, turned="Fs", stock="6d")
    assert told == m.Dealt(1, Seat(1), Seat(0), *cards("Fs"), (0, 0))
    assert [(one.to, one.cards) for one in hands] == [
        (0, cards("1c 3d Rb")),
        (1, cards("2c 4d 5b")),
    ]
    view = state.view(None)
    assert (view.briscola, str(view.turned), view.stock) == ("s", "Fs", 33)
    assert view.hand_sizes == (3, 3)


@pytest.mark.rule(
    "briscola 1.2 to the right: the dealer's right begins, the deal passes to the right"
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_play_and_deal_pass_to_the_right(seats):
    state = RULES.start(m.Options(), seats)
    make(state, "dealer 0")
    make(state, str(RULES.chance(state, Random(1))))
    order = []
    for _ in range(seats):
        order.append(state.to_act)
        make(state, legal(state, state.to_act)[0])
    assert order == [(0 - place) % seats for place in range(1, seats + 1)]
    at_random(state, Random(2), [], between)
    assert state.dealer == (0 - 1) % seats


@pytest.mark.rule(
    "briscola 3.2 strength: ace, three, king, knight, jack, seven, six, five, four, two"
)
@pytest.mark.parametrize("suit", "cdsb")
def test_cards_rank_ace_three_king_knight_jack_then_seven_to_two(suit):
    strongest = sorted(cards(" ".join(f"{rank}{suit}" for rank in "1234567FCR")), key=m.POWER.get)
    assert "".join(card.rank for card in reversed(strongest)) == "13RCF76542"


@pytest.mark.rule("briscola 3.2 points: ace 11, three 10, king 4, knight 3, jack 2; 120 in all")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_card_points_sum_to_120(seats):
    worth = {str(card): play_.points for card, play_ in m.PLAYS.items() if card.suit == "s"}
    assert worth == {"1s": 11, "3s": 10, "Rs": 4, "Cs": 3, "Fs": 2} | dict.fromkeys(
        ("2s", "4s", "5s", "6s", "7s"), 0
    )
    assert sum(m.PLAYS[card].points for card in m.PACKS[seats]) == 120


@pytest.mark.rule("briscola 3.3 any card may be played to any trick")
def test_any_card_may_be_played_to_any_trick():
    state = dealt(*TWO, turned="6s")
    assert legal(state, 1) == ["2c", "4d", "5b"]
    make(state, "4d")
    assert legal(state, 0) == ["1c", "3d", "Rb"]
    assert legal(state, 1) == []


# Briscola, the cards of a trick in order of play, and the index of the one that takes it
TRICKS = [
    ("c", "4s 5s 6s 7s", 3),
    ("c", "4s 1d 3d Rd", 0),
    ("c", "1s 2c 3s Rs", 1),
    ("c", "2c 4c 5s 1s", 1),
    ("s", "3d 1d 2s 4s", 3),
    ("d", "Fs Cs 7s Rb", 1),
]


@pytest.mark.rule("briscola 3.3 the highest briscola takes, or else the highest of the suit led")
@pytest.mark.parametrize(("suit", "trick", "taker"), TRICKS)
def test_trick_goes_to_the_highest_briscola_or_else_to_the_highest_card_of_the_suit_led(
    suit, trick, taker
):
    played = trick.split()
    others = [str(card) for card in ITALIAN if str(card) not in played and card.suit != suit]
    turned = next(str(c) for c in ITALIAN if c.suit == suit and str(c) not in played)
    hands = [f"{played[-seat % 4]} {others[2 * seat]} {others[2 * seat + 1]}" for seat in range(4)]
    state = dealt(*hands, turned=turned, dealer=1)
    events = play(state, trick)
    assert of(m.TrickTaken, events) == [m.TrickTaken(Seat(-taker % 4), 1)]
    assert state.to_act == -taker % 4


@pytest.mark.rule("briscola 3.4 after each trick everyone draws, the taker first; the taker leads")
def test_after_each_trick_every_seat_draws_a_card_and_the_taker_draws_first():
    state = dealt(*FOUR, turned="7s", stock="Fd Cd Rd 1s")
    events = play(state, "6b 4b 5b Rb")  # from seat 3 on: seat 0 takes
    assert of(CardDrawn, events) == [
        CardDrawn(Seat(seat), left, None) for seat, left in ((0, 26), (3, 25), (2, 24), (1, 23))
    ]
    assert [(one.to, str(one.card)) for one in of(CardTaken, events)] == [
        (0, "Fd"), (3, "Cd"), (2, "Rd"), (1, "1s")
    ]  # fmt: skip
    assert state.to_act == 0
    assert state.hand_sizes() == (3, 3, 3, 3)


@pytest.mark.rule("briscola 3.4 the turned-up card is drawn last, and all players see it")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turned_up_card_is_drawn_last_and_known_to_all(seats):
    state, events = RULES.start(m.Options(deals=1), seats), []
    make(state, "dealer 0")
    at_random(state, Random(3), events, lambda one: bool(one.deal) and one.turned is None)
    drawn = of(CardDrawn, events)
    turned = of(m.Dealt, events)[0].turned
    assert [one.card for one in drawn] == [None] * (len(drawn) - 1) + [turned]
    assert [one.stock for one in drawn] == [*range(len(drawn) - 2, -1, -1), 0]
    for listener in (None, *range(seats)):
        view = state.view(listener)
        assert view.known == ((drawn[-1].seat, turned),)
        assert (view.briscola, view.turned, view.stock) == (turned.suit, None, 0)


@pytest.mark.rule("briscola 3.5 over 60 win, every deal is played to its last card")
def test_deal_is_played_to_its_last_card_and_more_than_60_points_win():
    for seed in range(20):
        state, events = RULES.start(m.Options(deals=3), 2), []
        make(state, "dealer 0")
        at_random(state, Random(seed), events, lambda one: bool(one.sheet))
        (scored,) = of(m.DealScored, events)
        assert len(of(m.CardPlayed, events)) == 40
        assert sum(scored.points) == 120
        best = [Seat(seat) for seat in (0, 1) if scored.points[seat] > 60]
        assert scored.winners == tuple(best)
        assert scored.wins == tuple(int(seat in best) for seat in (0, 1))


def scored(points, wins=None, *, seats=2, **options):
    """Play a deal in which the sides score these points; return its last events and the state."""
    state = RULES.start(m.Options(**options), seats)
    make(state, "dealer 0")
    make(state, str(RULES.chance(state, Random(1))))
    state.score = wins or state.score
    at_random(state, Random(1), [], lambda one: one.turned is None)
    while sum(state.hand_sizes()) > 1:
        make(state, legal(state, state.to_act)[0])
    before = list(state.points)
    twin = state.copy()
    make(twin, legal(twin, twin.to_act)[0])
    last = [after - had for after, had in zip(twin.points, before, strict=True)]
    state.points = [want - more for want, more in zip(points, last, strict=True)]
    return make(state, legal(state, state.to_act)[0]), state


@pytest.mark.rule("briscola 3.5 60 to 60 is a draw; 3.6 a drawn deal is won by no side")
def test_deal_at_sixty_to_sixty_is_a_draw():
    events, state = scored((60, 60))
    assert of(m.DealScored, events) == [m.DealScored((60, 60), (), (0, 0))]
    assert state.to_act is Turn.CHANCE
    assert state.dealer == 1


@pytest.mark.rule("briscola 3.5 with three the most points win; equal points are a draw")
@pytest.mark.parametrize(
    ("points", "winners"), [((50, 40, 30), (0,)), ((45, 45, 30), ()), ((20, 49, 51), (2,))]
)
def test_most_points_win_with_three_seats_and_equal_points_are_a_draw(points, winners):
    events, _ = scored(points, seats=3)
    assert of(m.DealScored, events)[0].winners == winners


@pytest.mark.rule("briscola 3.6 the match goes to the first who has won so many deals")
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_match_is_won_by_the_first_side_with_enough_deals(deals):
    events, state = scored((80, 40), [deals - 1, 0], deals=deals)
    assert of(m.MatchEnded, events) == [m.MatchEnded((Seat(0),), (deals, 0))]
    assert state.result().winners == (0,)
    assert state.result().points == (deals, 0)
    if deals > 1:
        events, state = scored((80, 40), [deals - 2, deals - 1], deals=deals)
        assert not of(m.MatchEnded, events)
        assert state.result() is None


@pytest.mark.rule("briscola 3.6 in pairs both partners win")
def test_both_partners_win_a_match_in_pairs():
    events, _ = scored((50, 70), seats=4, deals=1)
    assert of(m.MatchEnded, events)[0].winners == (1, 3)


@pytest.mark.rule("briscola 3.8 partners see each other's hands before the last three tricks")
def test_partners_see_each_others_hands_before_last_three_tricks():
    state, events = stock_used_up()
    shown = of(m.HandShown, events)
    assert [(one.seat, one.to) for one in shown] == [(0, 2), (1, 3), (2, 0), (3, 1)]
    assert all(one.cards == state.held(one.seat) for one in shown)
    assert type(events[-1]) is m.HandShown
    for seat in range(4):
        assert state.view(seat).partner_hand == state.held(partner(seat))
        assert game("briscola").hand.shown(state.view(seat)) == (partner(seat),)
    assert state.view(None).partner_hand == ()
    assert len(state.leaders) == 8


@pytest.mark.rule(
    "briscola 3.8 not where the table leaves it out, nor earlier, nor without a partner"
)
def test_partners_hand_is_hidden_early_in_a_deal_and_without_the_option_or_a_partner():
    state, events = stock_used_up(show_hands=False)
    assert not of(m.HandShown, events)
    assert all(state.view(seat).partner_hand == () for seat in range(4))
    early = dealt(*FOUR, turned="7s")
    assert all(early.view(seat).partner_hand == () for seat in range(4))
    for seats in (2, 3):
        events = []
        at_random(RULES.start(m.Options(deals=1), seats), Random(1), events)
        assert not of(m.HandShown, events)


# The exchange


def before_exchange(turned="Rs", **options):
    """Return a match in which seat 0 has taken a trick and holds the seven of briscola."""
    state = dealt("1c 7s Rb", "2c 4d 5b", turned=turned, stock="6d 6b", **options)
    play(state, "2c 1c")
    return state


@pytest.mark.rule("briscola 3.9 the seven of briscola for the card turned up")
def test_seven_of_briscola_is_exchanged_for_the_turned_up_card():
    state = before_exchange(exchange=True)
    assert "exchange" in legal(state, 0)
    assert make(state, "exchange") == [m.Exchanged(Seat(0), *cards("7s Rs"))]
    view = state.view(1)
    assert (str(view.turned), view.briscola, view.known) == ("7s", "s", ((0, *cards("Rs")),))
    assert set(state.view(0).hand) == set(cards("Rb 6d Rs"))
    assert state.to_act == 0
    assert "exchange" not in legal(state, 0)
    make(state, "Rs")
    assert state.view(1).known == ()


@pytest.mark.rule("briscola 3.9 only for an ace, a three or a figure")
@pytest.mark.parametrize("rank", "13RCF24567")
def test_seven_is_exchanged_only_for_ace_three_or_figure(rank):
    seven = {"7": "7d"}.get(rank, "7s")
    state = dealt(f"1c {seven} Rb", "2c 4d 5b", turned=f"{rank}s", stock="6d 6b", exchange=True)
    play(state, "2c 1c")
    why = refusal(state.copy(), "exchange")
    assert why == (None if rank in "13RCF" else "nothing-to-exchange")


@pytest.mark.rule("briscola 3.9 off by default; in turn; after a trick taken; with the seven")
def test_exchange_of_the_seven_requires_the_option_the_players_turn_and_a_won_trick():
    assert refusal(before_exchange(), "exchange") == "no-exchange"
    state = before_exchange(exchange=True)
    assert refusal(state, "exchange", Seat(1)) == "not-your-turn"
    make(state, "Rb")
    assert refusal(state, "exchange", Seat(0)) == "not-your-turn"
    assert refusal(state, "exchange", Seat(1)) == "seven-not-held"
    fresh = dealt("2c 4d 5b", "1c 7s Rb", turned="Rs", exchange=True)
    assert refusal(fresh, "exchange") == "no-trick-to-exchange"


@pytest.mark.rule("briscola 3.9 in pairs a trick of the partner counts")
def test_seven_may_be_exchanged_after_the_partner_won_a_trick():
    state = dealt("1c 3d Rb", "2c 4d 5b", "7s 5d 4b", "4c 6d 6b", turned="Rs", exchange=True)
    play(state, "4c 4b 2c 1c")  # seat 0 takes
    play(state, "Rb 6b")
    assert "exchange" in legal(state, 2)


# Public knowledge


@pytest.mark.rule("briscola 3.10 points: own, none, all; the others stay unknown")
@pytest.mark.parametrize(
    ("count", "own", "watching"),
    [
        ("own", (11, None), (None, None)),
        ("none", (None, None), (None, None)),
        ("all", (11, 0), (11, 0)),
    ],
)
def test_count_option_decides_which_points_each_listener_sees(count, own, watching):
    state = dealt(*TWO, turned="6s", count=count)
    play(state, "2c 1c")
    assert state.view(0).points == own
    assert state.view(None).points == watching


@pytest.mark.rule(
    "briscola 3.10 what everybody may know: briscola, stock, trick, course of the deal"
)
def test_every_listener_sees_the_same_public_state():
    state = dealt(*TWO, turned="6s")
    play(state, "2c")
    views = [state.view(listener) for listener in (0, 1, None)]
    public = ("briscola", "turned", "stock", "on_table", "history", "hand_sizes", "wins")
    assert len({tuple(str(plain(getattr(view, name))) for name in public) for view in views}) == 1
    assert [view.hand for view in views] == [cards("1c 3d Rb"), cards("4d 5b"), ()]


# Whole matches


@pytest.mark.rule("briscola 3.4 cards are conserved; points follow only from the tricks")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cards_are_played_and_points_match_the_tricks(seats):
    state, events = RULES.start(m.Options(exchange=True, signals=True), seats), []
    at_random(state, Random(seats), events)
    deals, played = [], []
    for event in events:
        if isinstance(event, m.CardPlayed):
            played.append(event.card)
        elif isinstance(event, m.DealScored):
            assert Counter(played) == Counter(m.PACKS[seats])
            deals.append(event)
            played = []
    assert list(state.sheet) == deals
    assert [counted(course, seats) for course in courses(events)] == [one.points for one in deals]


def courses(events):
    """Yield the trump suit of each deal and its plays, which are pairs of seat and card."""
    for event in events:
        if isinstance(event, m.Dealt):
            course, suit = [], event.turned.suit
        elif isinstance(event, m.CardPlayed):
            course.append((event.seat, str(event.card)))
        elif isinstance(event, m.DealScored):
            yield suit, course


def counted(course, seats):
    """Count each side's points in a deal by a second implementation of the rules."""
    suit, plays = course
    points = [0] * (2 if seats == 4 else seats)
    for place in range(0, len(plays), seats):
        best = plays[place]
        for one in plays[place + 1 : place + seats]:
            stronger = "24567FCR31".index(one[1][0]) > "24567FCR31".index(best[1][0])
            if (one[1][1] == best[1][1] and stronger) or (one[1][1] == suit != best[1][1]):
                best = one
        worth = {"1": 11, "3": 10, "R": 4, "C": 3, "F": 2}
        points[best[0] % len(points)] += sum(
            worth.get(card[0], 0) for _, card in plays[place : place + seats]
        )
    return tuple(points)


@pytest.mark.rule("briscola 5 only legal moves are accepted, and the reason is given")
def test_each_refusal_has_its_reason():
    fresh = RULES.start(m.Options(), 2)
    assert refusal(fresh, "7d", Seat(0)) == "being-dealt"
    assert refusal(fresh, "dealer 2") == "not-the-dealers-move"
    state = dealt(*TWO, turned="6s")
    assert refusal(state, "1c", Seat(0)) == "not-your-turn"
    assert refusal(state, "1c") == "card-not-held"
    assert refusal(state, "dealer 1", Seat(0)) == "not-your-move"
    for text in ("sign due", "sign", "exchange 7s", "8d", "", "sign  asso", "Sign asso"):
        assert refusal(state, text) == "malformed"
