"""Nobody is bound by what they have not been told: seeded matches, seen from outside.

`bench/telling.py` plays more of them, and has the mutants that take many matches to be found.
"""

import pytest

from audiogames.core.registry import game_ids
from tests.pilot.pilot import Pilot
from tests.telling.matches import ALONE, play, way_of
from tests.telling.mutants import MUTANTS, caught

MATCHES = 12
"""Of each game, three times each way of playing."""
ATTEMPTS = 20
"""Matches of each game in which a mutant has to be found."""

QUICK = [name for name, mutant in MUTANTS.items() if not mutant.is_slow]


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_the_order_of_facts_is_that_of_the_log_and_nobody_is_bound_by_what_was_not_told(id_):
    found = {
        (way_of(seed), seed): [str(breach) for breach in play(id_, way_of(seed), seed)]
        for seed in range(MATCHES)
    }
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_nor_is_anybody_where_bots_take_longer_over_hard_decisions(id_, monkeypatch):
    monkeypatch.setattr(Pilot, "hesitates", True)
    assert [str(breach) for seed in range(4) for breach in play(id_, ALONE, seed)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_a_program_without_one_of_the_clauses_is_found(name):
    assert caught(MUTANTS[name], range(ATTEMPTS))
