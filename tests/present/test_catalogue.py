"""Tests of message catalogues: contexts, plurals, precedence of a game's own messages."""

import pytest

from audiogames.present.catalogue import about_language, languages, load
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


def test_message_is_found_in_the_first_listed_context_that_has_it(words):
    assert words.find("tricks", ("braille", ""), 1) == "1 t"
    assert words.find("total", ("braille", "full", "")) == "Alpha total"
    assert words.find("only-short", ("braille", "")) == "short"


def test_message_lookup_fails_if_the_message_has_none_of_the_requested_contexts(words):
    assert words.find("only-short", ("", "full")) is None
    assert words.find("nothing", ("", "braille")) is None
    assert words.find("nothing", ("",), 3) is None
    assert words.find("total", ()) is None


@pytest.mark.parametrize(
    ("number", "text"), [(0, "many tricks"), (1, "one trick"), (2, "many tricks")]
)
def test_number_selects_the_plural_form(words, number, text):
    assert words.find("tricks", ("",), number) == text


@pytest.mark.parametrize(("number", "text"), [(0, "0 cartes"), (1, "une carte"), (2, "2 cartes")])
def test_zero_never_uses_the_singular_text(tmp_path, number, text):
    """This holds also for languages with one form for zero and one, such as French."""
    cards = ("cards", ("une carte", "{n} cartes"))
    root = write_language(tmp_path, "xx", plural="n > 1", words=[cards])
    assert load(root, "xx").find("cards", ("",), number).format(n=number) == text


def test_plural_message_without_a_number_is_singular(words):
    assert words.find("tricks", ("",)) == "one trick"
    assert words.find("tricks", ("braille",)) == "1 t"


def test_message_without_plural_ignores_its_number(words):
    assert words.find("total", ("",), 5) == "Alpha total"


def test_messages_of_the_current_game_take_precedence(words):
    assert words.find("shared", ("",)) == "Alpha's"
    beta = words.first("beta")
    assert beta.find("shared", ("",)) == "Beta's"
    assert beta.find("total", ("",)) == "Alpha total", "the others' words are still there"
    assert beta.first("alpha").find("shared", ("",)) == "Alpha's"
    assert words.first("gamma").find("shared", ("",)) == "Alpha's"
    assert words.find("shared", ("",)) == "Alpha's", "the catalogue itself is as it was"
    assert beta.lang == "xx"


def test_shared_message_is_preferred_to_a_message_of_the_same_id_from_another_game(tmp_path):
    root = write_language(tmp_path, "xx", alpha=[("card", "Alpha's")], tricks=[("card", "all's")])
    assert load(root, "xx").first("beta").find("card", ("",)) == "all's"
    assert load(root, "xx").first("alpha").find("card", ("",)) == "Alpha's"


def test_catalogue_has_a_message_only_in_its_exact_context(words):
    assert words.has("total")
    assert words.has("tricks", "braille")
    assert words.has("only-short", "braille")
    assert not words.has("total", "braille")
    assert not words.has("only-short")
    assert not words.has("nothing")


def test_language_without_files_raises_file_not_found(tmp_path):
    (tmp_path / "yy" / "LC_MESSAGES").mkdir(parents=True)
    for lang in ("yy", "zz"):
        with pytest.raises(FileNotFoundError):
            load(tmp_path, lang)


def test_languages_are_the_folders_with_catalogues(tmp_path):
    write_language(tmp_path, "xx", words=[])
    write_language(tmp_path, "ab", words=[])
    (tmp_path / "rules").mkdir()
    assert languages(tmp_path) == ("ab", "xx")
    assert languages(tmp_path / "nowhere") == ()
    assert {"it", "en"} <= set(languages(LOCALES))


@pytest.mark.parametrize("lang", languages(LOCALES))
def test_name_of_a_shipped_language_is_read_without_loading_its_words(lang):
    """Regression test: a search that assumed sorted ids missed this id in one language."""
    assert load(LOCALES, lang) is load(LOCALES, lang)
    name = about_language(LOCALES, lang, "language-name")
    assert name
    assert name == load(LOCALES, lang).own("language-name")
