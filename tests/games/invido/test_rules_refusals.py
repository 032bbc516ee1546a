"""Refused moves give their reason and change nothing: rules A.4 to A.7."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.invido import model as m
from tests.contract.walk import Walk, plans, reason_against
from tests.replays.invido import GAME, RULES, cards, dealt, pack, played, refusal

LADDER = "invido tras-mas tras-mas-nof fuori-gioco partita"

# (earlier moves, the seat and its refused move, the reason)
CASES = [
    # A call that is not yours to make
    ("invido va-bene", 0, "tras-mas", "not-yours-to-raise"),
    ("3c invido va-bene", 1, "tras-mas", "not-yours-to-raise"),
    ("invido va-bene", 0, "partita", "not-yours-to-raise"),
    ("", 1, "invido", "not-your-turn"),
    ("3c", 0, "invido", "not-your-turn"),
    ("invido", 0, "tras-mas", "not-your-answer"),
    # A jump, or a step back
    ("", 0, "tras-mas", "not-the-next-step"),
    ("", 0, "partita", "not-the-next-step"),
    ("invido", 1, "invido", "not-the-next-step"),
    ("invido", 1, "partita", "not-the-next-step"),
    ("invido va-bene 3c", 1, "invido", "not-the-next-step"),
    ("invido va-bene 3c", 1, "fuori-gioco", "not-the-next-step"),
    # Above partita
    (LADDER, 1, "partita", "top-of-the-ladder"),
    (f"{LADDER} va-bene", 0, "partita", "top-of-the-ladder"),
    (f"{LADDER} va-bene", 0, "invido", "top-of-the-ladder"),
    # A card under a pending question
    ("invido", 1, "6s", "answer-first"),
    ("3c invido", 0, "2b", "answer-first"),
    ("invido", 1, "3c", "answer-first"),
    ("a-monte", 1, "6s", "answer-monte"),
    ("1:a-monte", 0, "3c", "answer-monte"),
    ("invido a-monte", 0, "3c", "answer-monte"),
    # A card of a player who is not to act
    ("", 1, "6s", "not-your-turn"),
    ("3c", 0, "2b", "not-your-turn"),
    ("invido", 0, "3c", "not-your-answer"),
    ("a-monte", 0, "3c", "not-your-answer"),
    # A card not held
    ("", 0, "6s", "card-not-held"),
    ("", 0, "3d", "card-not-held"),
    ("3c 6s", 0, "3c", "card-not-held"),
    ("", 0, "6s*", "card-not-held"),
    # A card face down where the table does not play so
    ("", 0, "3c*", "no-vado-dentro"),
    # An answer to nothing
    ("", 0, "va-bene", "nothing-to-answer"),
    ("", 0, "no", "nothing-to-answer"),
    ("3c 6s", 0, "va-bene", "nothing-to-answer"),
    ("invido va-bene", 0, "va-bene", "nothing-to-answer"),
    ("a-monte no", 0, "no", "nothing-to-answer"),
    ("", 1, "va-bene", "not-your-turn"),
    ("", 1, "no", "not-your-turn"),
    ("", 1, "vado-via", "not-your-turn"),
    # A no to a call, which has other answers
    ("invido", 1, "no", "answer-first"),
    ("invido a-monte no", 1, "no", "answer-first"),
    # An answer by the wrong player
    ("invido", 0, "va-bene", "not-your-answer"),
    ("invido", 0, "vado-via", "not-your-answer"),
    ("invido a-monte", 1, "no", "not-your-answer"),
    ("invido 0:a-monte", 0, "va-bene", "not-your-answer"),
    # Answers to a monte
    ("a-monte", 1, "vado-via", "answer-monte"),
    ("a-monte", 1, "invido", "answer-monte"),
    ("invido a-monte", 0, "tras-mas", "answer-monte"),
    # A monte on a monte, and too many
    ("a-monte", 1, "a-monte", "answer-monte"),
    ("a-monte", 0, "a-monte", "monte-pending"),
    ("a-monte no a-monte no a-monte no", 0, "a-monte", "no-more-montes"),
    # The dealer's moves, and a player's move from nobody
    ("", 0, "dealer 1", "not-your-move"),
    ("", 1, pack(), "not-your-move"),
    ("", None, pack(), "not-the-dealers-move"),
    ("", None, "3c", "not-the-dealers-move"),
    ("", None, "a-monte", "not-the-dealers-move"),
    # Between two deals
    ("vado-via", 0, "3c", "being-dealt"),
    ("vado-via", 1, "a-monte", "being-dealt"),
    ("vado-via", 0, "va-bene", "being-dealt"),
    ("vado-via", None, "dealer 0", "not-the-dealers-move"),
]


@pytest.mark.rule("A.4 to A.7 every refusal has its reason, and the state stays as it was")
@pytest.mark.parametrize(("before", "seat", "text", "why"), CASES)
def test_every_refusal_has_its_reason_and_changes_nothing(before, seat, text, why):
    refused = refusal(played(before), text, seat)
    assert refused.id == why
    assert refused.message.id == f"refused-{why}"


@pytest.mark.rule("A.7 after the end everything is refused")
@pytest.mark.parametrize("text", ["3c", "invido", "a-monte", "va-bene", "vado-via"])
def test_every_move_is_refused_after_the_match(text):
    state = played("vado-via", score=(23, 23))
    for seat in (0, 1, None):
        assert refusal(state, text, seat).id == "match-over"


@pytest.mark.rule("A.4 the reason for a refused jump names the allowed step")
@pytest.mark.parametrize(
    ("before", "call", "step"),
    [
        ("", "tras-mas", "invido"),
        ("invido", "fuori-gioco", "tras-mas"),
        ("invido tras-mas", "partita", "tras-mas-nof"),
        ("invido va-bene 3c", "partita", "tras-mas"),
    ],
)
def test_refusal_of_a_call_that_skips_a_step_names_the_allowed_step(before, call, step):
    assert refusal(played(before), call).message.args["call"].id == f"call-{step}"


@pytest.mark.rule("A.5 the reason for a card under a call names the question")
def test_refusal_of_a_card_names_the_pending_call():
    assert refusal(played("invido"), "6s").message.args["asked"] == 3
    assert refusal(played("invido tras-mas"), "3c").message.args["asked"] == 6


@pytest.mark.rule("A.2 the reason for a card not held names the card")
def test_refusal_names_the_card_not_held():
    assert refusal(dealt(), "3d").message.args["card"] is cards("3d")[0]


@pytest.mark.rule("A.7 the reason out of turn names who must play or answer")
@pytest.mark.parametrize(("before", "seat", "waited"), [("", 1, 0), ("invido", 0, 1), ("3c", 0, 1)])
def test_refusal_out_of_turn_names_the_seat_to_act(before, seat, waited):
    assert refusal(played(before), "va-bene", seat).message.args["seat"].seat == waited


TEXTS = [*m.WORDS, *map(str, m.PACK), *(f"{card}*" for card in m.PACK)]


@pytest.mark.rule("A.7 each attempt is legal, or is refused with a reason and has no effect")
@given(data=st.data())
def test_any_text_is_legal_or_refused_without_effect(data):
    walk = Walk(GAME, data.draw(plans(GAME, 60))).to_end()
    text, seat = data.draw(st.sampled_from(TEXTS)), data.draw(st.sampled_from([0, 1]))
    move, before = RULES.read(text), walk.state.copy()
    refused = reason_against(GAME, walk.state, seat, move)
    if refused:
        assert refused.message.id == f"refused-{refused.id}"
    else:
        assert move in walk.state.legal_moves(seat)
    assert walk.state == before


@pytest.mark.rule("Text forms: each move is written as it is read; nothing else is read")
def test_parsed_move_is_written_as_the_same_text():
    assert [str(RULES.read(text)) for text in TEXTS] == TEXTS


@pytest.mark.rule("Text forms: anything else is malformed")
@pytest.mark.parametrize(
    "text",
    ["", "*", "3c**", "3C", "3c 2c", "INVIDO", "invido*", "va bene", "deal", "dealer", "4c*"],
)
def test_text_that_is_not_an_invido_move_is_refused_as_malformed(text):
    assert refusal(dealt(), text).id in {"malformed", "not-your-move"}
