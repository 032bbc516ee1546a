"""A person who sees only the pictures of a match misses no fact of it."""

import pytest

from audiogames.core.registry import game_ids
from tests.telling.frames import differences


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_frames_show_every_card_call_turn_and_score(id_):
    assert list(differences(id_, seed=3)) == []
