"""Long answers open as a list; Enter on an item opens the rules at the item's heading."""

from dataclasses import replace

import pytest

from audiogames.app.screens.reader import heading_at
from audiogames.core.controls import Page, Query
from audiogames.core.cues import msg
from tests.app.declaring import HEADINGS, SPEC, Utter, in_place, playing
from tests.kit.languages import COMPLETE
from tests.kit.pilot import LOCALES
from tests.kit.places import KEYS, play_by
from tests.kit.pressing import answers, pressed, screen


@pytest.fixture(autouse=True)
def _game():
    with in_place():
        yield


@pytest.fixture
def pilot():
    """Start a match in which the player has made two declarations."""
    pilot = playing(says=True)
    for text in ("lungo", "terzo"):
        pilot.app.session.submit(Utter(text), pilot.now)
    pilot.press("home")
    pilot.look()
    return pilot


def at(pilot):
    return pilot.app.text(pilot.app.screen.items()[pilot.app.screen.place].label)


def test_long_answer_opens_as_a_list(pilot):
    assert pressed(pilot, "shift+d") == "What was said. Lungo."
    assert screen(pilot) == "PageList"
    assert pressed(pilot, "down") == "Terzo."
    assert pressed(pilot, "down") == "Terzo."
    assert pilot.sounds[-1].sound == "menu-edge"
    assert pressed(pilot, "l") == "Lungo."
    assert [row.text for row in pilot.app.frame().rows] == ["Lungo", "Terzo"]


def test_answer_to_a_list_key_with_nothing_to_list_is_a_single_sentence():
    pilot = playing(says=True)
    assert pressed(pilot, "shift+d") == "Nobody has said anything."
    assert screen(pilot) == "MatchScreen"


def test_long_answer_may_have_a_title_from_the_game(pilot):
    assert pressed(pilot, "g") == "Three words. Jack."


def test_escape_closes_a_long_answer(pilot):
    pilot.press("shift+d")
    assert pressed(pilot, "escape") == "Seven of spades."
    assert screen(pilot) == "MatchScreen"


def test_question_that_the_table_does_not_allow_is_refused(pilot):
    session = pilot.app.session
    (asked, glossary) = session.spec.queries
    barred = replace(asked, allowed=lambda _view: False)
    play_by(pilot, replace(SPEC, queries=(barred, glossary)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(session), "practice", False)
        assert pressed(pilot, "shift+d") == "You may not ask that at this table."
    pilot.press("shift+d")
    assert screen(pilot) == "PageList", "who practises alone may"


def test_spectator_may_open_a_long_answer():
    pilot = playing(watch=True)
    pilot.press("g")
    assert screen(pilot) == "PageList"


def test_enter_repeats_an_item_that_has_no_heading_in_the_rules(pilot):
    pilot.press("g", "end")
    for key in ("enter", "space"):
        assert pressed(pilot, key) == "King."
    assert pressed(pilot, "up", "enter") == "Queen.", "its heading is not in the rules"
    assert screen(pilot) == "PageList"


@pytest.mark.parametrize(("lang", "heading"), [("en", "The jack"), ("it", "Il fante")])
def test_enter_on_an_item_opens_the_rules_at_its_heading(lang, heading):
    pilot = playing(lang=lang)
    pilot.press("g")
    told = pressed(pilot, "enter")
    assert screen(pilot) == "RulesReader"
    assert told.startswith(pilot.app.text(pilot.app.screen.title()))
    assert heading in told
    assert heading in at(pilot)
    pilot.press("down", "shift+h")
    assert heading in at(pilot)
    assert pressed(pilot, "escape") == "Three words. Jack."


def test_enter_repeats_the_item_of_a_long_answer_if_the_rules_text_is_missing(pilot, tmp_path):
    pilot.press("g")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pilot.app, "locales", tmp_path)
        assert pressed(pilot, "enter") == "Jack."


def test_events_are_announced_while_a_long_answer_is_open(pilot):
    pilot.press("enter", "shift+d", "down")
    pilot.wait_for("Your turn.")
    assert screen(pilot) == "PageList"
    assert pressed(pilot, "f5") == "What was said. Terzo."


def test_open_answer_list_does_not_change_until_reopened(pilot):
    pilot.press("shift+d")
    pilot.app.session.submit(Utter("busso"), pilot.now)
    assert len(pilot.app.screen.items()) == 2
    pilot.press("escape", "shift+d")
    assert len(pilot.app.screen.items()) == 3


def test_long_answer_follows_the_current_language():
    yes = Query("said", ("w",), SPEC.queries[0].answer, pages=lambda _view: [Page(msg("yes"))])
    with in_place(replace(SPEC, queries=(yes,))) as spec:
        pilot = playing(spec=spec)
        assert pressed(pilot, "w") == "What was said. Yes."
        while pilot.app.settings.language != "it":
            pilot.press("shift+f3")
        assert pressed(pilot, "home") == "Sì."


def test_key_list_over_a_long_answer_has_a_title(pilot):
    pilot.press("g")
    assert pressed(pilot, "f1").startswith("Answer keys, ")
    assert pressed(pilot, "escape") == "Three words. Jack."


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_every_key_is_answered_while_a_long_answer_is_open(lang):
    for key in KEYS:
        pilot = playing(lang=lang)
        pilot.press("g")
        assert answers(pilot, key), key
        assert pilot.app.frame().title


def test_question_without_a_long_answer_is_answered_in_a_sentence():
    with in_place(replace(SPEC, queries=(Query("said", ("w",), SPEC.queries[0].answer),))) as spec:
        assert pressed(playing(spec=spec), "w") == "Nobody has said anything."


# Headings -----------------------------------------------------------------------------------------

TEXT = """# The game

Some words.

## Asso terzo

- The jack
- More words.

### Why?

The end.
"""


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("The game", 0), ("Asso terzo", 2), ("asso terzo.", 2), (" ASSO TERZO ", 2), ("Why", 5),
        ("Why?", 5), ("The jack", None), ("Asso", None), ("", None), ("More words", None),
    ],
)  # fmt: skip
def test_heading_in_the_rules_is_found_by_its_text(tmp_path, words, place):
    file = tmp_path / "rules.md"
    file.write_text(TEXT, "utf-8")
    assert heading_at(file, words) == place


@pytest.mark.parametrize("lang", ["it", "en"])
def test_heading_is_found_only_in_the_language_of_the_rules_file(lang):
    file = LOCALES / lang / "rules" / "novantanove.md"
    assert heading_at(file, HEADINGS[lang]) is not None
    assert heading_at(file, HEADINGS["it" if lang == "en" else "en"]) is None
