"""Whole matches on the server core: all messages arrive, and finished matches are deleted."""

from random import Random

import pytest

from audiogames.net import wire
from tests.kit.serving import Served, faultless, play_on, table_with

SEATS = {"novantanove": (2, 1), "invido": (2, 0), "tressette": (2, 2), "wist": (3, 1)}


@pytest.mark.parametrize("game", sorted(SEATS))
def test_finished_match_is_deleted_once_all_players_left(game):
    served = Served()
    persons, bots = SEATS[game]
    people = table_with(served, game, *["Anna", "Bruno", "Carla"][:persons], bots=bots)
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(3))
    faultless(served)
    for person in people:
        assert person.last(wire.MatchUpdate).over
        assert not person.last(wire.Seated).playing
        assert person.counts == list(range(1, len(person.counts) + 1))
    assert len(served.store.kept.matches) == 1, "kept, should somebody come back"
    for person in people:
        person.say(wire.Leave)
    assert served.store.kept.matches == {}


def test_newcomer_does_not_receive_a_finished_match():
    """At a table without spectators, only the match's players may see its last cards."""
    served = Served()
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.Arrange, spectators=False)
    code = people[0].last(wire.Seated).code
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(3))
    people[1].say(wire.Leave)
    newcomer = served.enter("Carla")
    newcomer.say(wire.Join, code=code)
    assert newcomer.last(wire.Seated).me == 1
    newcomer.say(wire.AskView)
    assert newcomer.last(wire.MatchUpdate) is None
