"""Processes that share a database, killed and stopped under play: a short form of the program."""

import pytest

from bench.cluster import play
from tools import postgres

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _database():
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL is not installed")


@pytest.mark.parametrize("stop", [False, True])
def test_nothing_is_lost_and_nobody_is_left_behind(stop):
    done = play(kills=1 if stop else 3, tables=3, processes=2, seed=7, stop=stop)
    assert done.entries >= done.moves > 0
    assert len(done.takeovers) > 0
