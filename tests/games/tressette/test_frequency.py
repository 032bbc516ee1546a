"""Limits on repeated declarations (rules B.4), and the definitions used there (B.2)."""

import pytest

from audiogames.core.text import plain
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from tests.games.moves import of
from tests.games.tressette.positions import (
    dealt,
    declared,
    holding,
    listeners,
    make,
    play,
    playing,
    rest_of_trick,
    why_undeclared,
)

FIRST = ("3764c 3d 456s 45b", "A5c 3s 4d", "2Kc 7s Kd", "CFc Fs 5d")
"""A position whose leader takes coppe, loses the 4 of spade, and may retake with the 3 of denari.
"""


# B.2


@pytest.mark.rule("tressette B.2 n is the number held now, with the card, not the number dealt")
def test_declaration_counts_the_cards_still_held_and_not_the_cards_dealt():
    state = playing("3c 5c Kc Fc  4s 3s 7s Fs  4d Kd 5d 3d", *FIRST)
    (event,) = of(m.Declared, make(state, "7c palo"))
    assert event.name == "terzo"


@pytest.mark.rule("tressette B.2 sovereign, subject and mine")
@pytest.mark.parametrize(
    ("hand", "out", "card", "sovereign", "mine"),
    [
        (0b11, 0b0, 0b10, True, False),
        (0b11, 0b0, 0b01, False, True),
        (0b11, 0b100, 0b10, False, False),
        (0b101, 0b10, 0b100, True, False),
        (0b101, 0b10, 0b001, False, False),
    ],
)
def test_sovereign_and_e_mia_leads_follow_the_definitions_of_the_rules(
    hand, out, card, sovereign, mine
):
    lead = d.Lead(hand, out, card)
    assert (lead.is_sovereign, lead.is_mine) == (sovereign, mine)


@pytest.mark.rule("tressette B.2 T: which carte di tresette are held")
def test_honours_of_a_lead_are_the_3_2_and_ace_held_in_its_suit():
    assert d.Lead(d.WHOLE, 0, 1).honours == "321"
    assert d.Lead(d.KING | 1, 0, 1).honours == ""


# Silence


@pytest.mark.rule("tressette B.4 silence bars the suit while the player keeps the lead")
def test_suit_led_without_a_declaration_cannot_be_declared_while_the_player_keeps_the_lead():
    state = playing("3c 5c Kc Fc", *FIRST)
    assert state.view(0).standings[0].silent == "c"
    make(state, "3d")
    rest_of_trick(state)
    assert state.to_act == 0
    assert state.view(None).standings[0].silent == "cd"
    assert why_undeclared(make(state, "7c palo")) == ["silent"]


@pytest.mark.rule("tressette B.4 losing the lead clears it")
def test_suit_led_without_a_declaration_may_be_declared_after_the_lead_is_lost():
    state = playing("3c 5c Kc Fc  4s 3s 7s Fs", *FIRST)
    assert state.view(None).standings[0].silent == ""


@pytest.mark.rule(
    "tressette B.4 a box that yields nothing counts as silence, told to that one only"
)
def test_lead_with_a_checkbox_that_declares_nothing_counts_as_undeclared():
    state = dealt("32Ac 456d 456s 4b", "4c", "5c", "6c")
    events = play(state, "3c+palo")
    assert events[0] == m.NothingDeclared("palo", "napoletana", to=0)
    assert [event.to for event in events] == [0, None]
    assert state.view(0).standings[0].silent == "c"


@pytest.mark.rule("tressette B.4 other boxes do not break the silence on the suit led")
def test_lead_counts_as_silent_despite_declarations_on_other_suits():
    state = dealt("3c 4567d 456s 45b", "4c", "5c", "6c")
    play(state, "3c+altri+compagno=faglio")
    assert state.view(0).standings[0].silent == "c"


@pytest.mark.rule("tressette B.4 silence concerns the player, not the partner")
def test_player_may_declare_a_suit_that_the_partner_led_without_a_declaration():
    state = playing("4c 5c 3c 6c", "47c", "5c", "3AKc", "6c")
    assert state.to_act == 2
    assert declared(make(state, "1c palo")) == ["si-liscia"]


@pytest.mark.rule("tressette B.4 a new passata forgets silence and declarations")
def test_new_passata_allows_declarations_in_all_suits_again():
    state = playing("3c+palo 5c Kc Fc", *FIRST)
    while state.expects != "deal":
        make(state, str(state.legal_moves(state.to_act)[0]))
    assert state.view(0).declarations
    make(state, "deal " + " ".join(map(str, sorted(m.POWER))))
    view = state.view(0)
    assert view.standings == (m.BarredSuits(),) * 4
    assert view.declarations == ()


# Once a passata


@pytest.mark.rule("tressette B.4 once per passata, also after losing and regaining the lead")
def test_suit_is_declared_only_once_in_a_deal_even_if_the_lead_was_lost_meanwhile():
    state = dealt(*FIRST)
    assert declared(play(state, "3c+palo 5c Kc Fc")) == ["lungo"]
    play(state, "4s 3s 7s Fs  4d Kd 5d 3d")
    assert why_undeclared(make(state, "7c palo")) == ["declared"]


