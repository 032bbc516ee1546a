"""Tests that Orca speaks every sentence of a whole match of each game in a browser."""

import subprocess
import sys
from itertools import cycle

import pytest

from audiogames.core.registry import game_ids
from tests.kit.programs.orca import reason_missing
from tests.kit.programs.terminal import ROOT
from tests.kit.waiting import require


@pytest.mark.parametrize(("id_", "lang"), [*zip(game_ids(), cycle(("it", "en")), strict=False)])
def test_orca_speaks_a_whole_match(id_, lang):
    require(reason_missing())
    command = (sys.executable, "-m", "tests.kit.programs.heard", "--match", id_, "--lang", lang)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
