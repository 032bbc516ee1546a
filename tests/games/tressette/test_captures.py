"""Declarations on the captured suit: rules B.5."""

import pytest

from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from tests.games.moves import of
from tests.games.tressette.positions import dealt, declared, laid, play, refusal, why_undeclared

LEFT_AND_OUT = [(left, out) for left in range(64) for out in d.parts(63 & ~left)]
"""All captures, of one suit's six lower ranks: they are enough to tell all of them apart."""


@pytest.mark.rule("tressette B.5 the table: none left; one subject to some other; or nothing")
def test_declaration_after_a_capture_follows_the_rules_table():
    for left, out in LEFT_AND_OUT:
        ranks, others = ({r for r in range(6) if part >> r & 1} for part in (left, out))
        subject = any(other > rank for rank in ranks for other in others)
        named = "ho-fatto-questo-piombo" if not ranks else "sono-liscio-qui" if subject else None
        assert d.captured(left, out) == named


@pytest.mark.rule("tressette B.5 a leader who wins the trick has no pigliata to tick")
def test_leader_cannot_tick_pigliata():
    assert refusal(dealt("3c"), "3c pigliata").id == "not-yours-to-tick"


@pytest.mark.rule("tressette B.5 computed after the trick: its four cards are gone")
def test_pigliata_counts_the_cards_of_the_captured_trick_as_played():
    """The fante (F), the card that would beat the 7, was played to this trick."""
    state = laid("Fs 4c", "K7s", "6s 5c", "5s 6c")
    events = play(state, "Fs Ks+pigliata 6s 5s")
    assert why_undeclared(events) == ["nothing-subject"]


@pytest.mark.rule("tressette B.5 the card that makes it subject may be in any other hand")
@pytest.mark.parametrize("holder", range(3))
def test_liscio_is_declared_if_any_other_hand_has_a_higher_card(holder):
    others = ["4c", "5c", "6c"]
    others[holder] = "Cs"
    led, across, last = (
        f"{one} {two}" for one, two in zip(["Fs", "6s", "5s"], others, strict=True)
    )
    state = laid(led, "K7s", across, last)
    assert declared(play(state, "Fs Ks+pigliata 6s 5s")) == ["sono-liscio-qui"]


@pytest.mark.rule("tressette B.5 announced after the trick, before the next lead")
def test_pigliata_is_declared_after_the_trick_before_the_next_lead():
    events = play(dealt("63s", "K7s", "52s", "4Cs"), "6s Ks+pigliata 5s 4s")
    kinds = [m.CardPlayed] * 4 + [m.TrickTaken, m.Declared]
    assert [type(event) for event in events] == kinds
    assert events[-1] == m.Declared(3, "pigliata", "sono-liscio-qui", "s")


@pytest.mark.rule("tressette B.5 in the last trick it is announced before the score")
def test_pigliata_in_the_last_trick_is_declared_before_the_score():
    events = play(laid("4c", "3c", "5c", "6c"), "4c 3c+pigliata 5c 6c")
    assert [type(event) for event in events[4:]] == [m.TrickTaken, m.Declared, m.DealScored]
    assert declared(events) == ["ho-fatto-questo-piombo"]


@pytest.mark.rule("tressette B.5 several may tick; only the taker declares")
def test_ticked_pigliata_checkbox_declares_only_if_its_player_takes_the_trick():
    state = dealt("4c", "5Kc", "6Cc", "7Fc")
    events = play(state, "4c 5c+pigliata 6c+pigliata 7c+pigliata")
    assert [event.seat for event in of(m.Declared, events)] == [1]
    private = [m.NothingDeclared("pigliata", "not-taken", to=seat) for seat in (3, 2)]
    assert of(m.NothingDeclared, events) == private


@pytest.mark.rule("tressette B.5 a box is forgotten with its trick")
def test_pigliata_checkbox_is_forgotten_after_its_trick():
    state = dealt("47c", "5Kc", "6c", "3Fc")
    play(state, "4c 5c+pigliata 6c 3c")
    assert state.boxed == []
    assert not any(state.view(seat).pigliata for seat in range(4))


@pytest.mark.rule("tressette B.5 a card thrown on another suit captures nothing")
def test_discard_on_another_suit_declares_nothing():
    state = dealt("3c", "4567d 456s 456b", "5c", "6c")
    events = play(state, "3c 4d+pigliata 5c 6c")
    assert declared(events) == []


@pytest.mark.rule("tressette B.5 the box waits only in its owner's view")
@pytest.mark.parametrize("listener", [0, 1, 2, 3, None])
def test_pigliata_checkbox_is_only_in_its_owners_view(listener):
    ticked, plain = (dealt("4c", "5Kc", "6c", "7c") for _ in range(2))
    assert play(ticked, "4c 5c+pigliata") == play(plain, "4c 5c")
    assert ticked.view(listener).pigliata == (listener == 3)
    assert (ticked.view(listener) == plain.view(listener)) == (listener != 3)
