"""Tests that false and huge messages of a hostile server do not break the client."""

import pytest

from audiogames.core.registry import game, game_ids
from tests.online.heavy import KINDS, MESSAGES, PACE, TWICE, attack
from tests.online.hostile import Tally
from tests.online.hostile import attack as lie_to

LIES = 20_000


@pytest.mark.parametrize("id_", game_ids())
def test_hostile_server_messages_cause_no_client_fault(id_):
    tally = Tally()
    lie_to(game(id_), LIES, 1, tally)
    assert dict(tally.findings) == {}


@pytest.mark.parametrize("pace", [0.0, PACE])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_huge_server_messages_do_not_double_the_clients_memory_use(kind, pace):
    before, most, _heard, _end = attack(kind, MESSAGES, pace)
    assert 0 < most <= TWICE * before
