"""The table of keys, and the spoken names of keys."""

import pytest

from audiogames.app.keys.bindings import (
    BINDINGS,
    GLOBAL,
    TERMINAL_CANNOT,
    Binding,
    game_bindings,
    game_layer,
    without_letters,
)
from audiogames.app.keys.keymap import Keymap
from audiogames.app.keys.names import key_words
from audiogames.core.registry import game, game_ids
from tests.app import declaring
from tests.kit.languages import COMPLETE
from tests.kit.places import KEYS
from tests.present.kit import shipped


@pytest.mark.parametrize(
    ("keys", "italian", "english"),
    [
        (("up", "down"), "Freccia su e giù", "Up and down arrows"),
        (("c",), "C", "C"),
        (("ctrl+s",), "Control S", "Control S"),
        (("f1",), "F1", "F1"),
        (("f12",), "F12", "F12"),
        (("f",), "F", "F"),
        (("space", "d"), "Spazio o D", "Space or D"),
        (("+",), "+", "+"),
        (("ctrl++",), "Control +", "Control +"),
        (("7",), "7", "7"),
    ],
)
def test_key_names_are_joined_for_speech(keys, italian, english):
    assert shipped("it").speech(key_words(keys)) == italian
    assert shipped("en").speech(key_words(keys)) == english


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_key_has_a_name_in_every_language(lang):
    words = shipped(lang)
    assert [key for key in KEYS if not words.speech(key_words((key,)))] == []


def test_modifier_keys_are_named_in_a_fixed_order():
    name = shipped("en").speech(key_words(("ctrl+alt+shift+e",)))
    assert name == "Control alt shift E"


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_binding_has_a_description(lang):
    for id_ in game_ids():
        words = shipped(lang, game=id_)
        for binding in (*BINDINGS, *game_bindings(game(id_))):
            assert words.catalogue.has(f"do-{binding.id}"), binding.id


def test_no_key_is_bound_twice_in_a_layer():
    for id_ in game_ids():
        seen = set()
        for binding in (*BINDINGS, *game_bindings(game(id_))):
            for key in binding.keys:
                assert (binding.layer, key) not in seen
                seen.add((binding.layer, key))


def test_keys_of_screen_readers_and_numeric_pads_are_never_bound():
    bound = {key for binding in BINDINGS for key in binding.keys}
    assert not bound & {"insert", "capslock", "shift", "alt", "meta"}
    assert not [key for key in bound if "num" in key or "meta" in key or "ctrl+alt" in key]


def test_first_layer_that_binds_a_key_has_priority():
    keys = Keymap([Binding("one", (("a",),), "x"), Binding("two", (("a", "b"),), "y")])
    keys.add([Binding("all", (("a", "c"),), GLOBAL)])
    assert keys.find("a", ("x", "y")).id == "one"
    assert keys.find("a", ("y", "x")).id == "two"
    assert keys.find("b", ("x", "y")).id == "two"
    assert keys.find("c", ("x",)).id == "all"
    assert keys.find("b", ("x",)) is None


def test_keys_hidden_by_an_upper_layer_are_not_listed():
    keys = Keymap([Binding("one", (("a",),), "x"), Binding("two", (("a", "b"), ("c",)), "y")])
    listed = [(one.id, one.keys) for one in keys.of(("x", "y"))]
    assert listed == [("one", ("a",)), ("two", ("b", "c"))]
    assert [one.id for one in Keymap([Binding("one", (("a",),), GLOBAL)]).of(())] == ["one"]


def test_binding_whose_keys_are_all_taken_by_another_layer_is_not_listed():
    keys = Keymap([Binding("one", (("a",),), "x"), Binding("two", (("a",),), "y")])
    assert [one.id for one in keys.of(("x", "y"))] == ["one"]


def test_key_layer_without_letters_keeps_its_other_keys():
    keys = Keymap(
        [
            Binding("one", (("a", "shift+a"), ("1",)), "x"),
            Binding("two", (("b",),), "x"),
            Binding("three", (("a", "è"), ("b",)), "y"),
        ]
    )
    layers = (without_letters("x"), "y")
    assert keys.find("shift+a", layers).id == "one"
    assert keys.find("1", layers).id == "one", "a digit is no letter"
    assert keys.find("a", layers).id == "three"
    assert keys.find("a", (without_letters("x"),)) is None
    assert keys.find("è", (without_letters("y"),)) is None
    listed = [(one.id, one.ways, one.layer) for one in keys.of(layers)]
    assert listed == [
        ("one", (("shift+a",), ("1",)), "x"),
        ("three", (("a", "è"), ("b",)), "y"),
    ]


def test_game_bindings_include_checkboxes_and_lists():
    found = {binding.id: binding for binding in game_bindings(declaring.SPEC)}
    assert {id_: found[id_].keys for id_ in ("suit", "partner", "sayings", "claims")} == {
        "suit": ("d",),
        "partner": ("p",),
        "sayings": ("m",),
        "claims": ("shift+m",),
    }


def test_adding_the_same_bindings_again_changes_nothing():
    keys = Keymap()
    spec = game("novantanove")
    keys.add(game_bindings(spec))
    before = list(keys.of((game_layer(spec), "game")))
    keys.add(game_bindings(spec))
    assert list(keys.of((game_layer(spec), "game"))) == before


def test_keymap_finds_the_binding_of_every_listed_key():
    keys = Keymap()
    spec = game("novantanove")
    keys.add(game_bindings(spec))
    for layers in ((game_layer(spec), "game"), ("list",), ("value", "list"), ("answer", "list")):
        for binding in keys.of(layers):
            for key in binding.keys:
                assert keys.find(key, layers).id == binding.id


def test_keys_are_bound_even_if_terminals_cannot_send_them():
    bound = {key for binding in BINDINGS for key in binding.keys}
    assert bound >= TERMINAL_CANNOT
