"""The 51 worked examples of rules B.8, by their numbers."""

import pytest

from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from tests.games.moves import of
from tests.games.tressette.positions import (
    dealt,
    declared,
    holding,
    make,
    play,
    playing,
    rest_of_trick,
    why_undeclared,
)

NONE = None

# number: hand, gone, led, declaration
LEADS = {
    1: ("7", "", "7", "sola"),
    2: ("7", "3 2 A K C F", "7", "piombo"),
    3: ("3", "", "3", "piombo"),
    4: ("2", "3", "2", "piombo"),
    5: ("A", "3", "A", "sola"),
    6: ("A 7", "", "A", "si-liscia"),
    7: ("A 7", "", "7", NONE),
    8: ("K C", "", "K", "si-liscia"),
    9: ("K C", "3 2 A", "C", NONE),
    10: ("2 A", "", "2", "ventotto-piombo"),
    11: ("2 A", "", "A", NONE),
    12: ("3 2", "", "2", "venticinque-piombo"),
    13: ("3 2", "", "3", NONE),
    14: ("7 5 4", "", "4", "terzo"),
    15: ("K 7 5", "", "K", "terzo"),
    16: ("K 7 5", "", "5", "terzo-di-re"),
    17: ("K C F", "3 2 A", "F", "e-mia-terzo"),
    18: ("C F 7", "3 2 A K", "C", "terzo"),
    19: ("C F 7", "3 2 A", "7", "terzo"),
    20: ("A 7 5", "", "A", "terzo"),
    21: ("A K 7", "", "A", NONE),
    22: ("A 7 5", "", "5", "asso-terzo"),
    23: ("3 C 4", "", "4", "tre-terzo"),
    24: ("2 K 5", "", "5", "due-terzo"),
    25: ("2 A 6", "", "A", "ventotto-terzo"),
    26: ("2 A 6", "", "6", NONE),
    27: ("3 2 K", "", "3", "venticinque-terzo"),
    28: ("3 2 A", "", "3", NONE),
    29: ("3 C 7 6", "", "3", "lungo"),
    30: ("3 C 7 6", "", "6", "tre-lungo"),
    31: ("K C 7 6", "", "6", "lungo-di-re"),
    32: ("K C 7 6", "3 2 A", "7", "lungo-di-re"),
    33: ("K C 7 6", "3 2 A F", "7", "e-mia-lungo"),
    34: ("2 A 7 6", "", "6", "ventotto-lungo"),
    35: ("K F 7 6 5", "", "5", "lunghissimo-di-re"),
    36: ("F 7 6 5 4", "", "F", "lunghissimo"),
    37: ("3 2 F 7 6 5", "", "6", "venticinque-lunghissimo"),
}


@pytest.mark.rule("tressette B.8 cases 1 to 37")
@pytest.mark.parametrize("number", LEADS)
def test_cases_1_to_37_of_the_rules_give_the_written_declarations(number):
    hand, gone, led, name = LEADS[number]
    events = play(holding(hand, gone), f"{led}c+palo")
    assert declared(events) == ([name] if name else [])
    assert len(why_undeclared(events)) == (name is None)


@pytest.mark.rule("tressette B.8 case 27, with federazione: none")
def test_case_27_three_led_from_three_two_and_king_declares_nothing_with_federazione():
    events = make(holding("3 2 K", federation=True), "3c palo")
    assert declared(events) == []
    assert why_undeclared(events) == ["only-the-due"]


# Scripts follow: the hands of the leader, of the player to the right, across and to the left.


@pytest.mark.rule("tressette B.8 case 38: silent while on lead")
def test_case_38_suit_led_without_declaration_cannot_be_declared_while_the_seat_keeps_the_lead():
    state = playing("3c 5c Kc Fc", "3764c 3d 456s 45b", "A5c", "2Kc", "CFc")
    events = make(state, "7c palo")
    assert declared(events) == []
    assert why_undeclared(events) == ["silent"]


@pytest.mark.rule("tressette B.8 case 39: the same, but the lead was lost in between and regained")
def test_case_39_suit_led_silently_may_be_declared_after_the_lead_is_lost_and_regained():
    hands = ("3764c 3d 456s 45b", "A5c 3s 4d", "2Kc 7s Kd", "CFc Fs 5d")
    state = playing("3c 5c Kc Fc  4s 3s 7s Fs  4d Kd 5d 3d", *hands)
    assert declared(make(state, "7c palo")) == ["terzo"]


@pytest.mark.rule("tressette B.8 case 40: once declared, none for the rest of the passata")
def test_case_40_declared_suit_is_barred_for_the_passata():
    state = dealt("3C76s 456c 45b 4d", "2As", "KFs", "54s")
    assert declared(play(state, "3s+palo As Ks 4s")) == ["lungo"]
    events = make(state, "7s palo")
    assert declared(events) == []
    assert why_undeclared(events) == ["declared"]


LASTING = ("ACF7654s 3c 4d 4b", "3s 4c", "2s 5c", "Ks 6c")


