"""Settings that change announcements during a match, and the keys of the history."""

import pytest

from audiogames.present.history import GENERAL
from audiogames.present.outputs import Hush, StopSounds
from tests.kit.languages import COMPLETE
from tests.kit.places import match
from tests.kit.pressing import pressed


@pytest.fixture
def pilot():
    return match("en")


# How it is told -----------------------------------------------------------------------------------


def test_language_can_be_changed_during_a_match(pilot):
    for _ in COMPLETE[1:-1]:
        pilot.press("shift+f3")
    assert pressed(pilot, "shift+f3") == "Italiano."
    assert pressed(pilot, "c") == "Totale 0."
    assert pressed(pilot, "1") == "Re di fiori."
    assert pilot.storage.settings.language == "it"
    assert pressed(pilot, "enter") == "10. Pesca, spazio."
    assert pilot.look() == []
    assert pressed(pilot, "shift+f3") == "English."


def test_verbosity_key_cycles_through_the_levels(pilot):
    assert [pressed(pilot, "f12") for _ in range(3)] == [
        "How much is said, everything.",
        "How much is said, the essential.",
        "How much is said, normal.",
    ]


def test_each_sound_channel_has_its_own_volume(pilot):
    assert [pressed(pilot, "f6") for _ in range(4)] == [
        "Notices, volume 100.",
        "Music, volume 40.",
        "Voice, volume 80.",
        "Game, volume 100.",
    ]
    assert pilot.sounds[-1].channel == "game"
    assert pressed(pilot, "f8") == "Game, volume 100."
    assert pressed(pilot, "f7", "f7") == "Game, volume 80."
    assert pressed(pilot, *["f7"] * 9) == "Game, volume 0."
    assert pilot.storage.settings.game_volume == 0
    pilot.press("f6")
    assert pilot.sounds[-1].channel == "notices"


def test_shift_f7_stops_sounds_and_control_stops_speech(pilot):
    assert StopSounds() in pilot.app.handle("shift+f7", pilot.now)
    assert pilot.app.handle("ctrl", pilot.now) == [Hush()]


def test_keys_are_still_answered_when_automatic_reading_is_off(pilot):
    assert pressed(pilot, "shift+f8") == "Automatic reading off."
    pilot.press("home", "enter", "space")
    pilot.look()
    pilot.wait(30)
    told = pilot.look()
    assert told
    assert not any(one.spoken for one in told)
    pilot.press("c")
    assert pilot.look()[-1].spoken
    assert pressed(pilot, "shift+f8") == "Automatic reading on."


def test_settings_apply_to_a_running_match(pilot):
    pilot.press("home", "enter")
    pilot.press("f10")
    while "Automatic draw" not in pilot.look()[-1].text:
        pilot.press("down")
    pilot.press("right")
    pilot.wait(3)
    assert "You draw" in pilot.heard()


# The history --------------------------------------------------------------------------------------


def test_page_keys_and_comma_keys_both_read_the_history(pilot):
    pilot.press("c", "s")
    pilot.look()
    assert pressed(pilot, "pageup").startswith("Tokens.")
    assert pressed(pilot, "comma") == "Total 0."
    assert pressed(pilot, "period").startswith("Tokens.")
    assert pressed(pilot, "shift+comma") == pressed(pilot, "ctrl+pageup")
    assert pressed(pilot, "shift+period") == pressed(pilot, "shift+pagedown")
    assert pressed(pilot, "pagedown").startswith("Tokens.")


def test_each_history_view_has_only_its_own_messages(pilot):
    pilot.press("c")
    assert pressed(pilot, "alt+2") == "Game view."
    assert pressed(pilot, "pageup").endswith("Your turn.")
    assert pressed(pilot, "alt+left") == "General view."
    assert pressed(pilot, "alt+left") == "General view."
    assert pressed(pilot, "alt+right") == "Game view."
    assert pressed(pilot, "alt+3") == "Chat view."
    assert pressed(pilot, "pageup") == "Empty."
    assert pressed(pilot, "ctrl+c") == "Empty."
    assert pilot.clipboard == ""


def test_reviewing_the_history_adds_nothing_to_it(pilot):
    pilot.press("c")
    before = pilot.app.announcer.history.entries(GENERAL)
    pilot.press("alt+2", "pageup", "alt+1", "ctrl+r", "ctrl+c")
    assert pilot.app.announcer.history.entries(GENERAL) == before
    assert pressed(pilot, "ctrl+r") == "Total 0.", "not twice in a row: it is repeated"


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+space"])
def test_copy_keys_copy_the_history_message_read_last(pilot, key):
    pilot.press("c", "s", "pageup", "pageup")
    assert pressed(pilot, key) == "Copied."
    assert pilot.clipboard == "Total 0."


def test_missing_clipboard_is_announced(pilot):
    assert [one.text for one in pilot.app.copied(pilot.now, done=False)] != ["Copied."]


# The describer ------------------------------------------------------------------------------------


def test_key_describer_describes_keys_until_escape_is_pressed_twice(pilot):
    assert pressed(pilot, "f11") == "Key describer on."
    assert pressed(pilot, "c") == "C, total."
    assert pressed(pilot, "ctrl+s") == "Control S, save."
    assert pressed(pilot, "insert") == "Insert belongs to the screen reader."
    assert pressed(pilot, "ctrl+è") == "Control È, nothing."
    assert pressed(pilot, "escape").startswith("Escape, ")
    assert pressed(pilot, "c") == "C, total."
    assert pressed(pilot, "escape", "escape") == "Key describer off."
    assert pressed(pilot, "c") == "Total 0."
    assert pressed(pilot, "f11", "f11") == "Key describer off."
