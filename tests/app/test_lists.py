"""Tests of lists: moving, searching by letters, changing values, questions, and the key list."""

from gc import collect
from weakref import ref

import pytest

from audiogames.app.settings import Settings
from tests.kit.languages import COMPLETE
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import LANGUAGES, lobby, match, menu
from tests.kit.pressing import edge, pressed, screen


def moved(pilot):
    return pilot.sounds[-1].sound == "menu-move"


@pytest.fixture
def pilot():
    pilot = menu("en")
    pilot.look()
    return pilot


def test_title_and_first_item_of_a_list_are_one_utterance():
    (told,) = menu("en").look()
    assert told.text == "Main menu. Play."
    assert told.interrupt


def test_arrows_in_a_list_do_not_wrap(pilot):
    items = [pressed(pilot, "down") for _ in range(9)]
    assert items[:3] == ["Tables online.", "Listen to a match.", "Rules."]
    assert items[3:5] == ["Deal of the day.", "Find the move."]
    assert items[5:] == ["Help.", "Options.", "Quit.", "Quit."]
    assert edge(pilot)
    assert pressed(pilot, "up") == "Options."
    assert moved(pilot)
    assert pressed(pilot, "home") == "Play."
    assert pressed(pilot, "up") == "Play."
    assert edge(pilot)
    assert pressed(pilot, "end") == "Quit."
    assert moved(pilot)


