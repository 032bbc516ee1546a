"""Test that no import cycle has more than three modules, counting imports for types."""

from tools.trace_calls import circles

LARGEST = 3
"""The greatest length of a cycle.  An object and its parts may know one another, such as a screen
and its context."""


def test_no_import_cycle_has_more_than_three_modules():
    assert [one for one in circles() if len(one) > LARGEST] == []
