"""Somebody who sees only the pictures of a match misses nothing of it."""

import pytest

from audiogames.core.registry import game_ids
from tests.telling.frames import differences


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_every_card_call_turn_and_score_can_be_read_from_the_pictures(id_):
    assert list(differences(id_, seed=3)) == []
