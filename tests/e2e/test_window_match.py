"""Tests of a match in a real window, with keys, clicks and screenshots."""

import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from tests.kit.programs.screen import Screen, reason_missing
from tests.kit.programs.terminal import ROOT
from tests.kit.waiting import require, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.window]

MY_TURN = "tocca a te"


@pytest.fixture
def screen():
    require(reason_missing())
    with Screen() as screen:
        yield screen


@pytest.fixture
def program(screen, home, environ):
    """Start the program without arguments, with a screen, and wait for the main menu."""
    command = [sys.executable, "-m", "audiogames", "--transcript", home / "transcript"]
    environ = {**environ, "DISPLAY": screen.name}
    with subprocess.Popen(command, cwd=ROOT, env=environ) as program:
        yield program
        program.kill()


@pytest.fixture
def menu(program, screen, heard):
    heard.waits_for("Menu principale")
    wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")


def begin(screen, heard):
    """Start a match from the main menu by keys, and wait for the player's first turn."""
    for key, answer in [
        ("Return", "Novantanove"), ("Return", "Tavolo"), ("b", "siede"), ("Return", MY_TURN),
    ]:  # fmt: skip
        screen.press(key)
        heard.waits_for(answer)


def test_match_is_played_by_keyboard_only(menu, screen, heard):
    begin(screen, heard)
    screen.press("h")
    heard.waits_for("Hai ")
    screen.press("Down")
    heard.waits_for(" di ")
    screen.press("F1")
    heard.waits_for("Tasti")


def test_alt_f4_asks_before_leaving(menu, program, screen, heard):
    screen.press("alt+F4")
    question = heard.waits_for("?", "sci")
    assert program.poll() is None, question
    screen.press("s")
    assert program.wait(20) == 0


def test_click_on_a_menu_row_works_like_enter(menu, screen, heard):
    screen.click(200, 85)  # the first row
    heard.waits_for("Novantanove")


def test_window_of_the_main_menu_is_not_blank(menu, screen):
    wait_until(lambda: len(screen.colours()) > 2, "a picture")


def test_copied_text_reaches_another_program(menu, screen, heard):
    require(None if shutil.which("xclip") else "not installed: xclip")
    screen.press("alt+F4")
    told = heard.waits_for("sì")
    screen.press("ctrl+space")
    heard.waits_for("Copiato")
    assert screen.clipboard() == told


# Keys as a keyboard sends them -------------------------------------------------------------------

KEYPAD_3, KEYPAD_ENTER = "89", "104"
"""The numbers of these keys in X."""


@contextmanager
def playing(screen, home, environ, heard, *arguments):
    """Start a match in English that begins at once."""
    command = [sys.executable, "-m", "audiogames", "--lang", "en", "play", *arguments]
    command += ["--transcript", home / "transcript"]
    environ = {**environ, "DISPLAY": screen.name}
    with subprocess.Popen(command, cwd=ROOT, env=environ) as program:
        try:
            wait_until(heard.texts, "a first sentence")
            wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")
            yield
        finally:
            program.kill()


@pytest.mark.slow
def test_bid_can_be_typed_on_the_numeric_pad(screen, home, environ, heard):
    with playing(screen, home, environ, heard, "wist", "--players", "4", "--seed", "3"):
        heard.waits_for("Bid. Wist.")
        screen.do("sleep", "0.6", "key", "Num_Lock", "key", KEYPAD_3)  # all is delivered
        heard.waits_for("3.")
        screen.press(KEYPAD_ENTER)
        assert heard.waits_for("You bid").startswith("You bid 3.")


@pytest.mark.slow
def test_held_enter_plays_no_card_and_held_escape_opens_the_menu_once(screen, home, environ, heard):
    with playing(screen, home, environ, heard, "novantanove", "--seed", "5"):
        heard.waits_for("your turn")
        screen.do("sleep", "0.6", "keydown", "Return", "sleep", "0.85", "keyup", "Return")
        screen.do("keydown", "Escape", "sleep", "0.85", "keyup", "Escape")
        heard.waits_for("Match menu")
        screen.press("F5")
        heard.waits_for("Match menu")
        assert heard.texts()[1:] == ["Two of hearts.", *["Match menu. Back to the table."] * 2]
