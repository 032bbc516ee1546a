"""`serve`: run a server of tables until Ctrl+C."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from audiogames.cli import arguments
from audiogames.cli.words import Failure, UsageError, sentence
from audiogames.core.cues import Msg, msg
from audiogames.net.address import PORT, AddressError, read_address
from audiogames.shell.files import resources, user_paths
from audiogames.shell.server.opening import CannotServe, Serving, check_store, serve
from audiogames.shell.web.finding import NoSite, find_site

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


FOLDER: Final = "server"

RESTARTS: Final = 75
"""The exit code after a planned restart: EX_TEMPFAIL, so that service managers start it again."""

JSON: Final = "json"
LOGS: Final = ("text", JSON)

LAST_LINE_SECONDS: Final = 10.0
"""Seconds for which the program waits for the last line to be spoken."""

STORES: Final = ("postgresql://", "postgres://")
LINES: Final = ("wss://", "ws://")
"""The beginnings of the addresses of a database and of a server."""


def serve_tables(given: Namespace, lang: str) -> int:
    """Open the server, print its address, and run it until it is stopped."""
    speech = arguments.setting("speech", given.speech)
    braille = arguments.setting("braille", given.braille)

    last_line: BaseProcess | None = None

    def tell(messages: Sequence[Msg]) -> None:
        nonlocal last_line
        lines = [sentence(message, resources() / "locales", lang) for message in messages]
        printed = map(_line, lines) if given.log == JSON else lines
        print(*printed, sep="\n", flush=True)
        if speech != "none" or braille != "off":
            from audiogames.shell.server.saying import say_aside

            last_line = say_aside(" ".join(lines), lang, speech, braille)

    def note(text: str) -> None:
        print(_line(text) if given.log == JSON else text, file=sys.stderr, flush=True)

    try:
        again = False
        if given.log not in LOGS:
            raise arguments.bad("--log", given.log, ", ".join(LOGS))
        if given.check_store:
            tell(check_store(store_address(given)))
        else:
            again = serve(_wish(given, tell), tell, note)
    except (CannotServe, NoSite) as error:
        raise Failure(error.message) from None
    if last_line is not None:
        with suppress(KeyboardInterrupt):  # a second Ctrl+C skips the speech
            last_line.join(LAST_LINE_SECONDS)
    return RESTARTS if again else 0


def _line(text: str) -> str:
    """Convert a line of the log to a JSON object."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    return json.dumps({"at": at, "text": text}, ensure_ascii=False)


def store_address(given: Namespace) -> str:
    """Return the address of the database given by `--store`.  Raises `UsageError`."""
    store: str = given.store or ""
    if not store.startswith(STORES):
        raise arguments.bad("--store", store, f"{STORES[0]}…")
    return store


def _advertised(text: str) -> str:
    """Validate the address of a server that is announced to clients.  Raises `UsageError`."""
    try:
        address = read_address(text)
    except AddressError:
        address = None
    if address is None or not text.startswith(LINES):
        raise arguments.bad("--advertise", text, " ".join(f"{one}…" for one in LINES))
    return address.url.rstrip("/")


def _origin(text: str) -> str:
    """Normalise the origin of a web page to the notation of browsers.  Raises `UsageError`."""
    try:
        page = urlsplit(text)
        is_whole = page.scheme in {"http", "https"} and page.hostname and page.path in {"", "/"}
        if is_whole and (page.port is None or page.port > 0):
            return f"{page.scheme}://{page.netloc.lower()}"
    except ValueError:  # an invalid port
        pass
    raise arguments.bad("--origin", text, "https://…")


def _wish(given: Namespace, tell: Callable[[Sequence[Msg]], None]) -> Serving:
    """Return the server's options, validated.  Raises `UsageError`."""
    if (given.cert is None) != (given.key is None):
        raise UsageError(msg("cli-serve-cert-and-key"))
    if given.advertise is not None and given.store is None:
        raise UsageError(msg("cli-serve-advertise-alone"))
    data: Path = given.data or user_paths().data / FOLDER
    return Serving(
        data,
        user_paths().reports,
        given.host,
        PORT if given.port is None else arguments.port(given.port),
        given.cert,
        given.key,
        public=given.public,
        proxy=given.plain_behind_proxy,
        origins=frozenset(map(_origin, given.origin)),
        metrics=None if given.metrics is None else arguments.port(given.metrics, "--metrics"),
        store=None if given.store is None else store_address(given),
        advertise=None if given.advertise is None else _advertised(given.advertise),
        site=_site(given, tell) if given.web or given.site else None,
        playouts=arguments.playouts(given),
    )


def _site(given: Namespace, tell: Callable[[Sequence[Msg]], None]) -> Path:
    """Return the folder of the page, which is built if necessary.  Raises `NoSite`."""
    return find_site(given.site, user_paths().site, lambda message: tell([message]))
