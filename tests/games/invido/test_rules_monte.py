"""Tests of montes: asking, answering, nesting and counting (rules A.6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.invido import model as m
from tests.games.moves import of
from tests.replays.invido import dealt, legal, make, pack, play, played, refusal, said

MOMENTS = [
    "",
    "3c",
    "3c 6s",
    "3c 6s 2b",
    "invido",
    "3c invido",
    "invido tras-mas",
    "invido va-bene",
]

# Its answers


@pytest.mark.rule("A.6 accepted: deal void, 0 points, next deal, dealer alternates")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("asker", [0, 1])
def test_accepted_monte_annuls_the_deal(moment, asker):
    state = played(moment, score=(4, 7))
    dealer = state.dealer
    events = play(state, f"{asker}:a-monte va-bene")
    assert events == [m.MonteAsked(asker), m.MonteAccepted(1 - asker)]
    assert (state.score, state.expects, state.dealer) == ([4, 7], "deal", 1 - dealer)
    assert state.last_deal is None


@pytest.mark.rule("A.6 refused: exact return to the interrupted point")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("asker", [0, 1])
def test_play_resumes_where_it_was_interrupted_after_a_refused_monte(moment, asker):
    state = played(moment)
    before = state.copy()
    events = play(state, f"{asker}:a-monte no")
    assert events == [m.MonteAsked(asker), m.MonteRefused(1 - asker)]
    assert state.montes[asker] == 2
    state.montes = before.montes
    assert state == before


@pytest.mark.rule("A.6 answers allowed: only va bene and no")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("asker", [0, 1])
def test_monte_is_answered_only_by_va_bene_or_no(moment, asker):
    state = played(moment)
    make(state, "a-monte", asker)
    assert state.to_act == 1 - asker
    assert legal(state, 1 - asker) == {"va-bene", "no"}
    assert legal(state, asker) == set()


@pytest.mark.rule("A.6 fold, raise and a card are refused; A.11 asked again")
@pytest.mark.parametrize("answer", ["vado-via", "invido", "tras-mas", "3c", "6s"])
@pytest.mark.parametrize("asker", [0, 1])
def test_answers_to_a_monte_except_yes_and_no_are_refused(answer, asker):
    state = played("3c 6s")
    make(state, "a-monte", asker)
    assert refusal(state, answer).id == "answer-monte"
    assert legal(state, 1 - asker) == {"va-bene", "no"}


@pytest.mark.rule("A.6 a monte answered by a monte is refused with its reason")
@pytest.mark.parametrize("asker", [0, 1])
def test_second_monte_while_one_is_pending_is_refused(asker):
    state = dealt()
    make(state, "a-monte", asker)
    assert refusal(state, "a-monte", 1 - asker).id == "answer-monte"
    assert refusal(state, "a-monte", asker).id == "monte-pending"


@pytest.mark.rule("A.6 the player who asked waits")
@pytest.mark.parametrize("text", ["va-bene", "no", "vado-via", "invido", "3c"])
def test_player_who_asked_a_monte_must_wait_for_the_answer(text):
    state = played("a-monte")
    refused = refusal(state, text, 0)
    assert refused.id == "not-your-answer"
    assert refused.message.args["seat"].seat == 1


# When


@pytest.mark.rule("A.6 at any moment of a deal, by either player, if none is pending")
@pytest.mark.parametrize("moment", MOMENTS)
def test_either_player_may_ask_for_a_monte_at_any_moment(moment):
    state = played(moment)
    assert "a-monte" in legal(state, 0)
    assert "a-monte" in legal(state, 1)
    waiting = 1 - state.to_act
    assert legal(state, waiting) == {"a-monte"}, "out of turn nothing else may be done"


@pytest.mark.rule("A.6 over the player's own call, as in the manual's second example")
def test_monte_may_be_asked_while_the_players_own_call_is_pending():
    state = played("3c invido 1:a-monte")
    assert (state.to_act, state.asker, state.monte_asker) == (0, 1, 1)
    make(state, "no")
    assert state.to_act == 0, "the call must still be answered by the same player"
    assert said(state, 0) == {"va-bene", "vado-via", "tras-mas", "a-monte"}


@pytest.mark.rule("A.6 it stacks on top of a pending stake call")
def test_monte_may_be_asked_for_before_the_opponents_call_is_answered():
    state = played("invido a-monte")
    assert (state.to_act, state.asker, state.monte_asker) == (0, 0, 1)
    assert (state.value, state.asked) == (1, 3)
    make(state, "no")
    assert (state.to_act, state.asked) == (1, 3)


@pytest.mark.rule("A.7 va bene answers only the uppermost question")
def test_va_bene_answers_the_most_recent_question():
    state = played("invido a-monte no va-bene")
    assert (state.value, state.asked, state.to_act) == (3, None, 0)


@pytest.mark.rule("A.6 the player who refused may ask a monte later")
def test_player_who_refused_a_monte_may_ask_for_one_later():
    state = played("a-monte no")
    events = play(state, "1:a-monte no 0:a-monte va-bene")
    assert [e.seat for e in of(m.MonteAsked, events)] == [1, 0]
    assert state.expects == "deal"


# How often


@pytest.mark.rule("A.6 cap of 3 for each player between two cards")
@pytest.mark.parametrize("asker", [0, 1])
def test_player_may_ask_for_only_three_montes_between_two_cards(asker):
    state = dealt()
    play(state, f"{asker}:a-monte no " * 3)
    assert state.view(None).montes == ((0, 3) if asker == 0 else (3, 0))
    assert "a-monte" not in legal(state, asker)
    assert refusal(state, "a-monte", asker).id == "no-more-montes"
    play(state, f"{1 - asker}:a-monte no")


@pytest.mark.rule("A.6 the cap is new for both players after each card")
@pytest.mark.parametrize("asker", [0, 1])
@pytest.mark.parametrize("card", ["3c", "3c*"])
def test_each_card_resets_the_count_of_montes(asker, card):
    state = dealt(vado_dentro=True)
    play(state, f"{asker}:a-monte no " * 3)
    make(state, card)
    assert state.view(None).montes == (3, 3)
    play(state, f"{asker}:a-monte no " * 3)
    make(state, "6s")
    assert state.view(None).montes == (3, 3)


@pytest.mark.rule("A.6 between two cards: calls and their answers restore none")
def test_calls_do_not_reset_the_count_of_montes():
    state = dealt()
    play(state, "a-monte no a-monte no invido 0:a-monte no va-bene")
    assert state.view(None).montes == (0, 3)
    assert refusal(state, "a-monte", 0).id == "no-more-montes"


@pytest.mark.rule("A.6 the cap is new in a new deal")
def test_new_deal_resets_the_count_of_montes():
    state = dealt()
    play(state, "a-monte no a-monte no a-monte no vado-via")
    make(state, pack())
    assert state.view(None).montes == (3, 3)


@pytest.mark.rule("A.6 option: another cap")
@given(cap=st.integers(1, 20), asker=st.integers(0, 1))
def test_option_monte_cap_limits_the_montes_between_two_cards(cap, asker):
    state = dealt(monte_cap=cap)
    play(state, f"{asker}:a-monte no " * cap)
    assert refusal(state, "a-monte", asker).id == "no-more-montes"


@pytest.mark.rule("A.6 option for no cap: 0")
def test_monte_cap_zero_allows_any_number_of_montes():
    state = dealt(monte_cap=0)
    play(state, "a-monte no 1:a-monte no " * 50)
    assert state.view(None).montes == (None, None)
    assert "a-monte" in legal(state, 0)
    assert "a-monte" in legal(state, 1)


# A call as no


@pytest.mark.rule("A.6 option no_implicito: a call in answer means no and raise")
@pytest.mark.parametrize("asker", [0, 1])
def test_implicit_no_option_lets_a_call_refuse_a_monte(asker):
    state = dealt(implicit_no=True)
    make(state, "a-monte", asker)
    assert legal(state, 1 - asker) == {"va-bene", "no", "invido"}
    events = make(state, "invido")
    assert events == [
        m.MonteRefused(1 - asker, by_call=True),
        m.StakeCalled(1 - asker, "invido", 3, raising=False),
    ]
    assert (state.asked, state.asker, state.to_act) == (3, 1 - asker, asker)
    assert (state.value, state.player) == (1, 0), "it is still the turn of the same player"
    make(state, "va-bene")
    assert (state.value, state.last_raiser, state.to_act) == (3, 1 - asker, 0)


@pytest.mark.rule("A.6 option no_implicito: default off")
def test_option_to_refuse_a_monte_by_a_raise_is_off_by_default():
    assert legal(played("a-monte"), 1) == {"va-bene", "no"}


@pytest.mark.rule("A.6 option no_implicito: only the next step")
def test_raise_that_refuses_a_monte_must_be_the_next_higher_call():
    state = played("invido va-bene 3c 0:a-monte", implicit_no=True)
    assert legal(state, 1) == {"va-bene", "no", "tras-mas"}
    assert refusal(state, "invido").id == "not-the-next-step"
    assert refusal(state, "tras-mas-nof").id == "not-the-next-step"


@pytest.mark.rule("A.6 option no_implicito: not where the refuser was the last raiser")
def test_last_raiser_may_not_refuse_a_monte_by_raising():
    state = played("invido va-bene 1:a-monte", implicit_no=True)
    assert state.last_raiser == 0
    assert legal(state, 0) == {"va-bene", "no"}
    assert refusal(state, "tras-mas").id == "not-yours-to-raise"


@pytest.mark.rule("A.6 option no_implicito: not at 24")
@pytest.mark.parametrize("asker", [0, 1])
def test_refusing_a_monte_by_a_call_is_not_allowed_at_the_highest_stake(asker):
    ladder = "invido tras-mas tras-mas-nof fuori-gioco partita va-bene"
    state = played(ladder, implicit_no=True)
    make(state, "a-monte", asker)
    assert legal(state, 1 - asker) == {"va-bene", "no"}


@pytest.mark.rule("A.6 option no_implicito: not with a stake call pending under the monte")
@pytest.mark.parametrize("asker", [0, 1])
def test_monte_asked_while_a_call_is_pending_cannot_be_refused_by_a_raise(asker):
    state = played("invido", implicit_no=True)
    make(state, "a-monte", asker)
    assert legal(state, 1 - asker) == {"va-bene", "no"}
    assert refusal(state, "tras-mas").id == "answer-monte"


@pytest.mark.rule("A.6 option no_implicito: folding and cards stay refused")
@pytest.mark.parametrize("answer", ["vado-via", "6s", "a-monte"])
def test_option_to_refuse_a_monte_by_a_raise_allows_neither_folding_nor_playing_a_card(answer):
    state = played("a-monte", implicit_no=True)
    assert refusal(state, answer).id == "answer-monte"
