"""Short runs of several benchmarks, to check that each prints figures."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from audiogames.core.registry import game_ids
from bench.engine import interval
from tests.kit.speech_daemon import speech_missing

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.e2e


def measured(name, *arguments):
    done = subprocess.run(
        (sys.executable, "-m", f"bench.{name}", *arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_engine_bench_reports_decisions_per_second():
    said = measured("engine", "--blocks", "1", "--decisions", "200")
    assert re.search(r"novantanove: [\d,]+ decisions a second", said)


def test_engine_bench_measures_every_game_by_default():
    said = measured("engine", "--blocks", "2", "--decisions", "100")
    for name in game_ids():
        assert f"{name}: " in said
    assert "novantanove" not in measured("engine", "--game", "wist", "--decisions", "100")


def test_confidence_interval_of_ratios_contains_their_median():
    ratios = [1.0, 1.2, 1.1, 5.0, 1.3, 0.9, 1.4, 1.2, 1.1]
    low, high = interval(ratios)
    assert min(ratios) <= low < 1.2 < high < 5.0
    assert interval([2.0]) == (2.0, 2.0)


def test_bot_thinking_is_timed_in_the_worker_process():
    said = measured("thinking", "--game", "novantanove", "--level", "easy", "--decisions", "5")
    assert re.search(r"decisions: p50 [\d.]+, p99 [\d.]+, max [\d.]+ ms \(5\)", said)
    assert re.search(r"the first: [\d.]+ ms, unprepared [\d.]+ ms", said)


@pytest.mark.slow
def test_review_bench_finds_and_confirms_planted_errors():
    said = measured("reviews", "scopa", "--matches", "1", "--every", "3")
    assert re.search(r"planted errors that were told: \d+ of \d+, ", said)
    assert re.search(r"own moves of the strong bot that were told: \d+ of \d+, ", said)
    assert "told and confirmed: " in said


def test_latency_bench_reports_the_latency_of_each_key():
    said = measured("latency", "--keys", "15", "--pause", "0", "5")
    for figure in ("to say", "said", "in the program", "computing", "drawing"):
        assert re.search(rf"^{figure}: p50 .* p90 .* p99 .* max .* ms", said, re.MULTILINE)
    assert "keys: 15" in said


def test_startup_bench_times_the_first_sentence():
    """The benchmark uses a speech daemon and a real screen only if they are installed."""
    real = shutil.which("Xvfb") is not None and speech_missing() is None
    given = ("xvfb", "daemon") if real else ("dummy", "none")
    said = measured("startup", "--rounds", "1", "--screens", given[0], "--speech", given[1])
    assert_tells_both_homes(said)
    heard = said.count("the daemon was given the sentence in 1 of 1 starts")
    assert heard == (2 if real else 0)


def assert_tells_both_homes(said):
    assert "language chosen: “Menu principale." in said
    assert "first run: “Audiogames." in said
    assert len(re.findall(r"audiogames / (?:plain|lean): median [\d.]+", said)) == 4