@pytest.mark.rule("tressette B.8 case 41: declared with seven, led again with six: ancora")
def test_case_41_second_lead_of_a_declared_long_suit_makes_the_declaration_ancora():
    state = dealt(*LASTING)
    assert declared(play(state, "4s+palo 3s 2s Ks  4c 5c 6c 3c")) == ["asso-lunghissimo"]
    assert declared(make(state, "Cs palo")) == ["ancora-lunghissimo"]


@pytest.mark.rule("tressette B.8 case 42: led again with four: none")
def test_case_42_suit_reduced_to_four_cards_declares_nothing():
    state = playing("4s+palo 3s 2s Ks  4c 5c 6c 3c", *LASTING)
    names = []
    for led in ("Cs palo", "5s palo", "6s palo"):
        events = make(state, led)
        names += declared(events) or why_undeclared(events)
        rest_of_trick(state)
    assert names == ["ancora-lunghissimo", "ancora-lunghissimo", "declared"]


@pytest.mark.rule("tressette B.8 case 43: a pigliata of the suit that was declared: none")
def test_case_43_pigliata_of_a_declared_suit_declares_nothing():
    state = dealt("AK54s 456c 456b", "36s", "F2Cs 3d", "7s 45d")
    assert declared(play(state, "As+palo 3s Fs 7s")) == ["lungo"]
    play(state, "6s 2s 4d 4s  3d 5d 5s")
    rest_of_trick(state)
    play(state, "Cs")
    play(state, str(state.legal_moves(1)[0]))
    events = make(state, "Rs pigliata") + rest_of_trick(state)
    assert [event.seat for event in of(m.TrickTaken, events)] == [0]
    assert state.view(0).hand_sizes[0] == 6
    assert declared(events) == []
    assert why_undeclared(events) == ["declared"]


@pytest.mark.rule("tressette B.8 case 44: the 7 is subject to the C outside")
def test_case_44_seven_below_a_cavallo_in_another_hand_is_declared_liscio():
    state = dealt("63s", "K7s", "52s", "4Cs")
    assert declared(play(state, "6s Ks+pigliata 5s 4s")) == ["sono-liscio-qui"]


@pytest.mark.rule("tressette B.8 case 45: the King that is left is sovereign now")
def test_case_45_taker_left_with_a_sovereign_king_declares_nothing():
    state = playing("3s 4s 2s 7s", "36s", "AK4s", "25s", "7Cs")
    events = play(state, "6s As+pigliata 5s Cs")
    assert [event.seat for event in of(m.TrickTaken, events)] == [3]
    assert declared(events) == []
    assert why_undeclared(events) == ["nothing-subject"]


@pytest.mark.rule("tressette B.8 case 46: captured with the last card")
def test_case_46_capture_with_the_last_card_is_a_piombo():
    state = dealt("6s", "Ks 4567d 456c 45b", "5s", "4s")
    assert declared(play(state, "6s Ks+pigliata 5s 4s")) == ["ho-fatto-questo-piombo"]


@pytest.mark.rule("tressette B.8 case 47: ticked, but another takes the trick: ignored silently")
def test_case_47_checkbox_of_a_player_who_does_not_take_is_ignored():
    ticked, plain = (dealt("6s", "57s", "K3s", "4s") for _ in range(2))
    events = play(ticked, "6s 5s+pigliata Ks 4s")
    own = [event for event in events if not event.heard_by(None)]
    assert own == [m.NothingDeclared("pigliata", d.NOT_TAKEN, to=3)], "silent for all but its owner"
    assert [event for event in events if event not in own] == play(plain, "6s 5s Ks 4s")
    assert ticked == plain


@pytest.mark.rule("tressette B.8 case 48: no bastoni since the deal, the lead taken in denari")
def test_case_48_void_since_the_deal_is_faglio():
    state = playing("4d 3d 5d 6d", "4d", "3d 4567c 4567Fs", "5d", "6d")
    assert declared(make(state, "4c altri")) == ["sono-faglio-a-un-palo"]


@pytest.mark.rule("tressette B.8 case 49: the only void is the suit that took the lead")
def test_case_49_void_in_the_captured_suit_is_not_faglio():
    state = playing("4d 3d 5d 6d", "4d", "3d 456c 456s 456b", "5d", "6d")
    events = make(state, "4c altri")
    assert declared(events) == []
    assert why_undeclared(events) == ["no-void"]


@pytest.mark.rule("tressette B.8 case 50: liscio at the partner's suit is not verified")
def test_case_50_declared_liscio_in_the_partners_suit_is_announced_without_a_check():
    state = dealt("3s 4567c 456d 45b")
    events = make(state, "4c compagno=liscio")
    assert declared(events) == ["liscio-al-palo-del-mio-compagno"]


@pytest.mark.rule("tressette B.8 case 51: still silent on the suit that is void")
def test_case_51_void_in_a_suit_led_without_a_declaration_is_not_a_faglio():
    state = playing("3s 4s 5s 6s", "3s 456c 456d 456b", "4s", "5s", "6s")
    events = make(state, "4c altri")
    assert declared(events) == []
    assert why_undeclared(events) == ["no-void"]


@pytest.mark.rule("tressette B.8 all 51 cases are present")
def test_every_worked_case_is_tested():
    scripted = {int(name[10:12]) for name in globals() if name.startswith("test_case_")}
    assert {*LEADS, *scripted} == set(range(1, 52))
