"""A page's connection to a game server reports the same events as any other connection."""

import pytest

from audiogames.net.address import read_address
from audiogames.net.client.orders import LineStatus
from audiogames.shell.browser.tables import BrowserLine


class Socket:
    """A simulated browser socket that records its calls."""

    def __init__(self, tell):
        self.tell = tell
        self.done = []

    def connect(self, url):
        self.done.append(url)

    def transmit(self, text):
        self.done.append(text)

    def disconnect(self):
        self.done.append("closed")


@pytest.fixture
def socket():
    return []


@pytest.fixture
def line(socket):
    return BrowserLine(lambda tell: socket.append(Socket(tell)) or socket[0])


def test_browser_connection_delivers_in_order_and_wakes_the_program(line, socket):
    woken = []
    line.woken_by(lambda: woken.append(1)).connect(read_address("wss://cards.example"))
    for what, text in (("open", ""), ("text", "{}"), ("lost", "")):
        socket[0].tell(what, text)
    assert woken
    assert [line.arrival() for _ in range(3)] == [LineStatus.OPEN, "{}", LineStatus.LOST]
    assert (line.arrival(), line.has_more) == (None, False)


def test_browser_connection_sends_text_to_the_socket(line, socket):
    line.connect(read_address("wss://cards.example"))
    line.transmit("perché".encode())
    line.close()
    assert socket[0].done[1:] == ["perché", "closed"]


def test_browser_connection_to_a_flooding_server_is_closed(line, socket):
    line.connect(read_address("wss://cards.example"))
    for _ in range(3000):
        socket[0].tell("text", "x")
    assert line.arrival() is LineStatus.FLOOD
    assert socket[0].done[-1] == "closed"
