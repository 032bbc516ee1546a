"""Abandoned tables and absent guests, which the server limits and finally deletes."""

from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import one_move, table_of

HERE, THERE = "203.0.113.5", "198.51.100.7"


def open_and_leave(served, person, *, moves):
    """Open a table, leave its match after this many moves, and return the table's number."""
    person.say(wire.Open, game="invido")
    person.say(wire.AddBot)
    person.say(wire.StartMatch)
    table = table_of(served, person)
    while moves:
        moves -= one_move(served, [person], Random(1))
        served.wait(1)
    person.say(wire.Leave)
    served.wait(1)
    return table.id


def test_one_person_cannot_fill_the_server_with_tables(served, monkeypatch):
    monkeypatch.setattr(limits, "TABLES", 40)
    greedy = served.enter("Greedy", HERE)
    for _ in range(60):
        open_and_leave(served, greedy, moves=0)
    tables = served.core.lobby.tables
    assert len(tables) == limits.DESERTED_AN_ADDRESS
    served.enter("Anna", THERE).say(wire.Open, game="wist")
    served.wait(limits.UNPLAYED_SECONDS)
    assert [table.host.name for table in tables.values()] == ["Anna"]
    assert not served.store.kept.matches


@pytest.mark.slow
def test_only_the_newest_abandoned_matches_of_an_address_are_kept(served):
    greedy, anna = served.enter("Greedy", HERE), served.enter("Anna", THERE)
    hers = open_and_leave(served, anna, moves=1)
    tables = [open_and_leave(served, greedy, moves=1) for _ in range(22)]
    open_and_leave(served, greedy, moves=0)
    served.wait(29 * 24 * 3600)
    assert list(served.core.lobby.tables) == [hers, *tables[2:]]
    again = served.again()
    again.wait(limits.SAVED_SECONDS)
    assert not again.core.lobby.tables


def test_unplayed_abandoned_tables_are_deleted_first(served, monkeypatch):
    monkeypatch.setattr(limits, "DESERTED", 2)
    anna, bruno = served.enter("Anna", HERE), served.enter("Bruno", THERE)
    tables = [open_and_leave(served, anna, moves=1), open_and_leave(served, bruno, moves=0)]
    tables += [open_and_leave(served, anna, moves=1)]
    assert list(served.core.lobby.tables) == [tables[0], tables[2]]


def test_unplayed_table_is_deleted_after_the_connection_is_lost(served):
    anna = served.enter("Anna", HERE)
    anna.say(wire.Open, game="invido")
    anna.say(wire.AddBot)
    anna.say(wire.StartMatch)
    served.lose(anna)
    served.wait(limits.UNPLAYED_SECONDS + 1)
    assert not served.core.lobby.tables
    assert not served.core.people.by_id


def test_number_of_tables_opened_by_one_person_or_one_address_is_limited(served):
    anna = served.enter("Anna", HERE)
    for number in range(limits.TABLES_A_PERSON):
        anna.say(wire.Open, game="wist")
        served.enter(f"Heir {number}", THERE).say(wire.Join, code=anna.last(wire.Seated).code)
        anna.say(wire.Leave)
    assert anna.refused(wire.Open, game="wist") == "net-too-many-tables"
    reasons = []
    for number in range(limits.TABLES_AN_ADDRESS - limits.TABLES_A_PERSON + 1):
        reasons += served.enter(f"Guest {number}", HERE).say(wire.Open, game="wist")
        if number % 10 == 9:
            served.wait(20)
    assert reasons[-1].reason == "net-too-many-tables"
    assert isinstance(served.enter("Far", "192.0.2.1").say(wire.Open, game="wist")[0], wire.Seated)


def test_idle_guests_are_forgotten_when_the_server_is_full(served, monkeypatch):
    monkeypatch.setattr(limits, "MEMBERS", 6)
    monkeypatch.setattr(limits, "GUESTS_IN_PEACE", 3)
    anna = served.enter("Anna", THERE)
    anna.say(wire.Open, game="wist")
    served.lose(anna)
    for number in range(20):
        served.lose(served.enter(f"Ghost {number}", HERE))
    assert served.enter("Bruno", THERE).token
    assert served.back(anna).told[0].back
    served.wait(limits.GRACE + 1)
    assert sorted(one.name for one in served.core.people.by_id.values())[:2] == ["Anna", "Bruno"]
    assert len(served.core.people.by_id) <= limits.GUESTS_IN_PEACE


def test_connection_is_closed_after_a_time_or_many_requests_without_a_greeting(served):
    patient, hasty = served.call(HERE), served.call(HERE)
    for _ in range(int(limits.STRANGER_REQUESTS_AT_ONCE) + 1):
        hasty.say(wire.Ping)
    assert hasty.last(wire.Bye).reason == "net-too-fast"
    for _ in range(int(limits.GREETING_SECONDS)):
        served.wait(1)
        patient.say(wire.Ping)
    assert patient.dropped


def test_abandoned_table_is_deleted_exactly_at_its_deadline(served):
    """Rounding errors in a sum of times once delayed the deletion."""
    anna = served.enter("Anna")
    anna.say(wire.Open, game="invido")
    anna.say(wire.AddBot)
    anna.say(wire.StartMatch)
    while not one_move(served, [anna], Random(1)):
        served.wait(1)
    kept = limits.SAVED_SECONDS
    times = (2**30 - 1000 + part / 2**23 for part in range(100))
    served.now = next(time for time in times if (time + kept) - time < kept)
    served.lose(anna)
    until = served.now + kept
    for now in (served.now + limits.GRACE, until):
        served.do(served.core.tick(now))
    served.now = until
    assert served.core.deadline is None or served.core.deadline > until
