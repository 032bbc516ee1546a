"""Serves the page to the browser of this machine, until the player closes it.

The program runs in the browser, which also stores settings and matches.  So the served files
contain nothing private, and nothing is lost when the server ends.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from audiogames.core.cues import Msg, msg
from audiogames.net.address import PORT
from audiogames.shell.ending import ENDING
from audiogames.shell.server.loop import end_on
from audiogames.shell.start import has_screen
from audiogames.shell.web.console import ConsoleKeys, has_keys, reading
from audiogames.shell.web.files import PARTS, SiteFiles

HERE: Final = "127.0.0.1"

PAGE_PORT: Final = PORT + 1
"""The preferred port, the same each time, since a browser's storage belongs to the address."""

ANY_PORT: Final = 0

ANSWER_SECONDS: Final = 2.0
"""Seconds within which a program on that port must show that it serves this page."""

BROWSER_SECONDS: Final = 5.0
"""Seconds for which a second start waits for the command that opens the browser."""

SENDING_SECONDS: Final = 60.0
"""Seconds for sending a file to the browser of the same machine."""

_noise = logging.getLogger(f"{__name__}.noise")
"""Port scanners send invalid requests, which need no log line."""
_noise.setLevel(logging.CRITICAL + 1)


class CannotShow(Exception):
    """The page cannot be served as requested; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Showing:
    """The options of the command `web`; without a `port` any free one is used."""

    site: Path
    port: int | None = None
    browses: bool = True


def show_page(wish: Showing, tell: Callable[[Msg], None]) -> None:
    """Serve the page until it is closed; if it is already being served, only open it.

    `tell` shows messages in the terminal.  Raises `CannotShow`.
    """
    if wish.port is None and _is_served(PAGE_PORT):
        step = _PageOpener(wish, PAGE_PORT, tell, tell)
        browser = step.open("cli-web-again", without="cli-web-there")
        if browser is not None:
            browser.join(BROWSER_SECONDS)
    else:
        asyncio.run(_show(wish, tell))


def _is_served(port: int) -> bool:
    """Return whether this program already serves the page on that port."""
    try:
        with urllib.request.urlopen(f"http://{HERE}:{port}/{PARTS}", timeout=ANSWER_SECONDS) as it:
            return bool(it.status == 200)
    except (OSError, ValueError):  # also `urllib.error.URLError`
        return False


async def _show(wish: Showing, tell: Callable[[Msg], None]) -> None:
    """Serve the page until the player closes it."""
    files, ending = SiteFiles(wish.site), asyncio.Event()
    sockets = await _listen(files, (PAGE_PORT, ANY_PORT) if wish.port is None else (wish.port,))
    loop, port = asyncio.get_running_loop(), next(iter(sockets.sockets)).getsockname()[1]
    step = _PageOpener(wish, port, tell, partial(_show_from_thread, loop, tell))
    explain = partial(tell, msg("cli-web-keys"))
    keys = ConsoleKeys(partial(step.open, "cli-web-again"), ending.set, explain)
    with end_on(_not_ignored(ENDING), ending.set), reading(keys):
        step.open("cli-web-opening")
        if has_keys():
            explain()
        await ending.wait()
    sockets.close()
    await sockets.wait_closed()


async def _listen(files: SiteFiles, ports: Sequence[int]) -> SocketServer:
    """Listen on the first free one of these ports.  Raises `CannotShow` if none is free."""
    reason = None
    for port in ports:
        try:
            return await _listen_at(files, port)
        except OSError as error:
            reason = reason or error.errno
    raise CannotShow(_cannot_listen(ports[0], reason))


async def _listen_at(files: SiteFiles, port: int) -> SocketServer:
    """Listen on a port of this machine.  Raises `OSError`."""

    def answer(_connection: ServerConnection, request: Request) -> Response:
        return files.answered(request)

    async def nothing(_connection: ServerConnection) -> None:
        """Do nothing: a file or an error has answered the request before a WebSocket could open."""

    return await serve(
        nothing,
        HERE,
        port,
        process_request=answer,
        open_timeout=SENDING_SECONDS,
        server_header=None,
        logger=_noise,
    )


def _show_from_thread(
    loop: asyncio.AbstractEventLoop, tell: Callable[[Msg], None], message: Msg
) -> None:
    """Show a message from another thread; do nothing if the event loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(tell, message)


class _PageOpener:
    """Opens the page in the browser."""

    def __init__(
        self,
        wish: Showing,
        port: int,
        tell: Callable[[Msg], None],
        tell_from_thread: Callable[[Msg], None],
    ) -> None:
        self._browses = wish.browses
        self._address = f"http://{HERE}:{port}/"
        self._tell = tell
        self._tell_from_thread = tell_from_thread

    def open(self, words: str, without: str = "cli-web-open") -> threading.Thread | None:
        """Open the page in the browser, and show the message `words` with its address.

        Without a browser the message is `without`.  Return the thread that starts the browser, or
        None.
        """
        if not (self._browses and has_screen()):
            self._tell(msg(without, address=self._address))
            return None
        self._tell(msg(words, address=self._address))
        return browse(self._address, lambda: self._tell_from_thread(msg("cli-web-no-browser")))


def browse(address: str, failed: Callable[[], None]) -> threading.Thread:
    """Start the browser in a new thread, since some commands return only when it is closed.

    `failed` is called if no browser could be started.
    """

    def open_it() -> None:
        if not webbrowser.open(address):
            failed()

    thread = threading.Thread(target=open_it, name="browser", daemon=True)
    thread.start()
    return thread


def _cannot_listen(port: int, reason: int | None) -> Msg:
    """Return the message that says why the page cannot be served on a port."""
    if reason == errno.EADDRINUSE:
        return msg("cli-serve-port-taken", port=port)
    if reason in {errno.EACCES, errno.EPERM}:
        return msg("cli-serve-port-forbidden", port=port)
    return msg("cli-serve-no-host", host=HERE)


def _not_ignored(names: Sequence[str]) -> list[int]:
    """Return the numbers of the signals that this system has and does not ignore."""
    numbers = (getattr(signal, name, None) for name in names)
    return [one for one in numbers if one and signal.getsignal(one) is not signal.SIG_IGN]
