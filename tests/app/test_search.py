"""Searching the rules by words, forwards and backwards, with or without accents."""

import pytest

from tests.kit.pilot import Pilot


@pytest.fixture
def reader():
    pilot = Pilot(lang="it")
    pilot.press("r", "enter", "n", "enter")
    pilot.look()
    return pilot


def search(pilot, words):
    pilot.press("ctrl+f")
    pilot.expect("Che cosa cerchi?")
    pilot.type(words)
    pilot.look()
    pilot.press("enter")
    return pilot.look()[-1].text


def test_search_in_the_rules_works_forwards_and_backwards(reader):
    first = search(reader, "gettoni")
    assert "gettoni" in first.lower()
    reader.press("ctrl+g")
    second = reader.heard()
    assert "gettoni" in second.lower()
    assert second != first
    reader.press("alt+g")
    assert reader.heard() == first


def test_search_in_the_rules_ignores_accents_and_capitals(reader):
    assert "più" in search(reader, "PIU").lower()


def test_words_not_found_in_the_rules_are_reported(reader):
    assert search(reader, "zzz") == "Non trovato, zzz."
    reader.press("h")
    assert reader.heard(), "one is still in the text"


def test_find_next_in_the_rules_asks_for_words_before_the_first_search(reader):
    reader.press("ctrl+g")
    reader.expect("Che cosa cerchi?")
