"""Editing a text field: the usual keys, each of which announces its result."""

import pytest

from audiogames.app.screens.editing import TextField, TextRules
from audiogames.app.screens.naming import NAME
from audiogames.app.screens.online.chat import WRITTEN
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import msg
from audiogames.core.registry import game
from tests.kit.places import lobby, menu
from tests.kit.pressing import pressed


@pytest.fixture
def taken():
    return []


@pytest.fixture
def line(taken):
    return opened(taken.append)


def opened(take, rules=None, lang="en"):
    pilot = menu(lang)
    pilot.app.push(TypeLine(pilot.app, msg("type-call"), take, rules))
    pilot.press("f5")
    pilot.look()
    return pilot


def text_of(pilot):
    return pilot.app.frame().field


STEPS = [
    ("home", "O", "one two"),
    ("right", "N", "one two"),
    ("ctrl+right", "Two", "one two"),
    ("end", "End.", "one two"),
    ("right", "End.", "one two"),
    ("left", "O", "one two"),
    ("ctrl+left", "Two", "one two"),
    ("shift+right", "T, selected.", "one two"),
    ("shift+end", "Wo, selected.", "one two"),
    ("shift+left", "O, unselected.", "one two"),
    ("ctrl+shift+left", "Tw, unselected.", "one two"),
    ("ctrl+shift+left", "One, selected.", "one two"),
    ("right", "T", "one two"),
    ("shift+left", "Space, selected.", "one two"),
    ("backspace", "Space, deleted.", "onetwo"),
    ("delete", "T, deleted.", "onewo"),
    ("ctrl+delete", "Wo, deleted.", "one"),
    ("ctrl+backspace", "One, deleted.", ""),
    ("left", "Nothing typed.", ""),
]


def test_each_editing_key_announces_the_change(line):
    line.type("one two")
    for key, said, text in STEPS:
        assert (key, pressed(line, key), text_of(line)) == (key, said, text)


def test_letter_is_typed_at_the_caret_and_replaces_the_selection(line, taken):
    line.type("abd")
    line.press("left")
    line.type("c")
    assert (text_of(line), line.app.frame().caret) == ("abcd", 3)
    line.press("ctrl+a")
    line.type("x")
    assert text_of(line) == "x"
    line.press("enter")
    assert taken == ["x"]


def test_text_can_be_cut_copied_and_pasted(line):
    line.type("one two")
    assert pressed(line, "ctrl+c") == "Nothing selected."
    assert pressed(line, "ctrl+a") == "One two, selected."
    assert pressed(line, "ctrl+c") == "Copied."
    assert text_of(line) == "one two"
    assert pressed(line, "ctrl+x") == "Cut."
    assert (text_of(line), line.clipboard) == ("", "one two")
    assert pressed(line, "ctrl+v") == "Pasted one two."
    line.clipboard = " and\nthree"
    assert pressed(line, "shift+insert") == "Pasted and three."
    assert text_of(line) == "one twoand three"
    line.clipboard = ""
    assert pressed(line, "ctrl+v") == "The clipboard is empty."


def test_cutting_text_without_a_clipboard_keeps_it(line):
    line.type("one")
    line.press("ctrl+a")
    line.app.put = lambda _output: None  # the test gives the shell's answer
    line.app.screen.actions()["cut"]("ctrl+x")
    line.perform(line.app.copied(line.now, done=False))
    assert line.heard().endswith("There is no clipboard here.")
    assert text_of(line) == "one"


def test_paste_key_of_the_terminal_is_announced(line):
    line.perform(line.app.clipboard_read(None, line.now))
    assert line.heard() == "Your terminal pastes, usually with Control Shift V."


def test_where_am_i_key_reads_the_text_field(line):
    line.type("ciao")
    assert pressed(line, "f5") == "Type the call. Ciao"


def test_punctuation_is_spoken_by_name_and_brailled_as_written(line):
    line.type("@")
    said = line.look()[-1]
    assert (said.text, said.braille) == ("At", "@")


# Refused characters


def test_full_text_field_ignores_further_letters(taken):
    pilot = opened(taken.append, TextRules(3))
    pilot.type("abc")
    pilot.look()
    pilot.type("d")
    assert pilot.heard() == "Full."
    pilot.press("enter")
    assert taken == ["abc"]


def test_text_with_dropped_characters_is_sent_only_by_a_second_enter(taken):
    pilot = opened(taken.append, WRITTEN)
    pilot.perform(pilot.app.type_text("ciao 😀", pilot.now))  # as a page sends a line
    pilot.perform(pilot.app.handle("enter", pilot.now))
    assert not taken
    assert pilot.heard().endswith("Ciao One left out.")
    pilot.press("enter")
    assert taken == ["ciao "]


def test_too_long_paste_announces_how_much_was_dropped(taken):
    pilot = opened(taken.append, TextRules(5))
    pilot.paste("hello world")
    assert pilot.heard() == "Pasted hello. 6 left out."
    pilot.paste("x")
    assert pilot.heard() == "Nothing pasted. One left out."


def test_length_of_a_huge_paste_is_counted_quickly():
    field = TextField(WRITTEN)
    done = field.insert("😀x" * 500_000)
    assert (len(done.kept), done.left_out) == (3, 999_997)


def test_emoji_is_refused_in_chat_and_in_names(taken):
    for rules in (WRITTEN, NAME):
        pilot = opened(taken.append, rules)
        pilot.type("a😀")
        assert pilot.heard() == "A That character is not accepted here."
        assert text_of(pilot) == "a"


def test_repeated_letters_that_a_deletion_joins_are_shortened_before_sending(taken):
    pilot = opened(taken.append, WRITTEN)
    pilot.type("aaabaaa")
    pilot.press("home", "right", "right", "right", "delete")
    assert pressed(pilot, "enter") == "Aaa 3 left out."
    pilot.press("enter")
    assert taken == ["aaa"]


def test_combining_accent_is_attached_to_the_previous_letter():
    field = TextField(NAME)
    assert field.insert("Marta\u0301").kept == "Mart\u00e1"
    assert field.insert("\u0301\u0301").left_out == 2
    assert field.text == "Mart\u00e1"


# Names at one keyboard


def seat(pilot, name):
    if not pilot.app.wants_text:
        pilot.press("p")
    pilot.type(name)
    pilot.wait(1)
    pilot.press("enter")
    return pilot.heard()


def test_names_of_people_at_one_keyboard_obey_the_rules_for_online_names():
    pilot = lobby("en")
    seat(pilot, "Marta\u0301\u0301\u0301")
    assert pilot.app.matches.setup.players[0].name == "Mart\u00e1"
    assert "Mart\u00e1 is already at the table." in seat(pilot, "marta")
    pilot.press("p")
    assert "letters, digits" in seat(pilot, "---")


def test_text_field_for_a_name_announces_when_it_is_full():
    pilot = lobby("en")
    said = seat(pilot, "x y" * 100)
    assert "Full." in said
    assert pilot.app.matches.setup.players[0].name == ("x y" * 100)[:20].strip()


def test_longest_typed_words_of_tressette_are_accepted():
    typing = game("tressette").typing
    assert typing.read("z" * typing.longest, None, None).text == "z" * typing.longest
