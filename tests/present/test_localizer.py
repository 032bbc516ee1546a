"""Tests of rendering: names, numbers, cards, lists, capitals, braille and verbosity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH, ITALIAN, Card
from audiogames.cards.telling import grouped, suit_words
from audiogames.core.cues import msg
from audiogames.present.catalogue import load
from audiogames.present.localizer import BRAILLE_NAME, Called, Localizer, by_number
from tests.kit.languages import COMPLETE
from tests.present.kit import LOCALES, made, named, shipped, write_language

SIGNS = [
    ("number-minus", "minus {n}"),
    ("number-minus", "-{n}", "braille"),
    ("number-plus", "plus {n}"),
    ("number-plus", "+{n}", "braille"),
    ("list-and", "{first} and {last}"),
    ("name-to", "to {name}"),
    ("name-to", "unto {name}", "e"),
]


@pytest.fixture
def make(tmp_path):
    return lambda *messages, **more: made(tmp_path, *SIGNS, *messages, **more)


# --- Names ----------------------------------------------------------------------------------------


def test_name_is_rendered_plain_or_in_the_grammatical_form_that_the_message_requests(make):
    words = make(("plain", "{seat} plays"), ("to", "Cards {seat:to}"), ("by", "Cards {seat:by}"))
    assert words.speech(msg("plain", seat=named(0))) == "Eva plays"
    assert words.speech(msg("to", seat=named(0))) == "Cards unto Eva"
    assert words.speech(msg("to", seat=named(1))) == "Cards to Bruno"
    assert words.speech(msg("by", seat=named(1))) == "Cards Bruno", "a form that is not there"


@pytest.mark.parametrize(("lang", "to_ada"), [("it", "ad Ada"), ("en", "Ada")])
def test_italian_says_ad_before_a_name_that_begins_with_a(lang, to_ada):
    words = Localizer(load(LOCALES, lang), lambda _seat: Called("Ada"))
    assert words.shown(named(0), "to", ("normal",)) == to_ada


@pytest.mark.parametrize(
    ("last", "told"),
    [
        *[("Bruno", "Ada y Bruno"), ("Irene", "Ada e Irene"), ("Hilda", "Ada e Hilda")],
        *[("Hiedra", "Ada y Hiedra"), ("Íñigo", "Ada e Íñigo")],
    ],
)
def test_spanish_says_e_before_a_name_that_begins_with_i(last, told):
    called = ("Ada", last)
    words = Localizer(load(LOCALES, "es"), lambda seat: Called(called[seat]))
    assert words.shown((named(0), named(1)), "and", ("normal",)) == told


def test_spanish_question_opening_with_a_field_is_capitalised(make):
    words = make(("ask", "¿{what} now? ¿{what}, or not?"), ("pass", "passing"))
    assert words.speech(msg("ask", what=msg("pass"))) == "¿Passing now? ¿Passing, or not?"


def test_names_are_short_in_braille(make):
    words = make(("plain", "{seat} plays"), ("plain", "{seat}", "braille"))
    message = msg("plain", seat=named(3))
    assert words.speech(message) == "Massimiliano plays"
    assert words.braille(message) == "Massimiliano"[:BRAILLE_NAME]


def test_seats_without_a_table_are_rendered_as_numbers(tmp_path):
    write_language(tmp_path, "xx", words=[("plain", "{seat} plays")])
    words = Localizer(load(tmp_path, "xx"))
    assert words.speech(msg("plain", seat=named(2))) == "2 plays"
    assert by_number(5) == Called("5")


def test_empty_name_is_rendered(make):
    words = make(("to", "Cards {seat:to}!"))
    words.names = lambda _seat: Called("")
    assert words.speech(msg("to", seat=named(0))) == "Cards to !"


def test_braces_in_a_name_are_literal(make):
    words = make(("to", "Cards {seat:to}"), ("plain", "{seat} plays"))
    words.names = lambda _seat: Called("{seat} {0}")
    assert words.speech(msg("to", seat=named(0))) == "Cards to {seat} {0}"
    assert words.speech(msg("plain", seat=named(0))) == "{seat} {0} plays"


def test_gender_of_the_named_player_selects_the_text(make):
    words = make(("out", "{seat} exit"), ("out", "{seat} exita", "f"), ("out", "{seat} exito", "m"))
    told = [words.speech(msg("out", seat=named(seat))) for seat in range(3)]
    assert told == ["Eva exita", "Bruno exito", "Sam exit"]


def test_gender_of_a_text_follows_only_the_field_named_seat(make):
    words = make(("out", "{winner} wins"), ("out", "{winner} winna", "f"))
    assert words.speech(msg("out", winner=named(0))) == "Eva wins"


# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [(11, "11", "plus 11"), (0, "0", "plus 0"), (-10, "minus 10", "minus 10")],
)
def test_plus_and_minus_signs_are_spoken_as_words(make, value, plain, signed):
    words = make(("plain", "x {value}"), ("signed", "x {value:signed}"))
    assert words.speech(msg("plain", value=value)) == f"X {plain}"
    assert words.speech(msg("signed", value=value)) == f"X {signed}"


def test_plus_and_minus_signs_remain_symbols_in_braille(make):
    words = make(("of", "{value:signed}"), ("of", "{value:signed} {total}", "braille"))
    message = msg("of", value=11, total=-3)
    assert words.speech(message) == "Plus 11"
    assert words.braille(message) == "+11 -3"


def test_number_of_a_message_selects_the_plural_and_replaces_the_field_n(make):
    words = make(("left", ("{n} card", "{n} cards")), ("left", ("{n} c", "{n} cc"), "braille"))
    assert [words.speech(msg("left", n)) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [words.braille(msg("left", n)) for n in (1, 2)] == ["1 c", "2 cc"]


def test_message_without_a_number_may_have_a_field_called_n(make):
    words = make(("which", "Round {n}"))
    assert words.speech(msg("which", n=4)) == "Round 4"


@given(st.integers())
def test_negative_numbers_are_spoken_without_a_minus_sign(value):
    for lang in ("it", "en"):
        text = shipped(lang).speech(msg("number-value", value=value))
        assert "-" not in text
        assert str(abs(value)) in text


# --- Lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "text"),
    [((), ""), ((0,), "Eva"), ((0, 1), "Eva and Bruno"), ((0, 1, 2), "Eva, Bruno and Sam")],
)
def test_rendered_list_has_and_before_its_last_item_except_at_full_verbosity(make, seats, text):
    words = make(("who", "x {seats:and}"), ("who", "x {seats}", "full"))
    message = msg("who", seats=tuple(map(named, seats)))
    assert words.speech(message) == f"X {text}"
    words.verbosity = "full"
    assert words.speech(message) == f"X {text.replace(' and', ',')}"


@pytest.mark.parametrize("readings", [("one",), ("one", "two"), ("one", "two", "three")])
def test_rendered_list_of_alternatives_ends_with_or(make, readings):
    words = make(("all", "{readings:or}"), ("list-or", "{first}, or {last}"))
    assert words.speech(msg("all", readings=readings)) == ", or ".join(readings).capitalize()


def test_list_in_braille_is_separated_by_spaces(make):
    words = make(("who", "{seats:and}"), ("who", "{seats:and}", "braille"))
    assert words.braille(msg("who", seats=(named(0), named(1), named(2)))) == "Eva Bruno Sam"


def test_items_of_a_rendered_list_may_be_messages(make):
    words = make(("all", "Tokens {each}"), ("of", "{seat} {count}"))
    each = tuple(msg("of", seat=named(seat), count=9 - seat) for seat in range(2))
    assert words.speech(msg("all", each=each)) == "Tokens Eva 9, Bruno 8"


def test_message_field_may_request_a_context_such_as_the_dative(make):
    words = make(
        ("holds", "nothing in {suit:dative}, {other:dative}"),
        ("cups", "Kelche"),
        ("cups", "Kelchen", "dative"),
        ("hearts", "Herz"),
    )
    message = msg("holds", suit=msg("cups"), other=msg("hearts"))
    assert words.speech(message) == "Nothing in Kelchen, Herz"


# --- Cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_card_has_a_name_an_article_and_a_short_form(lang):
    words = shipped(lang)
    for card in (*FRENCH, *ITALIAN):
        name, the = (words.shown(card, form, ("normal",)) for form in ("", "the"))
        assert name, card
        assert the.endswith(name), card
        assert the != name, card
        short = words.shown(card, "", ("braille",))
        assert 2 <= len(short) <= 3, card
        assert all(character.isalnum() for character in short), card


def test_card_name_may_be_shorter_at_essential_verbosity():
    assert shipped("en").shown(Card.read("7h", "french"), "", ("normal",)) == "seven of hearts"
    essential = shipped("en", "essential").speech(msg("card", card=Card.read("7h", "french")))
    assert len(essential) <= len("Seven of hearts.")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_card_name_is_rank_and_suit(lang):
    words = shipped(lang)
    for card in (*FRENCH, *ITALIAN):
        name, rank, suit = (words.shown(card, form, ("normal",)) for form in ("", "rank", "suit"))
        assert name == f"{rank} {'di' if lang == 'it' else 'of'} {suit}"
        assert words.speech(msg(f"suit-{card.pack}-{card.suit}")).lower() == suit, card


@pytest.mark.parametrize(
    ("lang", "told", "felt"), [("it", "Picche, re.", "Rp"), ("en", "Spades, king.", "Ks")]
)
def test_card_in_a_list_sorted_by_suit_is_named_with_its_suit_first(lang, told, felt):
    words = shipped(lang)
    message = msg("card-by-suit", card=Card.read("Ks", "french"))
    assert words.speech(message) == told
    assert words.braille(message) == felt


# --- Sentences ------------------------------------------------------------------------------------


def test_sentence_after_a_full_stop_is_capitalised(make):
    words = make(("told", "{card}. {seats:and} lose! {why}? {last}"))
    message = msg("told", card="ace", seats=("ada", "eva"), why="èh", last="1.5 s")
    assert words.speech(message) == "Ace. Ada and eva lose! Èh? 1.5 s"


def test_message_after_a_comma_is_not_capitalised(make):
    words = make(("calls", "{seat}, piombo,"), ("card", "{card}. done."), ("turn", "your turn."))
    told = [msg("calls", seat=named(0)), msg("card", card="three of cups"), msg("turn")]
    assert words.text(told) == "Eva, piombo, three of cups. Done. Your turn."


def test_braille_form_is_not_capitalised_but_its_fallback_is(make):
    words = make(("short", "{x} long"), ("short", "{x}", "braille"), ("long", "{x} long"))
    assert words.braille(msg("short", x="abc")) == "abc"
    assert words.braille(msg("long", x="abc")) == "Abc long"


def test_nested_message_uses_its_braille_form(make):
    words = make(("outer", "go {way}"), ("way", "straight on"), ("way", "on", "braille"))
    assert words.braille(msg("outer", way=msg("way"))) == "Go on"
    assert words.speech(msg("outer", way=msg("way"))) == "Go straight on"


def test_verbosity_level_uses_its_own_form_of_a_message_if_there_is_one(make):
    messages = (("play", "Ada plays a card"), ("play", "Ada", "essential"), ("rest", "The rest"))
    words = make(*messages)
    assert words.speech(msg("play")) == "Ada plays a card"
    words.verbosity = "essential"
    assert words.speech(msg("play")) == "Ada"
    assert words.speech(msg("rest")) == "The rest"
    assert words.lang == "xx"


def test_nested_message_takes_the_plural_form_of_its_own_number(make):
    words = make(("outer", "{n} of {part}"), ("part", ("{n} card", "{n} cards")))
    assert words.speech(msg("outer", 3, part=msg("part", 1))) == "3 of 1 card"


def test_missing_message_is_named_in_the_error():
    with pytest.raises(KeyError, match="no message gibberish in it"):
        shipped().speech(msg("gibberish"))


def test_error_names_the_field_that_a_message_lacks(make):
    words = make(("plain", "{seat} {gone}"))
    with pytest.raises(KeyError, match="gone"):
        words.speech(msg("plain", seat=named(0)))


@pytest.mark.parametrize("value", [True, None])
def test_localizer_refuses_a_field_value_that_has_no_text(make, value):
    words = make(("plain", "x {value}"))
    with pytest.raises(TypeError, match="a field needs"):
        words.speech(msg("plain", value=value))


TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@given(TEXTS, st.sampled_from(COMPLETE))
def test_any_player_name_is_rendered_in_every_language(name, lang):
    words = Localizer(load(LOCALES, lang).first("novantanove"), lambda _seat: Called(name))
    said = words.speech(msg("turn-of", seat=named(0)))
    assert name.lstrip("¿¡")[1:] in said
    assert len(words.braille(msg("begins", seat=named(0)))) <= 40


@pytest.mark.parametrize(
    ("lang", "pack", "cards", "line"),
    [
        ("it", "french", "Ah Kh Th 7s", "c A R X  p 7"),
        ("en", "french", "Ah Kh Th 7s", "h A K X  s 7"),
        ("it", "italian", "3d Fd Cb", "d 3 F  b C"),
        ("en", "italian", "3d Fd Cb", "o 3 J  b N"),
    ],
)
def test_braille_of_a_grouped_hand_has_the_same_letters_as_single_cards(lang, pack, cards, line):
    localizer = shipped(lang)
    hand = [Card.read(one, pack) for one in cards.split()]
    assert "  ".join(map(localizer.braille, grouped(hand))) == line
    for card in hand:
        short = localizer.braille(msg("card", card=card))
        assert short[0] in line
        assert short[1] in line


def test_suit_in_a_braille_sentence_is_written_as_a_word():
    assert shipped("it").braille(suit_words("d", "italian")).casefold() == "denari"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("it", "Troppo tardi per pescare. Non hai più carte."),
        ("en", "Too late to draw. You have no cards left."),
    ],
)
def test_message_with_a_count_of_zero_has_its_own_text(lang, told):
    words = shipped(lang)
    assert words.speech(msg("draw-missed", 0)) == told
    assert (
        words.braille(msg("draw-missed", 0))
        == {"it": "tardi, 0 carte", "en": "late, 0 cards"}[lang]
    )
