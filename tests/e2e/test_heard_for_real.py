"""Tests of the whole program with a real window, speech daemon, voice and sound output."""

from __future__ import annotations

import array
import contextlib
import json
import subprocess
import sys

import pytest

from tests.kit.programs.player import play_to_the_end
from tests.kit.programs.screen import Screen, reason_missing
from tests.kit.programs.terminal import ROOT
from tests.kit.speech_daemon import SpeechSystem, speech_missing
from tests.kit.waiting import require, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.window]

QUICK = {"pace": 5, "thought": 0, "grace": 0, "rate": 900, "braille": "off"}


@pytest.fixture
def screen():
    require(reason_missing())
    with Screen() as screen:
        yield screen


@pytest.fixture
def start(screen, home, environ):
    """Return a function that starts the program in a window, with given arguments and settings."""
    with contextlib.ExitStack() as programs:

        def start(*arguments, settings=None, environment=None):
            chosen = {"language": "it", "speech": "none", **QUICK, **(settings or {})}
            (home / "settings.json").write_text(json.dumps(chosen), "utf-8")
            command = [sys.executable, "-m", "audiogames", *arguments]
            program = subprocess.Popen(
                [*command, "--window", "--transcript", home / "transcript"],
                cwd=ROOT,
                env={**environ, "DISPLAY": screen.name, **(environment or {})},
            )
            programs.callback(_end, program)
            wait_until(lambda: _has_focus(screen), "the window having the focus")
            return program

        yield start


def _end(program):
    if program.poll() is None:
        program.terminate()
    program.wait(20)


def _has_focus(screen):
    with contextlib.suppress(subprocess.CalledProcessError):
        return screen.do("getwindowfocus") != "1"
    return False


@pytest.mark.parametrize("lang", ["it", "en"])
def test_match_is_spoken_by_a_real_voice_to_its_end(start, screen, heard, lang):
    table = ("--players", "2", "--option", "tokens=2", "--bot", "easy", "--seed", "11")
    program = start("play", "novantanove", *table, settings={"language": lang})
    last = play_to_the_end(heard, screen.press, lang)
    won = {"it": ("Vince", "Hai vinto"), "en": ("wins", "You win")}[lang]
    assert any(words in last for words in won)
    screen.press("Escape")
    heard.waits_for({"it": "Menu principale", "en": "Main menu"}[lang])
    screen.press("End")
    heard.waits_for({"it": "Esci.", "en": "Quit."}[lang])
    screen.press("Return")
    assert program.wait(20) == 0


@pytest.mark.quiet  # if a key waits for 0.15 seconds, its sentence is not spoken
@pytest.mark.speech
def test_speech_daemon_receives_italian_text_and_an_interruption(start, screen, heard):
    require(speech_missing())
    with SpeechSystem() as speech:
        start(settings={"speech": "auto"}, environment=speech.environ)
        heard.waits_for("Menu principale")
        queued = speech.wait_for("Queueing message |Menu principale. Gioca.|")
        speech.wait_for("language=it", after=queued)
        screen.press("Return")
        heard.waits_for("Novantanove")
        said = speech.wait_for("Queueing message |Gioca. Novantanove.|")
        assert "CANCEL self" in speech.log()[queued:said], "a reply cancels what was being said"


@pytest.mark.quiet  # the same
@pytest.mark.speech
def test_speech_continues_after_the_daemon_restarts(start, screen, heard):
    require(speech_missing())
    with SpeechSystem() as speech:
        start(settings={"speech": "auto"}, environment=speech.environ)
        heard.waits_for("Menu principale")
        speech.wait_for("Menu principale")
        speech.kill_daemon()
        screen.press("Return")
        heard.waits_for("Gioca. Novantanove.")
        heard.waits_for("Ora parlo con la voce interna")
        speech.start_daemon()
        heard.waits_for("Ora parlo con Speech Dispatcher")
        mark = len(speech.log())
        screen.press("Return")
        heard.waits_for("Tavolo di Novantanove")
        speech.wait_for("Tavolo di Novantanove", after=mark)


def recorded(path):
    """Return the samples of both channels that were recorded so far."""
    data = path.read_bytes() if path.exists() else b""
    samples = array.array("h", data[: len(data) // 4 * 4])
    return samples[::2], samples[1::2]


def record_to(path):
    return {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(path)}


SILENT = {"game_volume": 0, "notices_volume": 0, "music_volume": 0}


def test_built_in_voice_speaks_without_a_daemon(start, heard, tmp_path):
    path = tmp_path / "voice.raw"
    start(settings={"speech": "builtin", **SILENT}, environment=record_to(path))
    heard.waits_for("Menu principale")
    wait_until(lambda: max(map(abs, recorded(path)[0]), default=0) > 1000, "the voice in the sound")


def test_card_from_the_left_is_louder_on_the_left(start, heard, tmp_path):
    """With seed 1 the listener deals, so Ada, on the listener's left, plays first."""
    path = tmp_path / "cards.raw"
    slow = {"pace": 50, "notices_volume": 0}
    program = start(
        "play", "novantanove", "--seed", "1", settings=slow, environment=record_to(path)
    )
    heard.waits_for("Comincia Ada")
    wait_until(lambda: max(map(abs, recorded(path)[0]), default=0) > 1000, "the deal in the sound")
    heard.waits_for("Ada, ")
    before = len(recorded(path)[0])
    wait_until(lambda: len(recorded(path)[0]) > before + 44100, "a second more of sound")
    program.terminate()
    program.wait(20)
    left, right = recorded(path)
    assert sum(map(abs, left)) > 1.2 * sum(map(abs, right)) > 0
