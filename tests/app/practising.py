"""Matches of any game, alone against bots."""

from __future__ import annotations

from audiogames.core.registry import game
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.pilot.pilot import Pilot


def playing(id_, lang="en", level="easy", options=None, **more):
    """A match of any game against bots, begun."""
    spec = game(id_)
    pilot = Pilot(lang=lang, **more)
    setup = Setup(spec, spec.options(**(options or {})), (Player("Eva"),), level=level)
    pilot.app.matches.begin(setup.filled(spec.usual_seats), pilot.now)
    pilot._perform(pilot.app._drain())
    return pilot


def to_my_turn(pilot):
    for _ in range(200):
        session = pilot.app.session
        if session.waiting:
            pilot.wait(2)
            pilot.press("space")
        elif session.my_turn or session.over:
            return pilot
        pilot.wait(5)
    raise AssertionError("it is never my turn")


def log(pilot):
    return pilot.app.session.table.log
