"""Tests that every key on every online screen is answered.

If a key closes the screen, the screen is opened again before the next key.
"""

import pytest

from audiogames.app.keys.keymap import GLOBAL
from tests.app.online import FAR, PLACES, host_of_two
from tests.kit.places import KEYS, LANGUAGES
from tests.kit.pressing import answers, bound

SHARE = 5
"""Commands common to all places are run from the key list in every fifth place only."""


def state_of(pilot):
    """Return the state of the program that must be unchanged before the next key is tested."""
    online, describing = pilot.app.online, pilot.app._globals.is_describing
    return pilot.app.screen, online.core.state, online.is_host, describing, pilot.quit


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_every_key_is_answered_online(place):
    lang = LANGUAGES[len(place) % 2]
    silent, pilot, before = [], None, None
    for key in KEYS:
        if pilot is None or state_of(pilot) != before:
            pilot = PLACES[place](lang)
            before = state_of(pilot)
        if not answers(pilot, key):
            silent.append(key)
        frame = pilot.app.frame()
        assert frame.title
        assert not pilot.app.online.fault
    assert not silent


@pytest.mark.parametrize("place", PLACES)
def test_every_key_is_described_online(place):
    pilot = PLACES[place](LANGUAGES[len(place) % 2])
    pilot.press("f11")
    before = pilot.app.screen
    for key in KEYS:
        if key != "f11":
            assert answers(pilot, key), key
    assert pilot.app.screen is before, "a key described is not a key pressed"


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_every_line_of_the_key_list_can_be_run_online(place):
    lang = LANGUAGES[len(place) % 2]
    pilot = PLACES[place](lang)
    pilot.press("f1")
    shared = [binding.layer == GLOBAL for binding in bound(pilot)]
    pilot, before = None, None
    for line, is_shared in enumerate(shared):
        if is_shared and (line + list(PLACES).index(place)) % SHARE:
            continue
        if pilot is None or state_of(pilot) != before:
            pilot = PLACES[place](lang)
            before = state_of(pilot)
        pilot.press("f1")
        assert len(pilot.app.screen.items()) == len(shared)
        pilot.app.screen.place = line
        pilot.look()
        pilot.press("enter")
        assert pilot.heard() or pilot.quit is not None
        pilot.wait(4)  # the command key ends


@pytest.mark.parametrize("place", PLACES)
def test_key_named_by_each_online_button_is_bound_and_answered(place):
    pilot = PLACES[place](LANGUAGES[len(place) % 2])
    for button in pilot.app.frame().buttons:
        assert pilot.app.keymap.find(button.key, pilot.app.screen.layers) is not None
        assert button.text


def test_online_table_offers_to_remove_a_bot_only_if_it_has_one():
    def offered(pilot):
        return {button.key for button in pilot.app.frame().buttons}

    pilot, _ = host_of_two("en")
    assert "shift+b" not in offered(pilot), "nobody removes a bot of none"
    pilot.press("b")
    pilot.wait(FAR)
    assert "shift+b" in offered(pilot)
