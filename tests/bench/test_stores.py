"""The comparison of the stores runs and tells its figures."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.postgres import binaries

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")
def test_every_store_is_played_with_and_told(tmp_path):
    kept = tmp_path / "kept.json"
    counts = ("--tables", "2", "--seconds", "2", "--rounds", "1", "--rate", "4")
    done = subprocess.run(
        (sys.executable, "-m", "bench.stores", *counts, "--out", kept),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "two processes to one: " in done.stdout
    found = json.loads(kept.read_text("utf-8"))
    assert len(found) == 3
    assert all(one["moves"] > 0 and one["bytes"] > 0 for one in found)
