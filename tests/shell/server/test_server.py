"""Tests of the real server over sockets: hostile input, limits, and saving before sending."""

import asyncio
import base64
import contextlib
import os
import socket
import ssl
import threading
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from audiogames.core.cues import msg
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import DayRow
from audiogames.net.server.memory_store import MemoryStore
from audiogames.net.server.people.member import Contacts, Registered
from audiogames.shell.server import callers, keeping
from audiogames.shell.server.database import StoreError
from tests.shell.server.kit import HELLO, SOON, calling, frame, raw, serving

HERE = Path(__file__).parent


def run(scenario):
    asyncio.run(asyncio.wait_for(scenario(), 6 * SOON))


# --- A regular connection -------------------------------------------------------------------------


@pytest.mark.slow
def test_two_clients_play_with_a_bot_over_sockets():
    """The bot runs in a process of its own."""

    async def play(caller, many):
        """Make the player's moves until the bot has made `many` moves."""
        while many:
            update = await caller.hears(wire.MatchUpdate)
            played = [event for event in update.events if event["event"] == "CardPlayed"]
            many -= any(event["seat"] == 2 for event in played)
            if update.view["to_act"] == update.seat:
                move = update.view["legal"][0]
                await caller.line.send(wire.encode(wire.MakeMove(id=99, seq=update.seq, move=move)))

    async def scenario():
        async with serving() as server, calling(server) as anna, calling(server) as bruno:
            assert (await anna.hello("Anna")).name == "Anna"
            table = await anna.ask(wire.Open, game="novantanove", public=True)
            await bruno.hello("Bruno")
            await bruno.ask(wire.Join, table=table.table)
            await anna.ask(wire.AddBot, level="easy")
            for one in (anna, bruno):
                await one.ask(wire.TellWishes, auto_draw=True)
            await anna.line.send(wire.encode(wire.StartMatch(id=98)))
            await asyncio.gather(play(anna, 2), play(bruno, 2))

    run(scenario)


@pytest.mark.slow
def test_new_account_accepts_only_its_own_password():
    async def scenario():
        async with serving() as server, calling(server) as anna:
            new = await anna.hello("Anna", password="correct horse", register=True)
            assert new.account
            await anna.ask(wire.Goodbye)
            async with calling(server) as other:
                wrong = await other.hello("Anna", password="battery staple")
                assert wrong.reason == "net-wrong-password"
                assert (await other.hello("Anna", password="correct horse")).account

    run(scenario)


@pytest.mark.slow
def test_server_bots_play_the_deal_of_the_day_when_a_player_begins_it():
    async def scenario():
        store, kept = MemoryStore(), asyncio.Event()
        keep = store.shared.ratings.keep
        loop = asyncio.get_running_loop()

        def note(row):
            keep(row)
            if isinstance(row, DayRow) and not row.who:
                loop.call_soon_threadsafe(kept.set)

        store.shared.ratings.keep = note
        async with serving(store) as server, calling(server) as anna:
            await anna.hello("Anna", password="correct horse", register=True)
            table = await anna.ask(wire.PlayDay, game="invido")
            assert table.game == "invido"
            await kept.wait()
            found = {who: row.over for (_, _, who), row in store.shared.ratings.days.items()}
            assert found == {"anna": False, "": True}

    run(scenario)


def test_connection_with_a_certificate_is_encrypted():
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(HERE / "cert.pem", HERE / "key.pem")
    trust = ssl.create_default_context(cafile=str(HERE / "cert.pem"))

    async def scenario():
        async with serving(tls=tls) as server, calling(server, "wss", ssl=trust) as anna:
            assert (await anna.hello("Anna")).name == "Anna"

    run(scenario)


def test_end_of_the_server_is_announced_on_every_connection():
    async def scenario():
        async with serving() as server, calling(server) as anna:
            await anna.hello("Anna")
            server.end()
            assert (await anna.hears(wire.Bye)).reason == "net-shuts-down"
            await server.ran

    run(scenario)


# --- Messages of strangers ------------------------------------------------------------------------


