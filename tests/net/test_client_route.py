"""A client that is redirected to other processes of its server."""

import pytest

from audiogames.net import wire
from audiogames.net.address import read_address
from audiogames.net.client.core import ClientCore, LineState
from audiogames.net.client.happenings import Arrived, Dropped, Login
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from audiogames.net.client.route import HOPS, Route

THIRD = "ws://192.168.1.7:7500"
HOME = read_address("ws://192.168.1.5")
OTHER = "ws://192.168.1.6:7500"


def orders(core):
    """Return the client's outputs: addresses to connect to, requests to send, and "disconnect"."""
    told = []
    for order in core.drain():
        match order:
            case Connect(address):
                told.append(address.url)
            case Transmit(data):
                told.append(wire.read_request(data))
            case Disconnect():
                told.append("disconnect")
    return told


def hears(core, message, now=1.0):
    return core.received(wire.encode(message), now)


def inside(*others, home=HOME):
    core = ClientCore()
    core.enter(Login(home, "Anna"), 0.0)
    core.drain()
    core.linked(LineStatus.OPEN, 0.0)
    hears(core, wire.Welcome(re=1, name="Anna", token="t", others=[*others]))
    core.drain()
    return core


def test_redirected_hello_is_repeated_at_the_new_address():
    core = ClientCore()
    core.enter(Login(HOME, "Anna", code="123456"), 0.0)
    core.drain()
    core.linked(LineStatus.OPEN, 0.0)
    core.drain()
    assert hears(core, wire.GoTo(re=1, address=OTHER)) == []
    assert orders(core) == ["disconnect", f"{OTHER}/"]
    core.linked(LineStatus.OPEN, 1.0)
    (hello,) = orders(core)
    assert (hello.name, hello.code, hello.ticket) == ("Anna", "123456", "")


def test_redirected_client_uses_a_ticket_and_repeats_its_request():
    core = inside()
    core.ask(wire.TellWishes, 1.0, auto_draw=True)
    asked = core.ask(wire.Join, 1.0, code="123456")
    core.drain()
    assert hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket")) == []
    assert orders(core) == ["disconnect", f"{OTHER}/"]
    core.linked(LineStatus.OPEN, 1.0)
    (hello,) = orders(core)
    assert (hello.token, hello.ticket) == ("t", "ticket")
    welcome = wire.Welcome(re=hello.id, name="Anna", token="t", back=True)
    assert hears(core, welcome) == []
    assert hears(core, wire.Unseated(n=1, re=hello.id)) == []
    wishes, join = orders(core)
    assert wishes.auto_draw
    assert (join.id, join.code) == (asked, "123456")
    (arrived,) = hears(core, wire.Seated(n=2, re=asked, table=7))
    assert arrived.request == join
    assert core.heard == 2
    (later,) = hears(core, wire.Pong())
    assert isinstance(later, Arrived)


def test_refusal_after_a_redirect_answers_the_original_request():
    core = inside()
    asked = core.ask(wire.Join, 1.0, code="123456")
    hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket"))
    core.drain()
    core.linked(LineStatus.OPEN, 1.0)
    core.drain()
    hears(core, wire.Welcome(re=asked + 1, name="Anna", token="t", back=True))
    (arrived,) = hears(core, wire.No(re=asked, reason="net-table-full"))
    assert isinstance(arrived.request, wire.Join)


def test_number_of_redirects_is_limited():
    core = ClientCore()
    core.enter(Login(HOME, "Anna"), 0.0)
    for hop in range(HOPS):
        core.drain()
        core.linked(LineStatus.OPEN, 0.0)
        core.drain()
        assert hears(core, wire.GoTo(re=1 + hop, address=f"ws://192.168.1.{7 + hop}")) == []
    core.drain()
    core.linked(LineStatus.OPEN, 0.0)
    (arrived,) = hears(core, wire.GoTo(re=1 + HOPS, address=OTHER))
    assert arrived.message.reason == "net-too-many-hops"
    assert isinstance(arrived.request, wire.Hello)
    assert core.state is LineState.OUT


