"""Table options, text forms and refused moves: rules B.7."""

import pickle

import pytest

from audiogames.core.contract import Refused
from audiogames.core.options import OptionError, read_options
from audiogames.core.text import plain
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from tests.games.moves import of
from tests.games.tressette.positions import (
    RULES,
    card,
    dealt,
    declared,
    holding,
    legal,
    listeners,
    make,
    play,
    playing,
    ready,
    refusal,
    rest_of_trick,
    why_undeclared,
)

LEADERS = ["palo", "altri", "compagno=faglio", "compagno=liscio", "palo altri compagno=liscio"]
OTHERS = ["manual", "none"]


# Boxes


@pytest.mark.rule(
    "tressette B.7 the leader may tick palo, altri and one word of the partner's suit"
)
@pytest.mark.parametrize("boxes", LEADERS)
def test_leader_may_tick_the_checkboxes_palo_altri_and_compagno(boxes):
    make(dealt("4c"), f"4c {boxes}")


@pytest.mark.rule("tressette B.7 a non-leader may tick pigliata alone")
@pytest.mark.parametrize("boxes", LEADERS)
def test_player_who_follows_may_tick_only_the_pigliata_checkbox(boxes):
    state = playing("4c", "4c", "5c")
    refused = refusal(state, f"5c {boxes}")
    assert refused.id == "not-yours-to-tick"
    assert refused.message.id == "refused-not-yours-to-tick-following"
    assert refusal(state, f"5c {boxes} pigliata").id == "not-yours-to-tick"
    make(state, "5c pigliata")


@pytest.mark.rule("tressette design 4: a box of another role is refused as not-yours-to-tick")
def test_pigliata_by_the_leader_is_refused_with_a_reason():
    refused = refusal(dealt("4c"), "4c pigliata")
    assert (refused.id, refused.message.id) == (
        "not-yours-to-tick",
        "refused-not-yours-to-tick-leading",
    )


@pytest.mark.rule("tressette design 4: the card's own reason comes before that of its box")
def test_illegal_card_is_refused_with_any_ticked_checkbox():
    state = playing("4c", "4c 5d", "5c 3d")
    assert refusal(state, "3d palo").id == "must-follow"
    assert refusal(state, "5d pigliata").id == "card-not-held"
    assert refusal(state, "5c pigliata", 1).id == "not-your-turn"


@pytest.mark.rule("tressette design 4: boxes are allowed though not listed")
def test_moves_with_checkboxes_are_allowed_but_not_listed():
    state = dealt("4c")
    assert legal(state) == {str(one) for one in state.view(0).hand}
    assert len(state.unlisted(0)) == 10 * 11
    assert all(state.allows(0, move) for move in state.unlisted(0))
    make(state, "4c")
    assert {str(move).split()[1] for move in state.unlisted(3)} == {"pigliata"}
    assert state.unlisted(1) == []


@pytest.mark.rule("tressette design 4: a box that yields nothing never refuses the card")
def test_checkbox_that_declares_nothing_never_makes_its_card_illegal():
    events = make(dealt("32Ac 456d 456s 4b"), "3c palo altri")
    assert why_undeclared(events) == ["napoletana", "no-void"]
    assert of(m.CardPlayed, events)


@pytest.mark.rule("tressette B.7 without automatic declarations there are no boxes")
@pytest.mark.parametrize("declarations", OTHERS)
def test_checkboxes_are_refused_without_automatic_declarations(declarations):
    state = dealt("4c", "5c", declarations=declarations)
    assert refusal(state, "4c palo").id == "no-boxes"
    make(state, "4c")
    assert refusal(state, "5c pigliata").id == "no-boxes"


@pytest.mark.rule("tressette B.7 the order: declaration, then card; several in the order of boxes")
def test_declaration_event_precedes_the_card():
    events = make(dealt("4567c 4567d 45s"), "4c compagno=faglio")
    assert [type(event) for event in events] == [m.Declared, m.CardPlayed]


# Manual tables


@pytest.mark.rule("tressette B.7 manual: any listed declaration, never verified, told to all")
def test_any_listed_declaration_may_be_spoken_if_declarations_are_manual():
    for name in d.SAYABLE:
        state = dealt(declarations="manual")
        assert make(state, f"say {name} c", 2) == [m.Declared(2, "manuale", name, "c")]
        assert make(state, f"say {name}", 2) == [m.Declared(2, "manuale", name, None)]


@pytest.mark.rule("tressette B.7 manual: or any free text, at any moment of the passata")
@pytest.mark.parametrize("text", ["ho paura", 'il "due" di coppe', "busso", "È mia!", "?"])
def test_free_text_may_be_said_at_a_manual_table(text):
    state = playing("4c", "4c", declarations="manual")
    events = make(state, f'say "{text}"', 0)
    assert events == [m.Declared(0, "manuale", None, None, text)]
    assert state.view(1).declarations[-1] == m.Declaration(0, "manuale", None, None, 1, text=text)


