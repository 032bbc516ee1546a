"""A line within the process is to both its ends what a line over a socket is."""

import asyncio

from audiogames.net import wire
from audiogames.net.address import HERE, read_address
from audiogames.net.client.orders import LineStatus
from audiogames.net.server import limits
from audiogames.shell.server.lines import InnerConnection
from audiogames.shell.server.loop import Turns
from tests.shell.server.kit import SOON, serving

MOVE = wire.encode(wire.MakeMove(1, 1, "play 7c"))
CHAT = wire.encode(wire.Chat(2, "ciao"))


class Tables:
    """A server that notes what it hears."""

    def __init__(self):
        self.turns = Turns()
        self.done = []
        self.is_full = False
        self.line = None

    def come(self, line, address):
        self.line = line
        self.done.append(("come", address))
        return None if self.is_full else 7

    def hear(self, conn, data):
        if "explode" in data:
            raise RuntimeError("nobody foresaw this")
        self.done.append(("hear", conn, wire.read_request(data).__class__.__name__))

    def go(self, conn):
        self.done.append(("go", conn))

    def report(self, error):
        self.done.append(("report", str(error)))


def within(scenario):
    async def whole():
        tables = Tables()
        line = InnerConnection(tables, "203.0.113.5", lambda: None)
        await scenario(tables, line)

    asyncio.run(whole())


async def turns(many):
    for _ in range(many):
        await asyncio.sleep(0)


def test_local_line_carries_the_browsers_address_and_closes_once():
    async def scenario(tables, line):
        line.connect(HERE)
        assert line.has_more
        assert line.arrival() is LineStatus.OPEN
        line.disconnect()
        line.close()
        assert tables.done == [("come", "203.0.113.5"), ("go", 7)]

    within(scenario)


def test_local_line_handles_moves_at_once_and_others_in_order():
    async def scenario(tables, line):
        line.connect(HERE)
        tables.done.clear()
        line.transmit(MOVE)
        assert tables.done == [("hear", 7, "MakeMove")]
        line.transmit(CHAT)
        line.transmit(MOVE)
        line.disconnect()
        assert len(tables.done) == 1
        await turns(3)
        heard = [("hear", 7, kind) for kind in ("MakeMove", "Chat", "MakeMove")]
        assert tables.done == [*heard, ("go", 7)]

    within(scenario)


def test_refused_local_line_gets_no_answer():
    async def scenario(tables, line):
        tables.is_full = True
        line.connect(HERE)
        assert line.arrival() is LineStatus.NO_ANSWER
        line.transmit(MOVE)
        line.disconnect()
        assert tables.done == [("come", "203.0.113.5")]

    within(scenario)


def test_messages_sent_before_closing_still_arrive():
    async def scenario(tables, line):
        line.connect(HERE)
        assert tables.line.send(b"goodbye")
        tables.line.close()
        assert [line.arrival() for _ in range(4)] == [
            LineStatus.OPEN,
            "goodbye",
            LineStatus.LOST,
            None,
        ]
        await turns(2)
        line.transmit(MOVE)
        line.disconnect()
        assert tables.done[1:] == [("go", 7)]

    within(scenario)


def test_fault_ends_the_local_line_and_is_reported():
    async def scenario(tables, line):
        line.connect(HERE)
        line.transmit(b'{"type":"move","explode":1}')
        await turns(2)
        assert tables.done[1:] == [("report", "nobody foresaw this"), ("go", 7)]
        assert [line.arrival(), line.arrival()] == [LineStatus.OPEN, LineStatus.LOST]

    within(scenario)


def test_session_that_reads_nothing_is_cut_off():
    async def scenario(tables, line):
        line.connect(HERE)
        many = [tables.line.send(b"x" * 60_000) for _ in range(200)]
        assert many[0]
        assert not many[-1]
        assert line.arrival() is LineStatus.FLOOD

    within(scenario)


def test_local_lines_count_toward_the_limit_of_their_address(monkeypatch):
    monkeypatch.setattr(limits, "CALLS_AT_ONCE", 2.0)
    monkeypatch.setattr(limits, "CALLS_A_SECOND", 0.0)

    async def scenario():
        async with serving() as server:
            line = InnerConnection(server, "203.0.113.5", lambda: None)
            for _ in range(2):
                line.connect(HERE)
                assert line.arrival() is LineStatus.OPEN
            line.connect(HERE)
            assert line.arrival() is LineStatus.NO_ANSWER
            own = InnerConnection(server, "127.0.0.1", lambda: None)
            own.connect(HERE)
            assert own.arrival() is LineStatus.OPEN
            server.end()
            own.connect(HERE)
            assert own.arrival() is LineStatus.NO_ANSWER

    asyncio.run(scenario())


def test_session_reaches_another_process_by_its_own_connection():
    """Its own server has its tables within; those of others are reached as by any program."""
    woken = asyncio.Event()

    async def run():
        async with serving() as server:
            connection = InnerConnection(None, "192.168.1.9", woken.set)
            connection.connect(read_address(f"ws://127.0.0.1:{server.port}"))
            assert await arrived(connection, woken) is LineStatus.OPEN
            hello = wire.Hello(id=1, version=wire.VERSION, name="Anna")
            connection.transmit(wire.encode(hello))
            welcome = wire.read_told(await arrived(connection, woken))
            assert (welcome.name, welcome.re) == ("Anna", 1)
            connection.close()
            assert connection.arrival() is None

    asyncio.run(run())


async def arrived(connection, woken):
    while (one := connection.arrival()) is None:
        await asyncio.wait_for(woken.wait(), SOON)
        woken.clear()
    return one
