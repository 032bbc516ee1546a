"""Functions that start a match of any game against bots, or also play it to the end."""

from __future__ import annotations

from audiogames.core.registry import game
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.pilot import Pilot


def playing(id_, lang="en", level="easy", options=None, **more):
    """Start a match of this game against bots, and return its test driver."""
    spec = game(id_)
    pilot = Pilot(lang=lang, **more)
    setup = Setup(spec, spec.options(**(options or {})), (Player("Eva"),), level=level)
    pilot.app.matches.begin(setup.filled(spec.usual_seats), pilot.now)
    pilot.drain()
    return pilot


def played_out(id_, lang="en", **options):
    """Play a match of this game to its end.

    The player always makes the first legal move, and draws automatically.
    """
    spec = game(id_)
    pilot = Pilot(lang=lang)
    setup = Setup(spec, spec.options(**options), (Player("Eva", auto_draw=True),), level="easy")
    pilot.app.matches.begin(setup.filled(spec.usual_seats), pilot.now)
    session = pilot.app.session
    for _ in range(3000):
        if session.over:
            return pilot
        if session.waiting:
            pilot.wait(1)
            session.ready(pilot.now)
        elif session.my_turn:
            pilot.now += 0.1
            session.submit(session.view.legal[0], pilot.now)
        pilot.drain()
        pilot.wait(3)
    raise AssertionError("it does not end")


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
