"""Tests in very many matches that no byte from the server reveals a hidden card."""

import pytest

from audiogames.core.registry import game_ids
from tests.online.scan_wire import scan

MATCHES = 70


@pytest.mark.parametrize("processes", [False, True])
@pytest.mark.parametrize("id_", game_ids())
def test_no_client_receives_a_card_hidden_from_its_player(id_, processes):
    assert all(found.ended for found in scan(id_, range(1000, 1000 + MATCHES), processes=processes))
