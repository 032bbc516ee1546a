"""A connection to BrlAPI, with a library that plays it."""

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


def test_our_handler_comes_after_opening_since_the_librarys_own_aborts(library):
    BrlapiSession(lambda: library).look()
    assert library.calls == ["open", "handler"]


def test_the_line_is_taken_at_the_first_text_and_kept(library, session):
    assert session.show("36 7c")
    assert session.show("42 Re")
    assert library.calls == [*TAKEN, "=36 7c", "=42 Re"]


def test_in_a_known_terminal_only_that_terminals_line_is_taken(library, session):
    library.knows_terminal = True
    assert session.show("36 7c")
    assert library.calls == [*TAKEN[1:], "=36 7c"]


def test_a_window_is_not_the_terminal_it_was_started_from(library, session, monkeypatch):
    display = SimpleNamespace(get_init=lambda: True)
    monkeypatch.setitem(sys.modules, "pygame", SimpleNamespace(display=display))
    library.knows_terminal = True
    assert session.show("36 7c")
    assert library.calls == [*TAKEN, "=36 7c"]


def test_the_line_is_given_back_and_taken_again(library, session):
    session.release()
    session.show("36 7c")
    session.release()
    assert session.show("42 Re")
    assert library.calls == [*TAKEN, "=36 7c", "leave", *TAKEN, "=42 Re"]


def test_its_size_is_known(session):
    assert session.size == (40, 1)


def test_no_library_is_no_line():
    session = BrlapiSession(lambda: None)
    assert not session.look()
    assert not session.show("36 7c")
    assert session.steps() == []
    session.release()
    session.close()


def test_no_server_is_no_line_until_there_is_one(library):
    library.server = False
    session = BrlapiSession(lambda: library)
    assert not session.look()
    assert not session.show("36 7c")
    library.server = True
    assert session.look()
    assert session.connections == 1


def test_a_server_without_a_line_is_no_line_until_one_is_plugged_in(library):
    library.line = b"NoBraille"
    session = BrlapiSession(lambda: library)
    assert not session.look()
    assert not session.show("36 7c")
    library.line = b"Virtual"
    assert session.look()


def test_a_line_that_is_still_starting_is_no_line(library):
    library.cells = 0
    session = BrlapiSession(lambda: library)
    assert not session.look()
    library.cells = 40
    assert session.look()


def test_a_server_that_died_is_noticed_by_the_text(library, session):
    library.server = False
    assert not session.show("36 7c")
    assert not session.found
    library.server = True
    assert session.look()
    assert session.show("36 7c")


def test_a_server_that_died_is_noticed_by_the_look(library, session):
    library.server = False
    assert not session.look()
    assert library.calls == ["close", "open"]


def test_a_server_that_died_is_noticed_by_reading_keys(library, session):
    session.show("36 7c")
    library.server = False
    assert session.steps() == []
    assert session.descriptor is None


def test_keys_are_steps(library, session):
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


def test_a_keys_flags_do_not_matter_and_a_strange_key_is_none(library, session):
    session.show("36 7c")
    library.press(PAN_RIGHT | 1 << 40, COMMAND | 200, 0xFF09)
    assert session.steps() == [PanningKey.FORWARD]
