"""The rules for valid keys, the effects of changing a key, and their storage in the settings."""

import pytest

from audiogames.app.keys.bindings import BINDINGS, Binding
from audiogames.app.keys.changes import (
    KeyPlace,
    of_layer,
    read_changes,
    with_key,
    without_changes,
    written_changes,
)
from audiogames.app.keys.names import is_fixed, is_key, may_have, meet, reserved, takers
from audiogames.app.settings import Settings, read_settings, written
from audiogames.core.registry import game_ids
from tests.present.kit import shipped

TURN = KeyPlace("game", "turn", 0)
RECAP = KeyPlace("game", "recap", 0)
LOUDER = KeyPlace("global", "volume", 1)


# The rules of keys --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    ["a", "è", "f7", "f13", "ctrl+s", "ctrl+alt+shift+e", "ctrl++", "comma", "shift+tab", "layer"],
)
def test_valid_key_names_are_accepted(key):
    assert is_key(key)


@pytest.mark.parametrize(
    "key", ["", "A", "f25", "shift+ctrl+s", "ctrl", "hyper+a", "aa", "|", "insert", "ctrl+"]
)
def test_invalid_key_names_are_rejected(key):
    assert not is_key(key)


def test_every_bound_key_is_a_valid_key_name():
    for binding in BINDINGS:
        for key in binding.keys:
            assert is_key(key) or key == "ctrl", key


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("insert", "NVDA, JAWS, Narrator and Orca"),
        ("ctrl+insert", "NVDA, JAWS, Narrator and Orca"),
        ("capslock", "VoiceOver"),
        ("other", "no name"),
        ("ctrl", "silences NVDA"),
        ("shift", "pauses NVDA"),
        ("meta+d", "system"),
        ("ctrl+alt+e", "VoiceOver"),
    ],
)
def test_refusal_of_a_reserved_key_names_the_program_that_uses_it(key, why):
    assert why in shipped("en").speech(reserved(key))
    assert shipped("it").speech(reserved(key))


def test_keys_used_by_no_other_program_are_not_reserved():
    assert [reserved(key) for key in ("a", "ctrl+s", "alt+e", "shift+f7")] == [None] * 4


def test_programs_that_may_intercept_a_key_are_listed():
    assert takers("alt+pageup") == ("JAWS",)
    assert takers("ctrl+f7") == ("macOS",)
    assert takers("f11") == ("macOS",)
    assert takers("f10") == ("Windows",)
    assert takers("v") == ()


def test_keys_prescribed_by_the_rules_of_a_game_cannot_be_changed_at_the_table():
    for key in ("space", "c", "s", "t"):
        assert is_fixed("game", key)
        assert is_fixed("game:novantanove", key)
    assert not is_fixed("sheet", "c")
    assert not is_fixed("game", "e")


def test_plain_letters_cannot_be_bound_in_lists():
    assert not may_have("list", "v")
    assert not may_have("global", "7")
    assert may_have("list", "+")
    assert may_have("list", "shift+v")
    assert may_have("game:novantanove", "v")


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("game", "global", True),
        ("game", "game:novantanove", True),
        ("game:invido", "game:novantanove", False),
        ("list", "choice", True),
        ("list", "game:invido", True),
        ("lobby", "game", False),
        ("sheet", "list", False),
    ],
)
def test_key_layers_conflict_only_if_active_on_the_same_screen(one, other, together):
    assert meet(one, other) is meet(other, one) is together


# Changing -----------------------------------------------------------------------------------------


def ways(changes, place):
    return next(one.ways for one in changes if (one.layer, one.id) == (place.layer, place.id))


def test_new_key_replaces_the_old_key():
    assert ways(with_key((), RECAP, "v"), RECAP) == (("v",),)


def test_new_key_can_be_added_to_the_old_key():
    assert ways(with_key((), RECAP, "v", beside=True), RECAP) == (("e", "v"),)


def test_new_key_for_louder_does_not_change_the_key_for_quieter():
    assert ways(with_key((), LOUDER, "alt+v"), LOUDER) == (("f7",), ("alt+v",))


def test_new_key_is_added_to_a_key_that_cannot_be_changed():
    assert ways(with_key((), TURN, "v"), TURN) == (("t", "v"),)


def test_previous_binding_loses_the_reassigned_key():
    changes = with_key((), RECAP, "x")
    assert ways(changes, RECAP) == (("x",),)
    assert ways(changes, KeyPlace("game", "explain", 0)) == ((),)


