"""Starts a server: certificate, folder, listening address, and the messages to the operator."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from audiogames.core.cues import Msg, msg
from audiogames.core.registry import games
from audiogames.net.address import PORT
from audiogames.net.server import limits
from audiogames.net.server.core import Access, ServerCore
from audiogames.net.server.limits import is_local
from audiogames.net.server.others import ALONE, OtherProcesses
from audiogames.net.server.store import Shelf, StoredRows
from audiogames.present.catalogue import languages, load
from audiogames.shell.files import resources
from audiogames.shell.playouts import Playouts
from audiogames.shell.report import write_report
from audiogames.shell.server.bots import usual_workers
from audiogames.shell.server.database import SqliteStore, StoreError
from audiogames.shell.server.keeping import ThreadedStore, WaitedStore
from audiogames.shell.server.listening import CannotListen, Listening, SteadyTime
from audiogames.shell.server.logs import Logs
from audiogames.shell.server.secrecy import SystemSecrets
from audiogames.shell.server.server import Means, TableServer
from audiogames.shell.server.site import SitePage
from audiogames.shell.server.watching import watched

CODE_DIGITS: Final = 4
CODE_DIGITS_FOR_STRANGERS: Final = 8
"""The number of digits in the server's code, on the local network and if it is open to the
internet.
"""

SPARE_FILES: Final = 100
"""Open files besides those of connections."""

SOMEWHERE: Final = ("10.255.255.255", 9)
"""An address used only to find the outgoing interface: nothing is sent there."""


class CannotServe(Exception):
    """The server cannot run as requested; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Serving:
    """The options of the command `serve`."""

    data: Path
    reports: Path
    host: str | None = None
    port: int = PORT
    cert: Path | None = None
    key: Path | None = None
    public: bool = False
    proxy: bool = False
    origins: frozenset[str] = frozenset()
    """Origins of other pages that may connect to the tables."""
    store: str | None = None
    """The address of a database that processes share, instead of a file in `data`."""
    advertise: str | None = None
    """The public address of this process; None for the address at which it listens."""
    metrics: int | None = None
    """The port of health and metrics, on this machine alone."""
    site: Path | None = None
    """The folder of the page, if the server also serves it."""
    playouts: Playouts = field(default_factory=Playouts)


class FaultReports:
    """Writes a report of each unexpected exception; the server continues.

    Each place in the code is reported once, so that a client that repeats an error cannot fill the
    disk.
    """

    def __init__(self, folder: Path, note: Callable[[str], None]) -> None:
        self._folder = folder
        self._note = note
        self._known: dict[tuple[str, int, str], str] = {}

    def __call__(self, error: Exception) -> None:
        """Write a report, and log the error with the report's path."""
        last = traceback.extract_tb(error.__traceback__)[-1:]
        file, line = (last[0].filename, last[0].lineno or 0) if last else ("", 0)
        place = file, line, type(error).__name__
        if place not in self._known:
            self._known[place] = write_report(self._folder, error, ())
            self._note("Fault: " + "".join(traceback.format_exception(error)))
        self._note(f"Fault in {file}, line {line}: {error!r}. Report: {self._known[place]}")


def serve(
    wish: Serving, tell: Callable[[Sequence[Msg]], None], note: Callable[[str], None]
) -> bool:
    """Run a server until it ends; return whether it ended for a planned restart.

    `tell` shows messages to the operator, `note` takes log lines.

    Raises `CannotServe`, and unexpected exceptions of the store.
    """
    place = Listening(_host(wish), wish.port, _tls(wish), wish.proxy, wish.origins)
    if wish.metrics is not None and find_spec("prometheus_client") is None:
        raise CannotServe(msg("cli-metrics-missing"))
    _allow_many_lines()
    games()  # loading games later would delay the moves at all tables
    opening = Opening(wish, place, tell, note)
    try:
        if wish.store is None:
            again = _serve_alone(opening)
        else:
            again = asyncio.run(_shared().serve(opening, wish.store))
    except StoreError as error:
        raise CannotServe(error.message) from None
    except CannotListen as error:
        port = wish.port if error.port is None else error.port
        raise CannotServe(_cannot_listen(wish, port, error.errno)) from None
    tell([msg("cli-serve-closed")])
    return again


