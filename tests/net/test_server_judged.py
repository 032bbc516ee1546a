"""Scripted sessions with any requests in any order, and a check of all bytes that are sent."""

import pytest

from audiogames.net import wire
from tests.online.gathering import CODE, Gathering
from tests.online.onlooker import Leak, Onlooker
from tests.online.scripts import Play, sessions

GAMES = {"novantanove", "invido", "tressette", "wist", "drops"}
"""The games of sessions in which people are sent to tables of another process."""


@pytest.mark.parametrize("name", sorted(sessions()))
def test_server_sends_each_client_only_permitted_data_in_scripted_sessions(name):
    script = sessions()[name]
    play = Play.of(script)
    play.do(script)
    assert play.gathering.onlooker.scanned > 5
    assert all(guest.open for guest in play.gathering.bystanders)
    assert bool(play.redeemed) == (name.endswith("-two") and name.partition("-")[0] in GAMES)


def test_goodbye_sent_to_a_slow_client_is_not_marked_as_the_answer_to_a_request():
    gathering = Gathering()
    anna = gathering.enter("Anna")
    gathering.slow(anna)
    (bye,) = anna.said
    assert (bye.reason, bye.re) == ("net-too-slow", 0)
    assert not anna.open


@pytest.fixture
def match():
    """Return a match of two players and a spectator, and the simulated server that judges it.

    The value is a pair: the `Gathering`, which checks every byte sent, and the three people.
    """
    gathering = Gathering()
    people = [gathering.enter(name, code=CODE) for name in ("Anna", "Bruno", "Carla")]
    gathering.ask(people[0], wire.Open, game="invido")
    code = people[0].seated.code
    gathering.ask(people[1], wire.Join, code=code)
    gathering.ask(people[2], wire.Join, code=code, watch=True)
    gathering.ask(people[0], wire.StartMatch)
    return gathering, people


def test_wire_check_finds_a_hidden_card_in_the_bytes(match):
    gathering, (anna, bruno, carla) = match
    foreign = bruno.update.view["hand"][0]
    shown = b'"x":"%b"' % foreign.encode()
    for guest in (anna, carla):
        leaking = wire.encode(guest.update).replace(b'"on_table":[]', shown)
        with pytest.raises(Leak, match=foreign):
            gathering.onlooker.told(guest.update, leaking)


def test_wire_check_finds_a_move_sent_before_it_was_saved(match):
    _, (anna, _, _) = match
    early = Onlooker()
    with pytest.raises(Leak, match="no match"):
        early.told(anna.update, wire.encode(anna.update))
