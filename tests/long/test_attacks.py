"""Every attack on a server, whole: what honest players notice of it stays within bounds."""

import subprocess
import sys

import pytest

from tests.kit.programs.terminal import ROOT
from tests.online.attacks import names


@pytest.mark.parametrize("name", names())
def test_attack_is_hardly_noticed_by_honest_players(name):
    command = (sys.executable, "-m", "tests.online.attack", name)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