def test_message_sent_byte_by_byte_is_read():
    async def scenario():
        async with serving() as server:
            reader, writer = await raw(server)
            for byte in frame(HELLO):
                writer.write(bytes([byte]))
                await writer.drain()
            assert b"welcome" in await asyncio.wait_for(reader.read(4096), SOON)
            writer.close()

    run(scenario)


def test_incomplete_message_harms_no_other_connection():
    async def scenario():
        async with serving() as server, calling(server) as anna:
            await anna.hello("Anna")
            reader, writer = await raw(server)
            writer.write(frame(HELLO))
            assert b"welcome" in await asyncio.wait_for(reader.read(4096), SOON)
            writer.write(frame(b'{"type":"online","id":2}')[:9])
            await writer.drain()
            writer.transport.abort()
            while True:
                people = (await anna.ask(wire.ListPeople)).people
                if [one.away for one in people if one.name == "Bit"] == [True]:
                    return

    run(scenario)


GARBAGE = [
    b"",
    b"\x00\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b'{"type":"state","id":1}',
    b'{"type":"ping"}',
    b'{"type":"ping","id":"1"}',
    b'{"type":"ping","id":1,"seat":0}',
    b'{"type":"hello","id":1,"version":4,"name":"\\ud800"}',
    b'{"type":"update","n":1}',
    b"[" * 60000,
]


@pytest.mark.slow
@pytest.mark.parametrize("text", [True, False])
def test_malformed_message_ends_its_connection_with_a_reason(text):
    async def scenario():
        notes = []
        async with serving(notes=notes) as server, calling(server) as anna:
            await anna.hello("Anna")
            for data in GARBAGE:
                sent = b"\x7f" if text and data[:1] == b"\x00" else data
                async with calling(server) as stranger:
                    await stranger.line.send(sent, text=text)
                    bye = await stranger.hears()
                    assert isinstance(bye, wire.Bye | wire.No), data
                    assert bye.reason in {"net-malformed", "net-bad-name"}
            assert isinstance(await anna.ask(wire.Ping), wire.Pong)
        assert notes == []

    run(scenario)


