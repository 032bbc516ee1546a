"""The ladder of stakes, calls and their answers: rules A.4 and A.5."""

import pytest

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from tests.games.moves import of
from tests.replays.invido import dealt, legal, make, pack, play, played, refusal, said

LADDER = (1, 3, 6, 9, 12, 24)
CALLS = ("invido", "tras-mas", "tras-mas-nof", "fuori-gioco", "partita")

# Calls and answers up to each value in a deal in which seat 0 leads
UP_TO = {
    1: "",
    3: "invido va-bene",
    6: "invido tras-mas va-bene",
    9: "invido tras-mas tras-mas-nof va-bene",
    12: "invido tras-mas tras-mas-nof fuori-gioco va-bene",
    24: "invido tras-mas tras-mas-nof fuori-gioco partita va-bene",
}

# The ladder


@pytest.mark.rule("A.4 1, 3, 6, 9, 12, 24; A.1 the five stake calls")
def test_each_of_the_five_calls_has_the_stake_that_the_rules_give():
    assert {name: m.WORDS[name].level for name in CALLS} == dict(
        zip(CALLS, LADDER[1:], strict=True)
    )


@pytest.mark.rule("A.4 a call is the next step above the value in force; none after partita")
@pytest.mark.parametrize(("value", "call"), list(zip(LADDER, (*CALLS, None), strict=True)))
def test_next_call_is_one_step_above_the_stake_in_force(value, call):
    assert m.next_call(value) == (m.WORDS[call] if call else None)


@pytest.mark.rule("A.4 a call must be the next step above the value in force")
@pytest.mark.parametrize("value", LADDER)
def test_only_the_next_higher_call_is_legal(value):
    state = played(UP_TO[value])
    # After the answer to the last call the other seat has the right to raise.
    if state.last_raiser == 0:
        play(state, "3c")
    step = m.next_call(value)
    assert state.value == value
    assert said(state, state.to_act) & set(CALLS) == ({str(step)} if step else set())


@pytest.mark.rule("A.4 a jump is refused, and the allowed step is named")
@pytest.mark.parametrize("jump", CALLS[1:])
def test_call_that_skips_a_stake_is_refused_and_the_allowed_call_is_named(jump):
    refused = refusal(dealt(), jump)
    assert refused.id == "not-the-next-step"
    assert refused.message.args["call"].id == "call-invido"


@pytest.mark.rule("A.4 a lower step is refused")
def test_call_below_the_stake_in_force_is_refused():
    state = played("invido va-bene 3c")
    refused = refusal(state, "invido")
    assert refused.id == "not-the-next-step"
    assert refused.message.args["call"].id == "call-tras-mas"


@pytest.mark.rule("A.4 a counter-raise is the next step too")
@pytest.mark.parametrize("call", ["invido", "tras-mas-nof", "fuori-gioco", "partita"])
def test_counter_raise_that_skips_a_step_is_refused(call):
    refused = refusal(played("invido"), call)
    assert refused.id == "not-the-next-step"
    assert refused.message.args["call"].id == "call-tras-mas"


# Who may raise


@pytest.mark.rule("A.4 either player may make the first raise")
@pytest.mark.parametrize("leader", [0, 1])
def test_either_player_may_call_first(leader):
    state = dealt(leader=leader)
    assert "invido" in legal(state, leader)
    play(state, "3c" if leader == 0 else "6s")
    assert state.to_act == 1 - leader
    assert "invido" in legal(state, 1 - leader)


@pytest.mark.rule("A.4 only the opponent of the player whose call was last accepted")
def test_only_the_opponent_of_the_last_caller_may_raise():
    state = played("invido va-bene")
    assert refusal(state, "tras-mas").id == "not-yours-to-raise"
    play(state, "3c")
    assert "tras-mas" in legal(state, 1)


@pytest.mark.rule("A.4 each accepted call gives the right to the other player")
def test_right_to_raise_passes_with_each_accepted_call():
    state = played("invido va-bene 3c tras-mas va-bene")
    assert state.last_raiser == 1
    assert refusal(state, "tras-mas-nof").id == "not-yours-to-raise"
    play(state, "6s")
    assert "tras-mas-nof" in legal(state, 0)


@pytest.mark.rule("A.4 the right follows the call last accepted, also through counter-raises")
def test_counter_raise_passes_the_right_to_raise():
    state = played("invido tras-mas va-bene")
    assert (state.value, state.last_raiser, state.to_act) == (6, 1, 0)
    assert "tras-mas-nof" in legal(state, 0)


