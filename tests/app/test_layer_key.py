"""Tests of the command key, pressed before a letter, and of the debounce of repeated keys."""

from dataclasses import replace

import pytest

from audiogames.app.keys.presses import LAYER_SECONDS
from audiogames.shell.keys import TerminalKeys
from tests.kit.places import match, menu
from tests.kit.pressing import pressed, screen

BOUNCE = 500
"""Milliseconds for the option to ignore double presses."""


@pytest.fixture
def table():
    return match("en")


@pytest.mark.parametrize(("lang", "word"), [("it", "Comando."), ("en", "Command.")])
def test_command_key_announces_that_it_waits_for_another_key(lang, word):
    pilot = menu(lang)
    assert pressed(pilot, "layer") == word


def test_letter_after_the_command_key_acts_like_control(table):
    assert pressed(table, "layer", "s") == "Match saved."
    assert pressed(table, "s") == "Tokens. You 9, Ada 9, Bruno 9.", "only one key is taken along"


def test_repeat_key_skips_the_announcement_of_the_command_key(table):
    table.press("c")
    assert pressed(table, "layer", "r") == "Total 0."


@pytest.mark.parametrize(
    ("key", "opened"), [("1", "KeyList"), ("0", "SettingsScreen"), ("g", "RulesReader")]
)
def test_command_key_maps_digits_to_function_keys(table, key, opened):
    table.press("layer", key)
    assert screen(table) == opened


def test_command_key_reaches_chords_that_terminals_cannot_send():
    pilot = menu("en")
    assert pressed(pilot, "layer", "n") == "Automatic reading off."
    assert pressed(pilot, "layer", "p") == "Sounds stopped."
    assert pressed(pilot, "layer", "v") == "How much is said, everything."
    pilot.press("layer", "l")
    assert pilot.app.settings.language != "en"


def test_arrow_after_the_command_key_acts_like_control_with_the_arrow():
    pilot = menu("en")
    pilot.press("f10")
    tenth = pilot.app.text(pilot.app.screen.items()[10].label)
    assert pressed(pilot, "layer", "down") == tenth


def test_backslash_is_the_command_key_in_a_terminal(table):
    keys = TerminalKeys()
    table.press(*(press.key for press in keys.feed(b"\\s", 0.0)))
    assert table.heard().endswith("Command. Match saved.")


def test_command_key_expires_after_three_seconds(table):
    table.press("layer")
    table.look()
    table.wait(LAYER_SECONDS - 0.2)
    assert "Command let go." not in table.heard()
    table.wait(0.2)
    assert table.heard().endswith("Command let go.")
    assert pressed(table, "s").startswith("Tokens."), "a letter is a letter again"


def test_key_after_an_expired_command_key_has_its_usual_meaning(table):
    table.press("layer")
    table.now += LAYER_SECONDS
    assert pressed(table, "s").startswith("Tokens.")


def test_expiry_of_the_command_key_interrupts_nothing_and_is_not_repeated_by_ctrl_r():
    pilot = menu("en")
    pilot.press("end", "layer")
    pilot.wait(4)
    assert pilot.heard().endswith("Command let go.")
    assert pressed(pilot, "ctrl+r") == "Quit."


def test_command_key_acts_as_control_after_two_presses_and_is_cancelled_by_a_third(table):
    assert pressed(table, "layer", "layer") == "Control."
    assert pressed(table, "s") == "Match saved."
    assert pressed(table, "layer", "layer", "layer") == "Command let go."
    assert pressed(table, "s").startswith("Tokens.")


def test_letter_without_a_command_cancels_the_command_key(table):
    assert pressed(table, "layer", "j") == "No command. F1, keys."
    assert pressed(table, "s").startswith("Tokens.")


def test_control_key_alone_does_not_cancel_the_command_key(table):
    table.press("layer", "ctrl")
    assert pressed(table, "s") == "Match saved."


