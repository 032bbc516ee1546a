"""Changing keys in the options: choose a line, then press the new key."""

import pytest

from audiogames.app.keys.bindings import Binding, game_bindings
from audiogames.app.keys.changes import KeyPlace, with_key
from audiogames.app.settings import Settings, read_settings
from audiogames.core.cues import msg
from audiogames.core.registry import game, game_ids
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import KEYS, LANGUAGES, match, menu
from tests.kit.pressing import answers, lines, pressed, screen
from tests.present.kit import shipped

RECAP = KeyPlace("game", "recap", 0)


def to_keys(pilot, layer):
    """From the options, open the list of keys of the layer whose name starts with `layer`."""
    pilot.press("f10", "end", "enter")
    assert screen(pilot) == "LayerList"
    to_line(pilot, layer)
    pilot.press("enter")
    assert screen(pilot) == "KeyLines"
    pilot.look()


def to_line(pilot, start):
    """Focus the first line of the list that starts with this text."""
    found = [place for place, line in enumerate(lines(pilot)) if line.startswith(start)]
    pilot.press("home", *["down"] * found[0])
    pilot.look()


@pytest.fixture
def pilot():
    """Start a program with the list of keys of the layer "every game" open, in the options."""
    pilot = menu("en")
    to_keys(pilot, "Every game")
    return pilot


def test_key_layers_are_opened_from_the_options():
    pilot = menu("en")
    pilot.press("f10", "end")
    assert pilot.heard().endswith("Change the keys.")
    assert pressed(pilot, "right") == "Change the keys."
    assert pressed(pilot, "shift+d") == "Change the keys."
    assert pressed(pilot, "enter") == "Change the keys. Everywhere."
    assert len(lines(pilot)) == 15 + len(game_ids())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_key_layer_explains_how_to_change_keys(lang):
    pilot = menu(lang)
    pilot.press("f10", "end", "enter")
    told = pressed(pilot, "enter")
    if lang == "it":
        assert told.startswith("Dappertutto. Invio, un tasto nuovo; alt invio, uno in più; canc,")
        assert told.endswith("Tasti, F1, tasto applicazioni, maiuscolo F10 o control F9.")
    else:
        assert told.startswith("Everywhere. Enter, a new key; alt enter, one more; delete,")
        assert told.endswith("Keys, F1, applications key, shift F10 or control F9.")


def test_typed_letters_search_the_list_of_bindings(pilot):
    assert pressed(pilot, "w") == "Whose turn, T."
    assert pressed(pilot, "w") == "What happened since your turn, E."


def test_new_key_is_captured_and_announced(pilot):
    to_line(pilot, "What happened")
    assert (
        pressed(pilot, "enter")
        == "What happened since your turn. Press the new key, escape cancels."
    )
    assert pressed(pilot, "alt+e") == "What happened since your turn, alt E, standard E."
    assert pilot.storage.settings.keys == (Binding("recap", (("alt+e",),), "game"),)


def test_new_key_takes_effect_at_once():
    pilot = match("en")
    to_keys(pilot, "Every game")
    to_line(pilot, "What happened")
    pilot.press("enter", "alt+e", "escape", "escape", "escape")
    assert pressed(pilot, "alt+e").startswith("So far.")
    assert pressed(pilot, "e") == "No command. F1, keys."
    assert pressed(pilot, "f11", "alt+e") == "Alt E, what happened since your turn."
    pilot.press("f11", "f1")
    assert "Alt E, what happened since your turn." in lines(pilot)
    again = Pilot(pilot.storage, lang="en")
    assert again.app.keymap.find("alt+e", ("game",)).id == "recap"


def test_alt_enter_adds_another_key_to_a_command(pilot):
    to_line(pilot, "What happened")
    pilot.press("alt+enter")
    assert pressed(pilot, "alt+e") == ("What happened since your turn, E or alt E, standard E.")


def test_escape_cancels_the_key_change(pilot):
    to_line(pilot, "What happened")
    assert pressed(pilot, "enter", "escape") == "What happened since your turn, E."
    assert pilot.storage.settings.keys == ()


def test_delete_restores_the_standard_key(pilot):
    to_line(pilot, "What happened")
    pilot.press("enter", "alt+e")
    assert pressed(pilot, "delete") == "What happened since your turn, E."
    assert pilot.storage.settings.keys == ()


def test_all_standard_keys_are_restored_after_confirmation():
    pilot = Pilot(MemoryStorage(Settings("en", keys=with_key((), RECAP, "alt+e"))), lang="en")
    pilot.press("f10", "end", "enter", "end")
    assert pressed(pilot, "enter") == "Put all keys back to standard? Yes, no."
    pilot.press("n")
    assert pilot.storage.settings.keys
    assert pressed(pilot, "enter", "y") == "All keys are standard again."
    assert pilot.storage.settings.keys == ()
    assert pilot.app.keymap.find("e", ("game",)).id == "recap"


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("insert", "Insert is the key of NVDA, JAWS, Narrator and Orca."),
        ("capslock", "Caps lock is the key of NVDA, JAWS, Narrator, Orca and VoiceOver."),
        ("ctrl+alt+e", "Control and alt together are alt gr, and the keys of VoiceOver."),
        ("|", "This key cannot be used."),
        ("e", "E does it already."),
        ("t", "T stays with whose turn."),
        ("f1", "F1 stays with keys."),
        ("1", None),
    ],
)
def test_refused_key_gives_its_reason_and_capture_continues(pilot, key, why):
    to_line(pilot, "What happened")
    pilot.press("enter")
    told = pressed(pilot, key)
    if why is None:
        assert screen(pilot) == "Confirm"
        return
    assert told == f"{why} Another key, or escape."
    assert pilot.sounds[-1].sound == "refused"
    assert screen(pilot) == "KeyCatcher"
    assert pilot.storage.settings.keys == ()


