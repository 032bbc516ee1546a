"""Malformed messages, silence and program errors end one connection without affecting others."""

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import Served, faultless, table_with


@pytest.fixture
def served():
    return Served()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"nonsense",
        b"[]",
        b'{"type":"unknown","id":1}',
        b'{"type":"ping","id":"one"}',
        b'{"type":"ping","id":1,"more":1}',
        b'{"type":"ping","id":99999999999999999999}',
        b'{"type":"welcome","n":1}',
        b'{"type":"open","id":1,"game":"wist","options":[]}',
        b'{"type":"move","id":1,"seq":1,"move":"3c","seat":0}',
        "\ud800",
    ],
)
def test_malformed_message_disconnects_and_keeps_the_seat(served, data):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    served.receive(bruno, data)
    assert bruno.dropped
    assert bruno.told[-1].reason == "net-malformed"
    assert anna.news()[-1] == "away"
    assert served.back(bruno).told[0].back
    faultless(served)


def test_client_that_reports_an_impossible_message_number_can_return(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    served.lose(bruno)
    bruno.heard = 10**20
    back = served.back(bruno)
    anna.say(wire.Chat, text="ciao")
    assert back.last(wire.ChatMessage).text == "ciao"
    faultless(served)


def test_too_large_message_is_not_parsed(served):
    anna = served.enter("Anna")
    served.receive(anna, b"x" * (wire.LARGEST + 1))
    assert anna.told[-1].reason == "net-too-large"
    assert anna.dropped


def test_message_of_the_largest_allowed_size_is_read(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    anna.say(wire.Chat, text="\u20ac" * 21_000)
    assert len(bruno.last(wire.ChatMessage).text) == 3


def test_client_that_floods_is_refused_then_disconnected(served):
    anna, bruno = served.enter("Anna"), served.enter("Bruno")
    reasons = []
    while not anna.dropped:
        told = anna.say(wire.Ping)[0]
        reasons.append(getattr(told, "reason", "fine"))
    assert reasons.index("net-too-fast") >= limits.REQUESTS_AT_ONCE - 2
    assert len(reasons) < limits.REQUESTS_AT_ONCE + limits.REFUSED_AT_ONCE + 5
    assert isinstance(anna.told[-1], wire.Bye)
    assert isinstance(bruno.say(wire.Ping)[0], wire.Pong)
    served.wait(10)
    assert isinstance(served.back(anna).say(wire.Ping)[0], wire.Pong)


def test_connections_of_an_address_are_limited(served):
    callers = [served.call("203.0.113.9") for _ in range(limits.CONNECTIONS_AN_ADDRESS + 1)]
    assert [one.dropped for one in callers] == [False] * limits.CONNECTIONS_AN_ADDRESS + [True]
    assert callers[-1].told[-1].reason == "net-too-many-connections"
    served.lose(callers[0])
    assert not served.call("203.0.113.9").dropped
    assert not served.call("203.0.113.10").dropped


def test_connections_and_people_of_a_server_are_limited(served, monkeypatch):
    monkeypatch.setattr(limits, "MEMBERS", 1)
    served.enter("Anna")
    stranger = served.call()
    assert (
        stranger.refused(wire.Hello, version=wire.VERSION, name="X", code="4271")
        == "net-server-full"
    )
    monkeypatch.setattr(limits, "CONNECTIONS", 2)
    assert served.call().told[-1].reason == "net-server-full"


def test_silent_clients_are_disconnected(served):
    stranger = served.call()
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    bruno.silent = True
    served.wait(limits.GREETING_SECONDS + 1)
    assert stranger.told[-1].reason == "net-idle"
    assert not anna.dropped
    served.wait(limits.IDLE_SECONDS)
    assert bruno.told[-1].reason == "net-idle"
    assert anna.news()[-1] == "away"
    assert not anna.dropped


def test_client_that_reads_too_slowly_is_disconnected(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    served.do(served.core.slow(bruno.conn, served.now))
    served.do(served.core.slow(999, served.now))
    assert bruno.told[-1].reason == "net-too-slow"
    assert anna.news()[-1] == "away"


def test_unexpected_fault_ends_one_connection_and_is_reported(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")

    def fails(*_):
        raise ZeroDivisionError

    handlers = served.core.handlers
    answers = handlers[wire.Chat]
    handlers[wire.Chat] = fails
    bruno.say(wire.Chat, text="ciao")
    assert bruno.told[-1].reason == "net-fault"
    assert bruno.dropped
    assert [type(one) for one in served.faults] == [ZeroDivisionError]
    assert anna.news()[-1] == "away"
    handlers[wire.Chat] = answers
    again = served.back(bruno)
    again.say(wire.Chat, text="ciao")
    assert anna.last(wire.ChatMessage).text == "ciao"


def test_server_ignores_messages_and_events_of_a_closed_connection(served):
    anna = served.enter("Anna")
    served.lose(anna)
    before = len(anna.told)
    served.receive(anna, b'{"type":"ping","id":9}')
    served.do(served.core.closed(anna.conn, served.now))
    served.do(served.core.verified(anna.conn, "x", served.now))
    assert len(anna.told) == before


def test_every_kind_of_request_has_a_handler(served):
    others = {wire.Hello, wire.Ping, wire.Goodbye}
    assert set(served.core.handlers) | others == set(wire.ClientMessage.__args__)


def test_end_of_the_server_is_announced_to_everybody(served):
    anna, bruno = served.enter("Anna"), served.call()
    served.do(served.core.end())
    for person in (anna, bruno):
        assert person.told[-1].reason == "net-shuts-down"
        assert person.dropped
    again = served.again()
    assert again.back(anna).told[0].back
