"""What strangers write is made safe to say."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.net.limits import CHAT_LENGTH, NAME_LENGTH, WORD_LENGTH
from audiogames.net.names import clean, key_of, read_name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ciao", "ciao"),
        ("  a \t b\n", "a b"),
        ("aaaaaaah", "aaah"),
        ("!!!!!!", "!!!"),
        ("e\u0301" * 5, "\u00e9" * 3),
        ("z\u0335\u0336\u0337\u0338", "z\u0335\u0336"),
        ("\u202egnp", "gnp"),
        ("bom\ufeff zero\u200bwidth", "bom zerowidth"),
        ("smile \U0001f600 \u2764\ufe0f end", "smile end"),
        ("1\ufe0f\u20e3", "1"),
        ("x" * 0 + "\U0001f468\u200d\U0001f469", ""),
        ("20\u00b0 \u20ac5", "20\u00b0 \u20ac5"),
        ("\ud800", ""),
    ],
)
def test_lines(text, said):
    assert clean(text) == said


def test_very_long_words_are_broken():
    assert clean("ab" * 40) == "ab" * 15 + " " + "ab" * 15 + " " + "ab" * 10


@given(st.text(max_size=2000))
def test_every_line_can_be_spoken(text):
    said = clean(text)
    assert len(said) <= CHAT_LENGTH
    assert said == said.strip()
    assert all(len(word) <= WORD_LENGTH for word in said.split())
    kinds = {unicodedata.category(letter) for letter in said}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert all(said[n : n + 4] != said[n] * 4 for n in range(len(said) - 3))


@pytest.mark.parametrize(
    "name",
    ["Anna", "Jean-Luc", "D'Arco", "Anna 2", "\u00c9ric", "\u0410\u043d\u043d\u0430", "M. X"],
)
def test_names(name):
    assert read_name(name) == name


@given(st.text(max_size=40))
def test_every_name_is_short_and_has_a_key(text):
    name = read_name(text)
    if name is not None:
        assert 0 < len(name) <= NAME_LENGTH
        assert key_of(name)
        assert read_name(name) == name