@pytest.mark.parametrize("noise", [b"\x00" * 100, b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01 hello"])
def test_non_websocket_bytes_harm_no_other_connection(noise):
    async def scenario():
        async with serving() as server, calling(server) as anna:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(noise + b"\r\n\r\n")
            await asyncio.wait_for(reader.read(), SOON)
            writer.close()
            assert (await anna.hello("Anna")).name == "Anna"

    run(scenario)


@pytest.mark.parametrize("size", [wire.LARGEST + 1, 3 * wire.LARGEST])
def test_too_large_message_ends_its_connection(size):
    async def scenario():
        async with serving() as server, calling(server) as anna:
            await anna.line.send("x" * size)
            if size < 2 * wire.LARGEST:
                assert (await anna.hears(wire.Bye)).reason == "net-too-large"
            with pytest.raises(ConnectionClosed):
                await anna.hears()

    run(scenario)


def test_flooding_client_is_refused_and_then_disconnected():
    async def scenario():
        async with serving() as server, calling(server) as hasty, calling(server) as anna:
            await hasty.hello("Hasty")
            await anna.hello("Anna")
            for number in range(400):
                await hasty.line.send(wire.encode(wire.Ping(id=number + 2)), text=True)
            assert (await hasty.hears(wire.No)).reason == "net-too-fast"
            assert (await hasty.hears(wire.Bye)).reason == "net-too-fast"
            assert isinstance(await anna.ask(wire.Ping), wire.Pong)

    run(scenario)


def test_connections_of_a_forwarded_address_are_limited(monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS_AN_ADDRESS", 2)
    far = {"additional_headers": {"X-Forwarded-For": "10.0.0.1, 203.0.113.5"}}

    async def scenario():
        async with (
            serving(proxy=True) as server,
            calling(server, **far) as one,
            calling(server, **far) as two,
            calling(server, **far) as three,
            calling(server) as other,
        ):
            assert (await three.hears(wire.Bye)).reason == "net-too-many-connections"
            for caller, name in ((one, "One"), (two, "Two"), (other, "Other")):
                assert (await caller.hello(name)).name == name

    run(scenario)


def test_unencrypted_server_admits_only_the_local_network(monkeypatch):
    monkeypatch.setattr(callers, "is_local", lambda _address: False)

    async def scenario():
        async with serving() as server:
            with pytest.raises(InvalidStatus) as refused:
                async with calling(server):
                    pass
            assert refused.value.response.status_code == 403

    run(scenario)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("origin", "host", "enters"),
    [
        ("http://127.0.0.1:{port}", None, True),
        ("http://LOCALHOST:{port}", "localhost:{port}", True),
        ("http://127.0.0.1:1", None, True),  # the page of `web`, on the player's own machine
        ("https://127.0.0.1:1", None, False),
        ("https://evil.example", None, False),
        ("null", None, False),
        ("http://evil.example:{port}", "evil.example:{port}", False),  # a name that points here
        ("http://[", None, False),
    ],
)
def test_only_the_servers_own_page_may_connect(origin, host, enters):
    async def scenario():
        async with serving() as server:
            headers = [("Origin", origin.format(port=server.port))]
            if host is not None:
                headers.append(("Host", host.format(port=server.port)))
            status = await upgrade(server, headers)
            assert status == (101 if enters else 403)

    run(scenario)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("origin", "status"),
    [("https://cards.example", 101), ("https://cards.example.org", 403), ("null", 403)],
)
def test_only_pages_of_the_configured_origin_may_connect(origin, status):
    async def scenario():
        async with serving(origins=frozenset({"https://cards.example"})) as server:
            assert await upgrade(server, [("Origin", origin)]) == status

    run(scenario)


async def upgrade(server, headers):
    """Request a WebSocket with these headers, and return the HTTP status of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    usual = (
        [] if any(name == "Host" for name, _ in headers) else [("Host", f"127.0.0.1:{server.port}")]
    )
    fixed = [
        ("Upgrade", "websocket"),
        ("Connection", "Upgrade"),
        ("Sec-WebSocket-Key", base64.b64encode(os.urandom(16)).decode()),
        ("Sec-WebSocket-Version", "13"),
    ]
    lines = [f"{name}: {value}\r\n" for name, value in (*usual, *headers, *fixed)]
    writer.write(("GET / HTTP/1.1\r\n" + "".join(lines) + "\r\n").encode())
    answer = await asyncio.wait_for(reader.readuntil(b"\r\n"), SOON)
    writer.close()
    return int(answer.split()[1])


def test_half_open_connections_do_not_block_others(monkeypatch):
    monkeypatch.setattr(limits, "HALF_OPEN", 5)

    async def scenario():
        async with serving() as server:
            silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
            async with calling(server) as anna:
                assert (await anna.hello("Anna")).name == "Anna"
            gone = [asyncio.create_task(reader.read()) for reader, _ in silent]
            await asyncio.wait(gone, timeout=0.5)
            assert sum(one.done() for one in gone) >= 15
            for one, (_, writer) in zip(gone, silent, strict=True):
                one.cancel()
                writer.transport.abort()

    run(scenario)


def test_flood_of_pings_ends_its_connection():
    async def scenario():
        async with serving() as server, calling(server) as anna:
            await anna.hello("Anna")
            reader, writer = await raw(server)
            ping = bytes([0x89, 0x80, 0, 0, 0, 0])
            writer.write(ping * 20_000)
            with contextlib.suppress(ConnectionError):
                answers = await asyncio.wait_for(reader.read(), SOON)
                assert len(answers) < 20_000
            writer.close()
            for _ in range(3):
                await anna.line.ping()
            assert isinstance(await anna.ask(wire.Ping), wire.Pong)

    run(scenario)


async def ask_and_never_listen(sleeper):
    while True:
        await sleeper.line.send(wire.encode(wire.ListPeople(id=1)), text=True)
        await asyncio.sleep(0)


def test_client_that_reads_too_slowly_is_disconnected_and_may_reconnect(monkeypatch):
    monkeypatch.setattr(limits, "BACKLOG", 50_000)
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 1e9)

    async def scenario():
        async with serving() as server, calling(server) as anna:
            await anna.hello("Anna")
            people = server.core.people
            for number in range(limits.LISTED):
                known = Registered(f"Person {number}", "", False, 0, Contacts())
                people.add(known, str(number))
            slow = socket.socket()
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect(("127.0.0.1", server.port))
            async with calling(server, sock=slow, max_queue=1) as sleeper:
                welcome = await sleeper.hello("Slow")
                with pytest.raises(ConnectionClosed):
                    await ask_and_never_listen(sleeper)
            assert isinstance(await anna.ask(wire.Ping), wire.Pong)
            async with calling(server) as again:
                assert (await again.hello(token=welcome.token, name="")).back

    run(scenario)


# --- Messages wait for the store ------------------------------------------------------------------


async def until(condition):
    """Wait until the condition is true, polling every 10 ms."""
    async with asyncio.timeout(SOON):
        while not condition():  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.01)


class SlowStore(MemoryStore):
    """A store in memory whose commits wait while `goes_on` is cleared, as on a slow disk."""

    def __init__(self):
        super().__init__()
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.stands_still = False

    def commit(self, rows):
        self.stands_still = not self.goes_on.is_set()
        assert self.goes_on.wait(SOON)
        super().commit(rows)


def test_nothing_is_sent_before_it_is_written_to_disk():
    store = SlowStore()

    async def scenario():
        async with serving(store) as server, calling(server) as anna:
            await anna.hello("Anna")
            store.goes_on.clear()
            asks = asyncio.create_task(anna.ask(wire.Open, game="wist"))
            await asyncio.sleep(0.3)
            assert not asks.done()
            store.goes_on.set()
            assert isinstance(await asks, wire.Seated)

    run(scenario)


class Tidied(MemoryStore):
    def __init__(self):
        super().__init__()
        self.was = threading.Event()

    def tidy(self, now):
        self.was.set()


def test_old_rows_are_deleted_while_the_server_runs(monkeypatch):
    monkeypatch.setattr(keeping, "TIDY", 0.01)
    store = Tidied()

    async def scenario():
        async with serving(store):
            assert await asyncio.to_thread(store.was.wait, SOON)

    run(scenario)


def test_number_of_messages_waiting_for_the_disk_is_limited(monkeypatch):
    monkeypatch.setattr(limits, "BACKLOG", 1500)
    store = SlowStore()

    async def scenario():
        async with serving(store) as server, calling(server) as anna, calling(server) as bruno:
            await anna.hello("Anna")
            await bruno.hello("Bruno")
            store.goes_on.clear()
            await bruno.line.send(wire.encode(wire.Open(id=9, game="wist")), text=True)
            await until(lambda: store.stands_still)
            for number in range(55):
                await anna.line.send(wire.encode(wire.Ping(id=number)), text=True)
                await anna.line.send(wire.encode(wire.Here(id=number)), text=True)
            await until(lambda: len(server._lines) == 1)
            assert (
                sum(len(one.data) for one in server._keeper._waiting if hasattr(one, "data")) < 3000
            )
            store.goes_on.set()
            assert isinstance(await bruno.hears(wire.Seated), wire.Seated)

    run(scenario)


class FullStore(MemoryStore):
    """A store in memory that refuses commits while `full` is set."""

    full = False

    def commit(self, rows):
        if self.full:
            raise StoreError(msg("cli-serve-data", path="x", text="full"))
        super().commit(rows)


def test_full_disk_ends_the_server_and_sends_nothing_unsaved():
    store = FullStore()

    async def scenario():
        async with serving(store) as server, calling(server) as anna:
            await anna.hello("Anna")
            store.full = True
            with pytest.raises(ConnectionClosed):
                await anna.ask(wire.Open, game="wist")
            with pytest.raises(StoreError):
                await server.ran

    run(scenario)
