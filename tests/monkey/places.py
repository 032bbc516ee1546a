"""The screens on which random keys start: all screens of the test kit, and every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from typing import Any

from audiogames.app.settings import Settings
from audiogames.core.contract import Turn
from audiogames.core.events import drop
from audiogames.core.log import Entry, Log, initial_state
from audiogames.core.registry import Spec, game, game_ids
from audiogames.search.arena import levels
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player, bot_player
from audiogames.table.setup import Setup, new_log, places
from tests.app import online
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import PLACES

Place = Callable[[str], Any]
"""Returns a program in this place, in the given language; its player is a `Pilot`."""

STAMP = "a match of bots"


def all_places() -> dict[str, Place]:
    """Map each screen's name to a function that opens it and returns the driver (`Pilot`)."""
    found: dict[str, Place] = dict(PLACES)
    found |= {f"online, {name}": place for name, place in online.PLACES.items()}
    for id_ in game_ids():
        spec = game(id_)
        found |= {f"{id_}, {level} bots": partial(_match, spec, level, 1) for level in levels(spec)}
        found |= {
            f"{id_}, two people": partial(_match, spec, "easy", 2),
            f"{id_}, a lesson": partial(_lesson, spec),
            f"{id_}, a demonstration": partial(_demonstration, spec),
            f"{id_}, heard again": partial(_heard_again, spec),
            f"{id_}, online": partial(_online, id_),
        }
    return found


def _menu(lang: str, ended: Mapping[str, Log] | None = None) -> Any:
    storage = MemoryStorage(Settings(language=lang))
    storage.ended.update(ended or {})
    return Pilot(storage, lang=lang)


def _after(pilot: Any, act: Callable[[], None]) -> Any:
    """Call a method of the app, execute its outputs, and return the pilot."""
    act()
    pilot.wait(0.1)
    return pilot


def _match(spec: Spec, level: str, people: int, lang: str) -> Any:
    pilot = _menu(lang)
    persons = tuple(Player(name) for name in ("Eva", "Ugo")[:people])
    setup = Setup(spec, spec.options(), persons, level=level).filled(spec.usual_seats)
    return _after(pilot, lambda: pilot.app.matches.begin(setup, pilot.now))


def _lesson(spec: Spec, lang: str) -> Any:
    pilot = _menu(lang)
    return _after(pilot, lambda: pilot.app.matches.teach(spec))


def _demonstration(spec: Spec, lang: str) -> Any:
    pilot = _menu(lang)
    return _after(pilot, lambda: pilot.app.matches.demonstrate(spec, pilot.now))


def _heard_again(spec: Spec, lang: str) -> Any:
    pilot = _menu(lang, {STAMP: _finished(spec.id)})
    pilot.press("f9", "home", "down", "enter", "enter")
    return pilot


def _online(id_: str, lang: str) -> Any:
    pilot, _ = online.host_of_two(lang, {"tressette": "t", "wist": "w"}.get(id_, id_[0]))
    for _ in range(game(id_).usual_seats - 2):
        pilot.press("b")
    pilot.press("enter")
    pilot.wait(online.FAR)
    return pilot


@cache
def _finished(id_: str) -> Log:
    """Play a random match of this game to its end; return the log."""
    spec, rng = game(id_), Random(id_)
    players = (Player("Eva"), *(bot_player((), "easy") for _ in range(spec.usual_seats - 1)))
    log = new_log(spec, spec.options(), places(spec, players), TimeSettings(), STAMP)
    state = initial_state(log)
    while state.to_act is not Turn.OVER:
        seat = None if state.to_act is Turn.CHANCE else state.to_act
        move = (
            spec.rules.chance(state, rng) if seat is None else rng.choice(state.legal_moves(seat))
        )
        state.apply(seat, move, drop)
        number = len(log.entries) + 1
        log.entries.append(Entry(number, float(number), seat, str(move)))
    return log
