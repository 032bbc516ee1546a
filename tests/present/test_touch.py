"""Tests that texts which name keys have another version for players who touch the screen."""

import re
from itertools import chain

import pytest

from audiogames.present.localizer import TOUCH
from tests.present.kit import KEYS, LOCALES
from tools.check_catalogues import forms, read

OF_KEYS = re.compile(
    "keys?-|do-|changing-|press-(new|another)-key|option-(hand|letters)-|no-command|cli-|terminal-|forget-"
)
"""Texts about the keys themselves, the command line and the terminal."""

WRITING = re.compile("entrance-type-|room-type-|claim-type|chat-help-")
"""Texts about typing, where a phone shows a keyboard with these keys."""

NO_KEYS = {
    "it": {"may-play", "option-fallen-cards-help"},
    "en": {
        "may-play", "level-normal", "net-unknown-token", "net-say-hello", "entrance-plain",
        "contest-enter", "contest-enter-pair",
    },
    "es": {"may-play"},
    "fr": {"may-play"},
}  # fmt: skip
"""Texts in which the word is no key: "invio una carta", "Enter all the same?"."""


@pytest.mark.parametrize("lang", KEYS)
def test_messages_that_name_keys_have_a_touch_text(lang):
    books = (LOCALES / lang / "LC_MESSAGES").glob("*.po")
    entries = list(chain.from_iterable(read(po, po.name, lang).entries.items() for po in books))
    named = {
        id_
        for id_, entry in entries
        for context, message in entry.messages.items()
        if context != "braille" and any(re.search(KEYS[lang], text) for text in forms(message))
    }
    assert "lobby-alone" in named, "the pattern finds what there is"
    touched = {id_ for id_, entry in entries if TOUCH in entry.messages}
    left = named - touched - NO_KEYS[lang]
    assert not {id_ for id_ in left if not (OF_KEYS.match(id_) or WRITING.match(id_))}


@pytest.mark.parametrize("lang", KEYS)
def test_texts_for_touch_screens_name_no_key(lang):
    for po in (LOCALES / lang / "LC_MESSAGES").glob("*.po"):
        for id_, entry in read(po, po.name, lang).entries.items():
            texts = forms(entry.messages[TOUCH]) if TOUCH in entry.messages else ()
            assert not [one for one in texts if re.search(KEYS[lang], one)], id_
