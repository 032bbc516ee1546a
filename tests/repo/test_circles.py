"""Modules form no circles: a module stands above whatever it names, even for a type only."""

from tools.trace_calls import circles

LARGEST = 3
"""A thing and those that it is made of may know each other, such as a screen and its context."""


def test_no_circle_of_modules_is_larger_than_three():
    assert [one for one in circles() if len(one) > LARGEST] == []
