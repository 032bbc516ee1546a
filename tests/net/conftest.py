"""Fixtures for the network tests."""

import pytest

from tests.kit.processes import Processes, faultless_after
from tests.kit.serving import Served, faultless


@pytest.fixture
def served():
    """Return a server core in memory.  An error that the core reports fails the test."""
    made = Served()
    yield made
    faultless(made)


@pytest.fixture
def processes():
    with faultless_after(Processes()) as made:
        yield made
