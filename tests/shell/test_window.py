"""Tests of the window, with simulated events of SDL and with real keys under Xvfb."""

import json
import shutil
import signal
import subprocess
import sys
from dataclasses import replace

import pygame
import pytest

from audiogames.app.keys.names import Origin
from audiogames.present.frame import CardShape, LaidShape
from audiogames.shell.host import Host
from audiogames.shell.mixer import SilentMixer
from audiogames.shell.services import Services
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.themes import THEMES
from audiogames.shell.window.window import CAPTION, LEAST_SIZE, GameWindow
from tests.kit.programs.fakeapp import FakeApp
from tests.kit.programs.screen import Screen, reason_missing
from tests.kit.programs.terminal import ROOT
from tests.kit.programs.transcript import Heard
from tests.kit.waiting import require, wait_until

# --- The loop, without a screen -------------------------------------------------------------------


class Silence:
    """A simulated speaker and bot thinker whose methods do nothing."""

    name = "text"
    has_braille = False
    wakes = False

    def unended(self): ...
    def say(self, text, *, interrupt, lang): ...
    def braille(self, text): ...
    def silence(self): ...
    def refresh(self, now): ...
    def blur(self): ...
    def close(self): ...
    def cancel(self): ...
    def think(self, wanted): ...
    def answers(self):
        return []


def drawn(frame, size, scale=100):
    """Return a canvas on which the frame is drawn, as in a window of this size."""
    pygame.font.init()
    canvas = Canvas(pygame.Surface(size), Appearance(scale))
    canvas.draw(frame)
    return canvas


@pytest.fixture
def window():
    window = GameWindow()
    yield window
    window.close()


@pytest.fixture
def app():
    return FakeApp()


def play(window, app, *events):
    """Run the window with these events and a final Quit; return the app's calls and exit code."""
    quiet = Silence()
    host = Host(app, Services(quiet, SilentMixer("test"), quiet), window.show, window.copy)
    pygame.event.clear()
    for event in (*events, pygame.event.Event(pygame.QUIT)):
        pygame.event.post(event)
    code = window.run(host)
    kinds = {"key", "repeat", "click", "missed", "text", "focus"}
    return [call for call in app.calls if call[0] in kinds], code


def down(key, mod=0, text=""):
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)


def up(key):
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0, scancode=0)


def text(characters):
    return pygame.event.Event(pygame.TEXTINPUT, text=characters)


def click_at(place):
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place)


def click(hit):
    return click_at(hit.place.center)


def test_window_caption_is_constant(window, app):
    play(window, app, down(pygame.K_a))
    assert pygame.display.get_caption()[0] == CAPTION


def test_window_keys_reach_the_app(window, app):
    calls, code = play(window, app, down(pygame.K_a), down(pygame.K_F7, pygame.KMOD_LSHIFT))
    assert calls == [("key", "a"), ("key", "shift+f7")]
    assert app.left
    assert code == 0


def test_window_returns_the_exit_code_of_the_app(window, app):
    assert play(window, app, down(pygame.K_q)) == ([("key", "q")], 7)


def test_window_sends_typed_text_to_the_app_only_in_a_text_field(window, app):
    events = [text("t"), down(pygame.K_t), down(pygame.K_a), text("a"), text("è")]
    events += [down(pygame.K_BACKSPACE), down(pygame.K_RETURN), down(pygame.K_a), text("a")]
    calls, _ = play(window, app, *events)
    assert calls == [
        ("key", "t"), ("text", "a"), ("text", "è"), ("key", "backspace"), ("key", "enter"),
        ("key", "a"),
    ]  # fmt: skip


def test_alt_command_writes_nothing_into_a_text_field(window, app):
    alt = pygame.KMOD_LALT
    events = [down(pygame.K_t), down(pygame.K_2, alt), text("2"), down(pygame.K_m, alt), text("m")]
    calls, _ = play(window, app, *events, down(pygame.K_a), text("a"))
    assert calls == [("key", "t"), ("key", "alt+2"), ("key", "alt+m"), ("text", "a")]


def test_held_letter_key_that_opened_a_field_types_nothing_into_it(window, app):
    held = [down(pygame.K_t), text("t"), text("t"), up(pygame.K_t)]
    calls, _ = play(window, app, *held, down(pygame.K_t), text("t"), text("t"))
    assert calls == [("key", "t"), ("text", "t"), ("text", "t")]


def test_app_is_informed_if_a_window_key_comes_from_the_keypad_with_num_lock_off(window, app):
    play(window, app, down(pygame.K_KP_8), down(pygame.K_a))
    assert app.origins == [Origin.NUM_LOCK_OFF, Origin.WRITTEN]


def test_window_click_reaches_the_app(window, app):
    hits = drawn(app.frame(), pygame.display.get_surface().get_size()).hits
    calls, _ = play(window, app, *map(click, sorted(hits, key=lambda hit: hit.name, reverse=True)))
    assert calls == [
        ("click", "row 2"), ("click", "row 1"), ("click", "row 0"),
        ("click", "card 1"), ("click", "card 0"), ("key", "space"),
    ]  # fmt: skip