@pytest.mark.rule("tressette B.4 once per passata applies to each suit")
def test_player_who_has_declared_one_suit_may_declare_another():
    state = playing("3c+palo 5c Kc Fc", *FIRST)
    assert declared(make(state, "3d palo")) == ["piombo"]


@pytest.mark.rule("tressette B.4 per player, not per pair")
def test_player_may_declare_a_suit_that_the_partner_has_declared():
    state = playing("4c+palo 5c 3c 6c", "47c", "5c", "3AKc", "6c")
    assert declared(make(state, "1c palo")) == ["si-liscia"]


@pytest.mark.rule("tressette B.4 once declared, the suit is left out of faglio")
def test_suit_declared_before_is_not_counted_as_a_void_in_a_faglio():
    hands = ("3s 456c 456d 456b", "4s", "5s", "6s")
    silent, spoken = (playing(f"3s{box} 4s 5s 6s", *hands) for box in ("", "+palo"))
    assert why_undeclared(make(silent, "4c altri")) == ["no-void"]
    assert why_undeclared(make(spoken, "4c altri")) == ["no-void"]


# Lunghissimo lasts


LASTING = ("ACF7654s 3c 4d 4b", "3s 4c", "2s 5c", "Ks 6c")


@pytest.mark.rule("tressette B.4 ancora lunghissimo, without honour details")
def test_declaration_ancora_lunghissimo_names_no_honours():
    state = playing("4s+palo 3s 2s Ks  4c 5c 6c 3c", *LASTING)
    (event,) = of(m.Declared, make(state, "Cs palo"))
    assert event == m.Declared(0, "giocata", "ancora-lunghissimo", "s")
    assert state.view(0).standings[0] == m.BarredSuits(declared="s", lasting="s", took="c")


@pytest.mark.rule("tressette B.4 it may always be repeated, and also overrides silence")
def test_ancora_lunghissimo_may_be_declared_after_a_lead_without_a_declaration():
    state = playing("4s+palo 3s 2s Ks  4c 5c 6c 3c", *LASTING)
    make(state, "Cs")
    rest_of_trick(state)
    assert state.view(0).standings[0].silent == "s"
    assert declared(make(state, "Fs palo")) == ["ancora-lunghissimo"]


@pytest.mark.rule("tressette B.4 any lunghissimo is enough")
@pytest.mark.parametrize(
    ("hand", "gone", "led"),
    [
        ("K F 7 6 5 4", "", "4"),
        ("F 7 6 5 4", "", "F"),
        ("3 2 F 7 6 5", "", "6"),
        ("K C F 7 6", "3 2 A", "C"),
        ("2 C F 7 6", "", "7"),
    ],
)
def test_ancora_may_follow_any_lunghissimo(hand, gone, led):
    state = holding(hand, gone)
    play(state, f"{led}c+palo")
    assert state.view(0).standings[0].lasting == "c"


@pytest.mark.rule("tressette B.4 a declaration below lunghissimo cannot be continued by ancora")
def test_ancora_needs_a_declared_lunghissimo():
    state = holding("3 C 7 6")
    play(state, "3c+palo")
    assert state.view(0).standings[0] == m.BarredSuits(declared="c")


@pytest.mark.rule("tressette B.4 a pigliata in a suit declared lunghissimo, still five: ancora")
@pytest.mark.parametrize(
    ("hand", "last", "told"),
    [
        ("ACF7654s 456c", "456b", ["ancora-lunghissimo"]),
        ("ACF765s 456c 4b", "4s 56b", []),
    ],
)
def test_pigliata_in_a_suit_declared_lunghissimo_says_ancora_if_still_five_cards_long(
    hand, last, told
):
    state = dealt(hand, "3Ks", "2s", last)
    play(state, "5s+palo 3s 2s")
    rest_of_trick(state)
    play(state, "Ks")
    while state.to_act != 0:
        make(state, str(state.legal_moves(state.to_act)[0]))
    events = make(state, "1s pigliata")
    assert declared(events) == told
    assert why_undeclared(events) == ([] if told else ["declared"])


# Declarations free after a pigliata


@pytest.mark.rule("tressette B.4 a pigliata does not use up the play declaration of the suit")
def test_suit_declared_by_pigliata_may_still_be_declared_when_led():
    state = dealt("6s", "K73s 4567d 456c", "5s", "4Cs")
    assert declared(play(state, "6s Ks+pigliata 5s 4s")) == ["sono-liscio-qui"]
    assert state.view(3).standings[3] == m.BarredSuits(took="s")
    assert declared(make(state, "3s palo")) == ["si-liscia"]


# All of it is public


@pytest.mark.rule("tressette B.4 the obligations of a seat are the same in every view")
def test_suits_that_may_not_be_declared_are_the_same_in_every_view():
    state = playing("3c+palo 5c Kc Fc  3d", *FIRST)
    rest_of_trick(state)
    assert len({str(plain(state.view(one).standings)) for one in listeners()}) == 1
