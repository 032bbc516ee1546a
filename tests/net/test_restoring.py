"""A server that ended without a word begins anew where it was, and goes around what is damaged."""

from random import Random

import pytest

from audiogames.net import limits, wire
from audiogames.net.store import Shelf
from tests.net.served import Served, faultless, one_move, play_on, room_of, table_with


@pytest.fixture
def served():
    return Served()


def only_room(served):
    (room,) = served.core._house.rooms.values()
    return room


@pytest.mark.parametrize("game", ["invido", "novantanove", "tressette", "wist"])
def test_everything_is_there_again_and_goes_on(served, game):
    bots = {"tressette": 2, "wist": 2}.get(game, 0)
    people = table_with(served, game, "Anna", "Bruno", bots=bots, limit=600)
    people[0].say(wire.Start)
    for _ in range(8):
        one_move(served, people, Random(1))
        served.wait(1)
    room = room_of(served, people[0])
    entries, seq = list(room.table.log.entries), room.table.seq
    view = people[0].last(wire.Update).view
    again = served.again()
    restored = only_room(again)
    assert restored.table.log.entries == entries
    assert restored.table.seq == seq
    assert restored.table.paused_since is not None
    back = []
    for person in people:
        person.server = again
        back.append(again.back(person))
        assert back[-1].told[0].back
    assert back[0].last(wire.Update).view == view
    assert back[0].last(wire.Seated).host == "Anna"
    play_on(again, back, Random(2))
    faultless(again)


def test_what_was_said_of_the_table_is_kept(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno", public=True, limit=30)
    anna.say(wire.Arrange, slow=5, extensions=False)
    anna.say(wire.Start)
    anna.say(wire.Pause)
    bruno.say(wire.Pause)
    before = anna.last(wire.Seated)
    again = served.again()
    anna.server = again
    back = again.back(anna)
    now = back.last(wire.Seated)
    for field in ("code", "options", "public", "limit", "slow", "extensions", "paused", "me"):
        assert getattr(now, field) == getattr(before, field)
    assert back.last(wire.Update).paused


def test_chairs_that_were_given_up_are_played_for(served):
    anna, bruno = table_with(served, "novantanove", "Anna", "Bruno")
    anna.say(wire.Start)
    bruno.say(wire.Goodbye)
    again = served.again()
    anna.server = again
    back = again.back(anna)
    assert back.last(wire.Seated).seats[1 - back.seat].stand_in
    for _ in range(10):
        one_move(again, [back], Random(1))
        again.wait(6)
    assert again.core._house.rooms
    assert back.last(wire.Update).seq > 3
    faultless(again)


def test_an_empty_table_with_a_match_is_found_by_its_code(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.Start)
    code = anna.last(wire.Seated).code
    for person in list(served.people.values()):
        person.say(wire.Goodbye)
    again = served.again()
    back = again.call()
    back.hello("Bruno", code=code, own=bruno.last(wire.Seated).own)
    assert back.last(wire.Update).seat == back.seat
    third = again.again()
    third.wait(limits.SAVED_SECONDS * 2)
    assert not third.core._house.rooms
    assert third.store.kept.matches == {}


def test_a_table_without_a_match_waits_for_its_people_a_moment(served):
    anna, _ = table_with(served, "invido", "Anna", "Bruno")
    again = served.again()
    anna.server = again
    back = again.back(anna)
    assert back.last(wire.Seated).host == "Anna"
    again.wait(limits.GRACE + 1)
    assert [seat.name for seat in back.last(wire.Seated).seats] == ["Anna"]


def test_what_cannot_be_read_is_noted_and_gone_around(served):
    anna, _ = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.Start)
    table_with(served, "novantanove", "Carla")
    rows = served.store.kept.rows
    rows[Shelf.ACCOUNTS]["x"] = "{"
    rows[Shelf.MEMBERS]["x"] = "[]"
    rows[Shelf.TABLES]["77"] = '{"id": 77}'
    served.store.kept.matches[78] = "{}"
    (place, _) = served.store.kept.matches
    served.store.kept.matches[place] = served.store.kept.matches[place].replace("dealer", "dance")
    again = served.again()
    assert len(again.notes) == 5
    assert only_room(again).spec.id == "novantanove"
    anna.server = again
    back = again.back(anna)
    assert back.told[0].back
    assert back.refused(wire.Leave) == "net-at-no-table"


def test_a_table_that_makes_no_sense_stops_no_other(served):
    table_with(served, "invido", "Anna", "Bruno")[0].say(wire.Start)
    table_with(served, "novantanove", "Carla")
    rows = served.store.kept.rows[Shelf.TABLES]
    (place,) = served.store.kept.matches
    rows[str(place)] = rows[str(place)].replace('"order":[', '"order":[7,')
    again = served.again()
    assert len(again.notes) == 1
    assert only_room(again).spec.id == "novantanove"


def test_numbers_of_tables_and_people_are_not_given_twice(served):
    table_with(served, "invido", "Anna", "Bruno")
    again = served.again()
    carla = again.enter("Carla")
    carla.say(wire.Open, game="wist")
    assert len(again.core._house.rooms) == 2
    assert len(again.core._house.members) == 3