def test_click_on_a_card_on_the_table_reports_its_name_to_the_app(window, app, monkeypatch):
    frame = app.frame()
    king = CardShape("R", "c", "italian", "king of cups")
    table = replace(frame.table, laid=(LaidShape(0, king),))
    monkeypatch.setattr(app, "frame", lambda *_now: replace(frame, table=table))
    boxes = drawn(app.frame(), pygame.display.get_surface().get_size()).boxes
    (lying,) = (box for box in boxes if box.called == "king of cups")
    assert play(window, app, click(lying))[0] == [("missed", "king of cups")]


def test_click_outside_every_box_does_nothing(window, app):
    beside = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1279, 790))
    assert play(window, app, beside)[0] == []


@pytest.mark.parametrize("theme", THEMES)
def test_new_theme_and_scale_apply_at_once(window, app, theme):
    quiet = Silence()
    host = Host(app, Services(quiet, SilentMixer("test"), quiet), window.show, window.copy)
    size, draw, picture = pygame.display.get_surface().get_size(), window._draw, window._picture
    draw(host)
    small, large = (
        next(hit for hit in drawn(app.frame(), size, scale).hits if hit.name == "row 1").place
        for scale in (100, 300)
    )
    assert picture.at(small.center).place == small
    app.settings = replace(app.settings, theme=theme, scale=300)
    draw(host)
    assert pygame.display.get_surface().get_at((1, 1))[:3] == THEMES[theme].background
    assert picture.at(large.center).place == large


def test_moving_the_mouse_shows_the_name_of_the_element_below_it(window, app):
    def moved(name):
        place = next(hit for hit in hits if hit.name == name).place.center
        return pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))

    hits = drawn(app.frame(), pygame.display.get_surface().get_size()).hits
    calls, _ = play(window, app, moved("card 0"))
    assert (calls, window._picture._hint) == ([], ""), "it may have been there before"
    app.left = False
    calls, _ = play(window, app, moved("card 1"))
    assert (calls, window._picture._hint) == ([], "king of spades")


def test_sound_device_changes_are_reported_to_the_mixer(window, app):
    """A device that was not opened has no number, so its removal is not reported."""
    told, quiet = [], Silence()
    services = Services(quiet, SilentMixer("test"), quiet)
    services.device_changed = lambda *, came: told.append(came)
    host = Host(app, services, window.show, window.copy)
    added, removed = pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED
    for kind, which, captures in (
        (added, 0, 0), (added, 0, 1), (removed, 0, 0), (removed, 2, 1), (removed, 2, 0)
    ):  # fmt: skip
        window._take(pygame.event.Event(kind, which=which, iscapture=captures), host)
    assert told == [True, False]


def test_window_focus_is_reported_to_the_app(window, app):
    lost, gained = map(pygame.event.Event, (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED))
    assert play(window, app, gained, lost, gained)[0] == [("focus", False), ("focus", True)]


def test_drawing_failure_clears_the_window_and_play_continues(window, app, monkeypatch):
    """The earlier picture must go, since it may show cards that the next player must not see."""
    monkeypatch.setattr(Canvas, "lay_out", lambda *_args: 1 / 0)
    pygame.display.get_surface().fill("red")
    calls, code = play(window, app, down(pygame.K_a), click_at((640, 400)))
    assert ("notice", "drawing-failed-unreported") in app.calls
    assert (calls, code) == ([("key", "a")], 0)
    assert pygame.display.get_surface().get_at((640, 400))[:3] == THEMES["dark"].background


def test_error_in_the_window_ends_the_program_with_exit_code_1(window, app):
    assert play(window, app, down(pygame.K_x))[1] == 1


# --- A real window --------------------------------------------------------------------------------


KEYPAD_3, KEYCODE_H, KEYCODE_R = 89, 43, 27
"""Numbers in X: a key that xdotool presses by its number stays the same key in any layout."""


class Program:
    """Runs the simulated app in a real window, as a process, and reads its announcements."""

    def __init__(self, screen, home):
        self._transcript = home / "transcript"
        command = [sys.executable, "-m", "tests.kit.programs.program", "auto", str(home)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=screen.environ)

    def said(self):
        if not self._transcript.exists():
            return []
        text = self._transcript.read_text("utf-8")
        return [json.loads(line)["text"] for line in text.splitlines() if line.endswith("}")]

    def saw(self, text):
        wait_until(lambda: text in self.said(), f"the sentence {text!r}")


@pytest.fixture
def screen():
    require(reason_missing())
    with Screen() as screen:
        yield screen


@pytest.fixture
def program(screen, tmp_path):
    program = Program(screen, tmp_path)
    try:
        program.saw("Hello")
        wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")
        yield program
    finally:
        program.process.kill()
        program.process.wait()


