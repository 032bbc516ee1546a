"""The attacks on a server, each in a short form: nothing is stolen and nobody honest refused.

How long anything took is not judged here: that needs a longer run on an idle machine.
"""

import asyncio

import pytest

from tests.online.attack import Row, measure_shortly, serving
from tests.online.attacks import Outcome, names
from tests.online.honest import Noticed

pytestmark = pytest.mark.e2e


@pytest.mark.slow
def test_no_attack_is_noticed_for_long():
    with serving() as server:
        rows = asyncio.run(measure_shortly(server, names()))
    assert {row.title: faults for row in rows if (faults := list(row.faults()))} == {}
    assert len(rows) == len(names())


def test_the_short_form_judges_memory_and_no_times():
    idle, busy = Noticed(memory=10.0), Noticed([9000.0], [9000.0], [9000.0], memory=90.0)
    faults = {
        judged: list(Row("", idle, busy, Outcome(), frozenset(), judges_times=judged).faults())
        for judged in (True, False)
    }
    assert faults[True] == ["memory has grown", "moves are late", "somebody honest was kept out"]
    assert faults[False] == ["memory has grown"]
