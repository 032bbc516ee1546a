"""The server's web page: files arrive complete on slow connections, within limits by address."""

import asyncio
import contextlib
import logging

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from audiogames.net.server import limits
from audiogames.net.server.core import Access, ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.shell.server.keeping import ThreadedStore
from audiogames.shell.server.listening import Listening, SteadyTime
from audiogames.shell.server.logs import Logs
from audiogames.shell.server.secrecy import SystemSecrets
from audiogames.shell.server.server import Means, TableServer
from audiogames.shell.server.site import SitePage
from audiogames.shell.web.files import PARTS, START

log = logging.getLogger(__name__)

LARGE = "python/large.zip.gz"
SIZE = 12_000_000
"""A number of bytes greater than that of all socket buffers together."""


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    for name, data in ((START, b"page"), (PARTS, b"{}"), (LARGE, b"x" * SIZE)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@contextlib.asynccontextmanager
async def serving(site, **place):
    now, store = SteadyTime(), MemoryStore()
    core = ServerCore(SystemSecrets(), now(), Access(""), store.load())
    means = Means(now, logs=Logs(log.warning, log.exception))
    server = TableServer(core, ThreadedStore(store), Listening("127.0.0.1", 0, **place), means)
    server.page = SitePage(site, server.callers, now)
    opened = asyncio.Event()
    run = asyncio.create_task(server.run(opened.set))
    await opened.wait()
    try:
        yield server
    finally:
        server.end()
        await run


async def ask(server, path, address="203.0.113.5"):
    """Request a file like a proxy whose client has this address.

    Return the reader, the writer and the HTTP status.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=4096)
    head = f"GET /{path} HTTP/1.1", "Host: cards.example", f"X-Forwarded-For: {address}"
    writer.write("\r\n".join([*head, "", ""]).encode())
    status = int((await reader.readline()).split()[1])
    return reader, writer, status


async def rest_of(reader, writer):
    data = await reader.read(-1)
    writer.close()
    return data


def test_slow_connection_receives_a_large_file_completely(site, monkeypatch):
    monkeypatch.setattr(limits, "HANDSHAKE_SECONDS", 0.2)

    async def scenario():
        async with serving(site, proxy=True) as server:
            reader, writer, status = await ask(server, LARGE)
            await asyncio.sleep(0.4)  # longer than the limit for a handshake
            data = await rest_of(reader, writer)
            assert status == 200
            assert data.endswith(b"\r\n\r\n" + b"x" * SIZE)

    asyncio.run(scenario())


def test_file_requests_above_the_byte_limit_are_refused_with_retry_after(site, monkeypatch):
    monkeypatch.setattr(limits, "FILE_BYTES", SIZE)

    async def scenario():
        async with serving(site, proxy=True) as server:
            *first, status = await ask(server, LARGE)
            assert status == 200
            *second, status = await ask(server, LARGE)
            assert status == 503
            assert b"Retry-After: 5" in await rest_of(*second)
            await rest_of(*first)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("origin", "is_admitted"),
    [
        ("http://127.0.0.1:7500", True),
        ("http://localhost:7500", True),
        ("http://127.0.0.1.evil.example:7500", False),
        ("http://evil.example", False),
    ],
)
def test_page_served_by_the_local_machine_may_connect_to_tables(site, origin, is_admitted):
    async def scenario():
        async with serving(site) as server:
            address = f"ws://127.0.0.1:{server.port}/"
            if is_admitted:
                async with connect(address, origin=origin, compression=None):
                    return
            with pytest.raises(InvalidStatus):
                await connect(address, origin=origin, compression=None)

    asyncio.run(scenario())
