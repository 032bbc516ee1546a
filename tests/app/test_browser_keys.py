"""In a browser every function has a key that the browser does not intercept, and F1 lists it."""

import pytest

from audiogames.app.keys.bindings import BROWSERS_KEEP, GLOBAL, Binding
from audiogames.app.keys.changes import read_changes
from audiogames.app.keys.keymap import Keymap
from audiogames.app.keys.layout import Habits
from tests.kit.places import PLACES, match
from tests.kit.pressing import lines

CLOSES_THE_WINDOW = "quit"
"""Functions that have no key in a browser but an item in the key list and in the menu."""


@pytest.fixture
def page():
    """Return the key list of a match in a browser."""
    pilot = match("en")
    pilot.app.keymap.lost = BROWSERS_KEEP
    pilot.press("f1")
    return pilot


def test_key_list_in_a_browser_excludes_keys_the_browser_intercepts(page):
    found = lines(page)
    assert "Command key 5, where am I." in found
    assert "F4, from the table to the history and back." in found
    assert "Command key left arrow or command key right arrow, previous and next view." in found
    assert "Quit." in found
    assert not [line for line in found if ", in a terminal " in line]


def test_key_list_in_a_browser_omits_keys_that_the_browser_intercepts(page):
    page.app.click(f"row {lines(page).index(views(page))}", page.now)
    assert lines(page)[:2] == ["Command key shift 1.", "Command key shift 2."]


def views(pilot):
    return next(line for line in lines(pilot) if line.endswith("view by its number."))


def test_command_key_combination_runs_the_binding_it_is_listed_for():
    keymap = Keymap()
    assert keymap.meaning("layer shift+3", ()).key == "alt+3"
    assert keymap.meaning("layer left", ()).key == "alt+left"
    assert keymap.meaning("layer 5", ()).binding.id == "where"


def test_history_in_a_browser_stays_reachable_when_f4_is_rebound():
    changes, _ = read_changes({"global": {"stop-sounds": "shift+f7 f4"}})
    keymap = Keymap()
    keymap.arrange(Habits(changes))
    keymap.lost = BROWSERS_KEEP
    assert keymap.meaning("f4", ("game",)).binding.id == "stop-sounds"
    places = next(one for one in keymap.in_layer(GLOBAL) if one.id == "places")
    assert keymap.arriving(places, ("game",)) == ("layer backspace",)
    assert keymap.meaning("layer backspace", ("game",)).binding.id == "places"


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_every_function_has_a_key_that_the_browser_passes_on(place):
    pilot = PLACES[place]("en")
    keymap, layers = pilot.app.keymap, pilot.app.screen.layers
    keymap.lost = BROWSERS_KEEP
    for binding in keymap.of(layers):
        for way, standard in zip(binding.ways, binding.standard, strict=True):
            alone = Binding(binding.id, (way,), binding.layer, (standard,))
            found = keymap.arriving(alone, layers)
            assert found or binding.id == CLOSES_THE_WINDOW, (binding.id, way)
            for key in found:
                meaning = keymap.meaning(key, layers)
                assert (meaning.binding.id, meaning.key) == (binding.id, standard)