@pytest.mark.window
def test_keys_pressed_in_a_real_window_reach_the_app(screen, program):
    for key, name in [
        ("a", "a"), ("shift+F7", "shift+f7"), ("ctrl+s", "ctrl+s"), ("Page_Up", "pageup"),
        ("KP_Enter", "enter"), ("grave", "layer"), ("alt+2", "alt+2"), ("Menu", "applications"),
    ]:  # fmt: skip
        screen.press(key)
        program.saw(f"Key {name}")


@pytest.mark.window
def test_text_typed_in_a_real_window_reaches_a_text_field(screen, program):
    screen.press("t")
    program.saw("Key t")
    screen.press("alt+2", "alt+m")
    program.saw("Key alt+m")
    screen.type("aB!")  # xdotool sometimes loses letters that the layout lacks
    program.saw("Text !")
    screen.press("Return", "b")
    program.saw("Key b")
    assert program.said()[1:] == [
        "Key t", "Key alt+2", "Key alt+m", "Text a", "Text B", "Text !", "Key enter", "Key b",
    ]  # fmt: skip


@pytest.mark.window
def test_clipboard_of_another_program_is_read(screen, program):
    require(None if shutil.which("xclip") else "not installed: xclip")
    screen.put_on_clipboard("perché\nno")
    screen.press("ctrl+v")
    program.saw("Clipboard 'perché\\nno'")


@pytest.mark.window
def test_window_manager_receives_a_minimum_size(screen, program):
    window = screen.do("getwindowfocus").strip()
    command = ("xprop", "-id", window, "WM_NORMAL_HINTS")
    hints = subprocess.run(command, env=screen.environ, capture_output=True, text=True, check=True)
    assert "minimum size: {} by {}".format(*LEAST_SIZE) in hints.stdout


@pytest.mark.window
def test_key_held_in_a_window_repeats(screen, program):
    screen.do("keydown", "Down")
    wait_until(lambda: program.said().count("Again down") >= 3, "a held key repeating")
    screen.do("keyup", "Down")
    assert program.said().count("Key down") == 1


@pytest.mark.window
def test_numeric_pad_in_a_window_follows_num_lock(screen, program):
    screen.press("Num_Lock", str(KEYPAD_3))
    program.saw("Key 3")
    screen.press("Num_Lock", str(KEYPAD_3))
    program.saw("Key pagedown")


@pytest.mark.window
def test_letter_keys_in_a_window_work_with_a_russian_keyboard_layout(screen, program):
    subprocess.run(("setxkbmap", "ru"), env=screen.environ, check=True)
    screen.press(str(KEYCODE_H), f"ctrl+{KEYCODE_R}")
    program.saw("Key h")
    program.saw("Key ctrl+r")


@pytest.mark.window
def test_real_window_toggles_full_screen(tmp_path):
    require(reason_missing())
    with Screen("1600x1000") as screen:
        program = Program(screen, tmp_path)
        try:
            program.saw("Hello")
            wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")
            window = screen.do("getwindowfocus")
            for fills, size in (True, "1600x1000"), (False, "1280x800"):
                # Without a window manager no window has the focus for a moment after a change.
                wait_until(lambda: screen.do("getwindowfocus") == window, "the focus being back")
                screen.press("alt+Return")
                wait_until(
                    lambda fills=fills: program.said()[-1] == f"Fills the screen: {fills}", size
                )
                wait_until(lambda size=size: size in screen.do("getwindowgeometry", window), size)
        finally:
            program.process.kill()
            program.process.wait()


@pytest.mark.window
def test_click_in_a_real_window_reaches_the_app(screen, program):
    first = next(hit for hit in drawn(FakeApp().frame(), (1280, 800)).hits if hit.name == "row 0")
    screen.click(*first.place.center)
    program.saw("Click row 0")


@pytest.mark.window
def test_real_window_uses_the_theme_setting_and_keys_change_its_scale(screen, tmp_path):
    wishes = {"language": "it", "theme": "light", "scale": 200, "speech": "none"}
    (tmp_path / "settings.json").write_text(json.dumps(wishes), "utf-8")
    transcript = tmp_path / "transcript"
    command = [sys.executable, "-m", "audiogames", "--transcript", transcript]
    environ = {**screen.environ, "AUDIOGAMES_HOME": str(tmp_path)}
    light, heard = THEMES["light"], Heard(transcript)
    with subprocess.Popen(command, cwd=ROOT, env=environ) as program:
        heard.waits_for("Menu principale")
        shown = {light.background, light.text, light.title, light.status, light.focus}
        wait_until(lambda: shown <= screen.colours(), "the colours of the theme")
        wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")
        screen.press("ctrl+plus")
        heard.waits_for("300 per cento")
        screen.press("ctrl+minus", "ctrl+minus")
        heard.waits_for("150 per cento")
        program.kill()


@pytest.mark.window
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_closes_the_window_and_saves_the_match(program, sent):
    program.process.send_signal(sent)
    assert program.process.wait(20) == 0
    assert program.said()[-1] == "Left"
