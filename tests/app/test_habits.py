"""Key settings: presets for one hand, and letters that work only after the command key."""

from dataclasses import replace

import pytest

from audiogames.app.keys.bindings import BINDINGS, Binding, game_bindings, game_layer
from audiogames.app.keys.keymap import Keymap
from audiogames.app.keys.layout import PRESETS, Habits
from audiogames.app.keys.names import key_words
from audiogames.core.registry import game, game_ids
from tests.kit.places import lobby, match, menu
from tests.kit.pressing import pressed
from tests.present.kit import shipped

TABLE = (
    Binding("cards", (("up",), ("down",)), "game"),
    Binding("turn", (("t",),), "game"),
    Binding("tricks", (("w",),), "game:x"),
    Binding("save", (("ctrl+s",),), "game"),
    Binding("score", (("s", "f9"),), "game:x"),
    Binding("move", (("up",), ("down",)), "list"),
    Binding("read", (("up", "down"),), "typing"),
    Binding("layer", (("layer",),), "global"),
)
LAYERS = ("game:x", "game")


def arranged(**habits):
    keymap = Keymap(TABLE)
    keymap.arrange(Habits(**habits))
    return keymap


def done(keymap, key, layers=LAYERS):
    found = keymap.meaning(key, layers)
    return None if found is None else (found.binding.id, found.key)


# The table of keys --------------------------------------------------------------------------------


def test_default_keymap_binds_the_standard_keys():
    keymap = arranged()
    assert [done(keymap, one) for one in ("w", "s", "up")] == [
        ("tricks", "w"),
        ("score", "s"),
        ("cards", "up"),
    ]


def test_left_hand_preset_turns_letters_into_arrows_and_moves_their_commands():
    keymap = arranged(preset=PRESETS["left"])
    assert done(keymap, "w") == ("cards", "up")
    assert done(keymap, "s") == ("cards", "down")
    assert done(keymap, "layer w") == ("tricks", "w")
    assert done(keymap, "layer s") == ("score", "s"), "its own command comes before Control's"
    assert done(keymap, "layer layer s") == ("save", "ctrl+s")
    assert done(keymap, "t") == ("turn", "t"), "other letters stay"
    assert done(keymap, "up") == ("cards", "up")
    assert done(keymap, "f9") == ("score", "s")


def test_left_hand_letters_are_arrows_in_lists_but_not_in_text_fields():
    keymap = arranged(preset=PRESETS["left"])
    assert done(keymap, "w", ("list",)) == ("move", "up")
    assert done(keymap, "w", ("typing",)) is None


def test_right_hand_preset_does_not_replace_keys_of_games_or_lists():
    keymap = arranged(preset=PRESETS["right"])
    assert done(keymap, "y") == done(keymap, "t") == ("turn", "t")
    assert done(keymap, "u") == ("score", "s")
    assert done(keymap, "-") == ("layer", "layer")
    taken = Keymap((*TABLE, Binding("bids", (("y",),), "game:x")))
    taken.arrange(Habits(preset=PRESETS["right"]))
    assert done(taken, "y") == ("bids", "y"), "a game's own letter stays"
    assert done(taken, "u", ("list",)) is None, "in lists a letter looks for items"


def test_letter_keys_can_be_set_to_work_only_after_the_command_key():
    keymap = arranged(letters=False)
    assert done(keymap, "t") is None
    assert done(keymap, "layer t") == ("turn", "t")
    assert done(keymap, "f9") == ("score", "s")
    assert done(keymap, "ctrl+s") == ("save", "ctrl+s")
    assert done(keymap, "layer s") == ("score", "s")


def test_left_hand_letters_still_act_as_arrow_keys_when_letters_need_the_command_key():
    keymap = arranged(preset=PRESETS["left"], letters=False)
    assert done(keymap, "w") == ("cards", "up")
    assert done(keymap, "layer w") == ("tricks", "w")
    assert done(keymap, "layer t") == ("turn", "t")


def test_every_listed_key_of_every_key_preset_reaches_its_binding():
    for preset in PRESETS.values():
        for letters in (True, False):
            keymap = Keymap((*BINDINGS, *(one for id_ in game_ids() for one in keys_of(id_))))
            keymap.arrange(Habits(preset=preset, letters=letters))
            for id_ in game_ids():
                layers = (game_layer(game(id_)), "game")
                for binding in keymap.of(layers):
                    for way, standard in zip(binding.ways, binding.standard, strict=True):
                        for key in way:
                            found = keymap.meaning(key, layers)
                            assert (found.binding.id, found.key) == (binding.id, standard), key


def keys_of(id_):
    return game_bindings(game(id_))


def test_every_command_keeps_a_key_in_every_key_preset():
    for preset in PRESETS.values():
        keymap = Keymap((*BINDINGS, *(one for id_ in game_ids() for one in keys_of(id_))))
        before = {id_: {one.id for one in keymap.of((f"game:{id_}", "game"))} for id_ in game_ids()}
        keymap.arrange(Habits(preset=preset, letters=False))
        for id_ in game_ids():
            layers = (f"game:{id_}", "game")
            assert {one.id for one in keymap.of(layers)} == before[id_]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_preset_binds_one_key_twice_in_a_layer(preset):
    for id_ in game_ids():
        all_ = Habits(preset=PRESETS[preset]).arranged((*BINDINGS, *keys_of(id_)))
        seen = [(one.layer, key) for one in all_ for key in one.keys]
        assert len(seen) == len(set(seen))


