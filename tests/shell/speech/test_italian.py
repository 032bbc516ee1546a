"""Italian calls within sentences of other languages are spoken by an Italian voice."""

from pathlib import Path

import pytest

from audiogames.present.catalogue import load
from audiogames.shell.speech.espeak import Prosody, load_espeak
from audiogames.shell.speech.italian import with_italian
from tests.kit.languages import COMPLETE
from tests.kit.waiting import require

LOCALES = Path(__file__).resolve().parents[3] / "locales"
CALLS = {
    "invido": ("call-tras-mas-nof", "call-fuori-gioco", "do-monte"),
    "tressette": ("name-ventotto-lungo", "word-busso", "name-e-mia-terzo"),
}


def test_call_inside_a_french_sentence_is_marked_as_italian():
    assert (
        with_italian("Ada & toi, tras mas nof.", "fr", "f2")
        == "Ada &amp; toi, <voice name='it+f2'>tras mas nof</voice>."
    )
    assert with_italian("À toi.", "fr", "") is None
    assert with_italian("a monte", "it", "") is None
    assert with_italian("a monte", "xx", "") is None


@pytest.mark.parametrize("lang", sorted(set(COMPLETE) - {"it"}))
def test_calls_and_declarations_that_are_not_translated_are_listed(lang):
    book = load(LOCALES, lang)
    for domain, ids in CALLS.items():
        for id_ in ids:
            text = book.first(domain).own(id_)
            assert with_italian(text, lang, "").startswith("<voice name='it'>"), text


def test_builtin_voice_does_not_read_the_markup_of_an_italian_call_aloud():
    voice = load_espeak()
    require(None if voice else "eSpeak NG cannot be loaded")
    text = "Ada, tras mas nof."

    def length(words, *, is_ssml):
        samples = voice.synthesise(
            words, lang="fr", prosody=Prosody(), stopped=lambda: False, is_ssml=is_ssml
        )
        return len(samples)

    marked, plain = length(with_italian(text, "fr", ""), is_ssml=True), length(text, is_ssml=False)
    assert marked != plain
    assert 0.6 < marked / plain < 1.6, "no tag is read aloud"
