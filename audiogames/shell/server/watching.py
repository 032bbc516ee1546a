"""Monitors a server from the same machine: health, metrics for Prometheus, and systemd.

The endpoints listen only at 127.0.0.1, on a separate port, so that no proxy exposes them by
mistake.  Metrics are read from the running server on request; a move only increases two
counters.  systemd is notified by its own protocol (sd_notify(3)), a datagram of one line.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from audiogames.net import wire
from audiogames.net.server.moderation.rulings import Sanction
from audiogames.shell.server.listening import CannotListen

if TYPE_CHECKING:
    from audiogames.shell.server.server import TableServer

HOST: Final = "127.0.0.1"
HOSTS: Final = frozenset({HOST, "localhost"})
"""The accepted host names of the endpoints; requests for other names that lead here are refused."""

PATIENCE: Final = 5.0
"""Seconds for one request."""

PREFIX: Final = "audiogames_"


@dataclass
class ServerCounts:
    """Counters of a server since its start."""

    messages: int = 0
    commits: int = 0
    rows: int = 0
    commit_seconds: float = 0.0
    faults: int = 0


class Endpoints:
    """The HTTP endpoints `/healthz`, `/readyz` and `/metrics` of one server."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._metrics = _registry(server)

    async def listen(self, port: int) -> Server:
        """Listen on this port.  Raises `CannotListen`."""
        try:
            return await serve(
                self._line,
                HOST,
                port,
                process_request=self._answer,
                open_timeout=PATIENCE,
                compression=None,
                server_header=None,
            )
        except OSError as error:
            raise CannotListen(error.errno, port) from error

    async def _line(self, connection: ServerConnection) -> None:
        """Do nothing: each request is answered before a WebSocket opens."""

    def _answer(self, connection: ServerConnection, request: Request) -> Response:
        """Return the response to a request, which must address this machine by one of its names."""
        host = request.headers.get("Host", "").partition(":")[0]
        if host not in HOSTS:
            return connection.respond(HTTPStatus.FORBIDDEN, "This machine only.\n")
        match request.path.partition("?")[0]:
            case "/healthz":
                return connection.respond(HTTPStatus.OK, "ok\n")
            case "/readyz" if self._server.is_ready:
                return connection.respond(HTTPStatus.OK, "ready\n")
            case "/readyz":
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "not ready\n")
            case "/metrics":
                return self._measured(connection)
        return connection.respond(HTTPStatus.NOT_FOUND, "Not here.\n")

    def _measured(self, connection: ServerConnection) -> Response:
        """Return the response to `/metrics`."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        text = generate_latest(self._metrics).decode()
        response = connection.respond(HTTPStatus.OK, text)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = CONTENT_TYPE_LATEST
        return response


def _registry(server: TableServer) -> Any:
    """Return the Prometheus registry, which reads the server's metrics on request.

    Raises `ImportError` if the library is missing.
    """
    from prometheus_client import CollectorRegistry
    from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
    from prometheus_client.process_collector import ProcessCollector

    class ServerCollector:
        """Reads the metrics from the server."""

        def collect(self) -> Iterator[Any]:
            for name, help_, samples in gauges(server):
                labels = [name for name, _ in samples[0][0]]
                family = GaugeMetricFamily(PREFIX + name, help_, labels=labels)
                for label, value in samples:
                    family.add_metric([text for _, text in label], value)
                yield family
            for name, help_, value in counters(server.counts):
                yield CounterMetricFamily(PREFIX + name, help_, value=value)

    registry = CollectorRegistry()
    registry.register(ServerCollector())
    ProcessCollector(registry=registry)
    return registry


Sample = tuple[tuple[tuple[str, str], ...], float]
"""The labels of a measured value, and the value."""


def gauges(server: TableServer) -> Iterable[tuple[str, str, list[Sample]]]:
    """Yield current values of the server, such as connections, as Prometheus gauges."""
    core, now = server.core, server.now()
    people = core.people.by_id.values()
    here = sum(one.here for one in people)
    tables = core.lobby.tables.values()
    playing = sum(one.playing for one in tables)
    rulings = core.parts.desk.rulings
    held = [one.what for one in rulings.all(Sanction) if one.holds(now)]
    yield "connections", "Open lines", [((), len(core.connections.by_conn))]
    yield (
        "people",
        "People known to this process",
        [((("state", "here"),), here), ((("state", "away"),), len(people) - here)],
    )
    yield (
        "tables",
        "Tables of this process",
        [((("state", "playing"),), playing), ((("state", "waiting"),), len(tables) - playing)],
    )
    yield "accounts", "Accounts known to this process", [((), len(core.people.accounts))]
    yield "reports_open", "Reports that nobody has closed", [((), len(rulings.open_reports()))]
    yield (
        "sanctions",
        "Mutes and bans in force",
        [((("what", what),), held.count(what)) for what in (wire.steward.MUTE, wire.steward.BAN)],
    )
    yield "ready", "Whether the store answers and the server takes lines", [((), server.is_ready)]


def counters(counts: ServerCounts) -> Iterable[tuple[str, str, float]]:
    """Yield the server's counters since its start, for Prometheus."""
    yield "messages", "Messages received", counts.messages
    yield "commits", "Groups of rows kept", counts.commits
    yield "rows", "Rows kept", counts.rows
    yield "commit_seconds", "Seconds spent in commits", counts.commit_seconds
    yield "faults", "Unforeseen errors", counts.faults


# --- systemd -------------------------------------------------------------------------------------


class SystemdNotifier:
    """Notifies systemd that the server is ready, alive, and stopping."""

    def __init__(self, environ: os._Environ[str] | dict[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        pid, usec = environ.get("WATCHDOG_PID", ""), environ.get("WATCHDOG_USEC", "")
        is_mine = pid in {"", str(os.getpid())}
        self.period = int(usec) / 2e6 if is_mine and usec.isdigit() and int(usec) else None
        """Seconds between two watchdog messages; None without a watchdog."""

    def tell(self, state: str) -> None:
        """Send a state to systemd; do nothing if the server does not run under systemd."""
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.sendto(state.encode(), address)

    async def live(self) -> None:
        """Send watchdog messages until cancelled; a blocked event loop sends none."""
        while self.period is not None:
            self.tell("WATCHDOG=1")
            await asyncio.sleep(self.period)


async def watched(
    server: TableServer, port: int | None, run: Callable[[], Any], note: Callable[[str], None]
) -> None:
    """Run the server together with its monitoring and the notifications to systemd.

    Raises the exceptions of `run`, and `CannotListen`.
    """
    endpoints = None if port is None else await Endpoints(server).listen(port)
    if endpoints is not None:
        note(f"Health and metrics at http://{HOST}:{endpoints.sockets[0].getsockname()[1]}/metrics")
    notifier = SystemdNotifier()
    alive = asyncio.create_task(notifier.live())
    server.on_open.append(lambda: notifier.tell("READY=1"))
    server.on_end.append(lambda: notifier.tell("STOPPING=1"))
    try:
        await run()
    finally:
        alive.cancel()
        if endpoints is not None:
            endpoints.close()
            await endpoints.wait_closed()
