"""Tests that changes of views reach client cores correctly although connections break."""

from random import Random

import msgspec
import pytest

from audiogames.core.registry import game, game_ids
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.address import Address
from audiogames.net.client.core import ClientCore
from audiogames.net.client.happenings import Arrived, Login
from audiogames.net.client.orders import LineStatus, Transmit
from audiogames.net.server import limits
from tests.kit.serving import Person, one_move, table_of, table_with


class Program(Person):
    """A person with a real client core; while `deaf`, all messages to it are lost."""

    def __init__(self, server, name):
        super().__init__(server, 0, "192.168.1.9")
        self.core = ClientCore()
        self.deaf = False
        self.asked_for = []
        self.core.enter(Login(Address("192.168.1.5"), name, code="4271"), server.now)
        self.call()

    def call(self):
        """Open a new connection, on which the client enters or resumes its session."""
        self.server.conns += 1
        self.conn, self.deaf, self.dropped = self.server.conns, False, False
        self.server.people[self.conn] = self
        self.server.do(self.server.core.connected(self.conn, self.address, self.server.now))
        self.core.tick(self.server.now)
        self.core.linked(LineStatus.OPEN, self.server.now)
        self.pump()

    def hears(self, data):
        self.bytes.append(data)
        if self.deaf:
            return
        for happening in self.core.received(data, self.server.now):
            assert isinstance(happening, Arrived), happening
            self.told.append(happening.message)
        self.pump()

    def pump(self):
        for order in self.core.drain():
            if isinstance(order, Transmit):
                self.asked_for.append(type(wire.read_request(order.data)))
                self.server.receive(self, order.data)

    def say(self, kind, **fields):
        before = len(self.told)
        id_ = self.core.ask(kind, self.server.now, **fields)
        self.pump()
        return [one for one in self.told[before:] if one.re == id_]

    def breaks(self):
        """Break the connection, losing the messages under way; the client notices it."""
        self.deaf = True
        self.core.linked(LineStatus.LOST, self.server.now)
        self.core.drain()

    def view(self):
        return self.last(wire.MatchUpdate).view


def seated(served, id_, many=2):
    programs = [Program(served, name) for name in ("Anna", "Bruno", "Carla")[:many]]
    host, *others = programs
    host.say(wire.Open, game=id_)
    for one in others:
        one.say(wire.Join, code=host.last(wire.Seated).code)
    seats = min(number for number in game(id_).seats if number >= many)
    for _ in range(seats - many):
        host.say(wire.AddBot)
    host.say(wire.StartMatch)
    return programs


def as_the_server_has_it(program):
    table = table_of(program.server, program)
    return plain(table.match.served.state.view(program.seat))


def events_of(program):
    """Return the public events that this client received."""
    updates = [one for one in program.told if isinstance(one, wire.MatchUpdate)]
    told = [one for update in updates for one in update.events if one.get("to") is None]
    return [{"to": None, **one} for one in told]


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_reconnection_loses_and_repeats_no_event(served, id_):
    """Messages that were lost under way are sent again after every reconnection."""
    anna, bruno = seated(served, id_)
    rng, lost = Random(id_), 0
    for _ in range(150):
        if table_of(served, anna).match.is_over:
            break
        one_move(served, [anna, bruno], rng)
        if not bruno.deaf and rng.random() < 0.15:
            bruno.breaks()
            lost += 1
        elif bruno.deaf and rng.random() < 0.5:
            served.lose(bruno)
            for _ in range(rng.randrange(3)):
                one_move(served, [anna], rng)
            bruno.call()
            assert bruno.view() == as_the_server_has_it(bruno)
        served.wait(0.4)
    if bruno.deaf:
        served.lose(bruno)
        bruno.call()
    assert lost
    assert events_of(anna) == events_of(bruno)
    assert wire.AskView not in {*anna.asked_for, *bruno.asked_for}
    assert any(data.startswith(b'{"type":"change"') for data in bruno.bytes)


