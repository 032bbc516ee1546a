"""The text forms of moves, and the moves that the dealer may make."""

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH
from audiogames.cards.dealing import Deal
from audiogames.core.contract import Refused
from audiogames.games.wist import model as m
from tests.games.moves import words
from tests.games.wist.positions import (
    RULES,
    cards,
    dealt,
    finish_round,
    make,
    pack,
    ready,
    refusal,
    start,
)

BIDS = [f"bid {number}" for number in range(14)]
LONG = [
    "draw-dealer Kc 7h 2s Ad",
    "draw-dealer Kc 7h 2s Ad Th",
    "seats 2 0 3 1",
    f"deal {words(FRENCH)}",
]


@pytest.mark.rule("wist design 4 text forms: each move is written as it is read")
def test_parsed_move_is_written_as_the_same_text():
    texts = [*map(str, FRENCH), *BIDS, *LONG]
    assert [str(RULES.read(text)) for text in texts] == texts


@pytest.mark.rule("wist design 4 text forms: what a text means")
def test_each_text_form_is_parsed_as_its_move():
    assert RULES.read("Qh").card is cards("Qh")[0]
    assert RULES.read("bid 13").number == 13
    assert RULES.read("seats 2 0 3 1") == m.DrawSeats((2, 0, 3, 1))
    assert RULES.read("draw-dealer Kc 7h") == m.DrawDealer(tuple(cards("Kc 7h")))
    assert RULES.read("deal Kc 7h") == Deal(tuple(cards("Kc 7h")))


@pytest.mark.rule("wist design 4: a move is the same however often it is read")
@pytest.mark.parametrize("text", ["Qh", "bid 3"])
def test_equal_wist_moves_are_the_same_object(text):
    move = RULES.read(text)
    assert RULES.read(text) is move
    assert copy.deepcopy(move) is copy.copy(move) is move
    assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - our own


@pytest.mark.rule("wist design 4 text forms: everything else is malformed")
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "bid", "bid ", "bid 14", "bid -1", "bid 03", "bid 3 ", "bid  3", "Bid 3",
        "bid wist", "bid 1 2", "3", "qh", "QH", "10h", "Qx", "hQ", "Qh 2h", " Qh", "Qh ", "Qb",
        "Rc", "Qh*", "deal Qx", "deal  Qh", "deal Qh ", "draw-dealer Rb", "draw-dealer 1 2 3 4",
        "seats a", "seats -1", "seats 01", "seats 1.0", "seats  1", "dealer 2", "reshuffle Qh",
        "wist",
    ],
)  # fmt: skip
def test_text_that_is_not_a_wist_move_is_refused_as_malformed(text):
    with pytest.raises(Refused) as refused:
        RULES.read(text)
    assert refused.value.id == "malformed"


# The dealer's moves


def before(verb, seats=4):
    """Return a match in which the dealer must make the move that begins with this word."""
    state = start(seats, form="cagliari" if verb == "seats" else "eight")
    if verb == "deal":
        make(state, f"draw-dealer {words(m.PACKS[seats][:seats])}")
    assert state.expects == verb
    return state


def swapped(text, place, card):
    """Return a move's text, with the card or seat at index `place` replaced."""
    parts = text.split()
    parts[place] = card
    return " ".join(parts)


WHOLE = f"deal {words(FRENCH)}"
FIFTY = f"deal {words(m.PACKS[5])}"

