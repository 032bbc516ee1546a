"""A run of the password-guessing benchmark, during which the account's owner can log in."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def test_owner_can_log_in_while_a_hundred_addresses_guess_the_password():
    done = subprocess.run(
        (sys.executable, "-m", "bench.guessing", "--guesses", "1000", "--slices", "2"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"moves, p50: [\d.]+ ms in peace, [\d.]+ ms attacked", done.stdout)
    assert re.search(r"guesses in [\d.]+ s: .*net-too-many-attempts", done.stdout)
    assert "welcome" not in done.stdout
