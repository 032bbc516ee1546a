"""Tests of drawing the table as lines of text in a terminal, if the option asks for it."""

import io
from dataclasses import replace
from types import SimpleNamespace

import pytest

from audiogames.app.settings import Settings
from audiogames.present.frame import Frame
from audiogames.shell.terminal.drawing import TableDrawing, table_lines
from audiogames.shell.terminal.plain import drawn_rows
from tests.kit.places import match
from tests.pilot.test_invido import STEPS_DEAL, at_table
from tests.shell.tablekit import MIDDLE

INVIDO = {
    "it": """\
Mani. Una vinta, 2 da giocare.
> Tu          0 su 24
  Ada  ##  2  0 su 24
Vale 1
Tu [3c]*  Ada [Cb]
[Rs] [7d]
""",
    "en": """\
Tricks. One won, 2 to play.
> You         0 of 24
  Ada  ##  2  0 of 24
Worth 1
You [3c]*  Ada [Nb]
[Ks] [7o]
""",
}


@pytest.mark.parametrize("lang", ["it", "en"])
def test_terminal_draws_a_trick_of_invido(lang):
    pilot = at_table(lang, 1, STEPS_DEAL, ["Cb"])
    pilot.press("home", "enter")
    pilot.wait(6)
    assert "".join(f"{line}\n" for line in table_lines(pilot.app.frame())) == INVIDO[lang]


def test_terminal_draws_a_turn_of_novantanove():
    assert table_lines(match("en").app.frame()) == [
        "Clockwise.  Round 1.",
        "> You           9 tokens",
        "  Ada    ##  3  9 tokens",
        "  Bruno  ##  3  9 tokens",
        "Total 0  ## 43",
        "[Kc] [7h] [As]",
    ]


def test_terminal_draws_nothing_without_a_table():
    assert table_lines(Frame("Menu")) == []


class Tty(io.StringIO):
    def isatty(self):
        return True


def host(wish, voice):
    """Return a simulated host of a match, with this setting for drawing and this speech output."""
    app = SimpleNamespace(
        settings=replace(Settings(), terminal_table=wish),
        voice=SimpleNamespace(name=voice),
        is_blank=False,
    )
    frame = match("en").app.frame
    return SimpleNamespace(app=app, draw=lambda draw: draw(frame()))


@pytest.mark.parametrize(
    ("wish", "voice", "out", "draws"),
    [
        (Settings().terminal_table, "none", Tty(), False),
        ("auto", "none", Tty(), True),
        ("auto", "text", Tty(), True),
        ("auto", "eSpeak NG", Tty(), False),
        ("auto", "none", io.StringIO(), False),
        ("always", "eSpeak NG", io.StringIO(), True),
    ],
)
def test_terminal_draws_the_table_depending_on_option_and_speech_output(wish, voice, out, draws):
    assert bool(TableDrawing(out).news(host(wish, voice))) is draws


def test_terminal_redraws_a_changed_table():
    drawing, pilot = TableDrawing(Tty()), match("en")
    app = host("always", "none").app
    there = SimpleNamespace(app=app, draw=lambda draw: draw(pilot.app.frame()))
    assert drawing.news(there)
    pilot.press("down", "t")
    assert drawing.news(there) == []
    pilot.press("enter")
    assert drawing.news(there)


def test_terminal_prints_nothing_if_the_table_cannot_be_drawn():
    broken = SimpleNamespace(app=host("always", "none").app, draw=lambda _draw: None)
    assert TableDrawing(Tty()).news(broken) == []


def test_control_sequences_in_a_name_are_not_drawn():
    assert drawn_rows("> Ada\x1b[2J  9", None) == "> Ada[2J  9"


def test_terminal_draws_the_cards_on_the_table():
    assert "[Ac]  [4s]  [6b]  [Rd]  [2c]  [3b]  [5d]" in table_lines(MIDDLE)
