"""The cards that may be played, and the card that takes the trick: rules C.4."""

import pytest

from audiogames.games.wist import model as m
from tests.games.moves import of
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    CUORI,
    FIORI,
    LIBERA,
    PICCHE,
    QUADRI,
    WIST,
    cards,
    in_turn,
    legal,
    play,
    playing,
    takes,
)

EVERY = pytest.mark.parametrize("turno", range(1, 9))
WITHOUT_TRUMP = (LIBERA, BUIO, BIGLIETTI, WIST)
TRUMPS = {CUORI: "h", QUADRI: "d", FIORI: "c", PICCHE: "s"}


def second(lead, hand, **more):
    """Return the legal cards of the second player, who holds `hand` after this lead."""
    state = playing(lead, hand, size=len(cards(hand)), **more)
    play(state, lead)
    return legal(state)


@pytest.mark.rule("wist C.4 first card of a trick: anything")
@EVERY
@pytest.mark.parametrize("free_cut", [False, True])
def test_any_card_may_be_led(turno, free_cut):
    state = playing("A2h 3d 4c 5s", turno=turno, free_cut=free_cut)
    assert legal(state) == {"Ah", "2h", "3d", "4c", "5s"}


@pytest.mark.rule("wist C.4 first card of a later trick: anything, trump too")
@EVERY
def test_any_card_may_be_led_to_a_later_trick(turno):
    state = playing("Ah 3d 4c 5s", "2h", "3h", "4h", turno=turno)
    play(state, "Ah 2h 3h 4h")
    assert legal(state) == {"3d", "4c", "5s"}


@pytest.mark.rule("wist C.4 led suit if held: the document's own example, quadri")
@EVERY
def test_player_must_follow_suit(turno):
    assert second("5d", "A2d 3h 4c 5s", turno=turno) == {"Ad", "2d"}


@pytest.mark.rule("wist C.4 led suit if held, whichever it is; no duty to beat")
@EVERY
@pytest.mark.parametrize("suit", "hdcs")
def test_player_must_follow_any_suit_led_but_need_not_beat_it(turno, suit):
    hand = f"K2{suit} " + " ".join(f"A3{other}" for other in "hdcs" if other != suit)
    assert second(f"5{suit}", hand, turno=turno) == {f"K{suit}", f"2{suit}"}


@pytest.mark.rule("wist C.4 if void, any card: trump not compulsory")
@EVERY
@pytest.mark.parametrize("free_cut", [False, True])
@pytest.mark.parametrize("suit", "hdcs")
def test_void_player_may_play_any_card(turno, free_cut, suit):
    hand = " ".join(f"A2{other}" for other in "hdcs" if other != suit)
    found = second(f"5{suit}", hand, turno=turno, free_cut=free_cut)
    assert found == {str(card) for card in cards(hand)}


@pytest.mark.rule("wist C.4 no duty to overtrump: void, any card after a trump too")
@pytest.mark.parametrize(("turno", "trump"), TRUMPS.items())
def test_void_player_need_not_overtrump(turno, trump):
    led, other = [suit for suit in "hdcs" if suit != trump][:2]
    hand = f"A3{trump} 24{other}"
    state = playing(f"5678{led}", f"9TJQ{trump}", hand, turno=turno)
    play(state, f"5{led} 9{trump}")
    assert legal(state) == {str(card) for card in cards(hand)}


@pytest.mark.rule("wist C.4 the first card decides, not those played on it")
@EVERY
def test_first_card_of_a_trick_sets_the_suit_to_follow(turno):
    state = playing("5678d", "AKQJc", "23d 23c", turno=turno)
    play(state, "5d Ac")
    assert legal(state) == {"2d", "3d"}


# Who takes


@pytest.mark.rule("wist C.4 winner: the highest of the led suit, wherever it is played")
@EVERY
@pytest.mark.parametrize("trick", ["Kh 2h Qh 3h", "2h Kh Qh 3h", "2h 3h Kh Qh", "2h Qh 3h Kh"])
def test_highest_card_of_the_suit_led_takes(turno, trick):
    assert takes(trick, turno=turno) == "Kh"


@pytest.mark.rule("wist C.4 a higher card of another suit takes nothing")
@EVERY
def test_higher_card_of_another_suit_does_not_take_the_trick(turno):
    trump = TRUMPS.get(turno, "h")
    led, *others = [suit for suit in "hdcs" if suit != trump]
    trick = f"2{led} A{others[0]} A{others[1]} K{others[0]}"
    assert takes(trick, turno=turno) == f"2{led}"


@pytest.mark.rule("wist C.4 winner: the highest trump if any")
@pytest.mark.parametrize(("turno", "trump"), TRUMPS.items())
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("Al 2t Kl Ql", "2t"),
        ("Al 2t 3t Kl", "3t"),
        ("Al 3t 2t Kl", "3t"),
        ("Al 2t 5t 4t", "5t"),
        ("Al Kl Ql 2t", "2t"),
        ("Al 2t Ao 3t", "3t"),
        ("Al 2t Ao Ko", "2t"),
        ("2l Ao Ko 3l", "3l"),
        ("2t Al Kl 3t", "3t"),
        ("2t Al Kl Ao", "2t"),
    ],
)
def test_highest_trump_takes(turno, trump, trick, winner):
    """In the parameters `t` is the trump suit, `l` the suit led, `o` another suit."""
    led, other = [suit for suit in "hdcs" if suit != trump][:2]
    suits = str.maketrans({"t": trump, "l": led, "o": other})
    assert takes(trick.translate(suits), turno=turno) == winner.translate(suits)


