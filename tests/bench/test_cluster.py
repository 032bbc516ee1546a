"""Short runs of the benchmark that kills or halts server processes sharing a database."""

import pytest

from bench.cluster import play
from tests.kit import postgres
from tests.kit.waiting import require

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.quiet]


@pytest.fixture(autouse=True)
def _database():
    require(None if postgres.binaries() else "PostgreSQL is not installed")


@pytest.mark.parametrize(
    ("how", "times"), [("kill", 2), ("stop", 1), ("drain", 1), ("database", 1), ("promote", 1)]
)
def test_cluster_under_failures_loses_no_log_entry_and_no_player(how, times):
    done = play(times, tables=3, processes=2, seed=7, how=how)
    assert done.entries >= done.moves > 0
    assert len(done.returns) > 0
