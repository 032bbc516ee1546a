"""The available games: built-in games and those of other installed packages.

Built-in games are found by scanning `audiogames.games`, the others through the entry-point group of
the same name, so adding a game needs no change to a list.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from audiogames.core.spec import GameSpec

PACKAGE = "audiogames.games"
"""The package of the program's own games, and the entry-point group of all others."""

Spec = GameSpec[Any, Any, Any, Any]

log = logging.getLogger(__name__)


@cache
def own_ids() -> tuple[str, ...]:
    """Return the ids of the built-in games, which are the names of their folders."""
    package = import_module(PACKAGE)
    return tuple(sorted(module.name for module in iter_modules(package.__path__) if module.ispkg))


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(sorted((*own_ids(), *_installed())))


@cache
def games() -> tuple[Spec, ...]:
    """Return all games in menu order."""
    return tuple(sorted(map(game, game_ids()), key=lambda spec: (spec.place, spec.id)))


@cache
def game(id_: str) -> Spec:
    """Return the game with this id.  Raises `KeyError`."""
    if id_ not in own_ids():
        return _installed()[id_]
    spec = import_module(f"{PACKAGE}.{id_}").GAME
    assert isinstance(spec, GameSpec)
    return spec


@cache
def brought_data(id_: str) -> Path | None:
    """Return the folder with the `locales` and `sounds` of a game from another package.

    None for a built-in game.
    """
    if id_ not in _installed():
        return None
    (found,) = (one for one in _entry_points() if one.name == id_)
    file = import_module(found.module).__file__
    assert file is not None
    return Path(file).parent


def brought_games() -> tuple[str, ...]:
    """Return the ids of the games from other packages."""
    return tuple(_installed())


def broken_games() -> tuple[str, ...]:
    """Return the ids of the games from other packages that cannot be loaded."""
    return tuple(one.name for one in _entry_points() if one.name not in _installed())


@cache
def _installed() -> Mapping[str, Spec]:
    """Return the games of other packages that can be loaded."""
    found = {one.name: _loaded(one) for one in _entry_points()}
    return {id_: spec for id_, spec in found.items() if spec is not None}


def _entry_points() -> list[EntryPoint]:
    """Return the entry points of games in other packages, one for each id.

    Ids that built-in games have are left out.
    """
    found = {one.name: one for one in entry_points(group=PACKAGE) if one.name not in own_ids()}
    return [found[id_] for id_ in sorted(found)]


def _loaded(found: EntryPoint) -> Spec | None:
    """Load a third-party game; log the reason and return None if it cannot be loaded."""
    try:
        spec = found.load()
    except Exception as fault:  # noqa: BLE001 - a boundary: third-party code may raise anything
        # One sentence, because it is read aloud: no `log.exception`.
        log.error("The game %s of %s cannot be loaded: %r.", found.name, found.value, fault)  # noqa: TRY400
        return None
    if not isinstance(spec, GameSpec) or spec.id != found.name:
        log.error("The game %s of %s is no GameSpec of that id.", found.name, found.value)
        return None
    return spec
