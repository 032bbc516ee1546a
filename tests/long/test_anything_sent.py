"""Tests that mutated messages cause no error, with one server or with two that share a store."""

from random import Random

import pytest

from tests.online.babble import LIFE, Babble

LIVES = 100
"""The number of servers; each is sent `LIFE` messages."""


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_mutated_messages_cause_no_fault_of_a_server(seed, several):
    for life in range(LIVES):
        Babble(Random(seed * 1_000_003 + life), several=several).go_on(LIFE)
