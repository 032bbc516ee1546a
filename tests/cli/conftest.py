"""A home and a program for each test of the command line."""

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
    """The program in this process, for many cases of which others are run as programs."""
    return Inside(home)
