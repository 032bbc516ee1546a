"""The games there are: found by their folders."""

import pytest

from audiogames.core.registry import game, game_ids


def test_games_are_found_by_their_folders():
    assert "novantanove" in game_ids()
    assert list(game_ids()) == sorted(game_ids())
    assert [game(id_).id for id_ in game_ids()] == list(game_ids())


@pytest.mark.parametrize("id_", ["bridge", "", "novantanove.rules", "__init__"])
def test_there_is_no_other(id_):
    with pytest.raises(KeyError):
        game(id_)
