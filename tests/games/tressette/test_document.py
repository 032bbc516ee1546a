"""Tests the table of declarations against a second implementation, in all positions of a suit."""

from collections import Counter

import pytest

from audiogames.games.tressette import declarations as d
from tests.games.tressette import document

MASKS = {rank: 1 << place for place, rank in enumerate(reversed(document.RANKS))}


def mask(ranks):
    return sum(MASKS[rank] for rank in ranks)


def program(hand, gone, p, *, federation=False):
    """Return the declaration that the program makes if the card `p` is led from `hand`.

    `gone` are the cards of the suit played before.
    """
    held = mask(hand)
    lead = d.Lead(held, d.WHOLE & ~held & ~mask(gone), MASKS[p])
    return d.declaration(lead, federation=federation)


def suit(text):
    return frozenset(text.split())


@pytest.mark.slow
@pytest.mark.rule("tressette B.3 checked mechanically: exactly one answer, 33 names, 14.3 % none")
def test_declarations_match_the_rules_document_in_every_position():
    named, gaps = Counter(), Counter()
    for hand, gone, p in document.positions():
        found = document.answers(hand, gone, p)
        assert len(found) <= 1, (hand, gone, p, found)
        (name,) = found or {None}
        assert program(hand, gone, p) == name, (hand, gone, p)
        named[name] += 1
        if name is None:
            (inside,) = document.gap(hand, gone, p)
            gaps[inside] += 1
        else:
            assert not document.gap(hand, gone, p)
    assert sum(named.values()) == 196_830
    assert len(named) - 1 == len(d.GIOCATA) == 33
    assert round(named[None] / sum(named.values()), 3) == 0.143
    assert set(gaps) == {"G1", "G2", "G3", "G4"}


@pytest.mark.slow
@pytest.mark.rule("tressette B.7 federazione restores the text: venticinque terzo only on the 2")
def test_federation_option_declares_a_venticinque_as_the_federations_document_says():
    changed = set()
    for hand, gone, p in document.positions():
        if hand >= {"3", "2"}:
            (name,) = document.answers(hand, gone, p, document.BY_THE_FEDERATION) or {None}
            assert program(hand, gone, p, federation=True) == name
            if name != program(hand, gone, p):
                changed.add((len(hand), len(hand & document.TRESETTE), p))
    assert changed == {(3, 2, "3")}


@pytest.mark.rule("tressette B.3 O1 e mia wins: it is strictly narrower")
@pytest.mark.parametrize(
    ("hand", "gone", "p", "others", "name"),
    [
        ("K C F", "3 2 A", "F", {"terzo-di-re"}, "e-mia-terzo"),
        ("C F 7", "3 2 A K", "F", {"terzo"}, "e-mia-terzo"),
        ("K C 7 6", "3 2 A F", "7", {"lungo-di-re"}, "e-mia-lungo"),
        ("C F 7 6", "3 2 A K", "6", {"lungo"}, "e-mia-lungo"),
        ("K C F 7 6", "3 2 A", "C", {"lunghissimo-di-re"}, "e-mia-lunghissimo"),
    ],
)
def test_declaration_e_mia_takes_precedence_over_broader_declarations(hand, gone, p, others, name):
    assert document.literal(suit(hand), suit(gone), p) == {name} | others
    assert program(suit(hand), suit(gone), p) == name


@pytest.mark.rule("tressette B.3 O2 terzo covers the King only if the King is led")
@pytest.mark.parametrize(("p", "name"), [("K", "terzo"), ("7", "terzo-di-re")])
def test_lead_from_a_king_and_two_plain_cards_is_terzo_only_if_the_king_is_led(p, name):
    assert document.literal(suit("K 7 5"), frozenset(), p) == {name}
    assert program(suit("K 7 5"), frozenset(), p) == name


@pytest.mark.rule("tressette B.3 O3 there is no e mia with two cards")
def test_lead_from_two_cards_is_never_declared_e_mia():
    assert document.literal(suit("K C"), suit("3 2 A"), "C") == set()
    assert program(suit("K C"), suit("3 2 A"), "C") is None


@pytest.mark.rule("tressette B.3 O4 a sovereign card is not mine: plain terzo, lungo, lunghissimo")
@pytest.mark.parametrize(
    ("hand", "name"),
    [("C F 7", "terzo"), ("C F 7 6", "lungo"), ("C F 7 6 5", "lunghissimo")],
)
def test_document_o4_declaration_of_a_sovereign_card_depends_only_on_the_length_of_its_suit(
    hand, name
):
    assert document.literal(suit(hand), suit("3 2 A K"), "C") == {name}
    assert program(suit(hand), suit("3 2 A K"), "C") == name


@pytest.mark.rule("tressette B.3 G1 two cards, the lower or the wrong honour: no sentence")
@pytest.mark.parametrize(("hand", "p"), [("A 7", "7"), ("7 5", "5"), ("2 A", "A"), ("3 2", "3")])
def test_leading_the_lower_card_or_the_wrong_honour_of_two_cards_has_no_declaration(hand, p):
    assert document.literal(suit(hand), frozenset(), p) == set()
    assert program(suit(hand), frozenset(), p) is None


@pytest.mark.rule(
    "tressette B.3 G2 two honours, the simple led: two names that contradict, so none"
)
@pytest.mark.parametrize(
    ("hand", "both"),
    [
        ("2 A 6", {"asso-terzo", "due-terzo"}),
        ("3 A 6", {"asso-terzo", "tre-terzo"}),
        ("3 2 6", {"due-terzo", "tre-terzo"}),
    ],
)
def test_document_g2_lead_of_a_plain_card_from_two_honours_has_no_declaration(hand, both):
    assert document.literal(suit(hand), frozenset(), "6") == both
    assert program(suit(hand), frozenset(), "6") is None


@pytest.mark.rule("tressette B.3 G3 an honour led that keeps the King and another: no sentence")
@pytest.mark.parametrize("honour", ["3", "2", "A"])
def test_document_decision_g3_honour_led_before_the_king_allows_no_declaration(honour):
    assert document.literal(suit(f"{honour} K 7"), frozenset(), honour) == set()
    assert program(suit(f"{honour} K 7"), frozenset(), honour) is None


@pytest.mark.rule("tressette B.3 G4 the whole napoletana: the sentences contradict, so none")
@pytest.mark.parametrize("hand", ["3 2 A", "3 2 A K", "3 2 A 7 6 5"])
def test_no_declaration_exists_for_a_lead_from_a_whole_napoletana(hand):
    for p in suit(hand):
        literal = document.literal(suit(hand), frozenset(), p)
        assert len(literal) >= 2
        assert program(suit(hand), frozenset(), p) is None


@pytest.mark.rule("tressette B.3 G5 any card of a ventotto lungo is any card of the suit")
@pytest.mark.parametrize("pair", ["2 A", "3 A", "3 2"])
@pytest.mark.parametrize("rest", ["7 6", "K 6", "7 6 5"])
def test_leading_any_card_of_a_ventotto_lungo_makes_the_same_declaration(pair, rest):
    hand = suit(f"{pair} {rest}")
    names = {program(hand, frozenset(), p) for p in hand}
    assert len(names) == 1
    assert None not in names
