"""Runs the whole test suite with the Windows program's Python under Wine."""

import re
import sys

import pytest

from tests.kit.programs.manager import WindowManager
from tests.kit.programs.screen import Screen
from tests.kit.waiting import require
from tests.package.wine import suite
from tests.package.wine.kit import Windows, build_program, reason_missing

if not sys.platform.startswith("linux"):
    pytest.skip("Windows programs are run under Wine here", allow_module_level=True)

HOUR = 3600


def test_whole_test_suite_passes_under_wine(tmp_path):
    require(reason_missing())
    build_program(tmp_path / "made")
    program = tmp_path / "made/Audiogames/audiogames-console.exe"
    run = suite.code(suite.fetch(tmp_path / "packages"), suite.WHOLE, suite.INSIDE)
    with Screen() as screen, WindowManager(screen, tmp_path):
        windows = Windows(tmp_path / "windows", screen)
        words = ("wine", program, "-c", run, "--multiprocessing-fork")
        code, said = windows.run(*words, patience=HOUR)
        windows.end_programs()
    assert code == 0, said
    assert int(re.search(r"(\d+) passed", said)[1]) > 7000
