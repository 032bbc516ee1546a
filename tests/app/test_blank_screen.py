"""A key blanks the screen: nothing is drawn, and everything is still spoken."""

from io import StringIO
from types import SimpleNamespace

import pytest

from audiogames.app.outputs import SpeechOutput
from audiogames.shell.terminal.drawing import TableDrawing
from tests.kit.places import match, menu
from tests.kit.pressing import pressed


@pytest.mark.parametrize(
    ("lang", "off", "on"),
    [("it", "Schermo vuoto.", "Schermo visibile."), ("en", "Blank screen.", "Screen on.")],
)
def test_alt_b_blanks_and_restores_the_screen(lang, off, on):
    pilot = match(lang)
    assert pressed(pilot, "alt+b") == off
    assert pilot.app.frame().is_blank
    assert pilot.app.frame().cards, "a page keeps what a finger and a reader look for"
    assert pressed(pilot, "h")
    assert pressed(pilot, "alt+b") == on
    assert not pilot.app.frame().is_blank


def test_screen_is_not_blanked_without_speech_or_braille():
    pilot = menu("it")
    pilot.app.voice = SpeechOutput("text")
    assert "non parla niente" in pressed(pilot, "alt+b")
    assert not pilot.app.frame().is_blank
    pilot.app.voice = SpeechOutput("none", braille=True)
    pressed(pilot, "alt+b")
    assert pilot.app.frame().is_blank


def test_blank_terminal_prints_nothing_until_restored():
    pilot, drawing = match("it"), TableDrawing(StringIO())
    host = SimpleNamespace(app=pilot.app, frame=pilot.app.frame)
    assert drawing.news(host) == []
    pilot.press("alt+b")
    emptied = drawing.news(host)
    assert len(emptied) > 1
    assert not any(emptied)
    assert drawing.is_blank
    assert drawing.news(host) == []
    pilot.press("alt+b")
    assert drawing.news(host) == ["Schermo visibile."]
    assert not drawing.is_blank
