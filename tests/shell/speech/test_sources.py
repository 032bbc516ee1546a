"""Tests of opening the chain of speakers as the program does."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from audiogames.shell.mixer import SilentMixer
from audiogames.shell.speech import chosen
from audiogames.shell.speech.chosen import open_chain
from audiogames.shell.speech.recording import RecordingSpeaker

ROOT = Path(__file__).parents[3]

IMPORTS = """
import sys
from pathlib import Path
from audiogames.shell.mixer import open_mixer, SilentMixer
from audiogames.shell.speech.chosen import open_chain
open_chain("auto", SilentMixer("no-pygame"))
heavy = {"pygame", "accessible_output2", "prism", "speechd", "espeakng_loader"}
sys.exit(", ".join(heavy & set(sys.modules)) or 0)
"""


@pytest.fixture
def nothing_installed(monkeypatch, tmp_path):
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/none")
    monkeypatch.setenv("BRLAPI_HOST", "127.0.0.1:60000")
    for library in ("accessible_output2", "prism"):
        monkeypatch.setitem(sys.modules, library, None)


@pytest.mark.parametrize("preference", ["auto", "ao2", "prism", "builtin", "none"])
def test_speech_chain_without_libraries_falls_back_to_text(nothing_installed, preference):
    chain = open_chain(preference, SilentMixer("no-pygame"))
    chain.refresh(0.0)
    chain.say("ciao", interrupt=True, lang="it")
    nobody = "none" if preference == "none" else "text"
    assert (chain.name, chain.braille("7c")) == (nobody, False)
    chain.close()


@pytest.fixture
def daemon_that_never_answers(monkeypatch, tmp_path):
    """Simulate a speech-dispatcher that hangs: its socket listens but accepts no connection."""
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(tmp_path / "speechd"))
        daemon.listen()
        monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/speechd")
        yield daemon


@pytest.mark.slow
def test_next_voice_speaks_within_two_seconds_if_a_daemon_hangs(
    daemon_that_never_answers, monkeypatch
):
    monkeypatch.setenv("BRLAPI_HOST", "127.0.0.1:60000")
    voice = RecordingSpeaker("next voice")
    monkeypatch.setattr(chosen, "BuiltinSpeaker", lambda *_given: voice)
    chain = open_chain("auto", SilentMixer("no-pygame"))
    began = time.monotonic()
    chain.refresh(0.0)
    chain.say("ciao", interrupt=True, lang="it")
    assert time.monotonic() - began < 2.0
    assert chain.name == "next voice"
    daemon_that_never_answers.settimeout(0)
    daemon_that_never_answers.accept()[0].close()  # raises if there was no connection
    chain.close()


def test_opening_the_speech_chain_imports_no_speech_library():
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS],
        check=False,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.returncode == 0
