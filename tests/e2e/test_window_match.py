"""A match in a real window: real keys, a real click, and a picture that is not blank."""

import shutil
import subprocess
import sys

import pytest

from tests.e2e.kit.screen import Screen, reason_missing
from tests.e2e.kit.terminal import ROOT
from tests.speechkit import require, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.window]

MY_TURN = "tocca a te"


@pytest.fixture
def screen():
    require(reason_missing())
    with Screen() as screen:
        yield screen


@pytest.fixture
def program(screen, home, environ):
    """The program as it starts where there is a screen: with no argument that names one."""
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
    """From the main menu to the first turn, by keyboard alone."""
    for key, answer in [
        ("Return", "Novantanove"), ("Return", "Tavolo"), ("b", "siede"), ("Return", MY_TURN),
    ]:  # fmt: skip
        screen.press(key)
        heard.waits_for(answer)


def test_a_match_by_keyboard_alone(menu, screen, heard):
    begin(screen, heard)
    screen.press("c")
    heard.waits_for("Totale")
    screen.press("Down")
    heard.waits_for(" di ")
    screen.press("F1")
    heard.waits_for("Tasti")


def test_alt_f4_asks_first(menu, program, screen, heard):
    screen.press("alt+F4")
    question = heard.waits_for("?", "sci")
    assert program.poll() is None, question
    screen.press("s")
    assert program.wait(20) == 0


def test_a_click_on_a_menu_does_what_enter_does(menu, screen, heard):
    screen.click(200, 85)  # the first row
    heard.waits_for("Novantanove")


def test_the_picture_has_words_on_it(menu, screen):
    wait_until(lambda: len(screen.colours()) > 2, "a picture")


def test_another_program_gets_what_was_copied(menu, screen, heard):
    require(None if shutil.which("xclip") else "not installed: xclip")
    screen.press("alt+F4")
    told = heard.waits_for("sì")
    screen.press("ctrl+space")
    heard.waits_for("Copiato")
    assert screen.clipboard() == told
