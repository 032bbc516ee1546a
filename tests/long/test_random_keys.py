"""Presses very many random keys, without a shell, in a window, in a terminal and in a browser."""

import pytest

from tests.kit.programs.browser import reason_missing as no_browser
from tests.kit.programs.screen import reason_missing as no_window
from tests.kit.waiting import require
from tests.monkey.page import OnPage
from tests.monkey.press import told
from tests.monkey.shells import InTerminal, InWindow, press_in
from tests.monkey.walk import Tally, press

SEED = 1


def test_random_keys_without_a_shell_find_no_fault():
    tally = Tally()
    press(53_000, SEED, tally)
    assert list(told(tally.findings)) == []


@pytest.mark.parametrize(
    ("shell", "keys", "missing"),
    [
        (InWindow, 3_000, no_window),
        (InTerminal, 3_000, lambda: None),
        (OnPage, 1_000, no_browser),
    ],
)
def test_random_keys_cause_no_fault_in_the_window_the_terminal_and_the_page(shell, keys, missing):
    require(missing())
    tally = Tally()
    press_in(shell, keys, SEED, tally)
    assert list(told(tally.findings)) == []
