"""Tests of admission: only connections that have sent data are admitted, one by one."""

import asyncio
import contextlib
import errno
import socket

import pytest

from audiogames.net.server import limits
from audiogames.shell.server import door as module
from audiogames.shell.server.door import Door, Doorway, Newcomer, door_at
from tests.shell.server.kit import SOON

LONG = 1000.0


class SimulatedSocket(Doorway):
    """A simulated socket that accepts connections of any address; `accept` raises `error` once."""

    error = None

    @property
    def waiting(self):
        """Return the connections that the server has not accepted yet."""
        return self._coming

    def accept(self):
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return super().accept()


class AdmissionQueue:
    """A server's admission queue with simulated connections; `entered` lists admitted addresses."""

    def __init__(self):
        self.outside = SimulatedSocket()
        self.door = Door([self.outside])
        self.entered = []
        self.door.doorway.let_through = lambda newcomer: self.entered.append(newcomer.address)
        self._sockets = [self.door.doorway]

    def call(self, number, host="203.0.113.1", says=b""):
        """Connect from this address and port, send `says`, and return the client's socket."""
        here, there = socket.socketpair()
        self._sockets += [here, there]
        here.setblocking(False)
        here.send(says)
        self.outside.let_through(Newcomer(there, (host, number), "", 0.0))
        return here

    def close(self):
        self.door.close()
        for one in self._sockets:
            one.close()

    async def until(self, is_so):
        while not is_so():  # noqa: ASYNC110 - of what others see only
            await asyncio.sleep(0)

    async def settle(self):
        """Run the event loop for 200 turns, so that all ready work is done."""
        for _ in range(200):
            await asyncio.sleep(0)


