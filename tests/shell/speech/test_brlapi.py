"""Tests of the thread that writes to a braille display, with a simulated library or real brltty."""

import json
import os
import signal
import threading
from types import SimpleNamespace

import pytest

from audiogames.shell.mixer import SilentMixer
from audiogames.shell.speech import brlapi
from audiogames.shell.speech.aside import Patience
from audiogames.shell.speech.brlapi import BrailleLine
from audiogames.shell.speech.chosen import open_chain
from tests.kit.waiting import require, wait_until
from tests.shell.speech.braillekit import (
    PAN_RIGHT,
    UP,
    Brltty,
    Display,
    Library,
    reason_missing,
)

LONG = "Ada gioca il sette di cuori, totale trentasei; Bruno pesca; tocca a te"
FIRST, SECOND = "Ada gioca il sette di cuori, totale", "trentasei; Bruno pesca; tocca a te"


@pytest.fixture
def library():
    library = Library()
    yield library
    library.close()


@pytest.fixture
def line(library, monkeypatch):
    monkeypatch.setattr(brlapi, "LOOK_SECONDS", 0.05)
    line = BrailleLine(lambda: library, Patience(30.0))
    yield line
    line.close()


def wait_shown(library, *texts):
    wanted = [f"={text}" for text in texts]
    wait_until(lambda: library.shown == wanted, f"the line showing {texts}, not {library.shown}")


def test_braille_line_connects_only_at_the_first_availability_check(library, line):
    assert not line.write("36 7c")
    assert library.calls == []
    assert line.refresh(0.0)
    wait_shown(library, "36 7c")


def test_braille_line_shows_each_text_once(library, line):
    line.refresh(0.0)
    assert line.write("36 7c")
    wait_shown(library, "36 7c")
    assert line.write("42 Re")
    wait_shown(library, "36 7c", "42 Re")


def test_long_text_is_panned_by_the_keys_of_the_braille_display(library, line):
    line.refresh(0.0)
    line.write(LONG)
    wait_shown(library, FIRST)
    library.press(PAN_RIGHT)
    wait_shown(library, FIRST, SECOND)
    library.press(PAN_RIGHT, PAN_RIGHT, UP)
    wait_until(lambda: library.shown[-1] == f"={FIRST}", "the beginning of the only text")


def test_braille_display_connected_later_shows_the_text(library, line):
    library.server = False
    assert not line.refresh(0.0)
    assert not line.write("36 7c")
    library.server = True
    wait_shown(library, "36 7c")
    assert line.refresh(0.0)


def test_restarted_braille_server_shows_the_last_text(library, line):
    line.refresh(0.0)
    line.write("36 7c")
    wait_shown(library, "36 7c")
    library.die()
    wait_until(lambda: not line.found, "the end being noticed")
    library.theirs.recv(0)
    library.server = True
    wait_shown(library, "36 7c", "36 7c")


def test_released_braille_display_is_taken_again_only_for_a_new_text(library, line):
    line.refresh(0.0)
    line.write("36 7c")
    wait_shown(library, "36 7c")
    line.release()
    wait_until(lambda: "leave" in library.calls, "the line being lent")
    library.line = b"Another"
    wait_until(lambda: library.calls.count("open") == 2, "the other line being found")
    line.write("42 Re")
    wait_shown(library, "36 7c", "42 Re")


def test_hanging_braille_server_does_not_delay_callers(library, line, monkeypatch):
    hanging = threading.Event()
    answer = library.brlapi_getDriverName
    monkeypatch.setattr(line, "_patience", Patience(0.01))
    monkeypatch.setattr(
        library, "brlapi_getDriverName", lambda *given: hanging.wait() and answer(*given)
    )
    assert not line.refresh(0.0)
    assert not line.write("36 7c")
    line.release()
    assert not line.write("42 Re")
    hanging.set()
    wait_until(lambda: library.shown[-1:] == ["=42 Re"], "the newest text")


def test_closing_shows_the_last_text_and_releases_the_braille_display(library, line):
    line.refresh(0.0)
    line.write("36 7c")
    line.close()
    assert [*library.shown, *library.calls[-2:]] == ["=36 7c", "leave", "close"]
    assert not line.refresh(0.0)
    assert not line.write("42 Re")


def test_braille_thread_that_ends_late_closes_its_sockets(library, line, monkeypatch):
    """`close` does not wait long for a stuck library, so the thread closes what it has used."""
    stuck, released = threading.Event(), threading.Event()

    def hang(*_given):
        stuck.set()
        released.wait()
        return -1

    line.refresh(0.0)
    sockets = line._bell
    monkeypatch.setattr(library, "brlapi_getDriverName", hang)
    stuck.wait()
    line.close()
    released.set()
    wait_until(lambda: [one.fileno() for one in sockets] == [-1, -1], "the closed sockets")


