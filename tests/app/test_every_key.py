"""Every key on every screen is answered, and no key causes an error."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.app.keys.bindings import GLOBAL
from tests.kit.places import KEYS, LANGUAGES, PLACES
from tests.kit.pressing import answers, bound

SHARE = 5
"""Commands common to all places are run from the key list in every fifth place only."""
FIRST = 8
"""The number of rows that are clicked at the top of a list, at its end and below the end."""


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_every_key_is_answered(place):
    """If a key changed the state of the program, the screen is opened again for the next key."""
    lang = LANGUAGES[len(place) % 2]
    silent = []
    pilot = PLACES[place](lang)
    before = now = state_of(pilot, pilot.app.frame())
    for key in KEYS:
        if now != before:
            pilot = PLACES[place](lang)
            before = state_of(pilot, pilot.app.frame())
        if not answers(pilot, key):
            silent.append(key)
        pilot.wait(2)
        frame = pilot.app.frame()
        assert frame.title
        assert pilot.quit is not None or frame.status
        now = state_of(pilot, frame)
    assert not silent


def state_of(pilot, frame):
    """Return the parts of the program's state that a key can change, for comparison."""
    app, shown = pilot.app, replace(frame, status="")
    events = 0 if app.session is None else len(app.session.table.log.entries)
    return app.screen, app.settings, app.session, events, shown, pilot.quit


@pytest.mark.parametrize("place", PLACES)
def test_every_key_is_described(place):
    lang = LANGUAGES[len(place) % 2]
    pilot = PLACES[place](lang)
    pilot.press("f11")
    before = pilot.app.screen
    for key in KEYS:
        if key != "f11":
            assert answers(pilot, key), key
    assert pilot.app.screen is before, "a key described is not a key pressed"


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_every_line_of_the_key_list_can_be_run(place):
    lang = LANGUAGES[len(place) % 2]
    pilot = PLACES[place](lang)
    pilot.press("f1")
    shared = [binding.layer == GLOBAL for binding in bound(pilot)]
    for line in range(len(pilot.app.screen.items())):
        if shared[line] and (line + len(place)) % SHARE:
            continue
        pilot = PLACES[place](lang)
        pilot.press("f1")
        pilot.app.screen.place = line
        pilot.look()
        pilot.press("enter")
        assert pilot.heard() or pilot.quit is not None
        pilot.app.frame()
        if type(pilot.app.screen).__name__ == "WaysList":
            ways = len(pilot.app.screen.items())
            pilot.press(*["down"] * (ways - 1))
            pilot.look()
            pilot.press("enter")
            assert pilot.heard()


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_every_click_acts_like_a_key_or_does_nothing(place):
    """If a click changed the program's state, the screen is opened again for the next click."""
    pilot = PLACES[place](LANGUAGES[len(place) % 2])
    shown = pilot.app.frame()
    before = now = state_of(pilot, shown)
    rows = len(shown.rows)
    targets = [f"row {row}" for row in range(rows + 2) if row < FIRST or row > rows - FIRST]
    targets += [f"card {card}" for card in range(len(shown.cards) + 2)]
    for target in targets:
        if now != before:
            pilot = PLACES[place](LANGUAGES[len(place) % 2])
            before = state_of(pilot, pilot.app.frame())
        pilot.perform(pilot.app.click(target, pilot.now))
        pilot.wait(2)
        now = state_of(pilot, pilot.app.frame())


@pytest.mark.parametrize("place", PLACES)
def test_every_button_names_a_key_that_is_bound_and_answered(place):
    lang = LANGUAGES[len(place) % 2]
    for button in PLACES[place](lang).app.frame().buttons:
        pilot = PLACES[place](lang)
        screen = pilot.app.screen
        assert pilot.app.keymap.find(button.key, screen.layers) is not None
        assert button.text
        assert answers(pilot, button.key)


WALK = st.lists(
    st.one_of(
        st.sampled_from(KEYS),
        st.sampled_from(["enter", "space", "up", "down", "escape", "b", "home", "1"]),
        st.sampled_from([0.2, 1.0, 4.0, 30.0]),
        st.sampled_from(["row 0", "row 1", "card 0", "card 2"]),
    ),
    max_size=60,
)


@pytest.mark.slow
@given(st.sampled_from(sorted(PLACES)), st.sampled_from(LANGUAGES), WALK)
def test_random_keys_never_break_the_program(place, lang, walk):
    pilot = PLACES[place](lang)
    for step in walk:
        if pilot.quit is not None:
            return
        if isinstance(step, float):
            pilot.wait(step)
        elif " " in step:
            pilot.now += 0.1
            pilot.perform(pilot.app.click(step, pilot.now))
        else:
            assert answers(pilot, step), (step, pilot.app.screen)
        assert pilot.app.frame().title
        check_log(pilot)


def check_log(pilot):
    """Check that the stored log of the running match has the same moves as the match."""
    session = pilot.app.session
    if session is not None and session.table.log.header.started in pilot.storage.matches:
        kept = pilot.storage.matches[session.table.log.header.started]
        assert kept.entries == session.table.log.entries
