"""Monitoring a server: health checks, Prometheus metrics, and systemd notifications."""

import asyncio
import json
import socket
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from audiogames.net.server.core import ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.shell.server.keeping import ThreadedStore
from audiogames.shell.server.listening import Listening, SteadyTime
from audiogames.shell.server.secrecy import SystemSecrets
from audiogames.shell.server.server import Means, TableServer
from audiogames.shell.server.watching import Endpoints, SystemdNotifier, watched
from tests.shell.server.kit import calling


def get(port, path, host="127.0.0.1"):
    asked = Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
    try:
        with urlopen(asked, timeout=20) as answer:  # noqa: S310 - our own address
            return answer.status, answer.read().decode(), answer.headers["Content-Type"]
    except HTTPError as error:
        return error.code, error.read().decode(), ""


def watching(check):
    """Start a server with monitoring endpoints, and run `check(server, port)`.

    Returns the readiness status before the server was open, and the result of the check.
    """

    async def run():
        now = SteadyTime()
        core = ServerCore(SystemSecrets(), now())
        server = TableServer(
            core, ThreadedStore(MemoryStore()), Listening("127.0.0.1", 0), Means(now)
        )
        endpoints = await Endpoints(server).listen(0)
        port = endpoints.sockets[0].getsockname()[1]
        before = (await asyncio.to_thread(get, port, "/readyz"))[0]
        opened = asyncio.Event()
        running = asyncio.create_task(server.run(opened.set))
        await opened.wait()
        try:
            return before, await check(server, port)
        finally:
            server.end()
            await running
            endpoints.close()

    return asyncio.run(run())


def test_metrics_are_accepted_by_the_parser_of_prometheus():
    from prometheus_client.parser import text_string_to_metric_families

    async def check(server, port):
        async with calling(server) as caller:
            await caller.hello("Anna")
            return await asyncio.to_thread(get, port, "/metrics")

    _, (status, text, kind) = watching(check)
    samples = {
        (one.name, *sorted(one.labels.values())): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }
    assert status == 200
    assert kind.startswith("text/plain")
    assert samples["audiogames_people", "here"] == 1
    assert samples["audiogames_connections",] == 1
    assert samples["audiogames_messages_total",] == 1
    assert samples["audiogames_rows_total",] >= 1
    assert "process_resident_memory_bytes" in text
    assert "Anna" not in text


def test_readiness_check_fails_without_the_store_but_health_check_does_not():
    async def check(server, port):
        ready = await asyncio.to_thread(get, port, "/readyz")
        server._store_is_away(True)
        away = await asyncio.to_thread(get, port, "/readyz")
        server._store_is_away(False)
        health = await asyncio.to_thread(get, port, "/healthz")
        return ready[0], away[0], health[0]

    assert watching(check) == (503, (200, 503, 200))


def test_metrics_endpoint_refuses_foreign_hosts_and_unknown_paths():
    async def check(_server, port):
        return [
            (await asyncio.to_thread(get, port, "/metrics", "evil.example"))[0],
            (await asyncio.to_thread(get, port, "/"))[0],
        ]

    assert watching(check)[1] == [403, 404]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is on Linux")
def test_systemd_is_notified_of_start_watchdog_and_stop(tmp_path, monkeypatch):
    """The socket is of the kind that systemd provides (sd_notify(3), sd_watchdog_enabled(3))."""
    path = str(tmp_path / "notify")
    told = []
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    monkeypatch.setenv("WATCHDOG_USEC", "20000")

    class Served:
        on_open, on_end = [], []

    async def serve():
        loop = asyncio.get_running_loop()
        alive = asyncio.Event()

        def read():
            told.append(listening.recv(100).decode())
            if told.count("WATCHDOG=1") >= 2:
                alive.set()

        loop.add_reader(listening, read)

        async def run():
            [call() for call in Served.on_open]
            await alive.wait()
            [call() for call in Served.on_end]

        await watched(Served, None, run, print)
        await asyncio.sleep(0)
        loop.remove_reader(listening)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(path)
        listening.setblocking(False)
        asyncio.run(serve())
        told.append(listening.recv(100).decode()) if "STOPPING=1" not in told else None
    assert {"READY=1", "WATCHDOG=1", "STOPPING=1"} <= {*told}


def test_notifier_without_systemd_sends_nothing():
    notifier = SystemdNotifier({})
    notifier.tell("READY=1")
    assert notifier.period is None


def test_log_line_is_one_json_object():
    from audiogames.cli.serve import _line

    assert json.loads(_line('a "b"\nc'))["text"] == 'a "b"\nc'
