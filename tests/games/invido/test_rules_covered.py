"""Tests of "vado dentro", a card played face down: rules A.9."""

from random import Random

import pytest

from audiogames.games.invido import model as m
from tests.contract.walk import cards_in
from tests.games.moves import of
from tests.replays.invido import (
    RULES,
    cards,
    dealt,
    legal,
    make,
    pack,
    play,
    played,
    refusal,
)

RANKS = "321RCF76"
ON = {"vado_dentro": True}


@pytest.mark.rule("A.9 vado dentro: an option, off in the base game")
def test_playing_cards_face_down_is_off_by_default():
    state = dealt()
    assert not any(move.endswith("*") for move in legal(state, 0))
    assert refusal(state, "3c*").id == "no-vado-dentro"


@pytest.mark.rule("A.9 available to leader and follower and in every trick")
def test_card_may_be_played_face_down_at_any_turn():
    state = dealt("3c 2b 1s", "6s 7c Rd", **ON)
    while state.expects is None:
        hand = [str(card) for card in state.hands[state.to_act]]
        assert {f"{card}*" for card in hand} <= legal(state, state.to_act)
        assert set(hand) <= legal(state, state.to_act)
        make(state, hand[0])


@pytest.mark.rule("A.9 it loses to any face-up card")
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("covered", ["leader", "follower"])
def test_covered_card_loses_to_every_open_card(rank, covered):
    hands = ["3c 2c 1c", f"{rank}d 7s 7b"]
    script = f"3c* {rank}d" if covered == "leader" else f"{rank}d 3c*"
    state = played(script, *hands, leader=0 if covered == "leader" else 1, **ON)
    assert state.tricks == [1]
    assert state.to_act == 1


@pytest.mark.rule("A.9 two face-down cards in one trick tie; A.3 the same player leads again")
@pytest.mark.parametrize("leader", [0, 1])
def test_trick_of_two_covered_cards_is_a_tie_and_its_leader_leads_again(leader):
    script = "3c* 6s*" if leader == 0 else "6s* 3c*"
    state = played(script, leader=leader, **ON)
    assert state.tricks == [None]
    assert state.to_act == leader


@pytest.mark.rule("A.9 its identity is never shown: the event names no card")
def test_covered_card_event_names_no_card():
    events = make(dealt(**ON), "3c*")
    assert events == [m.CardCovered(0)]
    assert list(cards_in(events)) == []


@pytest.mark.rule("A.9 its identity is only in the owner's view")
def test_only_the_owner_sees_a_covered_card():
    state = played("3c*", **ON)
    card = cards("3c")[0]
    for later in ("", "6s", "7c*"):
        play(state, later)
        assert card not in set(cards_in(state.view(1)))
        assert card not in set(cards_in(state.view(None)))
        assert state.view(0).covered == (card,)
        assert state.view(0).played[0] == (0, None)


@pytest.mark.rule("A.9 it stays unknown after the deal")
def test_covered_card_stays_unknown_after_the_deal():
    state = played("3c* 6s 7c 2b*", **ON)
    assert state.expects == "deal"
    seen = set(cards_in(state.view(1))) | set(cards_in(state.view(None)))
    assert not seen & set(cards("3c 2b"))


@pytest.mark.rule("A.9 a new deal forgets it")
def test_new_deal_clears_covered_cards():
    state = played("3c* 6s vado-via", **ON)
    make(state, pack())
    assert state.view(0).covered == ()


@pytest.mark.rule("Design 5: a guess may contain any unseen card")
def test_sampled_deal_may_have_any_unseen_card_in_place_of_a_covered_card():
    state = played("3c*", **ON)
    view = state.view(1)
    guesses = {RULES.redeal(view, Random(seed)).covered[0][1] for seed in range(400)}
    assert guesses == set(m.PACK) - set(view.hand)


@pytest.mark.rule("A.9 speech: va dentro, never the card; only held cards can be covered")
def test_card_that_is_not_held_cannot_be_played_face_down():
    assert refusal(dealt(**ON), "6s*").id == "card-not-held"


@pytest.mark.rule("A.9 a covered card counts as a card: montes are new, the deal continues")
def test_deal_with_covered_cards_can_be_won():
    state = dealt("3c 2b 1s", "6s 7c Rd", **ON)
    events = play(state, "3c 6s* 1s* 7c")
    assert [e.winner for e in of(m.TrickTaken, events)] == [0, 1]
    events = play(state, "Rd 2b")
    assert of(m.DealWon, events) == [m.DealWon(0, 1, (1, 0))]
