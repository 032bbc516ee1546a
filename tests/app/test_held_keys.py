"""Only keys that move the focus or erase text repeat while they are held down."""

from dataclasses import replace

import pytest

from audiogames.app.keys.changes import KeyPlace, with_key
from audiogames.app.keys.layout import PRESETS
from audiogames.app.keys.names import Origin
from audiogames.app.settings import Settings, read_settings
from tests.kit.places import match, menu
from tests.kit.pressing import screen

HELD = [0.4 + 0.06 * number for number in range(8)]
"""The times at which a window repeats a key that is held for 0.85 s."""


def hold(pilot, key):
    """Hold a key down and return the number of announcements made by its repeats."""
    pilot.press(key)
    pilot.look()
    pressed_at = pilot.now
    for seconds in HELD:
        pilot.now = pressed_at + seconds
        pilot.perform(pilot.app.handle(key, pilot.now, is_repeat=True))
    return len(pilot.look())


def moves(pilot):
    return len(pilot.app.session.table.log.entries)


def test_held_enter_does_not_play_the_card():
    pilot = match("en")
    before = moves(pilot)
    assert hold(pilot, "enter") == 0
    assert moves(pilot) == before
    pilot.press("enter")
    assert moves(pilot) > before


def test_held_escape_opens_the_menu_once():
    pilot = match("en")
    assert hold(pilot, "escape") == 0
    assert screen(pilot) == "GameMenu"


def test_held_backspace_opens_the_menu_once():
    pilot = match("en")
    assert hold(pilot, "backspace") == 0
    assert screen(pilot) == "GameMenu"


def test_held_backspace_goes_back_once():
    pilot = menu("en")
    pilot.press("shift+f1", "end", "enter")
    assert hold(pilot, "backspace") == 0
    assert screen(pilot) == "HelpMenu"


def test_held_delete_resets_a_key_once():
    pilot = menu("en")
    pilot.press("f10", "end", "enter", "enter")
    assert hold(pilot, "delete") == 0


@pytest.mark.parametrize("key", ["up", "down", "left", "right", "pageup", "pagedown"])
def test_held_arrow_and_page_keys_repeat(key):
    assert hold(match("en"), key) == len(HELD)


@pytest.mark.parametrize("key", ["home", "end", "f5", "t", "ctrl+r", "tab", "f12", "layer"])
def test_keys_that_do_not_move_or_erase_never_repeat_when_held(key):
    assert hold(match("en"), key) == 0


def test_held_backspace_repeats_in_a_text_field():
    pilot = menu("en")
    pilot.press("p", "enter", "i", "enter", "b", "enter")
    pilot.wait(10)
    pilot.press("k")
    pilot.type("abcdefghijkl")
    assert hold(pilot, "backspace") == len(HELD)
    assert hold(pilot, "enter") == 0


def test_repeat_of_a_key_that_was_not_pressed_last_is_ignored():
    pilot = menu("en")
    pilot.press("down", "f10")
    pilot.look()
    pilot.perform(pilot.app.handle("down", pilot.now, is_repeat=True))
    assert pilot.look() == []


def test_held_key_after_the_command_key_counts_once():
    pilot = match("en")
    pilot.press("layer")
    assert hold(pilot, "left") == 0


def test_held_letter_key_repeats_only_if_it_acts_as_an_arrow_key():
    assert "q" in PRESETS["left"].instead
    pilot = match("en", hand="left")
    assert hold(pilot, "s") == len(HELD)
    before = moves(pilot)
    pilot.press("home")
    hold(pilot, "q")
    assert moves(pilot) == before + 1


def test_held_rebound_arrow_repeats():
    keys = with_key((), KeyPlace("game", "cards", 1), "z")
    pilot = match("en")
    pilot.app.change_settings(replace(pilot.app.settings, keys=keys))
    assert hold(pilot, "z") == len(HELD)


def test_held_key_is_not_captured_as_a_new_binding():
    pilot = menu("en")
    pilot.press("f10", "end", "enter", "enter")
    hold(pilot, "enter")
    assert screen(pilot) == "KeyCatcher"


def test_key_repeats_do_not_extend_the_debounce_time():
    pilot = match("en", bounce=500)
    hold(pilot, "t")
    pilot.rush("t")
    assert len(pilot.look()) == 1


# What the describer and the options say -----------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "origin", "en", "it"),
    [
        ("h", Origin.PLACE, "H by its place, ", "H per posizione, "),
        ("down", Origin.NUM_LOCK_OFF, "Down arrow with num lock off, ",
         "Freccia giù con blocco numerico spento, "),
        ("other", Origin.NUM_LOCK_OFF, "This key with num lock off, nothing.",
         "Questo tasto con blocco numerico spento, niente."),
        ("h", Origin.WRITTEN, "H, ", "H, "),
    ],
)  # fmt: skip
def test_key_describer_says_when_a_key_was_identified_by_position_or_num_lock(key, origin, en, it):
    for lang, words in (("en", en), ("it", it)):
        pilot = match(lang)
        pilot.press("f11")
        pilot.look()
        pilot.perform(pilot.app.handle(key, pilot.now, origin=origin))
        assert pilot.heard().startswith(words)


def test_debounce_time_is_spoken_in_milliseconds():
    pilot = menu("en", bounce=300)
    pilot.press("f10")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert "Ignore double presses, within 300 milliseconds." in lines


def test_old_ignore_repeat_setting_becomes_a_debounce_of_half_a_second():
    assert read_settings({"ignore_repeat": True}) == (Settings(bounce=500), ())
    assert read_settings({"ignore_repeat": False}) == (Settings(), ())
    assert read_settings({"ignore_repeat": "often"}) == (Settings(), ("ignore_repeat",))