@pytest.mark.rule("tressette design 4: any seat, any time, three a seat a trick")
def test_seat_may_make_at_most_three_spoken_declarations_in_a_trick():
    state = dealt("4c", "5c", "6c", "7c", declarations="manual")
    for seat in range(4):
        for _ in range(3):
            make(state, "say busso", seat)
        assert refusal(state, "say busso", seat).id == "said-enough"
    assert state.view(None).says == (3, 3, 3, 3)
    play(state, "4c")
    assert refusal(state, "say busso", 0).id == "said-enough"
    rest_of_trick(state)
    assert state.view(None).says == (0, 0, 0, 0)
    make(state, "say busso", 0)


@pytest.mark.rule("tressette design 4: saying changes only declarations")
def test_spoken_declaration_changes_only_the_declarations_in_a_view():
    said, quiet = (playing("4c", "4c", declarations="manual") for _ in range(2))
    make(said, "say busso c", 1)
    for listener in listeners():
        some, others = plain(said.view(listener)), plain(quiet.view(listener))
        assert {key for key in some if some[key] != others[key]} == {"declarations", "says"}


@pytest.mark.rule("tressette design 4: without manual declarations, that is the answer")
@pytest.mark.parametrize(
    ("declarations", "id_"), [("automatic", "table-declares"), ("none", "no-declarations")]
)
def test_spoken_declaration_is_refused_at_a_table_without_manual_declarations(declarations, id_):
    state = dealt(declarations=declarations)
    assert refusal(state, "say busso").id == id_
    assert refusal(state, 'say "ciao"', 1).id == id_


@pytest.mark.rule("tressette B.7 no declarations between two passate")
def test_spoken_declaration_between_deals_is_refused():
    assert refusal(ready(declarations="manual"), "say busso", 0).id == "being-dealt"


@pytest.mark.rule("tressette B.7 synonyms that name two declarations list every reading")
@pytest.mark.parametrize(
    ("word", "readings"),
    [
        ("liscio", ("ventotto-piombo", "ventinove-piombo")),
        ("doppio-liscio", ("ventotto-terzo", "ventinove-terzo")),
        ("la-migliore", ("ventotto-piombo", "ventotto-terzo")),
        ("la-buona", ("ventinove-piombo", "ventinove-terzo")),
        ("busso", ("tre-terzo",)),
        ("liscio-busso-lunghissimo", ("asso-lunghissimo",)),
        ("tre-terzo", ("tre-terzo",)),
        ("sola", ("sola",)),
        ("niente", ()),
    ],
)
def test_each_word_lists_all_declarations_that_it_may_mean(word, readings):
    assert d.readings(word) == readings


@pytest.mark.rule("tressette B.7 only these four words name two declarations")
def test_only_four_spoken_declarations_have_several_meanings():
    several = {word for word in d.SAYABLE if len(d.readings(word)) > 1}
    assert several == {"liscio", "doppio-liscio", "la-migliore", "la-buona"}


@pytest.mark.rule("tressette B.7 automatic tables never speak a synonym")
def test_automatic_declarations_use_no_synonyms():
    words = {word for synonyms in d.SYNONYMS.values() for word in synonyms}
    assert not words & set(d.NAMES)
    assert set(d.SYNONYMS) <= set(d.GIOCATA)


# The federation


@pytest.mark.rule("tressette B.7 federazione: venticinque terzo only on the 2")
@pytest.mark.parametrize(("led", "names"), [("2", ["venticinque-terzo"]), ("3", [])])
def test_federation_rules_declare_venticinque_terzo_only_if_the_two_is_led(led, names):
    state = holding("3 2 7", federation=True)
    assert declared(play(state, f"{led}c+palo")) == names


VENTICINQUE = ("32c 4567d 456s 4b", "4c", "5c", "6c")


@pytest.mark.rule("tressette B.7 federazione: after venticinque piombo the 3 must be led next")
def test_player_who_declared_venticinque_piombo_must_lead_the_three_next():
    state = dealt(*VENTICINQUE, federation=True)
    assert declared(play(state, "2c+palo 4c 5c 6c")) == ["venticinque-piombo"]
    assert state.to_act == 0
    assert state.view(2).bound == "c"
    assert legal(state) == {"3c"}
    refused = refusal(state, "4d")
    assert refused.id == "must-lead-the-three"
    assert refused.message.args["suit"].id == "suit-italian-c"
    make(state, "3c palo")
    assert state.view(0).bound is None


