"""Tests of the keys in the terminal from which `web` serves the page."""

from functools import partial

import pytest

from audiogames.shell.keys import QUIT, Press
from audiogames.shell.web.console import ConsoleKeys, typed_by


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("\n", "again"),
        ("\r", "again"),
        ("\x1b", "leave"),
        ("\x1b\n", "leave"),
        ("q", "leave"),
        ("q\n", "leave"),
        ("\x1b[A", "explain"),
        ("x", "explain"),
        (" ", "explain"),
    ],
)
def test_every_key_of_the_terminal_is_answered_while_serving_the_page(typed, done):
    did = []
    does = {name: partial(did.append, name) for name in ("again", "leave", "explain")}
    keys = ConsoleKeys(**does)
    keys.take(typed)
    assert did == [done]


@pytest.mark.parametrize(
    ("press", "done"),
    [
        (Press("enter"), ["again"]),
        (Press("escape"), ["leave"]),
        (Press("q", "q"), ["leave"]),
        (Press(QUIT), ["leave"]),
        (Press("alt+f10"), ["explain"]),
        (Press("up"), ["explain"]),
        (Press("à", "à"), ["explain"]),
        (Press("ctrl"), []),
    ],
)
def test_every_key_of_a_windows_console_is_answered_once_while_serving_the_page(press, done):
    did = []
    does = {name: partial(did.append, name) for name in ("again", "leave", "explain")}
    ConsoleKeys(**does).take(typed_by(press))
    assert did == done
