"""Tests of the history list, of an announcement opened as a text, and of the keys for both."""

import pytest

from audiogames.present.history import GENERAL, History
from tests.kit.places import LANGUAGES, match, menu
from tests.kit.pressing import pressed, screen


@pytest.fixture
def pilot():
    """Return a match whose history contains the answers to three questions."""
    pilot = match("en")
    pilot.press("c", "s", "t")
    pilot.look()
    return pilot


@pytest.mark.parametrize("key", ["tab", "shift+tab", "alt+h"])
def test_history_opens_on_the_newest_message(pilot, key):
    assert pressed(pilot, key) == "History. General view. Your turn."
    assert screen(pilot) == "HistoryScreen"


def test_arrows_and_history_keys_walk_the_history_list(pilot):
    pilot.press("tab")
    assert pressed(pilot, "up") == "Tokens. You 9, Ada 9, Bruno 9."
    assert pressed(pilot, "pageup") == "Total 0."
    assert pressed(pilot, "pagedown") == "Tokens. You 9, Ada 9, Bruno 9."
    assert pressed(pilot, "ctrl+pagedown") == "Your turn."
    assert pressed(pilot, "down") == "Your turn."
    assert pilot.sounds[-1].sound == "menu-edge"
    assert pressed(pilot, "ctrl+pageup") == "Main menu. Play."
    assert pressed(pilot, "end", "enter") == "Your turn."


def test_reading_the_history_adds_nothing_to_it(pilot):
    before = pilot.app.announcer.history.entries(GENERAL)
    pilot.press("tab", "up", "up", "enter", "home", "end", "pageup", "tab", "tab")
    told = [one.text for one in pilot.app.announcer.history.entries(GENERAL)[len(before) :]]
    assert not [one for one in told if "History" in one or "Tokens" in one]


@pytest.mark.parametrize("keys", [("tab",), ("shift+tab",), ("alt+m",), ("escape",)])
def test_every_key_that_closes_the_history_returns_to_the_table(pilot, keys):
    pilot.press("tab", *keys)
    assert screen(pilot) == "MatchScreen"


def test_alt_m_at_the_table_announces_the_table_and_opens_no_screen(pilot):
    assert pressed(pilot, "alt+m").startswith("Novantanove")
    assert screen(pilot) == "MatchScreen"


def test_alt_h_in_the_history_repeats_the_focused_message(pilot):
    pilot.press("alt+h", "up")
    assert pressed(pilot, "alt+h").endswith("Tokens. You 9, Ada 9, Bruno 9.")
    pilot.press("alt+m")
    assert screen(pilot) == "MatchScreen", "it is open once"


def test_game_and_chat_history_views_open_at_their_newest_message(pilot):
    pilot.press("tab", "up")
    assert pressed(pilot, "alt+2").startswith("History. Game view. Bruno deals.")
    assert pressed(pilot, "alt+right") == "History. Chat view. Empty."
    assert pressed(pilot, "enter") == pressed(pilot, "up") == "Empty."
    assert pressed(pilot, "ctrl+c") == "Empty."
    assert pilot.clipboard == ""
    assert pressed(pilot, "alt+1").startswith("History. General view.")


@pytest.mark.parametrize("above", ["f1", "f10"])
@pytest.mark.parametrize(("view", "newest"), [("alt+2", "Your turn."), ("alt+4", "Empty.")])
def test_history_focuses_the_newest_message_if_its_view_was_switched_in_another_list(
    pilot, above, view, newest
):
    pilot.press("tab", above, view)
    title = pressed(pilot, "escape")
    assert title.startswith("History.")
    assert title.endswith(newest)
    assert pressed(pilot, "enter").endswith(newest)
    assert pilot.app.frame().rows[-1].focused


def test_history_list_that_shrank_focuses_its_last_item(pilot):
    pilot.press("tab")
    pilot.app.announcer.history = History()
    assert pressed(pilot, "enter") == "Empty."


def test_focused_history_message_is_copied(pilot):
    pilot.press("tab", "up")
    assert pressed(pilot, "ctrl+space") == "Copied."
    assert pilot.clipboard == "Tokens. You 9, Ada 9, Bruno 9."


def test_first_letters_find_history_messages(pilot):
    pilot.press("tab")
    assert pressed(pilot, "t") == "Total 0."


def test_where_am_i_key_names_the_history_view(pilot):
    pilot.press("tab")
    assert pressed(pilot, "f5") == "History. General view."


def test_new_messages_are_appended_to_the_history_without_moving_the_focus(pilot):
    pilot.press("home", "enter", "tab", "up")
    read = pilot.look()[-1].text
    pilot.wait(20)
    assert pressed(pilot, "enter") == read
    assert "Your turn." in pressed(pilot, "end")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_history_opens_from_menus(lang):
    pilot = menu(lang)
    title = {"it": "Cronologia. Vista generale. Menu principale. Gioca.", "en": None}[lang]
    assert pressed(pilot, "alt+h") == (title or "History. General view. Main menu. Play.")
    assert (
        pressed(pilot, "escape")
        == {"it": "Menu principale. Gioca.", "en": "Main menu. Play."}[lang]
    )


# An announcement as a text ------------------------------------------------------------------------


def test_repeat_key_pressed_twice_opens_the_announcement_as_text(pilot):
    assert pressed(pilot, "s", "ctrl+r") == "Tokens. You 9, Ada 9, Bruno 9."
    assert pressed(pilot, "ctrl+r") == "Last announcement. Tokens."
    assert pressed(pilot, "down") == "You 9, Ada 9, Bruno 9."
    assert pressed(pilot, "escape", "ctrl+r") != "Last announcement. Tokens."


def test_repeat_key_pressed_twice_after_the_command_key_opens_the_announcement_as_text(pilot):
    pilot.press("layer", "r")
    assert pressed(pilot, "layer", "r") == "Last announcement. Your turn."


def test_repeat_key_repeats_the_newest_announcement_if_it_is_new_since_the_last_press(pilot):
    pilot.press("ctrl+r", "c")
    assert pressed(pilot, "ctrl+r") == "Total 0."


def test_repeat_key_before_any_announcement_says_empty():
    pilot = menu("en")
    pilot.app.announcer.history.latest = None
    assert pressed(pilot, "ctrl+r", "ctrl+r") == "Empty."


# Leaving the table --------------------------------------------------------------------------------


def test_ctrl_q_leaves_the_table_after_confirmation(pilot):
    assert pressed(pilot, "ctrl+q") == "Leave the table? Yes, no."
    pilot.press("n")
    assert screen(pilot) == "MatchScreen"
    pilot.press("ctrl+q", "y")
    assert screen(pilot) == "MainMenu"
    assert pilot.heard().endswith("Main menu. Resume, Novantanove, total 0, your turn.")
