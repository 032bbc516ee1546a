"""Tests of the registry, which finds games by their folders and entry points."""

from dataclasses import replace

import pytest

from audiogames.core import registry
from audiogames.core.registry import game, game_ids


def test_games_are_found_by_their_folders():
    assert "novantanove" in game_ids()
    assert list(game_ids()) == sorted(game_ids())
    assert [game(id_).id for id_ in game_ids()] == list(game_ids())


@pytest.mark.parametrize("id_", ["bridge", "", "novantanove.rules", "__init__"])
def test_unknown_game_raises_key_error(id_):
    with pytest.raises(KeyError):
        game(id_)


class Found:
    """A fake entry point, so that no package must be installed."""

    def __init__(self, name, found):
        self.name, self.value, self._found = name, "somewhere:GAME", found

    def load(self):
        return self._found()


@pytest.fixture
def installed(monkeypatch):
    """Return a function that registers games of fake packages."""

    def install(**found):
        points = [Found(name, one) for name, one in found.items()]
        monkeypatch.setattr(registry, "entry_points", lambda **_: points)
        forget()

    yield install
    monkeypatch.undo()
    forget()


def forget():
    for cached in (registry.game_ids, registry.games, registry.game, registry._installed):
        cached.cache_clear()


def test_installed_package_adds_a_game(installed):
    spec = replace(game("wist"), id="whist", place=1)
    installed(whist=lambda: spec)
    assert game("whist") is spec
    assert registry.games()[0] is spec


def test_installed_game_cannot_replace_a_built_in_game(installed):
    installed(wist=lambda: replace(game("novantanove"), id="wist"))
    assert game("wist").options is not game("novantanove").options


def broken():
    raise ImportError("made for another version")


@pytest.mark.parametrize("found", [broken, lambda: "no game", lambda: game("wist")])
def test_broken_game_package_is_skipped_and_logged(installed, caplog, found):
    installed(bridge=found)
    assert "bridge" not in game_ids()
    assert "bridge" in caplog.text
    assert "Traceback" not in caplog.text
    assert registry.broken_games() == ("bridge",)
