"""A server of several processes, as a player's program finds its way among them."""

import pytest

from audiogames.net import wire
from audiogames.net.address import HERE, read_address
from audiogames.net.client.core import ClientCore, LineState
from audiogames.net.client.happenings import Arrived, Dropped, Login
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from audiogames.net.client.route import HOPS, Route

THIRD = "ws://192.168.1.7:7500"
HOME = read_address("ws://192.168.1.5")
OTHER = "ws://192.168.1.6:7500"


def orders(core):
    """Where it goes, and what it says."""
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


def test_a_greeting_is_said_again_where_it_is_sent_to():
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


def test_who_was_in_goes_with_a_ticket_and_asks_again_and_hears_nothing_of_it():
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


def test_a_refusal_there_is_the_answer_to_what_was_asked_here():
    core = inside()
    asked = core.ask(wire.Join, 1.0, code="123456")
    hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket"))
    core.drain()
    core.linked(LineStatus.OPEN, 1.0)
    core.drain()
    hears(core, wire.Welcome(re=asked + 1, name="Anna", token="t", back=True))
    (arrived,) = hears(core, wire.No(re=asked, reason="net-table-full"))
    assert isinstance(arrived.request, wire.Join)


def test_after_some_hops_it_is_enough():
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
def test_nobody_is_led_to_a_plain_line_nor_into_their_own_network(home, address):
    route = Route(read_address(home))
    assert not route.go(address)
    route.settle([address])
    assert route.places == [read_address(home)]


def test_from_the_servers_own_page_every_process_is_reached():
    route = Route(HERE)
    assert route.go("wss://cards.example.org:7500")
    assert route.places[-1] == HERE


def test_after_a_loss_every_place_is_tried_before_anything_is_waited_for():
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


def test_people_of_one_table_meet_at_one_place_and_tables_are_spread_over_all():
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


def test_a_process_that_is_not_named_for_a_moment_is_tried_all_the_same():
    route = Route(HOME)
    route.settle([OTHER])
    route.settle([])
    assert route.places == [HOME, read_address(OTHER)]
    route.settle([f"ws://192.168.1.{number}" for number in range(10, 30)])
    assert len(route.places) == 9


def test_processes_that_come_later_are_known_too():
    core = inside()
    assert hears(core, wire.Others(others=[OTHER])) == []
    core.linked(LineStatus.LOST, 2.0)
    core.tick(2.0)
    assert orders(core) == ["disconnect", f"{OTHER}/"]


@pytest.mark.parametrize("reason", ["net-table-moves", "net-shuts-down"])
def test_a_server_that_hands_a_table_over_is_left_for_another_at_once(reason):
    core = inside(OTHER)
    hears(core, wire.Bye(reason=reason), 2.0)
    core.tick(2.0)
    assert orders(core) == ["disconnect", f"{OTHER}/"]


def test_silence_is_a_loss_sooner_where_another_process_can_go_on():
    core = inside(OTHER)
    core.tick(core.deadline)
    assert core.deadline <= 6.0
    assert core.tick(core.deadline) == [Dropped()]


def test_a_line_that_breaks_on_the_way_is_a_lost_line():
    core = inside()
    asked = core.ask(wire.Join, 1.0, code="123456")
    hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket"))
    core.drain()
    assert core.linked(LineStatus.NO_ANSWER, 1.0) == [Dropped()]
    assert core.state is LineState.LOST


def test_the_end_of_the_line_before_says_nothing_of_the_next():
    core = inside()
    asked = core.ask(wire.Join, 1.0, code="123456")
    hears(core, wire.GoTo(re=asked, address=OTHER, ticket="ticket"))
    assert core.linked(LineStatus.LOST, 1.0) == []
    assert orders(core)[-1] == f"{OTHER}/"
    core.linked(LineStatus.OPEN, 1.0)
    assert orders(core)[0].ticket == "ticket"
