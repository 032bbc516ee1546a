"""Whole frames of text: what is read at once is what websockets would read, and no more."""

import asyncio
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import BINARY, CONT, PING, TEXT, Frame
from websockets.streams import StreamReader

from audiogames.net import wire
from audiogames.shell.server import callers
from audiogames.shell.server.callers import GuardedLine
from audiogames.shell.server.frames import frame_of, text_in
from audiogames.shell.server.server import TableServer
from tests.shell.server.kit import HELLO, SOON, frame, raw, serving


def read(data, *, mask):
    """A frame by the library."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=mask)
    with pytest.raises(StopIteration) as end:
        next(parsing)
    return end.value.value


def from_client(text, opcode=TEXT, **more):
    return Frame(opcode, text.encode(), **more).serialize(mask=True)


@given(st.text(max_size=200) | st.text("aé", min_size=120, max_size=140))
def test_a_text_is_read_as_the_library_wrote_it_and_written_as_it_reads(text):
    assert text_in(from_client(text)) == text
    told = read(frame_of(text.encode()), mask=False)
    assert (told.opcode, told.fin, bytes(told.data).decode()) == (TEXT, True, text)


@pytest.mark.parametrize("size", [125, 126, 65535, 65536])
def test_every_way_of_writing_a_size(size):
    assert len(read(frame_of(b"x" * size), mask=False).data) == size


WHOLE = from_client("move")


NOT_SO = (
    *(WHOLE[:size] for size in range(len(WHOLE))),
    WHOLE + WHOLE,
    WHOLE + b"\x81",
    from_client("move", BINARY),
    from_client("move", PING),
    from_client("move", CONT),
    from_client("move", fin=False),
    b"\xc1" + WHOLE[1:],
    Frame(TEXT, b"move").serialize(mask=False),
    Frame(TEXT, b"\xff\xfe").serialize(mask=True),
    from_client("x" * 66_000),
    b"\x81\xff" + b"\0" * 131,
)
"""What is not one whole frame of text, masked as a client masks it."""


@pytest.mark.parametrize("number", range(len(NOT_SO)))  # the library's masks differ each time
def test_anything_else_goes_the_long_way(number):
    assert text_in(NOT_SO[number]) is None


def heard_by_a_server(monkeypatch, news):
    """What a server hears, in order, and what of it at once; `news` is set each time."""
    heard, at_once = [], []
    hear, text_of = TableServer.hear, callers.text_in

    def noted(self, conn, data):
        heard.append(data)
        news.set()
        hear(self, conn, data)

    def noted_at_once(data):
        text = text_of(data)
        at_once.append(text)
        return text

    monkeypatch.setattr(TableServer, "hear", noted)
    monkeypatch.setattr(callers, "text_in", noted_at_once)
    return heard, at_once


def asked(kind, number, **fields):
    return wire.encode(kind(number, **fields))


def test_messages_are_heard_in_their_order_however_they_come(monkeypatch):
    """What may wait, what may not, in pieces, in parts, several at once."""
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


def test_a_fault_at_once_ends_this_line_and_no_other(monkeypatch):
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


def test_lines_of_the_page_have_nobody_who_answers_at_once():
    assert GuardedLine.answer_at_once is None
