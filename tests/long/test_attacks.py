"""Runs every attack on a server at full length, while honest players measure its effects."""

import subprocess
import sys

import pytest

from tests.kit.programs.terminal import ROOT
from tests.online.attacks import names


@pytest.mark.parametrize("name", names())
def test_honest_players_hardly_notice_an_attack(name):
    command = (sys.executable, "-m", "tests.online.attack", name)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
