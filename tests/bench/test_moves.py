"""Tests of the benchmark that measures the cost of moves in two versions of the program."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.moves import PARTS, shares

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_moves_bench_measures_two_versions_alternately(tmp_path):
    kept = tmp_path / "kept.json"
    counts = ("--tables", "2", "--seconds", "1", "--rounds", "1", "--rate", "4", "--shares")
    done = subprocess.run(
        (sys.executable, "-m", "bench.moves", *counts, "--against", ROOT, "--out", kept),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "new to old: " in done.stdout
    old, new = json.loads(kept.read_text("utf-8"))
    assert (old["version"], new["version"]) == ("old", "new")
    for found in (old, new):
        assert found["bytes"] > 0
        assert sum(found["shares"].values()) == pytest.approx(100)


def test_call_stack_is_attributed_to_the_first_matching_program_part(tmp_path):
    samples = tmp_path / "samples"
    stacks = [(["core/text.py:plain", "net/server/tables/match.py:tell", "main"], 3), (["main"], 1)]
    samples.write_text(json.dumps(stacks), "utf-8")
    met = dict(shares(samples))
    assert met["what is told, as messages"] == 75
    assert met[PARTS[-1][0]] == 25
