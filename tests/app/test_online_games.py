"""All games at a server's table, with connections that are lost and restored at any time."""

from dataclasses import replace
from random import Random

import pytest

from audiogames.core.contract import Refused
from audiogames.core.registry import game, game_ids
from tests.app.online import entered

MOVES = 80


def table(id_, lang, *before):
    """Start an online match of two people; the host first presses the keys `before`."""
    host, guest = entered(lang)
    host.press("home", "enter", *["down"] * game_ids_in_order().index(id_), "enter")
    assert host.app.online.spec.id == id_
    guest.join(host.app.online.table.code)
    host.press(*["b"] * (game(id_).usual_seats - 2))
    host.wait(3)
    host.press(*before, "enter")
    host.wait(3)
    return host, guest


def game_ids_in_order():
    """Return the ids of the games in the order of the game list."""
    return sorted(game_ids(), key=lambda id_: (game(id_).place, id_))


def act(pilot, rng, refusals):
    """Continue after a deal, or make a random legal move if it is the player's turn."""
    session = pilot.app.session
    if session is None or pilot.app.online.is_lost:
        return
    session.catch_up(pilot.now)
    try:
        if session.waiting:
            session.ready(pilot.now)
        elif session.is_asked and session.view.legal:
            session.submit(rng.choice(session.view.legal), pilot.now)
    except Refused as refused:
        refusals.append(refused.message.id)
    pilot.perform(pilot.app.tick(pilot.now))


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_every_game_survives_lost_connections(id_):
    rng, refusals = Random(id_), []
    host, guest = table(id_, "it")
    for _ in range(MOVES):
        for pilot in (host, guest):
            act(pilot, rng, refusals)
        host.wait(rng.choice((0.3, 1.0, 3.0)))
        if rng.random() < 0.05:
            one = rng.choice((host, guest))
            host.net.unplug(one)
            host.wait(rng.choice((3, 25, 90)))
            host.net.plug(one)
            host.wait(8)
    for pilot in (host, guest):
        assert not pilot.app.online.fault
        assert not pilot.app.online.is_lost
        told = " ".join(pilot.transcript())
        assert "{" not in told
        session = pilot.app.session
        assert session is None or session.over or session.table.seq > MOVES / 4
    assert set(refusals) <= {"one-moment", "refused-paused", "online-lost"}
    assert not [note for note in host.net.served.notes if "Fault" in note]


def test_turn_prompt_cut_off_by_another_draw_is_repeated():
    host, guest = table("novantanove", "it")
    for pilot in (host, guest):
        pilot.app.settings = replace(pilot.app.settings, verbosity="full")
        pilot.app.announcer.localizer.verbosity = "full"
    host.wait(30)
    host.press("home")
    guest.look()
    host.rush("enter")
    host.wait(0.15)
    host.rush("space")
    guest.rush("h")
    assert "Marta draws. Your turn. You hold " in guest.look()[-1].text
