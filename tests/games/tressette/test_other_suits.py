"""Declarations on suits that are not led (rules B.6), and the federation's piombo (B.7)."""

import pytest

from audiogames.games.tressette import model as m
from audiogames.games.tressette.passata import would_declare
from tests.games.moves import of
from tests.games.tressette.positions import (
    card,
    dealt,
    declared,
    make,
    naively_closed,
    playing,
    rest_of_trick,
    walk,
    why_undeclared,
)

VOID = ("3s 456c 4567d 45s", "6s", "7s", "Fs")
"""A position whose leader has no bastoni."""


@pytest.mark.rule("tressette B.6 void since the deal: at the first lead there is no pigliata suit")
def test_faglio_is_declared_at_the_first_lead():
    events = make(dealt(*VOID), "4c altri")
    assert events[0] == m.Declared(0, "altri", "sono-faglio-a-un-palo", None)


@pytest.mark.rule("tressette B.6 a suit emptied in play counts like a void in the deal")
def test_suit_emptied_since_the_deal_is_faglio():
    """The last spada was discarded on coppe; then the player wins the lead in denari."""
    state = playing("3c 4s 5c 6c  4d 3d 5d 6d", "3c 4d", "37CFd 4s 4567Fb", "5c 5d", "6c 6d")
    assert state.to_act == 3
    view = state.view(3)
    assert not any(one.suit == "s" for one in view.hand)
    events = make(state, "4b altri")
    assert declared(events) == ["sono-faglio-a-un-palo"]
    assert state.declarations[-1].among == "cs"


@pytest.mark.rule("tressette B.6 not about the suit led, even with the last card of it")
def test_faglio_does_not_count_the_suit_led():
    state = dealt("3s 456c 456d 456b", "4s", "5s", "6s")
    assert why_undeclared(make(state, "3s altri")) == ["no-void"]


@pytest.mark.rule("tressette B.6 ticked but false: announced to no other player")
def test_only_the_player_learns_that_their_ticked_faglio_was_untrue():
    state = dealt("3s 456c 456d 456b", "4s", "5s", "6s")
    events = make(state, "4c altri")
    assert events[0] == m.NothingDeclared("altri", "no-void", to=0)
    assert state.declarations == []


@pytest.mark.rule("tressette B.6 it may be repeated on later leads")
def test_faglio_may_be_repeated_on_later_leads():
    state = dealt("32s 456c 4567d 4s", "6s", "7s", "Fs")
    assert declared(make(state, "3s altri")) == ["sono-faglio-a-un-palo"]
    rest_of_trick(state)
    assert declared(make(state, "2s altri")) == ["sono-faglio-a-un-palo"]


@pytest.mark.rule("tressette B.6 the pigliata suit applies while the player keeps the lead")
def test_void_in_the_suit_just_captured_is_not_declared_while_the_seat_keeps_the_lead():
    hands = ("4d", "3d 32s 456c 456b 4s", "5d 567s", "6d CFs")
    state = playing("4d 3d 5d 6d", *hands)
    assert state.view(None).standings[3].took == "d"
    assert why_undeclared(make(state, "3s altri")) == ["no-void"]
    rest_of_trick(state)
    assert state.to_act == 3
    assert why_undeclared(make(state, "2s altri")) == ["no-void"]


@pytest.mark.rule("tressette B.6 and no longer: on a later lead the suit may be mentioned")
def test_captured_suit_is_forgotten_when_its_player_loses_the_lead():
    hands = ("4d 3s", "3d 4s K456c 456b", "5d 5s", "6d 6s")
    state = playing("4d 3d 5d 6d  4s 5s 6s 3s", *hands)
    assert state.to_act == 0
    assert state.view(None).standings[3].took == ""


@pytest.mark.rule("tressette B.6 the partner's suit: as ticked, one of two words, no suit")
@pytest.mark.parametrize("word", ["faglio", "liscio"])
def test_declaration_on_the_partners_suit_says_faglio_or_liscio_as_the_player_chose(word):
    events = make(dealt(*VOID), f"4c compagno={word}")
    assert events[0] == m.Declared(0, "compagno", f"{word}-al-palo-del-mio-compagno", None)


@pytest.mark.rule("tressette B.7 all three boxes of a leader, in their order, before the card")
def test_three_checkboxes_are_declared_in_order_before_the_card():
    events = make(dealt(*VOID), "4c palo altri compagno=liscio")
    assert declared(events) == [
        "terzo",
        "sono-faglio-a-un-palo",
        "liscio-al-palo-del-mio-compagno",
    ]
    assert isinstance(events[-1], m.CardPlayed)


