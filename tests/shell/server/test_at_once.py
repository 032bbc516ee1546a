"""Urgent requests, such as moves, are handled on arrival; the order of requests does not change."""

import asyncio
from contextlib import suppress
from itertools import pairwise

from audiogames.net import wire
from audiogames.shell.server.callers import GuardedLine
from audiogames.shell.server.server import TableServer
from tests.shell.server.kit import HELLO, SOON, frame, raw, serving


def test_move_with_invalid_utf_8_ends_the_connection():
    async def scenario():
        async with serving() as server:
            reader, writer = await raw(server)
            writer.write(frame(HELLO))
            assert b"welcome" in await asyncio.wait_for(reader.read(4096), SOON)
            writer.write(frame(b'{"type":"here","id":2,"x":"\xff"}'))
            assert (await asyncio.wait_for(reader.read(4096), SOON))[2:4] == b"\x03\xef"  # 1007
            writer.close()

    asyncio.run(asyncio.wait_for(scenario(), 3 * SOON))


def heard_by_a_server(monkeypatch, news):
    """Return two growing lists: all messages a server has received, and those handled on arrival.

    The event `news` is set at each message.
    """
    heard, at_once = [], []
    hear = TableServer.hear

    def noted(self, conn, data):
        heard.append(data)
        if asyncio.current_task() is None:  # no task was started for it
            at_once.append(data)
        news.set()
        hear(self, conn, data)

    monkeypatch.setattr(TableServer, "hear", noted)
    return heard, at_once


def asked(kind, number, **fields):
    return wire.encode(kind(number, **fields))


def test_split_or_joined_websocket_messages_are_handled_in_order(monkeypatch):
    """Messages are written whole, in several writes, several in one write, or in two frames."""
    news = asyncio.Event()
    heard, at_once = heard_by_a_server(monkeypatch, news)

    async def until_heard(many):
        while len(heard) < many:
            news.clear()
            await news.wait()

    async def scenario():
        async with serving() as server:
            reader, writer = await raw(server)
            writer.write(frame(HELLO))
            assert b"welcome" in await asyncio.wait_for(reader.read(4096), SOON)
            number = 1
            for pieces in ((), (1,), (9, 30), (40,)):
                kinds = (wire.ListPeople, wire.Here, wire.Here)
                messages = [asked(kind, number + n) for n, kind in enumerate(kinds, 1)]
                data = b"".join(map(frame, messages))
                for begin, end in pairwise((0, *pieces, len(data))):
                    writer.write(data[begin:end])
                    await writer.drain()
                    await asyncio.sleep(0)
                number += len(kinds)
                await until_heard(number)
            part = asked(wire.Here, number + 1)
            writer.write(bytes([0x01, 0x80 | 5, 0, 0, 0, 0]) + part[:5])
            writer.write(bytes([0x80, 0x80 | len(part) - 5, 0, 0, 0, 0]) + part[5:])
            await until_heard(number + 1)
            writer.write(frame(asked(wire.Here, number + 2)))
            await until_heard(number + 2)
            writer.close()

    asyncio.run(asyncio.wait_for(scenario(), 3 * SOON))
    numbers = [wire.read_request(one).id for one in heard]
    assert numbers == [*range(1, len(heard) + 1)]
    assert at_once[-1] == heard[-1]


def test_fault_in_handling_a_request_ends_only_the_connection_of_its_sender(monkeypatch):
    def broken(self, conn, data):
        if "here" in data:
            raise ZeroDivisionError
        return hear(self, conn, data)

    hear, reported = TableServer.hear, []
    monkeypatch.setattr(TableServer, "hear", broken)

    async def scenario():
        async with serving(report=reported.append) as server:
            reader, writer = await raw(server)
            writer.write(frame(HELLO))
            assert b"welcome" in await asyncio.wait_for(reader.read(4096), SOON)
            writer.write(frame(asked(wire.Here, 2)))
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(4096), SOON) == b""
            writer.close()
            (await raw(server))[1].close()

    asyncio.run(asyncio.wait_for(scenario(), 3 * SOON))
    assert [type(error) for error in reported] == [ZeroDivisionError]


def test_connections_do_not_handle_requests_on_arrival_by_default():
    assert GuardedLine.answer_at_once is None