def check_store(store: str) -> list[Msg]:
    """Check whether a store can be used, without changing it; return messages about it.

    Raises `CannotServe`.
    """
    try:
        return asyncio.run(_shared().check(store))
    except StoreError as error:
        raise CannotServe(error.message) from None


def _shared() -> ModuleType:
    """Import the module that serves with a shared database.

    Raises `CannotServe` if the database driver is missing.
    """
    try:
        from audiogames.shell.cluster import serving
    except ImportError:
        raise CannotServe(msg("cli-store-driver")) from None
    return serving


class Opening:
    """Creates and runs a server, with its own SQLite file or a shared database."""

    def __init__(
        self,
        wish: Serving,
        place: Listening,
        tell: Callable[[Sequence[Msg]], None],
        note: Callable[[str], None],
    ) -> None:
        self.wish = wish
        self.note = note
        self.now = SteadyTime()
        self._place = place
        self._tell = tell
        self._secrets = SystemSecrets()
        self._strangers = wish.public or wish.cert is not None or wish.proxy

    def code(self, before: str) -> str:
        """Return the guests' code: empty for a public server, otherwise `before` or a new code.

        The code `before`, from the last run, is replaced if it is too short.
        """
        if self.wish.public:
            return ""
        return _code(before, self._secrets, strangers=self._strangers)

    def salt(self) -> str:
        """Return a random salt for the hashes of addresses."""
        return self._secrets.token()

    def server(
        self,
        store: WaitedStore,
        code: str,
        kept: StoredRows | None = None,
        others: OtherProcesses = ALONE,
    ) -> TableServer:
        """Create the server; `others` are the processes that share its store."""
        access = Access(code, reserved_names(), self._strangers)
        server = TableServer(
            ServerCore(self._secrets, self.now(), access, kept, others),
            store,
            self._place,
            Means(
                self.now,
                usual_workers(),
                Logs(self.note, FaultReports(self.wish.reports, self.note)),
                self.wish.playouts,
            ),
        )
        if self.wish.site is not None:
            server.page = SitePage(self.wish.site, server.callers, self.now)
        return server

    async def run(self, server: TableServer, opened: Callable[[], None]) -> None:
        """Run a server with its metrics.  Raises the exceptions of `TableServer.run`."""
        await watched(server, self.wish.metrics, partial(server.run, opened), self.note)

    def opened(self, server: TableServer, code: str) -> None:
        """Show the operator the server's address and code."""
        self._tell(opening_words(self.wish, server.port, code))

    def advertised(self, server: TableServer) -> str:
        """Return the address at which clients reach this process."""
        if self.wish.advertise:
            return self.wish.advertise
        scheme = "ws" if self.wish.cert is None else "wss"
        return f"{scheme}://{_shown_host(self.wish)}:{server.port}"


def _serve_alone(opening: Opening) -> bool:
    """Run a server with its own SQLite store; return whether a planned restart ended it."""
    store = SqliteStore(opening.wish.data)
    try:
        store.tidy(opening.now())
        kept = store.load()
        for found in store.notes:
            opening.note(found)
        code = opening.code(kept.rows[Shelf.SERVER].get("code", ""))
        server = opening.server(ThreadedStore(store), code, kept)
        asyncio.run(opening.run(server, lambda: opening.opened(server, code)))
        return server.starts_again
    finally:
        store.close()


def reserved_names() -> list[str]:
    """Return the names that players may not choose, such as "You" and "server".

    They come from all translations.
    """
    root = resources() / "locales"
    lists = [load(root, lang).find("reserved-names", ("",)) or "" for lang in languages(root)]
    return [name.strip() for names in lists for name in names.split(",")]