@pytest.mark.rule("A.4 the right resets each deal")
@pytest.mark.parametrize("seat", [0, 1])
def test_new_deal_resets_the_right_to_raise(seat):
    state = dealt(leader=seat)
    play(state, "invido va-bene vado-via")
    make(state, pack())
    assert (state.last_raiser, state.value) == (None, 1)
    play(state, "3c" if state.to_act == 0 else "6s")
    assert state.to_act == seat
    assert "invido" in legal(state, seat)


# When


@pytest.mark.rule("A.4 also before the first card")
def test_call_is_legal_before_the_first_card():
    assert "invido" in legal(dealt(), 0)


@pytest.mark.rule("A.4 also between tricks")
def test_call_is_legal_between_tricks():
    state = played("3c 6s")
    assert state.on_table == []
    assert "invido" in legal(state, 0)


@pytest.mark.rule("A.4 also as second player after seeing the leader's card")
def test_follower_may_call_after_seeing_the_lead():
    state = played("3c invido va-bene")
    assert (state.value, state.to_act, len(state.on_table)) == (3, 1, 1)


@pytest.mark.rule("A.4 when it is your turn to play a card")
def test_call_out_of_turn_is_refused():
    refused = refusal(dealt(), "invido", 1)
    assert refused.id == "not-your-turn"
    assert refused.message.args["seat"].seat == 0


# Answers


@pytest.mark.rule("A.5 answers: va bene, vado via, next call, a monte; a card is not allowed")
def test_call_has_four_legal_answers_and_cards_are_illegal():
    state = played("invido")
    assert legal(state, 1) == {"va-bene", "vado-via", "tras-mas", "a-monte"}
    assert (state.value, state.asked, state.asker) == (1, 3, 0)


@pytest.mark.rule("A.5 va bene: V becomes L, the caller is the last raiser, play resumes")
@pytest.mark.parametrize("before", ["", "3c", "3c 6s"])
def test_va_bene_accepts_the_stake_and_play_resumes(before):
    state = played(before)
    player = state.to_act
    events = play(state, "invido va-bene")
    assert events[-1] == m.StakeAccepted(1 - player, 3)
    assert (state.value, state.last_raiser, state.asked) == (3, player, None)
    assert state.to_act == state.player == player


@pytest.mark.rule("A.5 vado via: the deal ends; the caller scores V, not L")
@pytest.mark.parametrize("step", range(5))
def test_vado_via_gives_the_caller_the_stake_in_force(step):
    state = played(" ".join(CALLS[: step + 1]))
    caller = step % 2
    assert (state.asked, state.asker) == (LADDER[step + 1], caller)
    events = make(state, "vado-via")
    assert events[0] == m.Folded(1 - caller)
    assert of(m.DealWon, events)[0].points == LADDER[step]
    assert state.score[caller] == LADDER[step]
    assert state.score[1 - caller] == 0
    assert state.expects == "deal"


@pytest.mark.rule("A.5 next call: accepts L, the caller is the last raiser, and asks the next")
def test_counter_raise_accepts_the_call_and_makes_the_next_one():
    state = played("invido")
    assert make(state, "tras-mas") == [m.StakeCalled(1, "tras-mas", 6, raising=True)]
    assert (state.value, state.last_raiser) == (3, 0)
    assert (state.asked, state.asker, state.to_act) == (6, 1, 0)
    assert legal(state, 0) == {"va-bene", "vado-via", "tras-mas-nof", "a-monte"}


@pytest.mark.rule("A.5 a first call accepts nothing")
def test_first_call_leaves_the_stake_in_force_unchanged():
    state = dealt()
    assert make(state, "invido") == [m.StakeCalled(0, "invido", 3, raising=False)]
    assert (state.value, state.last_raiser) == (1, None)


@pytest.mark.rule("A.5 worked: A invido, B tras mas, A vado via: B scores 3")
def test_player_who_raises_invido_to_tras_mas_scores_3_if_the_caller_folds():
    assert played("invido tras-mas vado-via").score == [0, 3]