ALLOWED = [
    (4, "seats 0 1 2 3"),
    (4, "seats 3 1 0 2"),
    (4, "draw-dealer 2c 2s 2d 2h"),
    (4, "draw-dealer Ac Ad 3h 4h"),
    (5, "draw-dealer Ac Ad 3h 4h 5h"),
    (4, WHOLE),
    (5, FIFTY),
]
BARRED = [
    # Seats: a wrong number, a repeated seat, an absent seat
    (4, "seats"),
    (4, "seats 0 1 2"),
    (4, "seats 0 1 2 3 4"),
    (4, "seats 0 1 2 2"),
    (4, "seats 1 2 3 4"),
    # The draw: a wrong number, a card twice
    (4, "draw-dealer"),
    (4, "draw-dealer Ac Ad 3h"),
    (4, "draw-dealer Ac Ad 3h 4h 5h"),
    (4, "draw-dealer Ac 3h 3h 4h"),
    (5, "draw-dealer Ac Ad 3h 4h"),
    (5, "draw-dealer Ac Ad 3h 4h 4h"),
    # and with five the two of clubs and of spades are not in the pack
    (5, "draw-dealer 2c Ad 3h 4h 5h"),
    (5, "draw-dealer Kc Ad 3h 4h 2s"),
    # The deal: too few, too many, a card twice, the pack of another number of players
    (4, "deal"),
    (4, WHOLE.rpartition(" ")[0]),
    (4, f"{WHOLE} Ac"),
    (4, swapped(WHOLE, 1, "2c")),
    (4, FIFTY),
    (5, WHOLE),
    (5, swapped(FIFTY, 7, "2c")),
    (5, swapped(FIFTY, 50, "2s")),
]  # fmt: skip


@pytest.mark.rule("wist design 4: the dealer's move with the right cards or seats")
@pytest.mark.parametrize(("seats", "text"), ALLOWED)
def test_valid_dealer_moves_are_allowed(seats, text):
    state = before(text.split()[0], seats)
    assert RULES.allows_chance(state, RULES.read(text))


@pytest.mark.rule("wist design 4: wrong cards, cards twice, a wrong number, other seats: refused")
@pytest.mark.parametrize(("seats", "text"), BARRED)
def test_invalid_dealer_moves_are_refused(seats, text):
    state = before(text.split()[0], seats)
    assert not RULES.allows_chance(state, RULES.read(text))
    assert refusal(state, text).id == "not-the-dealers-move"


@pytest.mark.rule("wist C.7 MATCH_START, DRAW_DEALER, DEAL: each in its place and nowhere else")
@pytest.mark.parametrize("expected", ["seats", "draw-dealer", "deal"])
@pytest.mark.parametrize("text", ["seats 0 1 2 3", "draw-dealer Ac 2c 3c 4c", WHOLE])
def test_dealer_moves_are_allowed_only_when_expected(expected, text):
    allowed = RULES.allows_chance(before(expected), RULES.read(text))
    assert allowed == (text.split()[0] == expected)


@pytest.mark.rule("wist C.6 seats are for the Cagliari form: refused with four and with five")
@pytest.mark.parametrize("seats", [4, 5])
def test_draw_for_seats_is_refused_in_the_eight_round_form(seats):
    text = words(["seats", *range(seats)])
    for verb in ("draw-dealer", "deal"):
        assert not RULES.allows_chance(before(verb, seats), RULES.read(text))


@pytest.mark.rule("wist C.7 while a seat must act, the dealer has no move")
@pytest.mark.parametrize("text", ["seats 0 1 2 3", "draw-dealer Ac 2c 3c 4c", WHOLE, "bid 3", "Qh"])
def test_dealer_moves_during_a_round_are_refused(text):
    assert not RULES.allows_chance(dealt(), RULES.read(text))


@pytest.mark.rule("wist C.7 the dealer's automatic moves are legal")
@given(lot=st.integers(0, 999), seats=st.sampled_from([4, 5]))
def test_generated_dealer_moves_are_allowed(lot, seats):
    for verb in ("draw-dealer", "deal"):
        state = before(verb, seats)
        move = RULES.chance(state, Random(lot))
        assert str(move).split()[0] == verb
        assert RULES.allows_chance(state, move)
    assert RULES.allows_chance(before("seats"), RULES.chance(before("seats"), Random(lot)))


@pytest.mark.rule("wist C.1 and C.6 random lots: every order of seats, every card to each")
def test_random_draws_can_give_every_seating_and_every_card():
    orders = {str(RULES.chance(before("seats"), Random(lot))) for lot in range(400)}
    assert len(orders) == 24
    drawn = {RULES.chance(before("draw-dealer"), Random(lot)).cards[2] for lot in range(800)}
    assert drawn == set(FRENCH)


@pytest.mark.rule("wist design 4: a round read again from its text is the same")
def test_same_text_of_a_deal_gives_the_same_round():
    one, other = ready(), ready()
    deck = pack(one)
    assert make(one, deck) == make(other, deck)
    assert one == other
    assert finish_round(one) == finish_round(other)
