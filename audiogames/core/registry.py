"""The games there are, found by looking into `audiogames.games`: a new game edits no list."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from audiogames.core.game import GameSpec

PACKAGE = "audiogames.games"

Spec = GameSpec[Any, Any, Any, Any]


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games, which are the names of their folders."""
    package = import_module(PACKAGE)
    return tuple(sorted(module.name for module in iter_modules(package.__path__) if module.ispkg))


@cache
def games() -> tuple[Spec, ...]:
    """All games in the order in which they are offered."""
    return tuple(sorted(map(game, game_ids()), key=lambda spec: (spec.place, spec.id)))


@cache
def game(id_: str) -> Spec:
    """The game with this id.  Raises `KeyError`."""
    if id_ not in game_ids():
        raise KeyError(id_)
    spec = import_module(f"{PACKAGE}.{id_}").GAME
    assert isinstance(spec, GameSpec)
    return spec