def test_ctrl_arrows_in_a_list_move_by_ten_and_stop_at_the_edges(pilot):
    pilot.press("f10")
    items = pilot.app.screen.items()
    tenth = pilot.app.text(items[10].label)
    assert pressed(pilot, "ctrl+down") == tenth
    assert moved(pilot)
    beyond = range(len(items) // 10 + 1)
    assert [pressed(pilot, "ctrl+down") for _ in beyond][-1] == pilot.app.text(items[-1].label)
    assert edge(pilot)
    assert [pressed(pilot, "ctrl+up") for _ in beyond][-1] == pilot.app.text(items[0].label)
    assert edge(pilot)


def test_letter_focuses_the_next_item_starting_with_it(pilot):
    assert pressed(pilot, "o") == "Options."
    assert moved(pilot)
    pilot.wait(2)
    assert pressed(pilot, "o") == "Options.", "the only one, found again"
    pilot.wait(2)
    assert pressed(pilot, "l") == "Listen to a match.", "also before the focus"
    pilot.wait(2)
    assert pressed(pilot, "x") == "Listen to a match."
    assert edge(pilot)


def test_letters_typed_quickly_spell_an_item(pilot):
    pilot.press("f10")
    pilot.wait(2)
    assert pressed(pilot, "v").startswith("Volume of the voice")
    assert pressed(pilot, "o", "l", "u", "m", "e").startswith("Volume of the voice"), "it stays"
    pilot.wait(2)
    assert pressed(pilot, "v").startswith("Volume of the game")
    pilot.wait(2)
    assert pressed(pilot, "a", "u", "t", "o").startswith("Automatic reading")
    pilot.wait(2)
    assert pressed(pilot, "b", "o").startswith("Bot pace")
    assert edge(pilot) is False
    pilot.wait(2)
    assert pressed(pilot, "b", "x").startswith("Braille")
    assert edge(pilot), "nothing begins with this: the focus stays"


def test_keys_other_than_letters_search_nothing(pilot):
    for key in ("?", "shift+p", "delete"):
        assert pressed(pilot, key) == "No command. F1, keys."
        assert edge(pilot)


@pytest.mark.parametrize("back", ["escape", "backspace"])
def test_menu_keeps_its_focus_while_a_list_is_open(pilot, back):
    pilot.press("r", "enter")
    assert screen(pilot) == "RulesList"
    pilot.look()
    assert pressed(pilot, back) == "Main menu. Rules."
    assert pilot.sounds[-1].sound == "menu-back"


@pytest.mark.parametrize("back", ["escape", "backspace"])
def test_escape_does_not_leave_the_main_menu(pilot, back):
    assert pressed(pilot, "end", back) == "Main menu. Quit."
    assert screen(pilot) == "MainMenu"


@pytest.mark.parametrize("key", ["enter", "space"])
def test_enter_and_space_open_the_focused_item(pilot, key):
    assert pressed(pilot, key).startswith("Play. ")
    assert screen(pilot) == "GameList"


# Questions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "question"), [("it", "Uscire? Sì"), ("en", "Quit? Yes")])
def test_quitting_by_key_asks_for_confirmation(lang, question):
    pilot = menu(lang)
    pilot.look()
    assert pressed(pilot, "alt+f4").startswith(question)
    assert pilot.quit is None


@pytest.mark.parametrize("yes", ["s", "y", "j", "o", "enter", "space"])
def test_yes_is_accepted_in_every_language(pilot, yes):
    pilot.press("alt+f4", yes)
    assert pilot.quit == 0


@pytest.mark.parametrize("no", ["n", "escape", "backspace"])
def test_n_escape_and_backspace_answer_no_to_the_question_about_quitting(pilot, no):
    pilot.press("alt+f4")
    assert pressed(pilot, no)
    assert screen(pilot) == "MainMenu"
    assert pilot.quit is None
    pilot.press("alt+f4", "down", "enter")
    assert pilot.quit is None
    assert screen(pilot) == "MainMenu"


def test_quitting_from_the_menu_asks_for_no_confirmation(pilot):
    pilot.press("end", "enter")
    assert pilot.quit == 0


# Options ------------------------------------------------------------------------------------------


def test_left_and_right_change_an_option_and_announce_it(pilot):
    pilot.press("f10")
    assert pressed(pilot, "right") == "How much is said, the essential."
    assert moved(pilot)
    assert pilot.storage.settings.verbosity == "essential"
    assert pressed(pilot, "right") == "How much is said, everything."
    assert pressed(pilot, "right") == "How much is said, everything."
    assert edge(pilot)
    pilot.press("left", "left")
    assert pressed(pilot, "left") == "How much is said, normal."
    assert edge(pilot)


def test_enter_explains_an_option_without_changing_it(pilot):
    pilot.press("f10")
    before = pilot.storage.settings
    assert (
        pressed(pilot, "enter")
        == "Only the essential, the usual, or all that keys tell on request."
    )
    assert pilot.storage.settings == before


@pytest.mark.slow
def test_every_option_can_be_changed_and_is_saved_and_has_texts(pilot):
    for lang in LANGUAGES:
        pilot = menu(lang)
        pilot.press("f10")
        screen = pilot.app.screen
        for _ in screen.items()[: -len(screen.doors())]:
            told = {pressed(pilot, *["left"] * 30)}
            for _ in range(8):
                pilot.wait(0.6)  # one of the settings ignores quick presses
                told.add(pressed(pilot, "right"))
            assert len(told) > 1, told
            assert pilot.heard() == ""
            pressed(pilot, "enter")
            assert pilot.app.settings == pilot.storage.settings
            if pilot.app.announcer.localizer.lang != lang:
                pilot.press("shift+f3")
            pilot.press("down")


def test_seconds_are_spoken_with_tenths(pilot):
    pilot.press("f10", "b", "o")
    assert pressed(pilot, "left") == "Bot pace, one second."
    assert pressed(pilot, "left") == "Bot pace, 0.5 seconds."
    assert pressed(pilot, "left") == "Bot pace, 0.5 seconds."
    assert edge(pilot)
    assert menu_option("it", "r") == "Ritmo dei bot, 2 secondi."


def menu_option(lang, letter):
    pilot = menu(lang)
    pilot.press("f10")
    while "bot" not in pilot.look()[-1].text:
        pilot.press("down")
    return pressed(pilot, "right")


def test_settings_survive_a_restart():
    storage = MemoryStorage(Settings(language="en"))
    Pilot(storage).press("f10", "right", "escape", "f8", "shift+f8")
    assert storage.settings == Settings("en", "essential", automatic_reading=False, thought=0)
    again = Pilot(storage)
    assert again.app.settings == storage.settings
    assert again.app.announcer.automatic is False


# The table before the match -----------------------------------------------------------------------


def test_options_of_a_table_apply_to_its_match():
    pilot = lobby("en", 2)
    pilot.press("alt+o")
    assert pressed(pilot, "left") == "Tokens, 8."
    pilot.press("end", "home", "up")
    assert edge(pilot)
    pilot.press("end")
    easy = "Look only at what a card costs now, and sometimes play just any card."
    assert pressed(pilot, "left", "left", "left") == f"Bot level, easy. {easy}"
    pilot.press("escape")
    assert [one.level for one in pilot.app.screen.setup.players] == ["", "easy", "easy"]
    assert pilot.app.screen.setup.options.tokens == 8
    pilot.press("enter")
    assert pilot.app.session.view.tokens == (8, 8, 8)


def test_time_limit_steps_from_none_to_ten_minutes():
    pilot = lobby("en", 1)
    pilot.press("alt+o", "t", "i")
    assert pressed(pilot, "left") == "Time per turn, no limit."
    assert edge(pilot)
    assert pressed(pilot, "right") == "Time per turn, 60 seconds."
    assert pressed(pilot, *["left"] * 6) == "Time per turn, 5 seconds."
    assert pressed(pilot, *["right"] * 20) == "Time per turn, 600 seconds."
    assert edge(pilot)
    assert pressed(pilot, "left") == "Time per turn, 300 seconds."
    assert pressed(pilot, *["left"] * 20) == "Time per turn, no limit."


def test_table_needs_two_players_and_holds_no_more_than_the_cards_allow():
    pilot = lobby("en")
    pilot.look()
    assert pressed(pilot, "enter") == "One more player is needed, B adds a bot."
    assert pilot.sounds[-1].sound == "refused"
    assert pressed(pilot, "shift+b") == "No bot at the table."
    pilot.press(*["b"] * 12)
    assert pressed(pilot, "b") == "The table is full."
    assert len({player.name for player in pilot.app.screen.setup.players}) == 13
    assert pressed(pilot, "shift+b").endswith("leaves. 12 players.")


def test_arrow_keys_move_through_the_players_of_a_table():
    pilot = lobby("en", 2)
    pilot.look()
    assert pressed(pilot, "down") == "Ada, bot."
    assert pressed(pilot, "space") == "Ada, bot."
    assert pressed(pilot, "down", "down") == "Bruno, bot."
    assert edge(pilot)
    assert pressed(pilot, "f5") == "Novantanove table. 3 players. Enter to start."


def test_too_many_players_for_the_cards_are_refused(monkeypatch):
    from audiogames.core.options import OptionError

    pilot = lobby("en", 2)
    monkeypatch.setattr(
        pilot.app.matches,
        "begin",
        lambda *_: (_ for _ in ()).throw(OptionError("option-too-few-cards")),
    )
    assert pressed(pilot, "enter") == "Too few cards for so many players."
    assert screen(pilot) == "LobbyScreen"


# Rules and help -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_h_and_shift_h_in_the_rules_move_between_headings(lang):
    pilot = match(lang)
    pilot.press("ctrl+f1")
    first = pilot.app.screen.place
    places = []
    for _ in range(50):
        pilot.press("h")
        places.append(pilot.app.screen.place)
    assert places == sorted(places)
    assert places[0] > first
    assert places[-1] == places[-2]
    assert edge(pilot) is False
    pilot.press("shift+h")
    assert pilot.app.screen.place < places[-1]
    pilot.press(*["shift+h"] * 50)
    assert pilot.app.screen.place == 0


def test_enter_repeats_a_line_of_the_rules():
    pilot = match("en")
    pilot.press("ctrl+f1", "down", "down")
    line = pilot.look()[-1].text
    assert pressed(pilot, "enter") == line
    assert pressed(pilot, "space") == line


def test_rules_change_language_with_the_program():
    pilot = match("en")
    pilot.press("ctrl+f1", "down", "down", "down")
    english = pilot.look()[-1].text
    others = []
    for _ in COMPLETE:
        pilot.press("shift+f3", "up", "down")
        assert pilot.app.screen.place == 3
        others.append(pilot.look()[-1].text)
    assert len({*others}) == len(COMPLETE)
    assert others[-1] == english


def test_rules_key_outside_a_game_points_to_the_rules_in_the_main_menu(pilot):
    assert "main menu" in pressed(pilot, "ctrl+f1")
    assert screen(pilot) == "MainMenu"


def test_rules_key_in_a_game_without_translated_rules_points_to_the_main_menu(tmp_path):
    pilot = match("en")
    pilot.app.locales, shipped = tmp_path, pilot.app.locales
    try:
        assert "main menu" in pressed(pilot, "ctrl+f1")
    finally:
        pilot.app.locales = shipped
    assert screen(pilot) == "MatchScreen"


def test_enter_in_the_key_list_runs_the_binding():
    pilot = match("en")
    pilot.press("f1")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    total = next(place for place, line in enumerate(lines) if line.startswith("C, "))
    pilot.press(*["down"] * total)
    pilot.look()
    assert pressed(pilot, "enter") == "Total 0."
    assert screen(pilot) == "MatchScreen"


def test_enter_on_a_binding_with_several_keys_in_the_key_list_asks_which_key():
    pilot = match("en")
    pilot.press("f1")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    volume = next(place for place, line in enumerate(lines) if "volume down" in line)
    pilot.press(*["down"] * volume, "enter")
    assert screen(pilot) == "WaysList"
    assert pilot.heard().endswith("Volume down and up. F7.")
    assert pressed(pilot, "down") == "F8."
    pilot.press("up")
    assert pressed(pilot, "enter") == "Game, volume 90."
    assert screen(pilot) == "MatchScreen"
    pilot.press("f1")
    pilot.press(*["down"] * volume, "enter")
    pilot.look()
    assert pressed(pilot, "escape").startswith("Novantanove, ")


def test_key_list_counts_its_items_and_ends_with_quit(pilot):
    pilot.press("f1")
    count = len(pilot.app.screen.items())
    assert f"{count} items" in pilot.heard()
    pilot.press("end")
    assert pilot.heard() == "Alt F4, quit."


def test_closed_list_is_garbage_collected(pilot):
    pilot.press("f1", "down")
    opened = ref(pilot.app.screen)
    pilot.press("escape")
    collect()
    assert opened() is None