@pytest.mark.rule("tressette B.7 no duty without federazione or without a declaration")
@pytest.mark.parametrize(("box", "federation"), [("+palo", False), ("", True)])
def test_leader_may_lead_any_card_without_federation_rules_or_a_declaration(box, federation):
    state = playing(f"2c{box} 4c 5c 6c", *VENTICINQUE, federation=federation)
    assert len(legal(state)) == 9


@pytest.mark.rule("tressette B.7 a player who follows a bound lead is not bound")
def test_only_the_leader_must_play_the_three_after_a_venticinque():
    state = playing("2c+palo", *VENTICINQUE, federation=True)
    assert "4c" in legal(state)
    assert len(legal(state)) == len([one for one in state.view(3).hand if one.suit == "c"])


# Options


@pytest.mark.rule("tressette design 10: ids and defaults")
def test_options_have_the_expected_ids_and_defaults():
    assert m.Options() == m.Options(
        target=31,
        declarations="automatic",
        federation=False,
        accuse=False,
        accuse_kept=False,
        four_leads=False,
    )


@pytest.mark.rule("tressette design 10: bad values are named")
@pytest.mark.parametrize(
    ("name", "value"), [("target", 20), ("target", 52), ("declarations", "some"), ("accuse", 7)]
)
def test_invalid_option_values_are_refused(name, value):
    with pytest.raises(OptionError):
        read_options(m.Options, {name: value})


# Text forms

FORMS = [
    "3c",
    "Rb",
    "3c palo",
    "3c palo altri compagno=liscio",
    "3c altri",
    "3c compagno=faglio",
    "5d pigliata",
    "5d palo pigliata",
    "say tre-lungo c",
    "say busso",
    'say "free text"',
    'say "a "b" c"',
    "accuse napoletana c",
    "accuse tre-3 s",
    "accuse quattro-3",
    "accuse tre-1 b",
    "dealer 2",
]


@pytest.mark.rule("tressette design 4: text forms read as they are written")
@pytest.mark.parametrize("text", FORMS)
def test_parsed_move_is_written_as_the_same_text(text):
    move = RULES.read(text)
    assert str(move) == text
    assert RULES.read(str(move)) == move
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301 - our own


@pytest.mark.rule("tressette design 4: the same card with the same boxes is one object")
def test_equal_tressette_plays_are_the_same_object():
    for text in FORMS[:8]:
        move = RULES.read(text)
        assert RULES.read(text) is move
        assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - our own


@pytest.mark.rule("tressette design 4: other texts are malformed")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "8c",
        "Ac",
        "3c ",
        "3c altri palo",
        "3c palo palo",
        "3c compagno",
        "3c compagno=altro",
        "3c  palo",
        "say",
        "say ",
        "say busso x",
        "say busso c d",
        "say tre-lungo cd",
        "say qualcosa",
        'say "',
        'say ""',
        'say " "',
        'say "a',
        'say "a\nb"',
        'say "' + "a" * 121 + '"',
        "accuse",
        "accuse napoletana",
        "accuse tre-3",
        "accuse tre-4 c",
        "accuse quattro-3 c",
        "palo",
        "draw",
    ],
)
def test_text_that_is_not_a_tressette_move_is_refused_as_malformed(text):
    with pytest.raises(Refused, match="malformed"):
        RULES.read(text)


@pytest.mark.rule("tressette design 12: a declaration as it is sent")
def test_declaration_event_is_encoded_with_its_documented_fields():
    (event, _) = make(holding("A 7 6 5"), "7c palo")
    assert plain(event) == {
        "to": None,
        "seat": 0,
        "kind": "giocata",
        "name": "asso-lungo",
        "suit": "c",
        "text": None,
    }


@pytest.mark.rule("tressette design 12: names in plain ASCII, lower case, joined by hyphens")
def test_declaration_names_are_lower_case_ascii_with_hyphens():
    for name in d.SAYABLE:
        assert name.isascii()
        assert name.replace("-", "").isalpha()
        assert name == name.lower()
    assert {"e-mia-terzo", "terzo-di-re", "ancora-lunghissimo", "sono-faglio-a-un-palo"} <= set(
        d.NAMES
    )


@pytest.mark.rule("tressette design 5: the documented fields")
def test_view_has_the_documented_fields():
    view = plain(playing("4c 5c 6c 7c", "4c", "5c", "6c", "7c").view(0))
    promised = {
        "seat", "to_act", "legal", "dealer", "hand", "hand_sizes", "score", "thirds", "on_table",
        "leader", "tricks_played", "declarations", "last_trick",
    }  # fmt: skip
    assert promised <= set(view)
    assert view["last_trick"] == [[0, "4c"], [3, "5c"], [2, "6c"], [1, "7c"]]
    assert m.PLAYS[card("4c")].boxes == m.NO_BOXES