def test_unexpected_error_ends_only_the_braille_output(library, line, monkeypatch):
    monkeypatch.setattr(library, "brlapi_getDisplaySize", lambda *_given: 1 / 0)
    assert not line.refresh(0.0)
    assert not line.write("36 7c")


# --- A real brltty --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """Return a simulated display and a real brltty; all tests share them, as connecting is slow."""
    require(reason_missing())
    display = Display()
    server = Brltty(tmp_path_factory.mktemp("brltty"), display)
    yield SimpleNamespace(display=display, brltty=server)
    server.kill()
    display.close()


@pytest.fixture
def display(system):
    return system.display


@pytest.fixture
def brltty(system, monkeypatch):
    monkeypatch.setattr(brlapi, "LOOK_SECONDS", 0.2)
    monkeypatch.setenv("BRLAPI_HOST", system.brltty.host)
    for name in ("WINDOWID", "WINDOWPATH", "CONTROLVT", "XDG_VTNR"):
        monkeypatch.delenv(name, raising=False)
    if not system.brltty.runs:
        system.brltty.start()
    return system.brltty


@pytest.fixture
def chain(brltty):
    chain = open_chain("none", SilentMixer("no-pygame"))
    wait_until(lambda: chain.refresh(0.0) or chain.has_braille, "brltty having a line")
    yield chain
    chain.close()


real = pytest.mark.speech


@real
def test_text_reaches_the_braille_display_and_stays_until_the_next(chain, display):
    assert chain.braille('36 7c è "Re"')
    display.wait_for('36 7c è "Re"')
    before = len(display.shown)
    assert chain.braille("42 Re")
    display.wait_for("42 Re")
    assert display.shown[before:] == ["42 Re"]


@real
def test_keys_of_a_real_braille_display_pan_and_show_earlier_texts(chain, display):
    chain.braille("prima")
    display.wait_for("prima")
    chain.braille(LONG)
    display.wait_for(FIRST)
    for command, shown in (
        ("FWINRT", SECOND),
        ("FWINLT", FIRST),
        ("FWINLT", "prima"),
        ("LNDN", FIRST),
        ("LNEND", SECOND),
        ("LNUP", "prima"),
        ("ROUTE 5", FIRST),
    ):
        display.press(command)
        display.wait_for(shown)


@real
def test_short_braille_display_shows_a_text_in_several_parts(chain, brltty, display):
    brltty.kill()
    brltty.start(cells=12)
    try:
        chain.braille("Ada gioca il sette di cuori")
        for shown in ("Ada gioca il", "sette di", "cuori"):
            display.wait_for(shown)
            display.press("FWINRTSKIP")
    finally:
        brltty.kill()


@real
def test_restarted_brltty_shows_the_last_text(chain, brltty, display):
    chain.braille("11 As")
    display.wait_for("11 As")
    brltty.kill()
    wait_until(lambda: chain.refresh(3.0) or not chain.has_braille, "the end being noticed")
    assert not chain.braille("12 Re")
    brltty.start()
    display.wait_for("12 Re")
    wait_until(lambda: chain.refresh(6.0) or chain.has_braille, "the line being there again")
    chain.braille("13 Do")
    display.wait_for("13 Do")


@real
def test_hanging_brltty_does_not_delay_callers(chain, brltty, display):
    chain.braille("hanging")
    display.wait_for("hanging")
    os.kill(brltty.pid, signal.SIGSTOP)
    for number in range(100):
        chain.braille(str(number))
        chain.refresh(float(number))
    os.kill(brltty.pid, signal.SIGCONT)
    display.wait_for("99")


@real
def test_braille_display_is_released_without_the_window_focus(chain, display):
    chain.braille("31 7c")
    display.wait_for("31 7c")
    chain.blur()
    wait_until(lambda: not chain._line._session._entered, "the line being lent")
    display.press("TOP")  # without a screen brltty draws only after one of its own keys
    display.wait_for("no screen")
    chain.braille("32 Re")
    display.wait_for("32 Re")


@pytest.mark.slow
@real
def test_announcements_can_be_read_on_a_real_braille_display(brltty, display, tmp_path):
    from tests.kit.programs.terminal import TerminalRun  # not on every system

    settings = {"language": "it", "speech": "none", "braille": "auto"}
    (tmp_path / "settings.json").write_text(json.dumps(settings), "utf-8")
    home = {"AUDIOGAMES_HOME": str(tmp_path), "SDL_AUDIODRIVER": "dummy"}
    down, ctrl_c = "\x1b[B", "\x03"
    with TerminalRun("audiogames", "--terminal", environ=os.environ | home) as program:
        wait_until(lambda: "Menu principale" in "".join(display.shown[-1:]), "the main menu")
        before = display.shown[-1]
        program.press(down)
        wait_until(lambda: display.shown[-1] != before, "the next line of the menu")
        item = display.shown[-1]
        display.press("LNUP")
        display.wait_for(before)
        display.press("ROUTE 3")
        display.wait_for(item)
        program.press(ctrl_c)
        assert program.code() == 0