def test_letters_are_refused_as_keys_of_lists():
    pilot = menu("en")
    to_keys(pilot, "Menus and lists")
    to_line(pilot, "Ten items on, control up")
    assert pressed(pilot, "enter", "v") == "In lists V looks for an item. Another key, or escape."


def test_key_in_use_is_reassigned_after_confirmation(pilot):
    to_line(pilot, "What happened")
    assert pressed(pilot, "enter", "o") == (
        "O. It is now order of your cards, which loses it. Use it anyway? Yes, no."
    )
    assert pressed(pilot, "y") == "What happened since your turn, O, standard E."
    to_line(pilot, "Order of your cards")
    assert lines(pilot)[pilot.app.screen.place] == "Order of your cards, no key, standard O."


def test_command_without_a_key_can_be_run_from_the_key_list():
    changes = with_key((), RECAP, "o")
    pilot = match("en")
    pilot.app.change_settings(Settings("en", keys=changes))
    pilot.press("f1")
    place = lines(pilot).index("No key, order of your cards.")
    pilot.press(*["down"] * place)
    assert pressed(pilot, "enter") == "Order by suit."


def test_key_capture_continues_if_reassigning_is_declined(pilot):
    to_line(pilot, "What happened")
    assert pressed(pilot, "enter", "o", "n") == "No. Another key, or escape."
    assert pressed(pilot, "alt+e").endswith("alt E, standard E.")


def test_new_key_that_a_game_already_uses_is_announced_with_a_question(pilot):
    to_line(pilot, "What happened")
    told = pressed(pilot, "enter", "v")
    assert "Novantanove, it also does how far to the next limit." in told
    assert told.endswith("Use it anyway? Yes, no.")
    pilot.press("y")
    kept = pilot.storage.settings.keys
    assert kept == (Binding("recap", (("v",),), "game"),), "there it stays what it is"


def test_new_key_that_a_screen_reader_may_intercept_needs_confirmation(pilot):
    to_line(pilot, "What happened")
    assert pressed(pilot, "enter", "alt+pageup") == (
        "Alt page up. JAWS may keep it for itself. Use it anyway? Yes, no."
    )


def test_key_list_of_each_game_uses_its_own_words():
    pilot = menu("en")
    for id_ in game_ids():
        pilot.app.open_main_menu()
        to_keys(pilot, shipped("en").speech(game_name(id_)).removesuffix("."))
        own = shipped("en", game=id_)
        first = game_bindings(game(id_))[0]
        assert lines(pilot)[0].startswith(own.speech(does(first.id)))


def game_name(id_):
    return msg(f"game-{id_}")


def does(id_):
    return msg(f"do-{id_}")


def test_two_variants_of_one_binding_cannot_have_the_same_key():
    pilot = menu("en")
    to_keys(pilot, "Everywhere")
    to_line(pilot, "Volume down and up, F7")
    assert pressed(pilot, "enter", "f8") == (
        "F8. It is now volume down and up, which loses it. Use it anyway? Yes, no."
    )


def test_command_key_can_be_rebound():
    pilot = menu("en")
    to_keys(pilot, "Everywhere")
    to_line(pilot, "The letter that follows")
    pilot.press("enter", "shift+f4", "escape", "escape", "escape")
    assert pilot.storage.settings.keys == (Binding("layer", (("shift+f4",),), "global"),)
    assert pressed(pilot, "shift+f4") == "Command."
    assert pressed(pilot, "shift+f4") == "Control."
    assert pressed(pilot, "v") == "How much is said, everything."
    assert pressed(pilot, "layer") == "No command. F1, keys."


def test_arrow_key_of_the_left_hand_preset_cannot_be_reassigned():
    pilot = menu("en", hand="left")
    to_keys(pilot, "Every game")
    to_line(pilot, "What happened")
    pilot.press("enter")
    assert pressed(pilot, "w") == "W stays with move through your cards. Another key, or escape."


def test_control_key_alone_is_not_captured_as_a_new_key(pilot):
    to_line(pilot, "What happened")
    pilot.press("enter")
    pilot.look()
    pilot.press("ctrl")
    assert pilot.heard() == ""
    assert pressed(pilot, "ctrl+j") == ("What happened since your turn, control J, standard E.")


@pytest.mark.slow
def test_every_key_is_answered_during_key_capture():
    for key in KEYS:
        pilot = menu("en")
        to_keys(pilot, "Every game")
        pilot.press("enter")
        assert answers(pilot, key), key
        assert pilot.app.frame().title


def test_match_continues_during_key_capture():
    pilot = match("en")
    pilot.press("home", "enter")
    to_keys(pilot, "Every game")
    pilot.press("enter")
    pilot.wait(30)
    assert screen(pilot) == "KeyCatcher"
    assert "Your turn." in pilot.heard()


def test_invalid_key_changes_in_the_settings_are_announced_at_the_start():
    class Damaged(MemoryStorage):
        def load_settings(self):
            settings, bad = read_settings({"language": "en", "keys": {"game": {"turn": "insert"}}})
            return settings, msg("settings-partly-read", names=", ".join(bad))

    pilot = Pilot(Damaged(), lang="en")
    assert "keys game turn" in pilot.heard()
