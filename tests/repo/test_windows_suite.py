"""Test that the tests listed as excluded on Windows exist."""

import re

from tests.kit.programs.terminal import ROOT
from tests.package.wine.suite import NOT_ON_WINDOWS


def test_tests_excluded_on_windows_exist():
    missing = []
    for path, _, name in (
        one.partition("::") for listed in NOT_ON_WINDOWS.values() for one in listed
    ):
        text = (ROOT / path).read_text("utf-8") if (ROOT / path).is_file() else None
        is_there = (ROOT / path).exists() and (
            not name or re.search(rf"^def {name}\(", text or "", re.MULTILINE)
        )
        if not is_there:
            missing.append(f"{path} {name}")
    assert not missing
