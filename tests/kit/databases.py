"""Fixtures for a real PostgreSQL: one server per test session, one database per test."""

from itertools import count

import pytest

from tests.kit import postgres
from tests.kit.waiting import require

NUMBERS = count(1)


@pytest.fixture(scope="session")
def cluster():
    require(None if postgres.binaries() else "PostgreSQL is not installed")
    with postgres.cluster() as made:
        yield made


@pytest.fixture
def address(cluster):
    """Create an empty database and return its address."""
    return cluster.make_base(f"test{next(NUMBERS)}")
