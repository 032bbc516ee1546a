"""The measurement of commits runs on all stores and tells its figures."""

import json
import re

import pytest

from bench import commits
from tests.kit.waiting import require
from tools import postgres


@pytest.mark.e2e
@pytest.mark.slow
def test_each_store_keeps_small_groups_and_large_ones(tmp_path, capsys):
    require(None if postgres.binaries() else "PostgreSQL is not installed")
    kept = tmp_path / "kept.json"
    assert commits.main(["--commits", "10", "--out", str(kept)]) == 0
    found = json.loads(kept.read_text("utf-8"))
    assert [(one["commits"], one["rows"]) for one in found] == [(10, 1)] * 3 + [(10, 32)] * 3
    assert all(0 < one["p50"] <= one["p99"] <= one["most"] for one in found)
    assert len(re.findall(r"p50 [\d.]+, p99 [\d.]+, most [\d.]+ ms", capsys.readouterr().out)) == 6