def at_a_street(scenario, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", LONG)

    async def run():
        street = AdmissionQueue()
        with contextlib.closing(street):
            await asyncio.wait_for(scenario(street), SOON)

    asyncio.run(run())


def is_closed(sock):
    try:
        return sock.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:  # the sent data was not read
        return True


def test_silent_connection_is_not_admitted(monkeypatch):
    async def scenario(street):
        callers = [street.call(number) for number in range(20)]
        await street.settle()
        assert street.entered == []
        callers[7].send(b"G")
        await street.settle()
        assert street.entered == [("203.0.113.1", 7)]

    at_a_street(scenario, monkeypatch)


def test_admission_queue_reads_no_byte_of_a_connection(monkeypatch):
    async def scenario(street):
        street.door.doorway.let_through = street.entered.append
        street.call(0, says=b"GET")
        await street.settle()
        assert street.entered[0].sock.recv(10) == b"GET"

    at_a_street(scenario, monkeypatch)


def test_next_connection_is_admitted_after_the_previous_was_answered(monkeypatch):
    async def scenario(street):
        for number in range(3):
            street.call(number, says=b"G")
        await street.settle()
        assert len(street.entered) == 1
        street.door.answered(("203.0.113.1", 99))  # an earlier, slow caller
        assert len(street.entered) == 1
        street.door.answered(street.entered[0])
        assert len(street.entered) == 2

    at_a_street(scenario, monkeypatch)


def test_slow_connection_does_not_delay_others(monkeypatch):
    async def scenario(street):
        monkeypatch.setattr(module, "PATIENCE", 0.001)
        callers = [street.call(number, says=b"G") for number in range(3)]
        await street.until(lambda: len(street.entered) == len(callers))

    at_a_street(scenario, monkeypatch)


def test_many_connections_of_one_address_delay_no_other_address(monkeypatch):
    async def scenario(street):
        for number in range(50):
            street.call(number, says=b"G")
        await street.settle()
        street.call(0, "198.51.100.1", says=b"G")
        await street.settle()
        street.door.answered(street.entered[0])
        assert street.entered[1] == ("198.51.100.1", 0)

    at_a_street(scenario, monkeypatch)


def test_connection_closed_while_waiting_is_never_admitted(monkeypatch):
    async def scenario(street):
        street.call(0).close()
        reset = street.call(1)
        reset.shutdown(socket.SHUT_WR)
        await street.settle()
        assert street.entered == []
        assert is_closed(reset)

    at_a_street(scenario, monkeypatch)


def test_oldest_silent_connection_of_the_most_crowded_address_block_is_dropped(monkeypatch):
    monkeypatch.setattr(limits, "HALF_OPEN", 5)

    async def scenario(street):
        honest = street.call(0, "198.51.100.1")
        await street.settle()
        crowd = [street.call(number) for number in range(20)]
        await street.settle()
        assert [is_closed(one) for one in crowd] == [True] * 16 + [False] * 4
        honest.send(b"G")
        await street.settle()
        assert street.entered == [("198.51.100.1", 0)]

    at_a_street(scenario, monkeypatch)


def test_silent_connections_are_closed_after_a_timeout(monkeypatch):
    monkeypatch.setattr(limits, "HANDSHAKE_SECONDS", 0.0)
    monkeypatch.setattr(module, "LOOK", 0.001)

    async def scenario(street):
        caller = street.call(0)
        await street.until(lambda: is_closed(caller))
        again = street.call(1)
        await street.until(lambda: is_closed(again))

    at_a_street(scenario, monkeypatch)


def test_full_queue_accepts_no_more_connections(monkeypatch):
    monkeypatch.setattr(limits, "AT_THE_DOOR", 3)

    async def scenario(street):
        for number in range(8):
            street.call(number, says=b"G")
        await street.settle()
        # One enters, three wait, and perhaps one was taken before the third spoke.
        assert len(street.outside.waiting) in {3, 4}
        for number in range(8):
            assert street.entered[-1] == ("203.0.113.1", number)
            street.door.answered(street.entered[-1])
            await street.settle()
        assert len(street.entered) == 8

    at_a_street(scenario, monkeypatch)


@pytest.mark.parametrize("reason", [errno.EMFILE, errno.ENOBUFS])
def test_admission_queue_reopens_after_the_system_ran_out_of_sockets(monkeypatch, reason):
    monkeypatch.setattr(module, "AGAIN", 0.001)

    async def scenario(street):
        street.outside.error = OSError(reason, "no room")
        caller = street.call(0, says=b"G")
        await street.until(lambda: street.entered)
        assert not is_closed(caller)

    at_a_street(scenario, monkeypatch)


def test_closing_the_admission_queue_drops_waiting_connections(monkeypatch):
    async def scenario(street):
        callers = [street.call(0), *(street.call(number, says=b"G") for number in (1, 2, 3))]
        await street.settle()
        street.door.close()
        street.door.answered(street.entered[0])
        await street.settle()
        assert [is_closed(one) for one in callers] == [True, False, True, True]
        assert len(street.entered) == 1

    at_a_street(scenario, monkeypatch)


def test_admission_queue_listens_on_every_address_of_the_host():
    async def scenario():
        opened = await door_at(None, 0)
        with contextlib.closing(opened), contextlib.closing(opened.doorway):
            for one in opened._listening:  # with port 0 each gets a port of its own
                near = "::1" if one.family == socket.AF_INET6 else "127.0.0.1"
                address = near, one.getsockname()[1]
                socket.create_connection(address, timeout=SOON).close()

    asyncio.run(scenario())


def test_taken_port_raises_an_error():
    async def scenario():
        opened = await door_at("127.0.0.1", 0)
        with (
            contextlib.closing(opened),
            contextlib.closing(opened.doorway),
            pytest.raises(OSError, match="address"),
        ):
            await door_at("127.0.0.1", opened.port)

    asyncio.run(scenario())


def test_unsupported_event_loop_has_no_admission_queue(monkeypatch):
    monkeypatch.setattr(asyncio, "SelectorEventLoop", type("Other", (), {}))
    loop = asyncio.new_event_loop()
    try:
        assert loop.run_until_complete(door_at("127.0.0.1", 0)) is None
    finally:
        loop.close()
