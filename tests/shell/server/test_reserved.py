"""Words that announcements use to address the player, such as "you", cannot be names."""

import pytest

from audiogames.net.names import read_name, sound_of
from audiogames.present.catalogue import complete_languages, load
from audiogames.shell.files import resources
from audiogames.shell.server.opening import reserved_names

LOCALES = resources() / "locales"


@pytest.mark.parametrize("lang", complete_languages(LOCALES))
@pytest.mark.parametrize("contexts", [("",), ("braille", "")])
def test_chat_word_for_you_is_reserved_as_a_name_in_every_language(lang, contexts):
    own = load(LOCALES, lang).find("chat-mine", contexts)
    assert sound_of(own.partition(":")[0]) in set(map(sound_of, reserved_names()))


def test_every_reserved_word_is_a_valid_name():
    assert [name for name in reserved_names() if read_name(name) is None] == []
