"""Tests that the compiled program plays exactly like the interpreted one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 600
SPOKEN = ("briscola", "invido", "scopa", "tressette", "wist")
HELD_IN_BOTH = (
    *("tests/replays", "tests/perft", "tests/cards", "tests/contract/test_bots.py"),
    *(f"tests/pilot/test_{game}.py" for game in SPOKEN),
)
MATCHES = "8"


def run(*command, **variables):
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Compile the package; return the folder with it, its catalogues and its sounds."""
    folder = tmp_path_factory.mktemp("compiled")
    run(sys.executable, "tools/compile_modules.py", "--quick", folder)
    for name in ("locales", "sounds"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.mark.slow
@pytest.mark.e2e
def test_interpreted_and_compiled_program_play_the_same_matches(compiled):
    digests = [sys.executable, "-m", "bench.digests", "--matches", MATCHES]
    pure = run(*digests).split()
    other = run(*digests, PYTHONPATH=f"{compiled}:{ROOT}", PYTHONSAFEPATH="1").split()
    assert (pure.pop(), other.pop()) == ("pure", "compiled")
    assert other == pure


@pytest.mark.slow
@pytest.mark.e2e
def test_compiled_modules_pass_the_tests_of_the_rules(compiled):
    paths = ["-o", f"pythonpath={compiled} {ROOT}", "-m", "not slow", "-q", "-p", "no:randomly"]
    run(sys.executable, "-m", "pytest", *paths, "--override-ini=addopts=--import-mode=importlib",
        *HELD_IN_BOTH)  # fmt: skip
