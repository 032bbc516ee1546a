"""The client's connection logic, with a simulated clock."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.net import wire
from audiogames.net.address import Address
from audiogames.net.client.awaiting import SLOW
from audiogames.net.client.core import ClientCore, LineState
from audiogames.net.client.happenings import (
    Arrived,
    Dropped,
    Failed,
    Login,
    Nonsense,
)
from audiogames.net.client.happenings import (
    Slow as Waits,
)
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from audiogames.net.client.timing import CONNECTING, DEAD, MUTE, QUIET
from audiogames.net.server import limits

HOME = Address("192.168.1.5")
ENTRY = Login(HOME, "Marta", "f", code="4271")
WELCOME = wire.Welcome(name="Marta", token="secret")


def sent(core):
    """Return the messages sent since the last call, decoded as the server decodes them."""
    return [wire.read_request(one.data) for one in core.drain() if isinstance(one, Transmit)]


def told(core, message, now=1.0):
    return core.received(wire.encode(message), now)


def inside():
    core = ClientCore()
    core.enter(ENTRY, 0.0)
    core.linked(LineStatus.OPEN, 0.5)
    told(core, WELCOME)
    core.drain()
    return core


def test_client_sends_hello_and_is_admitted():
    core = ClientCore()
    core.enter(ENTRY, 0.0)
    assert core.drain() == [Connect(HOME)]
    assert core.linked(LineStatus.OPEN, 0.5) == []
    (hello,) = sent(core)
    assert hello == wire.Hello(1, wire.VERSION, "Marta", "f", "4271")
    welcome = wire.Welcome(re=hello.id, name="Marta", token="secret")
    assert told(core, welcome) == [Arrived(welcome, hello)]
    assert core.state is LineState.IN


def test_answer_is_matched_to_its_request_by_number():
    core = inside()
    number = core.ask(wire.Join, 2.0, code="1234")
    (request,) = sent(core)
    assert request == wire.Join(number, code="1234")
    no = wire.No(re=number, reason="net-full")
    assert told(core, no, 2.1) == [Arrived(no, request)]


def test_client_numbers_its_requests_in_increasing_order():
    core = inside()
    numbers = [core.ask(wire.Ready, 2.0) for _ in range(5)]
    assert numbers == sorted(set(numbers))


def test_request_without_a_connection_is_dropped():
    core = ClientCore()
    core.ask(wire.Ready, 0.0)
    assert core.drain() == []


def test_client_with_a_wrong_code_waits_until_another_is_entered():
    core = ClientCore()
    core.enter(ENTRY, 0.0)
    core.linked(LineStatus.OPEN, 0.5)
    (hello,) = sent(core)
    no = wire.No(re=hello.id, reason="net-code-wrong")
    assert told(core, no) == [Arrived(no, hello)]
    assert core.deadline is None
    assert core.tick(600.0) == []
    core.greet(Login(HOME, "Marta", code="9999"), 600.0)
    core.linked(LineStatus.OPEN, 600.5)
    (again,) = sent(core)
    assert again.code == "9999"
    assert again.id > hello.id


NO_END = {LineStatus.OPEN, LineStatus.RESTED}


def test_connection_closed_while_the_player_was_away_is_reopened_quietly():
    core = inside()
    assert core.linked(LineStatus.RESTED, 60.0) == [Dropped(quietly=True)]
    assert core.drain() == [Disconnect(), Connect(HOME)]
    assert core.linked(LineStatus.OPEN, 60.1) == []
    (hello,) = sent(core)
    assert hello.token == "secret"
    assert core.comes_back_quietly
    told(core, msgspec.structs.replace(WELCOME, back=True), 60.2)
    assert not core.comes_back_quietly
    assert core.linked(LineStatus.LOST, 61.0) == [Dropped()]


def test_failed_quiet_reconnection_is_reported_as_a_lost_connection():
    core = inside()
    core.linked(LineStatus.RESTED, 60.0)
    assert core.linked(LineStatus.NO_ANSWER, 61.0) == [Dropped()]
    assert core.linked(LineStatus.RESTED, 90.0) == []  # nothing new to announce
    core.drain()
    assert core.state is LineState.CONNECTING


def test_client_interrupted_while_entering_repeats_its_hello():
    core = ClientCore()
    assert core.linked(LineStatus.RESTED, 0.0) == []
    assert core.drain() == []
    core.enter(ENTRY, 0.0)
    core.drain()
    assert core.linked(LineStatus.RESTED, 60.0) == []
    assert core.drain() == [Disconnect(), Connect(HOME)]
    core.linked(LineStatus.OPEN, 60.1)
    assert sent(core)[0].code == "4271"


@pytest.mark.parametrize("line", [one for one in LineStatus if one not in NO_END])
def test_failed_first_connection_is_reported_without_retry(line):
    core = ClientCore()
    core.enter(ENTRY, 0.0)
    assert core.linked(line, 1.0) == [Failed(line)]
    assert core.deadline is None
    assert core.state is LineState.OUT


def test_connection_to_a_server_that_does_not_answer_times_out():
    core = ClientCore()
    core.enter(ENTRY, 0.0)
    assert core.deadline == CONNECTING
    assert core.tick(CONNECTING) == [Failed(LineStatus.NO_ANSWER)]


def attempts(core, now, seconds):
    """Return the times at which a lost connection is retried, if every attempt fails."""
    found = []
    end = now + seconds
    while core.deadline is not None and core.deadline <= end:
        now = core.deadline
        core.tick(now)
        if any(isinstance(one, Connect) for one in core.drain()):
            found.append(now)
            core.linked(LineStatus.NO_ANSWER, now)
    return found


def test_lost_connection_is_retried_at_once_then_with_growing_delays():
    core = inside()
    assert core.linked(LineStatus.LOST, 100.0) == [Dropped()]
    found = attempts(core, 100.0, 3600)
    assert found[:6] == [100.0, 101.0, 103.0, 106.0, 111.0, 116.0]
    assert found[-1] > 3690
    assert core.token == "secret"


def test_returning_client_sends_the_number_of_the_last_message_received():
    core = inside()
    told(core, wire.News(n=1, what="sits-down", name="Ugo"))
    told(core, wire.News(n=2, what="stands-up", name="Ugo"))
    core.linked(LineStatus.LOST, 5.0)
    core.tick(5.0)
    core.linked(LineStatus.OPEN, 5.1)
    (hello,) = sent(core)
    assert (hello.token, hello.heard) == ("secret", 2)
    assert hello.name == ""
    told(core, wire.Welcome(name="Marta", token="newer", back=True, missed=1), 5.2)
    assert core.token == "newer"
    again = wire.News(n=2, what="stands-up", name="Ugo")
    assert told(core, again, 5.3) == [], "told before the line broke"
    new = wire.News(n=3, what="back", name="Marta")
    assert told(core, new, 5.4) == [Arrived(new, None)]


def test_connection_lost_again_after_a_return_is_retried_at_once():
    core = inside()
    core.linked(LineStatus.LOST, 5.0)
    core.tick(5.0)
    core.linked(LineStatus.OPEN, 5.1)
    told(core, wire.Welcome(token="t", back=True), 5.2)
    core.linked(LineStatus.LOST, 9.0)
    assert core.deadline == 9.0


def test_client_whose_token_is_refused_stops_retrying():
    core = inside()
    core.linked(LineStatus.LOST, 5.0)
    core.tick(5.0)
    core.linked(LineStatus.OPEN, 5.1)
    (hello,) = sent(core)
    no = wire.No(re=hello.id, reason="net-token-unknown")
    assert told(core, no, 5.2) == [Arrived(no, hello)]
    assert core.state is LineState.OUT
    assert core.deadline is None


def test_client_that_leaves_says_goodbye_and_does_not_reconnect():
    core = inside()
    core.leave()
    orders = core.drain()
    assert isinstance(wire.read_request(orders[0].data), wire.Goodbye)
    assert orders[1:] == [Disconnect()]
    assert core.linked(LineStatus.LOST, 2.0) == []
    assert core.deadline is None


def test_client_stops_after_a_goodbye_of_the_server():
    core = inside()
    bye = wire.Bye(reason="net-too-fast")
    assert told(core, bye) == [Arrived(bye)]
    assert core.state is LineState.OUT


def test_client_keeps_trying_to_reconnect_after_the_server_shuts_down():
    core = inside()
    told(core, wire.Bye(reason="net-shuts-down"), 5.0)
    assert core.state is LineState.LOST
    assert attempts(core, 5.0, 20)


def test_silent_server_is_pinged_and_then_counts_as_lost():
    core = inside()
    assert core.deadline == 1.0 + QUIET
    assert core.tick(1.0 + QUIET) == []
    assert isinstance(sent(core)[0], wire.Ping)
    assert core.deadline == 1.0 + DEAD
    assert core.tick(1.0 + DEAD) == [Dropped()]
    assert core.state is LineState.LOST


def test_client_that_was_delayed_pings_before_the_connection_counts_as_lost():
    core = inside()
    assert core.tick(1.0 + 3 * DEAD) == []
    (ping,) = sent(core)
    assert isinstance(ping, wire.Ping)
    assert core.tick(1.0 + 4 * DEAD) == [Dropped()]


def test_pong_resets_the_timeout_of_a_silent_server():
    core = inside()
    core.tick(1.0 + QUIET)
    told(core, wire.Pong(), 7.0)
    assert core.tick(1.0 + DEAD) == []
    assert core.deadline == 7.0 + QUIET


def test_client_without_requests_pings_the_server_regularly():
    """A server closes the connection of a silent client, even while sending it many messages."""
    core = inside()
    pings = []
    for now in range(2, 200):
        told(core, wire.News(what="away"), float(now))
        assert core.tick(float(now)) == []
        pings += [float(now) for one in sent(core) if isinstance(one, wire.Ping)]
    gaps = [later - before for before, later in pairwise([1.0, *pings])]
    assert len(gaps) > 4
    assert max(gaps) <= MUTE < limits.IDLE_SECONDS / 2


def test_slow_answer_is_reported_only_once():
    core = inside()
    core.ask(wire.MakeMove, 2.0, seq=1, move="Kc")
    assert core.tick(2.0 + SLOW) == [Waits(wire.MakeMove(2, seq=1, move="Kc"))]
    assert core.tick(2.5 + SLOW) == []


def test_request_that_needs_no_answer_is_never_reported_slow():
    core = inside()
    core.ask(wire.Heard, 2.0, seq=1, seconds=1.0)
    assert core.tick(2.0 + SLOW) == []


def test_connection_cut_off_for_flooding_is_not_retried():
    core = inside()
    assert core.linked(LineStatus.FLOOD, 5.0) == [Failed(LineStatus.FLOOD)]
    assert core.deadline is None


def test_invalid_certificate_ends_the_retries():
    core = inside()
    core.linked(LineStatus.LOST, 5.0)
    core.tick(5.0)
    assert core.linked(LineStatus.CERTIFICATE, 5.1) == [Failed(LineStatus.CERTIFICATE)]
    assert core.state is LineState.OUT


@given(data=st.binary(max_size=200) | st.text(max_size=200))
def test_client_ends_the_connection_after_random_bytes(data):
    core = inside()
    (found,) = core.received(data, 2.0)
    assert isinstance(found, Nonsense)
    assert core.state is LineState.OUT


@given(
    kind=st.sampled_from([one.__struct_config__.tag for one in wire.ServerMessage.__args__]),
    fields=st.dictionaries(
        st.sampled_from(["n", "re", "what", "name", "token", "seat", "view", "tables", "x"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()),
        max_size=4,
    ),
)
def test_client_accepts_or_refuses_random_messages(kind, fields):
    core = inside()
    data = msgspec.json.encode({"type": kind, **fields})
    for happening in core.received(data, 2.0):
        assert isinstance(happening, Arrived | Nonsense)


def test_client_refuses_a_too_large_message():
    core = inside()
    (found,) = core.received(b'"' + b"x" * wire.LARGEST + b'"', 2.0)
    assert found == Nonsense("too large")
