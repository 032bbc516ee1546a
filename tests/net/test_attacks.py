"""Short runs of all simulated attacks on a server, which must not disturb honest players.

Durations are not judged here, because that needs a longer run on an idle machine.
"""

import subprocess
import sys

import pytest

from tests.kit.programs.terminal import ROOT
from tests.online.attack import Row
from tests.online.attacks import Outcome, names
from tests.online.honest import Noticed

pytestmark = pytest.mark.e2e


def test_every_attack_leaves_honest_players_undisturbed():
    command = (sys.executable, "-m", "tests.online.attack")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(names())


def test_short_attack_run_is_judged_by_memory_but_not_by_times():
    idle, busy = Noticed(memory=10.0), Noticed([9000.0], [9000.0], [9000.0], memory=90.0)
    faults = {
        judged: list(Row("", idle, busy, Outcome(), frozenset(), judges_times=judged).faults())
        for judged in (True, False)
    }
    assert faults[True] == ["memory has grown", "moves are late", "somebody honest was kept out"]
    assert faults[False] == ["memory has grown"]