@pytest.mark.rule("wist C.4 rounds 5 to 8 have no trump: no suit cuts another")
@pytest.mark.parametrize("turno", WITHOUT_TRUMP)
@pytest.mark.parametrize("led", "hdcs")
def test_cards_of_other_suits_do_not_take_the_trick_in_rounds_without_trump(turno, led):
    others = [suit for suit in "hdcs" if suit != led]
    assert takes(" ".join([f"2{led}", *(f"A{suit}" for suit in others)]), turno=turno) == f"2{led}"


@pytest.mark.rule("wist C.4 five cards to a trick with five")
def test_five_players_make_tricks_of_five_cards():
    assert takes("Ah Kh 2d 3d Qh", turno=QUADRI, seats=5) == "3d"
    assert takes("3h 4h 5h 6h 7h", turno=QUADRI, seats=5) == "7h"


@pytest.mark.rule("wist C.4 a trick is announced with its taker and their number of tricks")
def test_trick_event_names_the_taker_and_their_count():
    state = playing("AKh", "23h", "45h", "67h", turno=LIBERA)
    first, last = in_turn()[0], in_turn()[-1]
    events = play(state, "Ah 2h 4h 6h Kh 3h 5h 7h")
    assert of(m.TrickTaken, events) == [m.TrickTaken(first, 1), m.TrickTaken(first, 2)]
    assert of(m.CardPlayed, events)[3] == m.CardPlayed(last, cards("6h")[0], cuts=False)


@pytest.mark.rule("wist C.3 words, taglia: only a trump on another suit cuts")
@pytest.mark.parametrize(
    ("trick", "turno", "cuts"),
    [
        ("Ad 2h Kd 3c", CUORI, [False, True, False, False]),
        ("Ad 3h Kd 2h", CUORI, [False, True, False, True]),
        ("Ah 2h 3h 4h", CUORI, [False, False, False, False]),
        ("Ad 2h 3h 4h", LIBERA, [False, False, False, False]),
    ],
)
def test_only_a_trump_on_another_suit_cuts(trick, turno, cuts):
    events = play(playing(*trick.split(), turno=turno), trick)
    assert [event.cuts for event in of(m.CardPlayed, events)] == cuts


@pytest.mark.rule("wist C.4 as many tricks as cards; each is one of them")
def test_tricks_are_counted_by_taker():
    state = playing("AKh 2c", "34h 3c", "56h 4c", "78h 5c", turno=LIBERA)
    play(state, "Ah 3h 5h 7h Kh 4h 6h 8h")
    assert state.view(0).tricks == (0, 0, 0, 2)
    play(state, "2c 3c 4c 5c")
    assert state.view(0).tricks == (1, 0, 0, 2)
    assert state.expects == "deal"


# Taglio libero


@pytest.mark.rule("wist C.4 taglio libero: holding the led suit, either that suit or a trump")
@pytest.mark.parametrize(("turno", "trump"), TRUMPS.items())
def test_free_cut_allows_the_suit_led_or_a_trump(turno, trump):
    led, other = [suit for suit in "hdcs" if suit != trump][:2]
    hand = f"A2{led} K3{trump} Q4{other}"
    own, trumps = {f"A{led}", f"2{led}"}, {f"K{trump}", f"3{trump}"}
    assert second(f"5{led}", hand, turno=turno, free_cut=True) == own | trumps
    assert second(f"5{led}", hand, turno=turno, free_cut=False) == own


@pytest.mark.rule("wist C.4 taglio libero: on a trump led there is nothing to cut with")
@pytest.mark.parametrize(("turno", "trump"), TRUMPS.items())
def test_trump_lead_must_be_followed_despite_the_free_cut_option(turno, trump):
    other = next(suit for suit in "hdcs" if suit != trump)
    hand = f"K3{trump} Q4{other}"
    assert second(f"5{trump}", hand, turno=turno, free_cut=True) == {f"K{trump}", f"3{trump}"}


@pytest.mark.rule("wist C.4 taglio libero: each legal card is listed once")
@pytest.mark.parametrize("lead", ["5h", "5d"])
def test_legal_moves_with_free_cut_instead_of_following_suit_list_each_card_once(lead):
    state = playing(lead, "K3h Q4d", size=4, turno=CUORI, free_cut=True)
    play(state, lead)
    found = [str(move) for move in state.legal_moves(state.to_act)]
    assert sorted(found) == sorted(legal(state))


@pytest.mark.rule("wist C.4 taglio libero: without a trump the player must follow")
def test_player_without_trumps_must_follow_suit_even_with_the_option_free_cut():
    assert second("5d", "A2d K3c", turno=CUORI, free_cut=True) == {"Ad", "2d"}


@pytest.mark.rule("wist C.4 taglio libero in rounds 1 to 4 only")
@pytest.mark.parametrize("turno", WITHOUT_TRUMP)
@pytest.mark.parametrize("led", "hdcs")
def test_free_cut_instead_of_following_suit_is_not_allowed_in_rounds_without_trump(turno, led):
    others = " ".join(f"K3{suit}" for suit in "hdcs" if suit != led)
    found = second(f"5{led}", f"A2{led} {others}", turno=turno, free_cut=True)
    assert found == {f"A{led}", f"2{led}"}


@pytest.mark.rule("wist C.4 taglio libero: the highest trump takes")
def test_highest_trump_takes_when_free_cut_lets_players_trump_instead_of_following():
    state = playing("A5d", "2d 2h", "3d 3h", "4Jd", turno=CUORI, free_cut=True)
    events = play(state, "Ad 2h 3h 4d")
    assert of(m.TrickTaken, events) == [m.TrickTaken(in_turn()[2], 1)]
