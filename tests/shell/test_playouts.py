"""Tests of how many playouts bots make: fewer on a slow machine, measured once."""

import itertools

import pytest

from audiogames.search.arena import BUDGET
from audiogames.shell.playouts import (
    FEWEST,
    USUAL_SECONDS,
    Playouts,
    measured,
    most_playouts,
    settle,
)


def clock_of(*pieces):
    """Return a simulated clock that measures these seconds for successive pieces of work."""
    times = itertools.accumulate(step for took in pieces for step in (took, 0.0))
    return itertools.chain([0.0], times).__next__


@pytest.mark.parametrize(
    ("took", "playouts"),
    [
        (USUAL_SECONDS / 3, BUDGET),
        (USUAL_SECONDS, BUDGET),
        (USUAL_SECONDS * 2, BUDGET // 2),
        (USUAL_SECONDS * 50, FEWEST),
    ],
)
def test_playouts_are_reduced_on_a_slow_machine(took, playouts):
    assert measured(clock=clock_of(*[took] * 5)) == playouts


def test_compiled_bots_make_twice_as_many_playouts_in_the_same_time(monkeypatch):
    monkeypatch.setattr("audiogames.shell.playouts.is_compiled", lambda: True)
    for took, playouts in ((USUAL_SECONDS, 2 * BUDGET), (USUAL_SECONDS * 2, BUDGET)):
        assert measured(clock=clock_of(*[took] * 5)) == playouts


def test_temporary_load_does_not_change_the_measured_playouts():
    pieces = [USUAL_SECONDS * one for one in (1, 9, 1, 9, 1)]
    assert measured(clock=clock_of(*pieces)) == BUDGET


def test_measured_number_of_rollouts_is_shared_by_all_workers():
    playouts = Playouts()
    settle(playouts.shared())
    found = playouts.number
    assert FEWEST <= found <= most_playouts()
    playouts.shared().value = 7
    settle(playouts.shared())
    assert playouts.number == 7
