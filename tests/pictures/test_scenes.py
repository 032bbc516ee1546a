"""Test of the scenes that are drawn for pictures."""

import pytest

from audiogames.core.registry import own_ids
from tests.pictures.scenes import KINDS, scenes


@pytest.mark.parametrize("game", own_ids())
def test_each_game_has_six_different_scenes(game):
    found = scenes(game)
    assert tuple(sorted(found)) == tuple(sorted(KINDS))
    assert all(frame.table for frame in found.values())
    assert len(set(found.values())) == len(KINDS)
    assert found["result"].table.result
