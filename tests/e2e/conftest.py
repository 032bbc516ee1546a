"""A home folder of its own for every program that a test starts."""

import json
import os

import pytest

from tests.kit.programs.transcript import Heard


@pytest.fixture
def home(tmp_path):
    """Return a player's folder: in Italian, with bots that move at once."""
    settings = {
        "language": "it",
        "pace": 5,
        "thought": 0,
        "rate": 900,
        "speech": "none",
        "braille": "off",
    }
    (tmp_path / "settings.json").write_text(json.dumps(settings), "utf-8")
    return tmp_path


@pytest.fixture
def environ(home):
    """Return the environment of a program with that home, without sound or screen."""
    away = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environ = {name: value for name, value in os.environ.items() if name not in away}
    return {**environ, "AUDIOGAMES_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}


@pytest.fixture
def heard(home):
    """Return the announcements of the program."""
    return Heard(home / "transcript")
