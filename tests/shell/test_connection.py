"""Tests of the client's connection to a server, over real local sockets."""

import socket
import ssl
import subprocess
import sys
import threading
from collections import deque
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

from audiogames.net.address import Address
from audiogames.net.client.orders import LineStatus
from audiogames.net.wire import LARGEST
from audiogames.shell import connection
from audiogames.shell.connection import Connection, NoLines

HERE = "127.0.0.1"
LONG = 20.0


class ReportingConnection:
    """A client's connection, with a queue of the events that it has reported."""

    def __init__(self):
        self.woken = threading.Event()
        self.line = Connection(self.woken.set)
        self._arrived = deque()

    def next(self):
        """Wait for the next event of the connection and return it."""
        while not self._arrived:
            assert self.woken.wait(LONG), "nothing comes"
            self.woken.clear()
            while (arrival := self.line.arrival()) is not None:
                self._arrived.append(arrival)
        return self._arrived.popleft()


@pytest.fixture
def end():
    one = ReportingConnection()
    yield one
    one.line.close()


@pytest.fixture
def served():
    """Start a WebSocket server; a test sets `do`, the function that handles each connection."""
    doing = {}

    def handle(line):
        doing["do"](line)

    server = serve(handle, HERE, 0, compression=None)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    doing["address"] = Address(HERE, server.socket.getsockname()[1])
    yield doing
    server.shutdown()
    thread.join(LONG)


def free_port():
    with closing(socket.socket()) as one:
        one.bind((HERE, 0))
        return one.getsockname()[1]


def test_message_from_the_client_reaches_the_server_as_text(end, served):
    kinds = []

    def echo(line):
        for data in line:
            kinds.append(type(data))
            line.send(data)

    served["do"] = echo
    end.line.connect(served["address"])
    assert end.next() is LineStatus.OPEN
    end.line.transmit(b'{"type":"ping"}')
    assert end.next() == '{"type":"ping"}'
    assert kinds == [str]


def test_connection_closed_by_the_server_is_reported_as_lost(end, served):
    served["do"] = lambda line: line.close()
    end.line.connect(served["address"])
    assert end.next() is LineStatus.OPEN
    assert end.next() is LineStatus.LOST


def test_too_large_message_of_a_server_ends_the_connection(end, served):
    served["do"] = lambda line: (line.send("x" * (LARGEST + 1)), line.recv())
    end.line.connect(served["address"])
    assert end.next() is LineStatus.OPEN
    assert end.next() is LineStatus.LOST


def test_connection_to_a_flooding_server_is_closed(end, served, monkeypatch):
    monkeypatch.setattr(connection, "WAITING", 50)
    cut = threading.Event()

    def flood(line):
        with suppress(ConnectionClosed):
            while True:
                line.send("x" * 1000)
        cut.set()

    served["do"] = flood
    end.line.connect(served["address"])
    assert cut.wait(LONG)
    while (arrival := end.line.arrival()) is not LineStatus.FLOOD:
        assert arrival in {None, LineStatus.OPEN}
    assert end.line.arrival() is None


def test_pending_messages_are_sent_before_closing(end, served):
    got, done = [], threading.Event()

    def take(line):
        got.extend(line)
        done.set()

    served["do"] = take
    end.line.connect(served["address"])
    assert end.next() is LineStatus.OPEN
    end.line.transmit(b"one")
    end.line.transmit(b"goodbye")
    end.line.disconnect()
    end.line.close()
    assert done.wait(LONG)
    assert got == ["one", "goodbye"]


def test_messages_of_an_abandoned_connection_are_dropped(end, served):
    let_go = threading.Event()

    def speak(line):
        let_go.wait(LONG)
        line.send("late")

    served["do"] = speak
    end.line.connect(served["address"])
    assert end.next() is LineStatus.OPEN
    served["do"] = lambda line: (line.send("new"), line.recv())
    end.line.connect(served["address"])
    let_go.set()
    assert end.next() is LineStatus.OPEN
    assert end.next() == "new"


def test_connecting_to_a_closed_port_reports_no_answer(end):
    end.line.connect(Address(HERE, free_port()))
    assert end.next() is LineStatus.NO_ANSWER


def test_unknown_host_is_reported(end):
    end.line.connect(Address("nobody.invalid"))
    assert end.next() is LineStatus.NO_HOST


def listening(do):
    """Listen on a plain TCP socket, call `do` with the first connection, and return the port."""
    server = socket.create_server((HERE, 0))

    def take():
        with server, server.accept()[0] as line:
            do(line)

    threading.Thread(target=take, daemon=True).start()
    return server.getsockname()[1]


def answer(line):
    line.recv(4096)
    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")


def test_untrusted_certificate_is_reported(end):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    folder = Path(__file__).parent / "server"
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with serve(lambda line: line.close(), HERE, 0, ssl=context) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        end.line.connect(Address(HERE, server.socket.getsockname()[1], secure=True))
        assert end.next() is LineStatus.CERTIFICATE
        server.shutdown()


@pytest.mark.parametrize("secure", [False, True])
def test_connecting_to_a_server_of_another_protocol_is_reported(end, secure):
    end.line.connect(Address(HERE, listening(answer), secure))
    assert end.next() is LineStatus.NO_SERVER


@pytest.mark.slow
def test_connection_libraries_are_loaded_at_the_first_connection():
    program = (
        "import sys, audiogames.cli.rooms, audiogames.shell.start, audiogames.shell.connection;"
        "slow = 'websockets ssl asyncio precis_i18n audiogames.net.wire audiogames.app.online';"
        "print([one for one in slow.split() if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"[]"]


def test_connection_without_a_network_reports_no_answer():
    line = NoLines()
    line.connect(Address(HERE))
    line.transmit(b"")
    line.disconnect()
    assert line.has_more
    assert line.arrival() is LineStatus.NO_ANSWER
    assert line.arrival() is None
    line.close()