def test_key_describer_describes_the_key_after_the_command_key(table):
    assert pressed(table, "f11", "layer").startswith("Command key, the letter that follows")
    assert pressed(table, "s") == "Command key S, save."
    assert pressed(table, "s") == "S, tokens of everybody."
    assert pressed(table, "layer", "d") == "Key describer off.", "D stands for F11"


def test_key_list_gives_the_terminal_alternative_of_each_key(table):
    table.press("f1")
    lines = [table.app.text(item.label) for item in table.app.screen.items()]
    assert "Control F1, rules, in a terminal command key G." in lines
    assert "Shift F7, stop all sounds, in a terminal command key P." in lines
    assert "Control, silence the built-in voice, in a terminal from here." in lines
    assert [line for line in lines if line.startswith("Command key, the letter")]


def test_key_combination_that_replaces_a_key_in_terminals_runs_the_same_binding(table):
    keymap, layers = table.app.keymap, table.app.screen.layers
    named = 0
    for binding in keymap.of(layers):
        instead = keymap.after_layer(binding, layers)
        if instead is not None:
            named += 1
            assert keymap.find(instead, layers).id == binding.id
    assert named > 20


def test_command_key_run_from_the_key_list_waits_for_the_next_key(table):
    table.press("f1", "end", "up", "up")
    assert pressed(table, "enter") == "Command."
    assert pressed(table, "s") == "Match saved."


def test_letter_after_the_command_key_does_not_search_lists():
    pilot = menu("en")
    assert pressed(pilot, "layer", "o") == "No command. F1, keys."
    assert pilot.app.screen.place == 0


# The same key twice -------------------------------------------------------------------------------


def twice(pilot, seconds, key="b"):
    """Press a key twice, `seconds` apart, and count the announcements of the second press."""
    pilot.press(key)
    pilot.look()
    pilot.now += seconds - 0.1
    pilot.rush(key)
    return len(pilot.look())


def at_a_table(**settings):
    pilot = menu("en", **settings)
    pilot.press("p", "enter", "n", "enter")
    return pilot


def test_key_pressed_twice_acts_twice_without_debounce():
    assert twice(at_a_table(), 0.1) == 1


def test_debounce_ignores_the_same_key_within_its_interval():
    pilot = at_a_table(bounce=BOUNCE)
    assert twice(pilot, BOUNCE / 1000 - 0.05) == 0
    assert len(pilot.app.screen.items()) == 2, "one bot sat down"


def test_debounce_accepts_the_same_key_after_its_interval():
    assert twice(at_a_table(bounce=BOUNCE), BOUNCE / 1000 + 0.01) == 1


def test_debounce_interval_starts_at_the_last_accepted_press_not_at_an_ignored_one():
    pilot = at_a_table(bounce=BOUNCE)
    assert [twice(pilot, 0.3), len(pilot.app.screen.items())] == [0, 2]
    pilot.now += 0.2
    pilot.rush("b")
    assert len(pilot.app.screen.items()) == 3


def test_debounce_never_ignores_another_key():
    pilot = at_a_table(bounce=BOUNCE)
    pilot.press("b")
    assert pressed(pilot, "shift+b") == "Ada leaves. One player."
    assert pressed(pilot, "b").startswith("Ada, bot, sits down.")


def test_debounce_ignores_a_repeated_chord_after_control_is_pressed_again():
    pilot = match("en")
    pilot.app.change_settings(replace(pilot.app.settings, bounce=BOUNCE))
    pilot.rush("ctrl", "ctrl+s")
    assert pilot.heard() == "Match saved."
    pilot.rush("ctrl", "ctrl+s")
    assert pilot.heard() == ""


def test_debounce_does_not_apply_in_a_text_field():
    pilot = menu("en", bounce=BOUNCE)
    pilot.press("p", "enter", "i", "enter", "b", "enter")
    pilot.wait(10)
    pilot.press("k")
    assert pilot.app.wants_text
    pilot.type("aa")
    pilot.look()
    pilot.press("backspace", "backspace")
    assert [one.text for one in pilot.look()] == ["A, deleted.", "A, deleted."]
