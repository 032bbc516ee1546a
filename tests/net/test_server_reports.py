"""Program errors of the server: each is reported, and no client is blamed.

An error ends only the connection or the table in which it occurs.
"""

import pytest

from audiogames.net import wire
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.tables.match import ServedMatch
from audiogames.net.server.tables.table import OnlineTable
from tests.kit.serving import Served, table_with


class OurFaultError(Exception):
    """A simulated program error."""


def fails(*_, **__):
    raise OurFaultError


@pytest.fixture
def served():
    return Served()


def reported(served):
    return [type(fault) for fault in served.faults]


@pytest.mark.parametrize("part", ["read_request", "encode"])
def test_fault_in_parsing_or_encoding_a_message_is_reported_and_ends_one_connection(
    served, monkeypatch, part
):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    with monkeypatch.context() as patched:
        patched.setattr(wire, part, fails)
        served.receive(bruno, b'{"type":"ping","id":99}')
    assert set(reported(served)) == {OurFaultError}
    assert "net-malformed" not in [getattr(one, "reason", "") for one in bruno.told]
    if part == "read_request":
        assert bruno.told[-1].reason == "net-fault"
    assert bruno.dropped
    assert isinstance(anna.say(wire.Ping)[0], wire.Pong)
    assert served.back(bruno).told[0].back


def test_fault_in_a_handler_is_reported_and_ends_one_connection(served, monkeypatch):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    with monkeypatch.context() as patched:
        patched.setattr(ServedMatch, "seat_of", fails)
        bruno.say(wire.MakeMove, seq=1, move="nonsense")
    assert reported(served)[0] is OurFaultError
    assert bruno.told[-1].reason == "net-fault"
    assert not anna.dropped
    assert served.back(bruno).told[0].back


def test_fault_in_a_tables_timer_disconnects_its_people_and_keeps_the_match(served, monkeypatch):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno", limit=30)
    (carla,) = table_with(served, "wist", "Carla")
    anna.say(wire.StartMatch)
    with monkeypatch.context() as patched:
        patched.setattr(OnlineTable, "wake", fails)
        served.wait(60)
    assert reported(served)[0] is OurFaultError
    for person in (anna, bruno):
        assert person.dropped
        assert person.told[-1].reason == "net-fault"
    assert not carla.dropped
    again = served.back(anna)
    assert again.last(wire.Seated).playing
    assert again.last(wire.MatchUpdate) is not None


def test_fault_in_a_bots_reply_is_reported_and_disconnects_its_table(served, monkeypatch):
    (anna,) = table_with(served, "invido", "Anna", bots=1)
    monkeypatch.setattr(OnlineTable, "take_thought", fails)
    anna.say(wire.StartMatch)
    served.wait(5)
    for _ in range(5):
        update = anna.last(wire.MatchUpdate)
        if anna.dropped:
            break
        anna.say(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
        served.wait(5)
    assert reported(served)[0] is OurFaultError
    assert anna.told[-1].reason == "net-fault"


def test_fault_at_the_end_of_the_reconnection_time_is_reported_and_disconnects_the_table(
    served, monkeypatch
):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    served.lose(bruno)
    monkeypatch.setattr(Presence, "still_away", fails)
    served.wait(70)
    assert reported(served)[0] is OurFaultError
    assert anna.told[-1].reason == "net-fault"


def test_fault_in_password_checking_is_not_counted_as_a_wrong_password(served):
    anna = served.call()
    anna.hello("Anna", code="4271", password="correct horse", register=True)
    served.do(served.core.unverified(anna.conn, served.now))
    assert anna.told[-1].reason == "net-fault"
    bruno = served.call()
    bruno.hello("Bruno", code="4271", password="correct horse", register=True)
    served.verify("hash")
    assert bruno.token
