"""The lists of tables and people, which most clients share and which are encoded only once."""

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.tables.lists import Lists


def test_list_of_people_is_built_once_for_all_requests(served, monkeypatch):
    people = [served.enter(f"Guest {n}", f"203.0.113.{n + 1}") for n in range(30)]
    people[0].say(wire.Open, game="wist", public=True)
    made = []
    person = Lists._person
    monkeypatch.setattr(Lists, "_person", lambda *given: made.append(given) or person(*given))
    answers = [one.say(wire.ListPeople)[0].people for one in people for _ in range(2)]
    assert all(answer == answers[0] for answer in answers)
    assert len(made) == len(people)
    assert people[5].say(wire.ListTables)[0].tables[0].host == "Guest 0"
    served.lose(people[1])
    assert people[5].say(wire.ListPeople)[0].people[1].away


def test_blocked_and_blocking_person_do_not_see_each_other_in_the_lists(served):
    anna, bruno, carla = (served.enter(name) for name in ("Anna", "Bruno", "Carla"))
    bruno.say(wire.Open, game="wist", public=True)
    anna.say(wire.BlockPerson, name="Bruno")
    for one, seen in ((anna, ["Anna", "Carla"]), (bruno, ["Bruno", "Carla"])):
        assert [person.name for person in one.say(wire.ListPeople)[0].people] == seen
    assert anna.say(wire.ListTables)[0].tables == []
    assert len(carla.say(wire.ListTables)[0].tables) == 1
    assert len(carla.say(wire.ListPeople)[0].people) == 3


def test_list_requests_use_up_the_rate_limit_faster_than_moves(served):
    anna = served.enter("Anna")
    answers = [anna.say(wire.ListPeople)[0] for _ in range(60)]
    refused = sum(isinstance(one, wire.No) for one in answers)
    assert 60 - refused == limits.REQUESTS_AT_ONCE // limits.EXPENSIVE