def _code(before: str, secrets: SystemSecrets, *, strangers: bool) -> str:
    """Return the server's old code, or a new one if the old one is too short.

    If `strangers` can reach the server, codes are longer.
    """
    digits = CODE_DIGITS_FOR_STRANGERS if strangers else CODE_DIGITS
    return before if len(before) >= digits else secrets.digits(digits)


def _host(wish: Serving) -> str | None:
    """Return the address to listen on, or None for all addresses.  Raises `CannotServe`."""
    if wish.host is None or wish.cert is not None or wish.proxy:
        return wish.host
    try:
        found = socket.getaddrinfo(wish.host, wish.port, type=socket.SOCK_STREAM)
    except OSError:
        raise CannotServe(msg("cli-serve-no-host", host=wish.host)) from None
    addresses = [str(one[4][0]) for one in found]
    if not all(is_local(one) or _is_everywhere(one) for one in addresses):
        raise CannotServe(msg("cli-serve-plain", host=wish.host))
    return wish.host


def _is_everywhere(address: str) -> bool:
    """Return whether an address means all addresses of this machine, such as 0.0.0.0."""
    return address in {"0.0.0.0", "::"}  # noqa: S104 - recognised; strangers are turned away


def _tls(wish: Serving) -> ssl.SSLContext | None:
    """Return the encryption settings; None if no certificate is given.  Raises `CannotServe`."""
    if wish.cert is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(wish.cert, wish.key)
    except OSError as error:  # an SSLError, for invalid contents of the files, is an OSError too
        raise CannotServe(
            msg("cli-serve-certificate", path=str(wish.cert), text=str(error))
        ) from None
    return context


def _allow_many_lines() -> None:
    """Raise the limit on open files, which is often only a thousand, for many connections."""
    if sys.platform == "win32":  # Windows has no such limit
        return
    import resource

    waiting = 2 * limits.HALF_OPEN + limits.AT_THE_DOOR
    wanted = limits.CONNECTIONS + waiting + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _cannot_listen(wish: Serving, port: int, reason: int | None) -> Msg:
    """Return the message that says why the server cannot listen on a port."""
    if reason == errno.EADDRINUSE:
        return msg("cli-serve-port-taken", port=port)
    if reason in {errno.EACCES, errno.EPERM}:
        return msg("cli-serve-port-forbidden", port=port)
    return msg("cli-serve-no-host", host=wish.host or "")


def opening_words(wish: Serving, port: int, code: str) -> list[Msg]:
    """Return the operator's messages at the start: address, guests' code, security and page."""
    address = _address(wish, port)
    digits = " ".join(code)
    opened = (
        msg("cli-serve-open", address=address, code=digits)
        if code
        else msg("cli-serve-open-public", address=address)
    )
    safety = "tls" if wish.cert else "proxy" if wish.proxy else "plain-here"
    page = [] if wish.site is None else [_page(wish, port)]
    return [opened, msg(f"cli-serve-{safety}"), *page]


def _page(wish: Serving, port: int) -> Msg:
    """Return the message with the page's address, or with its port if the host name is unknown."""
    if wish.cert is not None:
        return msg("cli-serve-page-tls", port=port)
    if wish.proxy:
        return msg("cli-serve-page-proxy")
    return msg("cli-serve-page", address=f"http://{_shown_host(wish)}:{port}/")


def _address(wish: Serving, port: int) -> str:
    """Return the address that players type: host and, if it is not the default, port."""
    shown = _shown_host(wish)
    return shown if port == PORT else f"{shown}:{port}"


def _shown_host(wish: Serving) -> str:
    """Return the host that players type: the configured one, or this machine's own address."""
    host = wish.host
    if host is None or _is_everywhere(host):
        host = own_address()
    return f"[{host}]" if ":" in host else host


def own_address() -> str:
    """Return this machine's address in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(SOMEWHERE)
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"
