"""A home folder and a program for each test of the command line."""

import pytest

from tests.cli.kit import Inside, Program


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def program(home):
    return Program(home)


@pytest.fixture
def inside(home):
    """Return the program run inside this process, for tests with many cases."""
    return Inside(home)
