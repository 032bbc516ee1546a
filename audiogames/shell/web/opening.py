"""Opening the page for this machine: its server, the player's own files, and the browser."""

from __future__ import annotations

import asyncio
import errno
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from audiogames.core.cues import Msg, msg
from audiogames.net.wire import PORT
from audiogames.present.outputs import Announcement
from audiogames.shell.connection import Connection
from audiogames.shell.files import resources
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.report import write_report
from audiogames.shell.server.bots import Bots, usual_workers
from audiogames.shell.server.listening import CannotListen
from audiogames.shell.start import has_screen
from audiogames.shell.web.clock import USUAL_SILENCE, Silence
from audiogames.shell.web.page import PageFiles
from audiogames.shell.web.server import HERE, PageServer
from audiogames.shell.web.sessions import Sessions
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.thinking import SharedBots

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.app.storage import Storage

PAGE_PORT: Final = PORT + 1
"""Always the same one where it is free: a browser keeps what it keeps by the address."""

ANY_PORT: Final = 0


class CannotShow(Exception):
    """The page cannot be served as it was asked to; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Showing:
    """What the command line asks for; without a `port` any will do."""

    reports: Path
    port: int | None = None
    browses: bool = True
    silence: Silence = USUAL_SILENCE


def show_page(
    wish: Showing,
    open_storage: Callable[[], Storage],
    make_app: Callable[[Storage, str], App],
    tell: Callable[[str], None],
    record: Callable[[Announcement], None],
) -> None:
    """Serve the page until its last session has ended.  `tell` gets its address.

    Raises `CannotShow`.
    """
    asyncio.run(_show(wish, open_storage, make_app, tell, record))


async def _show(
    wish: Showing,
    open_storage: Callable[[], Storage],
    make_app: Callable[[Storage, str], App],
    tell: Callable[[str], None],
    record: Callable[[Announcement], None],
) -> None:
    locales, sounds = resources() / "locales", resources() / "sounds"
    loop, report = asyncio.get_running_loop(), partial(write_report, wish.reports)
    files = PageFiles(sounds)
    ports = (PAGE_PORT, ANY_PORT) if wish.port is None else (wish.port,)
    server = PageServer(files, locales, ports, lambda error: report(error, ()))
    bots = SharedBots(
        Bots(
            lambda: loop.call_soon_threadsafe(bots.hand_out),
            lambda error: report(error, ()),
            usual_workers(),
        )
    )
    shared = SharedBySessions(
        bots,
        SoundFiles(sounds),
        files,
        report,
        record,
        lambda wake, _address: Connection(wake),
        open_storage,
        silence=wish.silence,
    )
    sessions = Sessions(shared, locales, make_app, server.end)

    def opened() -> None:
        address = f"http://{HERE}:{server.port}/#{sessions.invite()}"
        tell(address)
        if wish.browses and has_screen():
            browse(address)

    try:
        await server.run(sessions, opened)
    except CannotListen as error:
        raise CannotShow(_cannot_listen(ports[0], error.errno)) from None
    finally:
        bots.close()


def browse(address: str) -> None:
    """Open the browser, in a thread that nobody waits for: some wait until it is closed."""
    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


def _cannot_listen(port: int, reason: int | None) -> Msg:
    if reason == errno.EADDRINUSE:
        return msg("cli-serve-port-taken", port=port)
    if reason in {errno.EACCES, errno.EPERM}:
        return msg("cli-serve-port-forbidden", port=port)
    return msg("cli-serve-no-host", host=HERE)
