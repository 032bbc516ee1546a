"""A short run of the benchmark of the web page."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


def test_web_bench_opens_the_page_and_reports():
    done = subprocess.run(
        (sys.executable, "-m", "bench.web", "--visitors", "2", "--keys", "2"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"cold: first words after \d+ ms, main menu after \d+ ms", done.stdout)
    assert re.search(r"2 visitors who play alone: [\d.]+ ms of a processor each", done.stdout)
