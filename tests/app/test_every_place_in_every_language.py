"""No screen contains words of another language, in speech, braille or pictures."""

import re
from functools import cache

import pytest

from audiogames.net.wire import steward
from tests.app import online
from tests.app.test_online_moderation import keeper
from tests.contract.test_rendered import LOCALES, WORD, foreign
from tests.kit.internet import Internet
from tests.kit.languages import COMPLETE, NAME
from tests.kit.places import PLACES

LINES = 80
"""The greatest number of lines of a list that are visited."""

ASKED = ("f1", "escape", "f5", "ctrl+w", "alt+s", "e", "t", "x", "c")
"""Keys that ask where the focus is, or answer a question of a game."""

OWN = re.compile(r"--?[a-z]+(?:-[a-z]+)*|[\w.]+\.(?:wav|ogg|json|txt|mid|org|com)\b|\baudiogames\b")
"""Commands, files and addresses, which are the same in every language."""

NAMES = frozenset(
    ["ada", "anna", "bruno", "carla", "dino", "elio", "eva", "ugo", "marta", "audiogames"]
)
"""The names of the bots and of the program."""


@cache
def foreign_words(lang):
    """Return words that only other languages use, except names and words in the rules of `lang`."""
    texts = (path.read_text("utf-8") for path in (LOCALES / lang / "rules").glob("*.md"))
    own = {word.lower() for text in texts for word in WORD.findall(text)}
    languages = {word.lower() for name in NAME.values() for word in name.split()}
    return {word for word in foreign(lang) - NAMES - own - languages if len(word) > 1}


def room_with_role(role, *keys):
    """Return a function that enters the card room as an account with this role."""

    def come_to(lang):
        pilot = keeper(Internet(), lang, "Olga", role)
        pilot.press(*keys)
        pilot.wait(2)
        return pilot

    return come_to


EVERYWHERE = {
    **{place: come_to for place, come_to in PLACES.items() if place != "the first run"},
    **online.PLACES,
    "the room of an owner": room_with_role(steward.OWNER),
    "the moderation of an owner": room_with_role(steward.OWNER, "alt+j"),
}
"""All places except the first start, where each line is in the language that it offers."""


def heard_and_seen(pilot):
    """Yield all texts announced since the last call, and all texts of the current picture."""
    frame = pilot.app.frame()
    yield from (one.text for one in pilot.look())
    yield frame.title
    yield from (row.text for row in frame.rows)
    yield from (button.text for button in frame.buttons)
    yield frame.status


def is_at_the_end(pilot):
    """Return True if there are no rows or the last row is focused."""
    rows = pilot.app.frame().rows
    return not rows or rows[-1].focused


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_no_screen_mixes_two_languages(lang):
    found = {}
    for place, come_to in EVERYWHERE.items():
        pilot = come_to(lang)
        for key in (*["down"] * LINES, *ASKED):
            if key == "down" and is_at_the_end(pilot):
                continue
            for sentence in heard_and_seen(pilot):
                words = {word.lower() for word in WORD.findall(OWN.sub(" ", sentence))}
                for word in words & foreign_words(lang):
                    found.setdefault(word, (place, sentence))
            if pilot.quit is not None:
                break
            pilot.press(key)
    assert found == {}
