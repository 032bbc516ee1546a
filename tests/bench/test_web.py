"""The measurement of pages runs and tells its figures; how good they are is nobody's business."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def test_web_bench_plays_the_four_games_and_reports(tmp_path):
    kept = tmp_path / "kept.json"
    counts = ("--sessions", "4", "--seconds", "1", "--pause", "0.8", "--idle", "2")
    counts += ("--strong",)
    done = subprocess.run(
        (sys.executable, "-m", "bench.web", *counts, "--out", kept),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"a visit: \d+ KB of files .* \d+ bytes and [\d.]+ ms", done.stdout)
    assert re.search(r"2 who only came: -?\d+ KB and [\d.]+ % of a processor each", done.stdout)
    (step,) = json.loads(kept.read_text("utf-8"))["steps"]
    assert re.search(
        rf"^{step['sessions']} \| [\d.]+, [\d.]+, [\d.]+ \|", done.stdout, re.MULTILINE
    )
    assert step["sessions"] == 4
    assert step["keys"] > 0
    assert step["online_p50"] > 0
    assert step["ended"] == []
