"""Start the real server inside the test, on a free port, and connect clients to it."""

import asyncio
import base64
import contextlib
import logging
import os

from websockets.asyncio.client import connect

from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from audiogames.net.server.core import Access, ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.shell.server.keeping import ThreadedStore
from audiogames.shell.server.listening import Listening, SteadyTime
from audiogames.shell.server.logs import Logs
from audiogames.shell.server.secrecy import SystemSecrets
from audiogames.shell.server.server import Means, TableServer

log = logging.getLogger(__name__)

SOON = 20.0
"""Seconds for events that should happen at once, long because the machine may be busy."""


@contextlib.asynccontextmanager
async def serving(store=None, code="", notes=None, report=None, **place):
    now = SteadyTime()
    store = store or MemoryStore()
    core = ServerCore(SystemSecrets(), now(), Access(code), store.load())
    server = TableServer(
        core,
        ThreadedStore(store),
        Listening("127.0.0.1", 0, **place),
        Means(now, logs=Logs((notes if notes is not None else []).append, report or log.exception)),
    )
    opened = asyncio.Event()
    run = asyncio.create_task(server.run(opened.set))
    waits = asyncio.create_task(opened.wait())
    await asyncio.wait([run, waits], return_when=asyncio.FIRST_COMPLETED)
    server.ran = run
    try:
        yield server
    finally:
        server.end()
        with contextlib.suppress(Exception):
            await run


class Caller:
    """A client on a real connection."""

    def __init__(self, line):
        self.line = line
        self.asked = 0
        self.views = ViewFollower()

    async def ask(self, kind, **fields):
        """Send a request and return the answer to it."""
        self.asked += 1
        await self.line.send(wire.encode(kind(id=self.asked, **fields)), text=True)
        while (told := await self.hears()).re != self.asked:
            pass
        return told

    async def hello(self, name, **more):
        return await self.ask(wire.Hello, version=wire.VERSION, name=name, **more)

    async def hears(self, kind=wire.FromServer):
        """Wait for a message of this type and return it; other messages are dropped."""
        while True:
            told = wire.read_message(await asyncio.wait_for(self.line.recv(), SOON))
            if isinstance(told, wire.MatchChange):
                told = self.views.follow(told)
            elif isinstance(told, wire.MatchUpdate) and told.n:
                told = self.views.take(told)
            if isinstance(told, kind):
                return told


@contextlib.asynccontextmanager
async def calling(server, scheme="ws", **more):
    async with connect(
        f"{scheme}://127.0.0.1:{server.port}/", ping_interval=None, compression=None, **more
    ) as line:
        yield Caller(line)


async def raw(server):
    """Open a WebSocket connection by hand; return its reader and writer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(data):
    """Return a WebSocket text frame of a client, masked by zeroes."""
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


HELLO = b'{"type":"hello","id":1,"version":%d,"name":"Bit"}' % wire.VERSION