def test_assigning_the_standard_key_removes_the_change():
    changed = with_key((), RECAP, "v")
    assert with_key(changed, RECAP, "e") == ()
    assert without_changes(changed, RECAP) == ()


def test_key_reset_gives_a_reassigned_key_back_to_its_original_binding():
    changes = with_key((), RECAP, "x")
    assert without_changes(changes, KeyPlace("game", "explain", 0)) == ()


def test_key_reset_keeps_other_key_changes():
    changes = with_key(with_key((), RECAP, "v"), LOUDER, "alt+v")
    assert without_changes(changes, RECAP) == with_key((), LOUDER, "alt+v")


# The file -----------------------------------------------------------------------------------------


def test_key_changes_are_saved_by_layer_and_binding():
    changes = with_key(with_key((), RECAP, "v", beside=True), LOUDER, "alt+v")
    assert written_changes(changes) == {
        "game": {"recap": "e v"},
        "global": {"volume": "f7 | alt+v"},
    }


def test_key_changes_are_the_same_after_writing_and_reading():
    place = KeyPlace("game:novantanove", "distance", 0)
    changes = with_key(with_key((), KeyPlace("game", "explain", 0), "e"), place, "alt+d")
    assert read_changes(written_changes(changes)) == (changes, ())
    settings = Settings("it", keys=changes, hand="left", letters=False)
    assert read_settings(written(settings)) == (settings, ())


def test_settings_may_leave_a_binding_without_a_key():
    changes, bad = read_changes({"game": {"recap": ""}})
    assert (ways(changes, RECAP), bad) == (((),), ())


def test_key_changes_written_by_hand_are_normalised():
    assert read_changes({"game": {"recap": "  V   E "}})[0] == (
        Binding("recap", (("v", "e"),), "game"),
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("t", "keys"),
        ([], "keys"),
        ({"game": "e"}, "keys game"),
        ({"garden": {"recap": "v"}}, "keys garden recap"),
        ({"game:poker": {"bet": "v"}}, "keys game:poker bet"),
        ({"game": {"dance": "v"}}, "keys game dance"),
        ({"game": {"recap": 7}}, "keys game recap"),
        ({"game": {"recap": "v | w"}}, "keys game recap"),
        ({"global": {"volume": "f7"}}, "keys global volume"),
        ({"game": {"recap": "vv"}}, "keys game recap"),
        ({"game": {"recap": "insert"}}, "keys game recap"),
        ({"game": {"recap": "ctrl+alt+v"}}, "keys game recap"),
        ({"game": {"recap": "v v"}}, "keys game recap"),
        ({"game": {"turn": "v"}}, "keys game turn"),
        ({"list": {"move": "up j|down k"}}, "keys list move"),
        ({"global": {"keys": "f4"}}, "keys global keys"),
        ({"game": {"recap": "x"}}, "keys game recap"),
    ],
)
def test_damaged_key_change_is_dropped_and_reported(given, named):
    assert read_changes(given) == ((), (named,))
    settings, bad = read_settings({"keys": given, "language": "it"})
    assert (settings, bad) == (Settings("it"), (named,))


def test_players_own_key_is_kept_if_a_later_version_gives_it_another_function():
    """F4 was free in the version that wrote these settings; its new function is reached by Tab."""
    changes, bad = read_changes({"global": {"stop-sounds": "shift+f7 f4"}})
    assert bad == ()
    assert written_changes(changes)["global"] == {
        "stop-sounds": "shift+f7 f4",
        "places": "tab shift+tab",
    }
    assert read_changes(written_changes(changes)) == (changes, ())


def test_damaged_key_change_does_not_affect_the_others():
    changes, bad = read_changes({"game": {"recap": "v", "explain": "insert"}})
    assert (written_changes(changes), bad) == ({"game": {"recap": "v"}}, ("keys game explain",))


def test_key_that_the_settings_assign_to_two_bindings_stays_with_one():
    changes, bad = read_changes({"game": {"recap": "v", "order": "v"}})
    assert (len(changes), len(bad)) == (1, 1)


def test_two_bindings_may_swap_keys():
    given = {"game": {"recap": "x", "explain": "e"}}
    assert written_changes(read_changes(given)[0]) == given


def test_every_standard_binding_is_restored_from_the_settings():
    for layer in {one.layer for one in BINDINGS} | {f"game:{id_}" for id_ in game_ids()}:
        for binding in of_layer(layer):
            text = "|".join(" ".join(way) for way in binding.ways)
            changes, bad = read_changes({layer: {binding.id: text}})
            assert (changes, bad) == ((binding,), ())
