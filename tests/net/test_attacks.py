"""The attacks on a server, each in a short form: nothing is stolen and nobody honest kept out."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tools.online.attacks import names

ROOT = Path(__file__).resolve().parents[2]
PROCESSOR_SECONDS = 10.0

pytestmark = pytest.mark.e2e


def used():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def test_no_attack_is_noticed_for_long():
    before = used()
    done = subprocess.run(
        (sys.executable, "-m", "tools.online.attack", "--short"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 2 + len(names())
    assert used() - before < PROCESSOR_SECONDS
