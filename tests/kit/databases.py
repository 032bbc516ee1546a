"""A real PostgreSQL for tests: one cluster for each session, one database for each test."""

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
    """Return the address of an empty database."""
    return cluster.make_base(f"test{next(NUMBERS)}")
