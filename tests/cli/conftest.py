"""Fixtures for tests of the command line: a home folder and a program to run."""

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
    """Return a function that runs the program inside the test's process, which is fast."""
    return Inside(home)
