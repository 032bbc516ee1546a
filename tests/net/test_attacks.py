"""The attacks on a server, each in a short form: nothing is stolen and nobody honest refused.

How long anything took is not judged here: that needs a longer run on an idle machine.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.online.attack import Row
from tools.online.attacks import Outcome, names
from tools.online.honest import Noticed
from tools.online.turns import before_a_move, between

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.e2e


def test_no_attack_is_noticed_for_long():
    done = subprocess.run(
        (sys.executable, "-m", "tools.online.attack", "--short"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 2 + len(names())


def test_the_short_form_judges_memory_and_no_times():
    idle, busy = Noticed(memory=10.0), Noticed([9000.0], [9000.0], [9000.0], memory=90.0)
    faults = {
        judged: list(Row("", idle, busy, Outcome(), frozenset(), judges_times=judged).faults())
        for judged in (True, False)
    }
    assert faults[True] == ["memory has grown", "moves are late", "somebody honest was kept out"]
    assert faults[False] == ["memory has grown"]


def test_work_before_a_move_is_that_of_four_turns_and_long_ones_are_met_more_often():
    quick = [(float(at), 0.001) for at in range(90)]
    burst = [(float(at), 0.030) for at in range(90, 94)]
    assert before_a_move(quick, 0.99) == pytest.approx(4)
    assert before_a_move([*quick, *burst], 0.40) == pytest.approx(4)
    assert before_a_move([*quick, *burst], 0.99) == pytest.approx(120)
    assert between([*quick, *burst], (90, 99)) == burst
    assert before_a_move([], 0.99) is None
