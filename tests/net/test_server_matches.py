"""Whole matches over the server core: everybody hears his part, and nothing is left behind."""

from random import Random

import pytest

from audiogames.net import wire
from tests.net.served import Served, faultless, play_on, table_with

SEATS = {"novantanove": (2, 1), "invido": (2, 0), "tressette": (2, 2), "wist": (3, 1)}


@pytest.mark.parametrize("game", sorted(SEATS))
def test_a_whole_match_of_people_and_bots(game):
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
    assert served.store.kept.matches == {}
