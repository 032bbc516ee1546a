"""Tests of a BrlAPI session with a simulated library."""

import sys
from types import SimpleNamespace

import pytest

from audiogames.shell.speech.brlapi_session import COMMAND, KEYS, BrlapiSession
from audiogames.shell.speech.panning import PanningKey
from tests.shell.speech.braillekit import (
    DOWN,
    OVER_A_CELL,
    PAN_LEFT,
    PAN_RIGHT,
    UP,
    Library,
)

TAKEN = ["screen", "keys", f"{len(KEYS)} keys"]


@pytest.fixture(autouse=True)
def _no_window(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)


@pytest.fixture
def library():
    library = Library()
    yield library
    library.close()


@pytest.fixture
def session(library):
    session = BrlapiSession(lambda: library)
    session.look()
    library.calls.clear()
    return session


def test_brlapi_error_handler_is_set_after_opening_the_session(library):
    BrlapiSession(lambda: library).look()
    assert library.calls == ["open", "handler"]


def test_braille_display_is_acquired_at_the_first_text_and_not_again_at_the_next(library, session):
    assert session.show("36 7c")
    assert session.show("42 Re")
    assert library.calls == [*TAKEN, "=36 7c", "=42 Re"]


def test_braille_display_is_taken_over_if_its_library_recognises_the_terminal(library, session):
    library.knows_terminal = True
    assert session.show("36 7c")
    assert library.calls == [*TAKEN[1:], "=36 7c"]


def test_window_does_not_take_the_braille_line_of_its_terminal(library, session, monkeypatch):
    display = SimpleNamespace(get_init=lambda: True)
    monkeypatch.setitem(sys.modules, "pygame", SimpleNamespace(display=display))
    library.knows_terminal = True
    assert session.show("36 7c")
    assert library.calls == [*TAKEN, "=36 7c"]


def test_braille_display_is_released_and_taken_again(library, session):
    session.release()
    session.show("36 7c")
    session.release()
    assert session.show("42 Re")
    assert library.calls == [*TAKEN, "=36 7c", "leave", *TAKEN, "=42 Re"]


def test_brlapi_session_reports_the_size_of_the_braille_display(session):
    assert session.size == (40, 1)


def test_brlapi_session_without_a_library_has_no_braille_display():
    session = BrlapiSession(lambda: None)
    assert not session.look()
    assert not session.show("36 7c")
    assert session.steps() == []
    session.release()
    session.close()


def test_brlapi_session_connects_as_soon_as_a_server_runs(library):
    library.server = False
    session = BrlapiSession(lambda: library)
    assert not session.look()
    assert not session.show("36 7c")
    library.server = True
    assert session.look()
    assert session.connections == 1


def test_brlapi_session_waits_for_a_braille_display_to_be_plugged_in(library):
    library.line = b"NoBraille"
    session = BrlapiSession(lambda: library)
    assert not session.look()
    assert not session.show("36 7c")
    library.line = b"Virtual"
    assert session.look()


def test_braille_display_that_is_still_starting_is_not_used(library):
    library.cells = 0
    session = BrlapiSession(lambda: library)
    assert not session.look()
    library.cells = 40
    assert session.look()


def test_dead_braille_server_is_noticed_when_writing(library, session):
    library.server = False
    assert not session.show("36 7c")
    assert not session.found
    library.server = True
    assert session.look()
    assert session.show("36 7c")


def test_dead_braille_server_is_noticed_when_polling(library, session):
    library.server = False
    assert not session.look()
    assert library.calls == ["close", "open"]


def test_dead_braille_server_is_noticed_when_reading_keys(library, session):
    session.show("36 7c")
    library.server = False
    assert session.steps() == []
    assert session.descriptor is None


def test_brlapi_session_translates_display_keys_to_panning_keys(library, session):
    session.show("36 7c")
    library.press(PAN_RIGHT, PAN_LEFT, UP, DOWN, OVER_A_CELL)
    assert session.steps() == [
        PanningKey.FORWARD,
        PanningKey.BACK,
        PanningKey.OLDER,
        PanningKey.NEWER,
        PanningKey.NOW,
    ]
    assert session.steps() == []


def test_key_flags_and_unknown_braille_display_keys_are_ignored(library, session):
    session.show("36 7c")
    library.press(PAN_RIGHT | 1 << 40, COMMAND | 200, 0xFF09)
    assert session.steps() == [PanningKey.FORWARD]
