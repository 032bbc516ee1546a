"""Refused moves of Wist give their reason and change nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH
from audiogames.core.cues import Name, msg
from tests.games.moves import words
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    CUORI,
    LIBERA,
    QUADRI,
    RULES,
    WIST,
    bid,
    cards,
    dealt,
    finish_round,
    legal,
    make,
    pack,
    play,
    playing,
    ready,
    refusal,
    start,
    whole_match,
)

HANDS = ("AKh 2c", "23h 3c", "45h 4c", "67h 5c")
TICKETS = {"turno": BUIO, "dark_tickets": True}
DECK = f"deal {words(FRENCH)}"

# The round, the bids so far, the seat and its refused move, the reason.
# Seat 3 is the first and seat 0 the dealer; hands have three cards.
BIDDING = [
    # The dealer's moves, and a player's move from nobody
    (CUORI, (), None, "bid 1", "not-the-dealers-move"),
    (CUORI, (), None, "Ah", "not-the-dealers-move"),
    (CUORI, (), None, DECK, "not-the-dealers-move"),
    (CUORI, (), None, "seats 0 1 2 3", "not-the-dealers-move"),
    (CUORI, (), 3, DECK, "not-your-move"),
    (CUORI, (), 0, "draw-dealer Ac 2c 3c 4c", "not-your-move"),
    (CUORI, (), 1, "seats 0 1 2 3", "not-your-move"),
    # Too high for every player
    (CUORI, (), 3, "bid 4", "bid-too-high"),
    (CUORI, (), 0, "bid 13", "bid-too-high"),
    (BIGLIETTI, (), 1, "bid 4", "bid-too-high"),
    (BUIO, (), 3, "bid 4", "bid-too-high"),
    # Not their turn, or already done
    (CUORI, (), 2, "bid 1", "not-your-bid"),
    (CUORI, (), 0, "bid 3", "not-your-bid"),
    (CUORI, (1,), 0, "bid 1", "not-your-bid"),
    (BUIO, (1,), 1, "bid 1", "not-your-bid"),
    (CUORI, (1,), 3, "bid 1", "already-bid"),
    (CUORI, (1,), 3, "bid 2", "already-bid"),
    (CUORI, (1,), 3, "bid 9", "already-bid"),
    (BIGLIETTI, (1,), 3, "bid 2", "already-bid"),
    (CUORI, (1, 1, 0, 2), 0, "bid 2", "already-bid"),
    (BIGLIETTI, (1, 1, 0, 2), 1, "bid 2", "already-bid"),
    # The forbidden total
    (CUORI, (1, 1, 0), 0, "bid 1", "forbidden-bid"),
    (LIBERA, (2, 1, 0), 0, "bid 0", "forbidden-bid"),
    (BUIO, (0, 0, 0), 0, "bid 3", "forbidden-bid"),
    # No bids in the Wist round
    (WIST, (), 3, "bid 0", "no-bids"),
    (WIST, (), 3, "bid 9", "no-bids"),
    (WIST, (), 1, "bid 1", "no-bids"),
    # A card before its time
    (CUORI, (), 3, "Ah", "bid-first"),
    (CUORI, (), 3, "9s", "bid-first"),
    (CUORI, (1, 1, 1), 0, "6h", "bid-first"),
    (CUORI, (1, 1, 1), 0, "9s", "bid-first"),
    (LIBERA, (2, 1, 0), 0, "6h", "bid-first"),
    (BIGLIETTI, (), 1, "4h", "bid-first"),
    (BIGLIETTI, (1,), 0, "6h", "bid-first"),
    (CUORI, (), 2, "2h", "still-bidding"),
    (CUORI, (1,), 3, "Ah", "still-bidding"),
    (BIGLIETTI, (1,), 3, "Ah", "still-bidding"),
    (BUIO, (), 3, "Ah", "in-the-dark"),
    (BUIO, (), 2, "2h", "in-the-dark"),
    (BUIO, (1,), 3, "Ah", "in-the-dark"),
    # Out of turn
    (CUORI, (1, 1, 1, 1), 2, "2h", "not-your-turn"),
    (CUORI, (1, 1, 1, 1), 0, "9s", "not-your-turn"),
    (WIST, (), 0, "6h", "not-your-turn"),
    (BUIO, (1, 1, 1, 1), 1, "4h", "not-your-turn"),
    # A card not held
    (CUORI, (1, 1, 1, 1), 3, "2h", "card-not-held"),
    (BUIO, (1, 1, 1, 1), 3, "9s", "card-not-held"),
    (WIST, (), 3, "3c", "card-not-held"),
]


@pytest.mark.rule("wist C.3, C.4 every refusal has its reason, and the state stays as it was")
@pytest.mark.parametrize(("turno", "bids", "seat", "text", "why"), BIDDING)
def test_each_refusal_has_its_reason_and_changes_nothing(turno, bids, seat, text, why):
    state = dealt(*HANDS, turno=turno)
    bid(state, *bids)
    refused = refusal(state, text, seat)
    assert refused.id == why
    assert refused.message.id == f"refused-{why}"


# The cards played, the seat and its refused card, the reason
PLAYING = [
    ("Ah", 2, "3c", "must-follow"),
    ("Ah", 2, "Ah", "card-not-held"),
    ("Ah", 2, "9s", "card-not-held"),
    ("Ah", 3, "Kh", "not-your-turn"),
    ("Ah", 1, "4h", "not-your-turn"),
    ("Ah 2h 4h", 0, "5c", "must-follow"),
    ("Ah 2h 4h 6h", 2, "3h", "not-your-turn"),
    ("Ah 2h 4h 6h", 3, "Ah", "card-not-held"),
    ("Ah 2h 4h 6h Kh", 2, "3c", "must-follow"),
    ("Ah 2h 4h 6h Kh", 2, "bid 1", "already-bid"),
]


@pytest.mark.rule("wist C.4 refusals in the course of play")
@pytest.mark.parametrize("turno", [CUORI, LIBERA, BUIO])
@pytest.mark.parametrize(("script", "seat", "text", "why"), PLAYING)
def test_each_refused_move_during_play_gives_its_reason(turno, script, seat, text, why):
    state = playing(*HANDS, turno=turno)
    play(state, script)
    assert refusal(state, text, seat).id == why


@pytest.mark.rule("wist C.7 while the dealer acts, all players wait")
@pytest.mark.parametrize("text", ["bid 1", "bid 13", "Ah"])
@pytest.mark.parametrize("options", [{}, {"form": "cagliari"}])
def test_moves_during_the_deal_are_refused(text, options):
    drawn = start(**options)
    between = playing("Ah", "2h", "3h", "4h", **options)
    play(between, "Ah 2h 3h 4h")
    for state in (drawn, ready(**options), between):
        for seat in range(4):
            assert refusal(state, text, seat).id == "being-dealt"
            assert refusal(state, DECK, seat).id == "not-your-move"
        assert refusal(state, text, None).id == "not-the-dealers-move"


@pytest.mark.rule("wist C.7 after the end everything is refused")
@pytest.mark.parametrize("text", ["bid 1", "Ah", DECK, "seats 0 1 2 3", "draw-dealer Ac 2c 3c 4c"])
def test_every_move_is_refused_after_the_match(text):
    state, _ = whole_match()
    for seat in (0, 3, None):
        assert refusal(state, text, seat).id == "match-over"


# The texts of the reasons


@pytest.mark.rule("wist C.3 the player to bid is named")
def test_refusal_names_the_player_who_must_bid():
    state = dealt(*HANDS)
    bid(state, 1)
    for text, seat in (("bid 1", 0), ("2h", 1), ("Ah", 3)):
        assert refusal(state, text, seat).message.args == {"seat": Name(2)}


@pytest.mark.rule("wist C.4 the player to act is named")
def test_refusal_names_the_player_who_must_play():
    state = playing(*HANDS)
    play(state, "Ah 2h")
    assert refusal(state, "6h", 0).message.args == {"seat": Name(1)}


@pytest.mark.rule("wist C.3 the player's own bid is repeated; zero is called Wist")
@pytest.mark.parametrize(("number", "said"), [(0, msg("bid-wist")), (1, 1), (3, 3)])
@pytest.mark.parametrize("turno", [QUADRI, BIGLIETTI])
def test_refusal_of_a_second_bid_repeats_the_first(turno, number, said):
    state = dealt(*HANDS, turno=turno)
    bid(state, number)
    assert refusal(state, "bid 2", 3).message.args == {"bid": said}


@pytest.mark.rule("wist C.3 the highest bid is announced")
@pytest.mark.parametrize(("seats", "most"), [(4, 13), (5, 10)])
def test_refusal_of_a_high_bid_names_the_limit(seats, most):
    state = dealt(seats=seats, size=most)
    if most == 10:
        assert refusal(state, "bid 11").message.number == 10
    assert f"bid {most}" in legal(state)


@pytest.mark.rule("wist C.3 the forbidden bid is named with the number of tricks")
@pytest.mark.parametrize(
    ("others", "text", "said"), [((5, 4, 4), "bid 0", msg("bid-wist")), ((2, 2, 2), "bid 7", 7)]
)
def test_refusal_names_the_forbidden_bid_and_the_tricks(others, text, said):
    state = dealt(turno=LIBERA)
    bid(state, *others)
    assert refusal(state, text).message.args == {"bid": said, "cards": 13}


@pytest.mark.rule("wist C.4 a card not held is named")
def test_refusal_names_the_card_not_held():
    refused = refusal(playing(*HANDS), "2h")
    assert refused.message.args == {"card": cards("2h")[0]}


@pytest.mark.rule("wist C.4 the suit to follow is named, with the number held")
@pytest.mark.parametrize("turno", [CUORI, QUADRI, LIBERA, WIST])
@pytest.mark.parametrize(("hand", "held"), [("23h 3c", 2), ("3h 34c", 1)])
def test_refusal_names_the_suit_to_follow_and_the_count(turno, hand, held):
    state = playing("AKh 2c", hand, turno=turno)
    play(state, "Ah")
    assert refusal(state, "3c").message == msg(
        "refused-must-follow", held, suit=msg("suit-french-h")
    )


@pytest.mark.rule("wist C.4 taglio libero: cutting is allowed instead, and is announced")
@pytest.mark.parametrize("form", ["eight", "cagliari"])
def test_refusal_of_a_discard_permits_a_trump_if_the_free_cut_option_is_on(form):
    turno = QUADRI if form == "eight" else 11
    state = playing(
        "AKh 2c", "3h 3c 4d", turned="9d" if form == "cagliari" else None,
        turno=turno, free_cut=True, form=form,
    )  # fmt: skip
    play(state, "Ah")
    message = refusal(state, "3c").message
    assert message == msg("refused-must-follow-or-cut", 1, suit=msg("suit-french-h"))


@pytest.mark.rule("wist C.4 taglio libero: not announced without cutting")
@pytest.mark.parametrize("turno", [CUORI, LIBERA, BIGLIETTI])
def test_refusal_does_not_mention_the_free_cut_in_a_round_without_trumps(turno):
    state = playing("AKh 2c", "3h 3c 4d", turno=turno, free_cut=True)
    play(state, "Ah")
    assert refusal(state, "3c").message.id == "refused-must-follow"


# The dark


@pytest.mark.rule("wist C.3 in Buio a refusal does not reveal whether the card is held")
@pytest.mark.parametrize("options", [{}, {"dark_tickets": True}])
@pytest.mark.parametrize("made", range(4))
def test_refusal_reveals_nothing_of_the_hidden_hand_in_buio(options, made):
    state = dealt(turno=BUIO, **options)
    bid(state, *[1] * made)
    for seat in range(4):
        reasons = {
            (refused.id, refused.message.id, str(refused.message.args))
            for refused in (refusal(state, str(card), seat) for card in FRENCH)
        }
        assert reasons == {("in-the-dark", "refused-in-the-dark", "{}")}


@pytest.mark.rule("wist C.3 a refusal does not reveal tickets of others")
@pytest.mark.parametrize("more", [{"turno": BIGLIETTI}, TICKETS])
def test_refusal_reveals_nothing_about_tickets(more):
    one, other = dealt(*HANDS, **more), dealt(*HANDS, **more)
    make(one, "bid 0", 1)
    make(other, "bid 3", 1)
    for text in ("bid 4", "Ah", "9s", DECK):
        reasons = [refusal(state, text, 3) for state in (one, other)]
        assert reasons[0].id == reasons[1].id
        assert reasons[0].message == reasons[1].message


@pytest.mark.rule("wist C.7 each attempt is legal, or is refused with a reason and has no effect")
@given(
    turno=st.integers(1, 8),
    steps=st.integers(0, 30),
    seat=st.sampled_from([0, 1, 2, 3, None]),
    text=st.sampled_from([*map(str, FRENCH), *(f"bid {number}" for number in range(14)), DECK]),
    free_cut=st.booleans(),
)
def test_any_text_is_legal_or_refused_without_effect(turno, steps, seat, text, free_cut):
    state = dealt(turno=turno, free_cut=free_cut)
    for _ in range(steps):
        make(state, str(state.legal_moves(state.to_act)[0]))
    move = RULES.read(text)
    if seat is not None and move in state.legal_moves(seat):
        make(state, text, seat)
    else:
        refused = refusal(state, text, seat)
        assert refused.message.id.startswith(f"refused-{refused.id}")


@pytest.mark.rule("wist C.7 between two rounds only the dealer acts")
def test_only_the_dealer_moves_between_rounds():
    state = dealt(turno=LIBERA)
    finish_round(state)
    assert [legal(state, seat) for seat in range(4)] == [set()] * 4
    make(state, pack(state))
    assert legal(state)
