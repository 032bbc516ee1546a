"""Every fact of a match can be seen in its frames, without hearing anything."""

import pytest

from audiogames.core.registry import game_ids
from tests.telling.frames import differences


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_frames_show_every_card_call_turn_and_score(id_):
    assert list(differences(id_, seed=3)) == []