@pytest.mark.parametrize(
    ("home", "address"),
    [
        ("wss://cards.example.org", "ws://cards.example.org"),
        ("wss://cards.example.org", "wss://192.168.1.5"),
        ("wss://cards.example.org", "wss://localhost"),
        ("ws://192.168.1.5", "http://192.168.1.6"),
        ("ws://192.168.1.5", "no address"),
    ],
)
def test_redirect_to_plain_text_or_the_local_network_is_refused(home, address):
    route = Route(read_address(home))
    assert not route.go(address)
    route.settle([address])
    assert route.places == [read_address(home)]


def test_lost_connection_tries_every_address_before_waiting():
    core = inside(OTHER, "ws://192.168.1.7")
    assert core.linked(LineStatus.LOST, 2.0) == [Dropped()]
    tried = []
    for _ in range(3):
        assert core.deadline == 2.0
        core.tick(2.0)
        tried += [order for order in orders(core) if order != "disconnect"]
        core.linked(LineStatus.NO_ANSWER, 2.0)
    hosts = [url.split("/")[2].split(":")[0] for url in tried]
    assert {*hosts[:2]} == {"192.168.1.6", "192.168.1.7"}
    assert hosts[2] == "192.168.1.5"


def test_players_of_a_table_reconnect_to_the_same_process():
    tables = {}
    for seat in range(240):
        core = inside(*([OTHER, THIRD, "ws://192.168.1.8"] if seat % 2 else [OTHER]))
        hears(core, wire.Others(others=[OTHER, THIRD]))
        hears(core, wire.Seated(table=3 * (seat // 2)))
        core.linked(LineStatus.LOST, 2.0)
        core.tick(2.0)
        tables.setdefault(seat // 2, []).append(orders(core)[-1])
    places = [where for where, other in tables.values() if where == other]
    assert len(places) == len(tables)
    assert {f"{OTHER}/", f"{THIRD}/"} == {*places}
    assert min(places.count(one) for one in {*places}) > len(tables) // 4


def test_address_that_the_server_no_longer_lists_is_still_tried():
    route = Route(HOME)
    route.settle([OTHER])
    route.settle([])
    assert route.places == [HOME, read_address(OTHER)]
    route.settle([f"ws://192.168.1.{number}" for number in range(10, 30)])
    assert len(route.places) == 9


def test_client_also_tries_server_processes_announced_later():
    core = inside()
    assert hears(core, wire.Others(others=[OTHER])) == []
    core.linked(LineStatus.LOST, 2.0)
    core.tick(2.0)
    assert orders(core) == ["disconnect", f"{OTHER}/"]


@pytest.mark.parametrize("reason", ["net-table-moves", "net-shuts-down"])
def test_client_reconnects_at_once_when_its_table_is_handed_over(reason):
    core = inside(OTHER)
    hears(core, wire.Bye(reason=reason), 2.0)
    core.tick(2.0)
    assert orders(core) == ["disconnect", f"{OTHER}/"]


def test_client_leaves_a_silent_process_sooner_if_the_server_has_other_processes():
    core = inside(OTHER)
    core.tick(core.deadline)
    assert core.deadline <= 6.0
    assert core.tick(core.deadline) == [Dropped()]


def test_connection_lost_during_a_redirect_is_reported_as_a_lost_connection():
    core = inside()
    asked = core.ask(wire.Join, 1.0, code="123456")
    hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket"))
    core.drain()
    assert core.linked(LineStatus.NO_ANSWER, 1.0) == [Dropped()]
    assert core.state is LineState.LOST


def test_end_of_the_previous_connection_is_ignored_after_a_redirect():
    core = inside()
    asked = core.ask(wire.Join, 1.0, code="123456")
    hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket"))
    assert core.linked(LineStatus.LOST, 1.0) == []
    assert orders(core)[-1] == f"{OTHER}/"
    core.linked(LineStatus.OPEN, 1.0)
    assert orders(core)[0].ticket == "ticket"