@pytest.mark.rule("A.5 counter-raises up to partita; the player to play stays the same")
def test_counter_raises_may_reach_the_highest_stake():
    state = played("3c")
    events = play(state, " ".join(CALLS))
    assert [(e.seat, e.level, e.raising) for e in of(m.StakeCalled, events)] == [
        (1, 3, False), (0, 6, True), (1, 9, True), (0, 12, True), (1, 24, True)
    ]  # fmt: skip
    assert (state.value, state.asked, state.player, state.to_act) == (12, 24, 1, 0)


@pytest.mark.rule("A.5 a monte: if refused the same pending call must still be answered")
def test_pending_call_must_still_be_answered_after_a_refused_monte():
    state = played("invido")
    before = state.copy()
    play(state, "a-monte no")
    assert legal(state, 1) == {"va-bene", "vado-via", "tras-mas", "a-monte"}
    state.montes = before.montes
    assert state == before


@pytest.mark.rule("A.5 playing a card under a call is not allowed")
@pytest.mark.parametrize("before", ["", "3c"])
def test_card_played_while_a_call_is_pending_is_refused(before):
    state = played(f"{before} invido")
    card = "6s" if state.to_act == 1 else "2b"
    refused = refusal(state, card)
    assert (refused.id, refused.message.args["asked"]) == ("answer-first", 3)


@pytest.mark.rule("A.5 at pending partita there is no counter-raise")
def test_partita_cannot_be_raised():
    state = played(" ".join(CALLS))
    assert legal(state, 1) == {"va-bene", "vado-via", "a-monte"}
    for call in CALLS:
        assert refusal(state, call).id == "top-of-the-ladder"


@pytest.mark.rule("A.5 after an accepted 24 nobody can raise")
def test_no_call_is_legal_at_the_highest_stake():
    state = played(UP_TO[24])
    while state.to_act is not Turn.CHANCE:
        assert not said(state, state.to_act) & set(CALLS)
        assert refusal(state, "partita").id == "top-of-the-ladder"
        if len(state.played) == 3:
            break
        make(state, str(state.hands[state.to_act][0]))


# Folding without being asked


@pytest.mark.rule("A.5 on your own turn with nothing pending: the opponent scores V")
@pytest.mark.parametrize("before", ["", "3c", "3c 6s", "3c 6s 2b"])
@pytest.mark.parametrize("value", [1, 3])
def test_folding_without_a_call_gives_the_opponent_the_stake(before, value):
    state = played(f"{UP_TO[value]} {before}")
    folds = state.to_act
    play(state, "vado-via")
    assert state.score[1 - folds] == value
    assert state.score[folds] == 0


@pytest.mark.rule("A.5 folding is possible only on the player's own turn")
def test_folding_out_of_turn_is_refused():
    assert refusal(dealt(), "vado-via", 1).id == "not-your-turn"
    assert refusal(played("invido"), "vado-via", 0).id == "not-your-answer"


# A card as va bene


@pytest.mark.rule("A.5 option: a card is a silent va bene when the answerer is on turn")
def test_implicit_accept_lets_a_card_accept_a_call():
    state = played("invido tras-mas", implicit_accept=True)
    assert {"3c", "2b", "1s"} <= legal(state, 0)
    events = make(state, "3c")
    assert [type(event) for event in events] == [m.StakeAccepted, m.CardPlayed]
    assert (state.value, state.last_raiser, state.asked, state.to_act) == (6, 1, None, 1)


@pytest.mark.rule("A.5 option: not when the answerer is not on turn")
def test_call_cannot_be_accepted_by_playing_a_card_out_of_turn():
    state = played("invido", implicit_accept=True)
    assert legal(state, 1) == {"va-bene", "vado-via", "tras-mas", "a-monte"}
    assert refusal(state, "6s").id == "answer-first"


@pytest.mark.rule("A.5 option: under a monte a card answers nothing")
def test_playing_a_card_does_not_accept_a_call_while_a_monte_is_pending():
    state = played("invido tras-mas 1:a-monte", implicit_accept=True)
    assert legal(state, 0) == {"va-bene", "no"}
    assert refusal(state, "3c").id == "answer-monte"


@pytest.mark.rule("A.5 option: the card that accepts may end the trick and the deal")
def test_implicit_acceptance_by_the_last_card_ends_the_deal():
    state = played("3c 6s 2b invido tras-mas", implicit_accept=True)
    events = make(state, "7c")
    assert events[0] == m.StakeAccepted(1, 6)
    assert of(m.DealWon, events) == [m.DealWon(0, 6, (6, 0))]
