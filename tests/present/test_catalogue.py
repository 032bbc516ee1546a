"""The words of a language: contexts, plurals, games before one another, what is missing."""

import pytest

from audiogames.present.catalogue import languages, load
from tests.present.kit import LOCALES, write_language


@pytest.fixture
def words(tmp_path):
    root = write_language(
        tmp_path,
        "xx",
        alpha=[
            ("total", "Alpha total"),
            ("shared", "Alpha's"),
            ("tricks", ("one trick", "many tricks")),
            ("tricks", ("1 t", "n t"), "braille"),
            ("only-short", "short", "braille"),
        ],
        beta=[("shared", "Beta's"), ("only-beta", "Beta only")],
    )
    return load(root, "xx")


def test_the_first_context_that_has_the_message_wins(words):
    assert words.find("tricks", ("braille", ""), 1) == "1 t"
    assert words.find("total", ("braille", "full", "")) == "Alpha total"
    assert words.find("only-short", ("braille", "")) == "short"


def test_what_is_in_no_context_is_missing(words):
    assert words.find("only-short", ("", "full")) is None
    assert words.find("nothing", ("", "braille")) is None
    assert words.find("nothing", ("",), 3) is None
    assert words.find("total", ()) is None


@pytest.mark.parametrize(
    ("number", "text"), [(0, "many tricks"), (1, "one trick"), (2, "many tricks")]
)
def test_the_number_chooses_the_form(words, number, text):
    assert words.find("tricks", ("",), number) == text


@pytest.mark.parametrize(("number", "text"), [(0, "0 cartes"), (1, "une carte"), (2, "2 cartes")])
def test_nothing_is_never_said_in_the_form_for_one(tmp_path, number, text):
    """Also where a language has one form for both, as French has."""
    cards = ("cards", ("une carte", "{n} cartes"))
    root = write_language(tmp_path, "xx", plural="n > 1", words=[cards])
    assert load(root, "xx").find("cards", ("",), number).format(n=number) == text


def test_without_a_number_a_plural_message_is_in_the_singular(words):
    assert words.find("tricks", ("",)) == "one trick"
    assert words.find("tricks", ("braille",)) == "1 t"


def test_a_number_does_not_hide_a_message_without_plural(words):
    assert words.find("total", ("",), 5) == "Alpha total"


def test_a_games_own_words_come_first(words):
    assert words.find("shared", ("",)) == "Alpha's"
    beta = words.first("beta")
    assert beta.find("shared", ("",)) == "Beta's"
    assert beta.find("total", ("",)) == "Alpha total", "the others' words are still there"
    assert beta.first("alpha").find("shared", ("",)) == "Alpha's"
    assert words.first("gamma").find("shared", ("",)) == "Alpha's"
    assert words.find("shared", ("",)) == "Alpha's", "the catalogue itself is as it was"
    assert beta.lang == "xx"


def test_what_games_share_comes_before_the_words_of_other_games(tmp_path):
    root = write_language(tmp_path, "xx", alpha=[("card", "Alpha's")], tricks=[("card", "all's")])
    assert load(root, "xx").first("beta").find("card", ("",)) == "all's"
    assert load(root, "xx").first("alpha").find("card", ("",)) == "Alpha's"


def test_it_knows_which_messages_it_has_in_just_one_context(words):
    assert words.has("total")
    assert words.has("tricks", "braille")
    assert words.has("only-short", "braille")
    assert not words.has("total", "braille")
    assert not words.has("only-short")
    assert not words.has("nothing")


def test_a_language_without_files_is_not_there(tmp_path):
    (tmp_path / "yy" / "LC_MESSAGES").mkdir(parents=True)
    for lang in ("yy", "zz"):
        with pytest.raises(FileNotFoundError):
            load(tmp_path, lang)


def test_the_languages_are_the_folders_that_hold_words(tmp_path):
    write_language(tmp_path, "xx", words=[])
    write_language(tmp_path, "ab", words=[])
    (tmp_path / "rules").mkdir()
    assert languages(tmp_path) == ("ab", "xx")
    assert languages(tmp_path / "nowhere") == ()
    assert {"it", "en"} <= set(languages(LOCALES))


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_shipped_language_is_read_once_and_knows_its_name(lang):
    assert load(LOCALES, lang) is load(LOCALES, lang)
    assert load(LOCALES, lang).own("language-name") == {"it": "Italiano", "en": "English"}[lang]
