"""Fixtures for end-to-end tests: a home folder for the program, and its announcements."""

import json
import os

import pytest

from tests.kit.programs.transcript import Heard


@pytest.fixture
def home(tmp_path):
    """Return a home folder with settings for Italian and for bots that move at once."""
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
    """Return environment variables for a program with this home folder, without sound or screen."""
    away = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environ = {name: value for name, value in os.environ.items() if name not in away}
    return {**environ, "AUDIOGAMES_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}


@pytest.fixture
def heard(home):
    """Return a reader of the program's announcements."""
    return Heard(home / "transcript")