def test_new_connection_starts_with_a_full_view(served):
    anna, bruno = seated(served, "invido")
    one_move(served, [anna, bruno], Random(1))
    assert bruno.bytes[-1].startswith(b'{"type":"change"')
    bruno.breaks()
    served.lose(bruno)
    before = len(bruno.bytes)
    bruno.call()
    updates = [one for one in bruno.bytes[before:] if b'"update"' in one]
    assert wire.read_message(updates[-1]).view == as_the_server_has_it(bruno)
    one_move(served, [anna, bruno], Random(1))
    assert bruno.bytes[-1].startswith(b'{"type":"change"')


def test_client_with_a_different_view_gets_a_full_view(served):
    anna, bruno = seated(served, "invido")
    one_move(served, [anna, bruno], Random(1))
    views = bruno.core._views
    less = {name: value for name, value in bruno.view().items() if name != "to_act"}
    views._last = msgspec.structs.replace(views._last, view=less)  # a fault of the program itself
    for _ in range(3):
        one_move(served, [anna, bruno], Random(1))
    assert bruno.asked_for.count(wire.AskView) == 1
    assert bruno.view() == as_the_server_has_it(bruno)
    assert events_of(anna) == events_of(bruno)


def test_only_people_at_a_match_may_request_the_full_view(served):
    people = table_with(served, "invido", "Anna", "Bruno")
    watcher = served.enter("Vera")
    assert watcher.refused(wire.AskView) == "net-at-no-table"
    watcher.say(wire.Join, code=people[0].last(wire.Seated).code, watch=True)
    people[0].say(wire.StartMatch)
    (update,) = watcher.say(wire.AskView)
    assert isinstance(update, wire.MatchUpdate)
    assert update.seat is None


def test_older_client_is_refused_and_receives_the_version_of_the_server(served):
    stranger = served.call()
    (bye,) = stranger.say(wire.Hello, version=wire.VERSION - 1, name="Anna", code="4271")
    assert (bye.reason, bye.args["version"]) == ("net-other-version", wire.VERSION)
    assert stranger.dropped


# --- Acknowledged updates -------------------------------------------------------------------------


def awaited(people):
    return [one.last(wire.MatchUpdate).awaited for one in people]


def test_match_between_people_does_not_wait_for_acknowledgements(served):
    people = seated(served, "novantanove", 3)
    for one in people:
        one.say(wire.TellWishes, auto_draw=True)
    for _ in range(10):
        one_move(served, people, Random(1))
        assert awaited(people) == [False, False, False]


def test_bot_waits_for_all_listeners_and_the_clock_only_for_the_player_to_act(served):
    people = table_with(served, "tressette", "Anna", "Bruno", bots=2, limit=30)
    people[0].say(wire.StartMatch)
    table = table_of(served, people[0])
    met = set()
    for _ in range(12):
        while one_move(served, people, Random(1)) is False:
            served.wait(0.5)
        to_act = table.match.served.state.to_act
        if isinstance(to_act, int):
            by_bot = table.match.served.players[to_act].is_bot
            met.add(by_bot)
            wanted = [by_bot or one.seat == to_act for one in people]
            assert awaited(people) == wanted
    assert met == {True, False}


def test_server_waits_until_the_player_who_may_draw_has_heard_the_update(served):
    people = table_with(served, "novantanove", "Anna", "Bruno", "Carla")
    people[0].say(wire.StartMatch)
    asked = next(one for one in people if one.last(wire.MatchUpdate).view["to_act"] == one.seat)
    one_move(served, people, Random(1))
    assert asked.last(wire.MatchUpdate).view["may_draw"]
    assert awaited(people) == [one is asked for one in people]


def test_substitute_bot_waits_a_fixed_time_while_listeners_hear_the_announcement(served):
    """No client was asked to report what it has heard, so the bot waits for a fixed time."""
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    one_move(served, people, Random(1))
    assert awaited(people) == [False, False]
    table = table_of(served, people[0])
    leaves = next(one for one in people if one.last(wire.MatchUpdate).view["to_act"] == one.seat)
    entries = len(table.match.served.log.entries)
    leaves.say(wire.Leave)
    assert table.match.served.wanted is not None
    served.wait(limits.BOTS_LISTEN - 0.5)
    assert len(table.match.served.log.entries) == entries
    served.wait(1)
    assert len(table.match.served.log.entries) > entries