# Feci un piombo


EMPTIED = ("3c 4d", "37CFd 4s 4567Fb", "5c 5d", "6c 6d")
"""The second seat throws its only spada on the 3 of coppe, then takes the 4 of denari."""


@pytest.mark.rule("tressette B.6 feci un piombo is not implemented")
def test_feci_un_piombo_is_declared_only_under_federation_rules():
    state = playing("3c 4s 5c 6c  4d 3d 5d 6d", *EMPTIED)
    assert declared(make(state, "4b altri")) == ["sono-faglio-a-un-palo"]


@pytest.mark.rule("tressette B.7 federazione: feci un piombo, said before faglio when true")
def test_feci_un_piombo_is_declared_before_faglio():
    state = playing("3c 4s 5c 6c  4d 3d 5d 6d", *EMPTIED, federation=True)
    events = make(state, "4b altri")
    assert declared(events) == ["feci-un-piombo", "sono-faglio-a-un-palo"]
    assert [event.suit for event in of(m.Declared, events)] == [None, None]
    assert state.declarations[-2].among == "s"


@pytest.mark.rule("tressette B.7 feci un piombo: void since the deal is not run out")
def test_void_since_the_deal_is_not_declared_as_feci_un_piombo():
    state = dealt(*VOID, federation=True)
    assert declared(make(state, "4c altri")) == ["sono-faglio-a-un-palo"]


@pytest.mark.rule("tressette B.7 feci un piombo: not of a suit led before the player took the lead")
def test_suit_led_before_the_capture_is_not_declared_as_feci_un_piombo():
    """The player followed with their only spada, so everyone saw that suit led."""
    hands = ("3c 3s 4d", "37CFd 4s 4567Fb", "5c 5s 5d", "6c 6s 6d")
    state = playing("3s 4s 5s 6s  4d 3d 5d 6d", *hands, federation=True)
    assert declared(make(state, "4b altri")) == ["sono-faglio-a-un-palo"]


@pytest.mark.rule("tressette B.7 feci un piombo: still allowed of a suit led since")
def test_player_cannot_declare_void_in_a_suit_led_without_a_declaration_since_the_capture():
    """The player led spade themselves, silently, after the capture."""
    hands = ("4d", "32d 3s 456c 4567b", "5d", "6d")
    state = playing("4d 3d 5d 6d", *hands, federation=True)
    make(state, "3s")
    rest_of_trick(state)
    assert state.to_act == 3
    assert why_undeclared(make(state, "4c altri")) == ["no-void"]


# Over many deals


@pytest.mark.rule("tressette B.6 faglio is announced exactly if an unbarred suit is void")
def test_faglio_is_declared_if_and_only_if_a_suit_that_may_be_declared_is_void():
    told = 0
    for seed in range(60):
        for before, seat, move, events, _ in walk(seed, federation=bool(seed % 2)):
            if not isinstance(move, m.Play) or not move.boxes.altri:
                continue
            view = before.view(seat)
            closed = naively_closed(view, move.card.suit)
            void = any(all(one.suit != suit for one in view.hand) for suit in set(m.SUITS) - closed)
            assert ("sono-faglio-a-un-palo" in declared(events)) == void
            told += void
    assert told > 100


@pytest.mark.rule("tressette B.7 X says beforehand what the table then declares")
def test_previewed_declarations_equal_the_actual_ones():
    for seed in range(30):
        for before, seat, move, events, _ in walk(seed, federation=bool(seed % 2)):
            if not isinstance(move, m.Play) or not move.boxes.of_leader:
                continue
            said = would_declare(before.view(seat), move.card, move.boxes)
            names = [one.name for one in said if isinstance(one, m.Declaration)]
            assert names == declared(events)
            assert [
                one.why for one in said if isinstance(one, m.NothingDeclared)
            ] == why_undeclared(events)


@pytest.mark.rule("tressette B.7 X of a card that follows: as if it took the trick")
@pytest.mark.parametrize(
    ("hand", "led", "name"),
    [
        ("Ks 4567d 456c 45b", "Ks", "ho-fatto-questo-piombo"),
        ("K7s 4567d 456c 4b", "Ks", "sono-liscio-qui"),
    ],
)
def test_preview_of_a_pigliata_assumes_the_trick_is_taken(hand, led, name):
    state = playing("6s", "6s", hand, "5s", "4s")
    (said,) = would_declare(state.view(3), card(led), m.PIGLIATA)
    assert (said.kind, said.name, said.suit) == ("pigliata", name, "s")
    assert would_declare(state.view(3), card(led), m.NO_BOXES) == ()