@pytest.mark.parametrize("lang", ["it", "en"])
def test_combination_with_the_command_key_has_a_spoken_name(lang):
    name = shipped(lang).speech(key_words(("layer w",)))
    assert name == {"it": "Tasto comando W", "en": "Command key W"}[lang]


# The program --------------------------------------------------------------------------------------


def go_to_option(pilot, label):
    """Open the options and move the focus to the one with this label."""
    pilot.press("f10")
    while not pilot.app.text(pilot.app.screen.current().message).startswith(label):
        pilot.press("down")
    pilot.look()


def without_letters():
    pilot = match("en")
    pilot.app.change_settings(replace(pilot.app.settings, letters=False))
    return pilot


@pytest.fixture
def left():
    return match("en", hand="left")


def test_left_hand_keys_move_the_focus_and_play_the_card(left):
    assert pressed(left, "s") == "King of clubs."
    assert pressed(left, "s") == "Seven of hearts."
    assert pressed(left, "w") == "King of clubs."
    assert pressed(left, "q") == "10. Draw, space."


def test_commands_displaced_by_the_left_hand_preset_need_the_command_key(left):
    assert pressed(left, "layer", "s") == "Tokens. You 9, Ada 9, Bruno 9."
    assert pressed(left, "layer", "layer", "s") == "Match saved."
    assert pressed(left, "c") == "Total 0."
    assert pressed(left, "layer", "d") == "Play a card first.", "D draws, F11 is second"


def test_key_list_names_the_left_hand_keys(left):
    left.press("f1")
    lines = [left.app.text(item.label) for item in left.app.screen.items()]
    assert "Command key S, tokens of everybody." in lines
    assert "Up arrow, W, down arrow or S, move through your cards." in lines
    assert "Enter or Q, play the card." in lines


def test_key_s_does_not_answer_yes_where_it_acts_as_an_arrow_key():
    pilot = menu("en", hand="left")
    pilot.press("alt+f4")
    assert pressed(pilot, "s") == "No.", "an arrow and not sì"
    assert pilot.quit is None
    pilot.press("w", "layer", "s")
    assert pilot.quit is not None


def test_letter_that_acts_as_an_arrow_key_searches_items_after_the_command_key():
    pilot = menu("en", hand="left")
    pilot.press("f10")
    assert pressed(pilot, "layer", "t") == "No command. F1, keys.", "only those that are arrows"
    assert pressed(pilot, "layer", "s").startswith("S")
    assert pilot.app.screen.place > 0
    assert pressed(pilot, "home", "d") == "How much is said, the essential.", (
        "an arrow changes the value"
    )


def test_right_hand_preset_keys_answer_questions_about_the_match(left):
    pilot = match("en", hand="right")
    assert pressed(pilot, "u") == pressed(pilot, "s") == "Tokens. You 9, Ada 9, Bruno 9."
    assert pressed(pilot, "y") == "Your turn."
    assert pressed(pilot, "j") == "Total 0."
    assert pressed(pilot, "-", "s") == "Match saved."
    assert pressed(pilot, "/") == "Command."


def test_disabled_letter_key_says_to_use_the_command_key():
    pilot = without_letters()
    assert pressed(pilot, "c") == "Command key C, total."
    assert pilot.sounds[-1].sound == "menu-edge"
    assert pressed(pilot, "layer", "c") == "Total 0."
    assert pressed(pilot, "1") == "Command key 1, the card with that number."
    assert pressed(pilot, "ctrl+s") == "Match saved."
    assert pressed(pilot, "space") != "Command key space, draw.", "Space is no letter"
    assert pressed(pilot, "f11", "c") == "Command key C, total."


def test_command_key_and_b_add_a_bot_when_letters_are_disabled():
    pilot = menu("en", letters=False)
    pilot.press("p", "enter", "n", "enter")
    assert pressed(pilot, "b") == "Command key B, add a bot."
    assert pressed(pilot, "layer", "b").startswith("Ada, bot, sits down.")


def test_option_to_disable_letter_keys_takes_effect_at_once():
    pilot = match("en")
    go_to_option(pilot, "Letters as commands")
    assert pressed(pilot, "left") == "Letters as commands, off."
    pilot.press("escape")
    assert pressed(pilot, "c") == "Command key C, total."


def test_buttons_show_the_players_own_keys():
    def shown(pilot):
        return {one.text: one.key for one in pilot.app.frame().buttons}

    assert shown(lobby("en"))["Add a bot"] == "b"
    pilot = lobby("en", letters=False)
    assert shown(pilot)["Add a bot"] == "layer b"
    pilot.press("layer b")
    assert pilot.heard().endswith("Ada, bot, sits down. 2 players.")


def test_option_for_left_or_right_hand_keys_is_saved():
    pilot = menu("en")
    go_to_option(pilot, "Hands")
    assert pressed(pilot, "right", "right") == "Hands, right only."
    assert pilot.storage.settings.hand == "right"


# Lists that go round ------------------------------------------------------------------------------


def test_lists_wrap_when_the_option_is_on():
    pilot = menu("en", wrap=True)
    assert pressed(pilot, "up") == "Quit."
    assert pilot.sounds[-1].sound == "menu-edge", "one hears that it went round"
    assert pressed(pilot, "down") == "Play."
    assert pressed(pilot, "home") == "Play."
    pilot.press("f10")
    items = pilot.app.screen.items()
    beyond = range(len(items) // 10 + 2)
    last = [pressed(pilot, "ctrl+down") for _ in beyond][-1]
    assert last == pilot.app.text(items[-1].label), "ten on stop at the edge"
